import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentDetails } from '../../../preload/contract/document.ts';
import { limits } from '../../../preload/contract/limits.ts';
import type { Choices } from '../../../preload/contract/sending.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useMirror } from '../../store/mirror.ts';
import { FormDialog, type SaveResult } from '../../ui/form-dialog.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { signeesOf } from '../send/draft-choices.ts';
import { AliasField, CommentField } from '../send/draft-fields.tsx';
import { peopleProblem } from '../send/missing-parts.ts';
import { SigneeEditor } from '../send/signees/signee-editor.tsx';
import { signeesFrom } from '../send/signees/signee-list.ts';
import { suggestPeople } from '../send/suggest-people.ts';
import { FactList } from './entry/fact-list.tsx';
import { useChoiceWords } from './entry/status-words.ts';

type Present = DocumentDetails['signees'];

/** Returns the people to add, whose order begins after those on the draft. */
function after(present: Present, added: Choices['signees']): Choices['signees'] {
  const first = present.length === 0 ? 0 : Math.max(...present.map(({ order }) => order ?? 0)) + 1;
  return added.map((one) => ({ ...one, order: one.order === null ? null : one.order + first }));
}

interface CompleteDraftDialogProps {
  readonly name: string;
  readonly details: DocumentDetails;
  readonly draft: NonNullable<DocumentDetails['draft']>;
  readonly onSent: (submissionId: string) => void;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Shows what would be sent of a draft, and asks for further people, the sender and the comment. */
export function CompleteDraftDialog({ name, details, draft, onSent, onChanged, onClose }: CompleteDraftDialogProps) {
  const { t } = useTranslation();
  const words = useChoiceWords();
  const given = useMirror(({ state }) => state?.senderName ?? null);
  const { id, signees: present, observers, signatureMode, jurisdiction } = details;
  const [lacking] = useState(() => signeesFrom(draft.lacking));
  const [added, setAdded] = useState(lacking.list);
  const inTurn = new Set(present.map(({ order }) => order)).size > 1;
  const [ordered, setOrdered] = useState(lacking.list.length > 0 ? lacking.ordered : inTurn || present.length === 0);
  const [alias, setAlias] = useState(draft.alias);
  const [comment, setComment] = useState(draft.comment);
  const [pending, setPending] = useState('');
  const [tried, setTried] = useState(false);

  const addresses = present.map(({ email }) => shownName(email ?? '')).join(', ');

  function missing(): string | null {
    if (pending !== '') return t('send.missing.pending');
    if ((given ?? alias).trim() === '') return t('send.missing.alias');
    const problem = peopleProblem({ signees: added, ordered }, present.length === 0 ? 'send' : 'draft', false);
    if (problem !== null) return t(`send.missing.${problem}`);
    const count = present.length + added.length + observers.length;
    return count > limits.participants ? t('send.missing.too-many-signees') : null;
  }

  async function send(): Promise<SaveResult> {
    setTried(true);
    if (missing() !== null) return null;
    const signees = after(present, signeesOf({ signees: added, ordered }));
    const wanted = { documentId: id, asShown: draft.asShown, alias: given ?? alias.trim(), comment: comment.trim() };
    const answer = await ask(bridge().outbox.completeDraft({ ...wanted, signees }));
    if (answer.ok) {
      onSent(answer.submissionId);
      return 'saved';
    }
    // The person closes the dialog and sees the draft as it is.
    if (answer.problem.key === 'draft-changed') onChanged();
    return answer.problem;
  }

  return (
    <FormDialog
      title={t('complete.title', { name: shownName(draft.name ?? name) })}
      saveText={t('submission.command.send')}
      onSave={send}
      onClose={onClose}
      said={tried ? missing() : null}
    >
      <FactList
        facts={[
          [t('details.mode'), words.mode(signatureMode)],
          [t('details.jurisdiction'), words.law(jurisdiction)],
          [t('complete.present'), addresses === '' ? null : addresses],
          [t('details.observers'), observers.length === 0 ? null : observers.map(shownName).join(', ')],
        ]}
      />
      {present.length > 0 && ordered && <p>{t('complete.after')}</p>}
      <SigneeEditor
        value={added}
        onChange={setAdded}
        ordered={ordered}
        onOrderedChange={setOrdered}
        suggest={suggestPeople}
        onPending={setPending}
        startsFocused
        {...(present.length > 0 && { title: t('signees.else') })}
        others={present.length + observers.length}
      />
      <AliasField hint={t('submission.aliasHint')} value={alias} onChange={setAlias} />
      <CommentField value={comment} onChange={setComment} />
    </FormDialog>
  );
}
