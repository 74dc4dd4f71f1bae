import type { State } from '../../../preload/contract/state.ts';
import { ModeCards } from './mode-cards.tsx';
import { MoreChoices } from './more-choices.tsx';
import { ProfileChoice } from './profile-choice.tsx';
import styles from './send-sheet.module.css';
import type { Sheet } from './sheet.ts';
import { changeSheet, setDraft } from './sheet-actions.ts';
import { SigneeEditor } from './signees/signee-editor.tsx';
import { suggestPeople } from './suggest-people.ts';
import { useLongNotes } from './use-long-notes.ts';
import type { Modes } from './use-modes.ts';

interface ChoicesPaneProps {
  readonly sheet: Sheet;
  readonly state: State;
  readonly modes: Modes;
  readonly more: boolean;
  readonly onMore: (more: boolean) => void;
}

/** Only whether there is text counts, so that typing does not render the whole sheet. */
const setPending = (pending: string) =>
  changeSheet((sheet) => ((sheet.pending === '') === (pending === '') ? sheet : { ...sheet, pending }));

/** The choices for all files of the sheet: people, signature and the rest. */
export function ChoicesPane({ sheet, state, modes, more, onMore }: ChoicesPaneProps) {
  const { draft } = sheet;
  const { signees } = draft;
  return (
    <div className={styles['choosing']}>
      {state.profiles.length > 0 && <ProfileChoice sheet={sheet} state={state} />}
      <div data-place="signees">
        <SigneeEditor
          value={signees}
          onChange={(value) => setDraft({ signees: value })}
          ordered={draft.ordered}
          onOrderedChange={(ordered) => setDraft({ ordered })}
          suggest={suggestPeople}
          remarks={useLongNotes(signees)}
          onPending={setPending}
        />
      </div>
      <ModeCards draft={draft} modes={modes} />
      <MoreChoices draft={draft} isOpen={more} onOpenChange={onMore} />
    </div>
  );
}
