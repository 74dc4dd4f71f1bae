import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog, type SaveResult } from '../../ui/form-dialog.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { AliasField, CommentField } from './draft-fields.tsx';
import { peopleProblem } from './missing-parts.ts';
import { nothingOwn, type Own, peopleOf, type Sheet, type SheetFile, withFile } from './sheet.ts';
import { changeSheet } from './sheet-actions.ts';
import { SigneeEditor } from './signees/signee-editor.tsx';
import { suggestPeople } from './suggest-people.ts';

interface OwnChoicesDialogProps {
  readonly sheet: Sheet;
  readonly file: SheetFile;
  readonly onClose: () => void;
}

/** Asks for choices for one file. Fields left unchanged keep following the choices for all files. */
export function OwnChoicesDialog({ sheet, file, onClose }: OwnChoicesDialogProps) {
  const { t } = useTranslation();
  const { draft } = sheet;
  const [people, setPeople] = useState(() => {
    const { signees, ordered } = peopleOf(sheet, file);
    return { signees, ordered };
  });
  const [alias, setAlias] = useState(file.own.alias ?? draft.alias);
  const [comment, setComment] = useState(file.own.comment ?? draft.comment);
  const [pending, setPending] = useState('');
  const problem = peopleProblem(people, 'draft', draft.scanPredefined);
  const missing = pending !== '' ? t('send.missing.pending') : problem === null ? null : t(`send.missing.${problem}`);

  async function save(): Promise<SaveResult> {
    if (pending !== '') return null;
    const same = people.signees === draft.signees && people.ordered === draft.ordered;
    const own: Own = {
      people: same ? null : people,
      alias: alias === draft.alias ? null : alias,
      comment: comment === draft.comment ? null : comment,
    };
    const nothing = own.people === null && own.alias === null && own.comment === null;
    changeSheet((now) => withFile(now, file.id, { own: nothing ? nothingOwn : own }));
    return 'saved';
  }

  return (
    <FormDialog
      title={t('send.differTitle', { name: shownName(file.name) })}
      saveText={t('send.differSave')}
      onSave={save}
      onClose={onClose}
      said={missing}
    >
      <SigneeEditor
        value={people.signees}
        onChange={(signees) => setPeople((now) => ({ ...now, signees }))}
        ordered={people.ordered}
        onOrderedChange={(ordered) => setPeople((now) => ({ ...now, ordered }))}
        suggest={suggestPeople}
        onPending={setPending}
      />
      <AliasField hint={t('submission.aliasHint')} value={alias} onChange={setAlias} />
      <CommentField value={comment} onChange={setComment} />
    </FormDialog>
  );
}
