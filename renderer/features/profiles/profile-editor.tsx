import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WatchedFolder } from '../../../preload/contract/folder.ts';
import { lengths } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Actions } from '../../ui/actions.tsx';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Question } from '../../ui/question.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { choicesOf } from '../send/draft-choices.ts';
import { MoreFields } from '../send/draft-fields.tsx';
import { peopleProblem } from '../send/missing-parts.ts';
import { readExtra } from '../send/read-extra.ts';
import type { Draft } from '../send/sheet.ts';
import { SigneeEditor } from '../send/signees/signee-editor.tsx';
import { suggestPeople } from '../send/suggest-people.ts';
import { useLongNotes } from '../send/use-long-notes.ts';
import { type Editing, edit, editDraft, placeOf } from './edited-profile.ts';
import { ProfileFolders } from './profile-folders.tsx';
import styles from './profiles.module.css';
import { SignatureFields } from './signature-fields.tsx';

interface ProfileEditorProps {
  readonly editing: Editing;
  readonly folders: readonly WatchedFolder[];
  readonly onSaved: (id: string, name: string) => void;
  readonly onClose: () => void;
}

export function ProfileEditor({ editing, folders, onSaved, onClose }: ProfileEditorProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState('');
  const [leaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { connectionId, id, name, savedName, isDefault, draft, imported, touched } = editing;
  const change = (patch: Parameters<typeof edit>[1]) => edit(connectionId, patch);
  const changeDraft = (patch: Partial<Draft>) => editDraft(connectionId, patch);
  // The section must not fold while somebody types in it.
  const [hadExtra] = useState(draft.extra !== '');
  const nameless = name.trim() === '';
  const hints = { alias: t('profiles.aliasHint'), extra: t('profiles.extraHint') };
  const wrong =
    nameless ||
    !readExtra(draft.extra).ok ||
    pending !== '' ||
    peopleProblem(draft, 'draft', draft.scanPredefined) !== null;

  async function save(): Promise<void> {
    setTried(true);
    setProblem(null);
    if (wrong) return;
    const given = { name: name.trim(), choices: choicesOf({ draft }), isDefault };
    const answer = await ask(bridge().profiles.save(id === null ? given : { ...given, id }));
    if (answer.ok === true) onSaved(answer.id, given.name);
    else if (answer.ok === false) setProblem(answer.problem);
  }
  const leave = () => (touched || pending !== '' ? setLeaving(true) : onClose());

  return (
    <div className={styles['editor']}>
      <div className={`${page['scroll']} ${styles['fieldsBox']}`}>
        <div className={styles['form']}>
          <ArrivingHeading level={1}>
            {id === null ? t('profiles.newTitle') : t('profiles.editTitle', { name: savedName })}
          </ArrivingHeading>
          {imported && (
            <div className={styles['imported']} role="status">
              <p>{t('profiles.imported')}</p>
              {draft.extra !== '' && <p>{t('profiles.importedExtra')}</p>}
            </div>
          )}
          {id !== null && <ProfileFolders profileId={id} folders={folders} change="edit" />}
          <TextInput
            label={t('send.profileName')}
            hint={t('profiles.nameHint')}
            value={name}
            onChange={(text) => change({ name: text })}
            maxLength={lengths.name}
            error={tried && nameless ? t('send.profileNameMissing') : undefined}
            onEnter={() => void run(save)}
          />
          <SigneeEditor
            value={draft.signees}
            onChange={(signees) => changeDraft({ signees })}
            ordered={draft.ordered}
            onOrderedChange={(ordered) => changeDraft({ ordered })}
            suggest={suggestPeople}
            remarks={useLongNotes(draft.signees)}
            onPending={setPending}
            place={placeOf(connectionId)}
          />
          <SignatureFields connectionId={connectionId} draft={draft} />
          <details className={styles['more']} open={hadExtra}>
            <summary>{t('send.more')}</summary>
            <div className={styles['fields']}>
              <MoreFields draft={draft} onChange={changeDraft} hints={hints} extraLines={4} />
            </div>
          </details>
          <CheckBox isSelected={isDefault} onChange={(chosen) => change({ isDefault: chosen })}>
            {t('profiles.defaultLabel')}
          </CheckBox>
        </div>
      </div>
      <footer className={styles['foot']}>
        {problem && <Notice problem={problem} />}
        <Actions end>
          <output className={styles['wrong']}>{tried && wrong && t('profiles.toMend')}</output>
          <Button onPress={leave}>{t('connect.cancel')}</Button>
          <Button look="primary" onPress={() => void run(save)}>
            {t('submission.save')}
          </Button>
        </Actions>
      </footer>
      {leaving && (
        <Question
          title={t('profiles.discardTitle')}
          text={t('profiles.discardText')}
          yes={t('profiles.discardConfirm')}
          onYes={onClose}
          onNo={() => setLeaving(false)}
        />
      )}
    </div>
  );
}
