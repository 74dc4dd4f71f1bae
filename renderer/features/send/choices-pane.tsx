import type { RefObject } from 'react';
import type { State } from '../../../preload/contract/state.ts';
import { laterPart } from '../../language/later-part.ts';
import { How } from './how.tsx';
import { MoreChoices } from './more-choices.tsx';
import { ProfileChoice } from './profile-choice.tsx';
import styles from './send-sheet.module.css';
import { type Sheet, textMarksOf } from './sheet.ts';
import { changeSheet, setDraft } from './sheet-actions.ts';
import type { TypedSignees } from './signees/add-signees.tsx';
import { validSignees } from './signees/read-signees.ts';
import { SigneeEditor } from './signees/signee-editor.tsx';
import { suggestPeople } from './suggest-people.ts';
import { useLongNotes } from './use-long-notes.ts';
import type { Modes } from './use-modes.ts';

const CopyMark = laterPart(async () => (await import('./copy-mark.tsx')).CopyMark);

interface ChoicesPaneProps {
  readonly sheet: Sheet;
  readonly state: State;
  readonly modes: Modes;
  readonly typed: RefObject<TypedSignees | null>;
  readonly more: boolean;
  readonly onMore: (more: boolean) => void;
}

/** Stores only the number of valid people, so that typing does not render the whole sheet. */
function setPending(text: string): void {
  const pending = text === '' ? null : validSignees(text).length;
  changeSheet((sheet) => (sheet.pending === pending ? sheet : { ...sheet, pending }));
}

/** Shows the choices for all files of the sheet: people, signature and the rest. */
export function ChoicesPane({ sheet, state, modes, typed, more, onMore }: ChoicesPaneProps) {
  const { draft } = sheet;
  const { signees } = draft;
  const forms = textMarksOf(state);
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
          place={sheet.id}
          typed={typed}
          startsAtAddress={sheet.revised?.replaces !== undefined}
        />
        {forms.length > 0 && <CopyMark people={draft} forms={forms} />}
      </div>
      <How draft={draft} modes={modes} />
      <MoreChoices draft={draft} isOpen={more} onOpenChange={onMore} />
    </div>
  );
}
