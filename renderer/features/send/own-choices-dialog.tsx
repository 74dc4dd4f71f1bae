import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
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

  function save(): void {
    if (pending !== '') return;
    const same = people.signees === draft.signees && people.ordered === draft.ordered;
    const own: Own = {
      people: same ? null : people,
      alias: alias === draft.alias ? null : alias,
      comment: comment === draft.comment ? null : comment,
    };
    const nothing = own.people === null && own.alias === null && own.comment === null;
    changeSheet((now) => withFile(now, file.id, { own: nothing ? nothingOwn : own }));
    onClose();
  }

  return (
    <ModalDialog title={t('send.differTitle', { name: shownName(file.name) })} onClose={onClose}>
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
      {missing !== null && <p role="status">{missing}</p>}
      <Actions end>
        <Button onPress={onClose}>{t('connect.cancel')}</Button>
        <Button look="primary" onPress={save}>
          {t('send.differSave')}
        </Button>
      </Actions>
    </ModalDialog>
  );
}
