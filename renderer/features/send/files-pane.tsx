import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AvailableModes } from '../../../preload/contract/sending.ts';
import type { State } from '../../../preload/contract/state.ts';
import { laterPart } from '../../language/later-part.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { FieldsFound } from './fields-found.tsx';
import { FileHead } from './file-head.tsx';
import { FilePreview } from './file-preview.tsx';
import styles from './files-pane.module.css';
import { joinable } from './join/joined-files.ts';
import { noteOpened, useOpenCheck } from './open-check.ts';
import { stopOf } from './open-result.ts';
import type { Placing } from './preview/placing.ts';
import { RefusedFiles } from './refused-files.tsx';
import { isPlaceable, type Sheet, textMarksOf } from './sheet.ts';
import { changeSheet } from './sheet-actions.ts';
import { placeSignee } from './signees/signee-list.ts';
import { chooseFiles } from './take-files.ts';

const JoinCommand = laterPart(async () => (await import('./join/join-command.tsx')).JoinCommand);
const FileList = lazyPart(async () => (await import('./file-list.tsx')).FileList);

/** Announces the number when files are added, but not while they are being sent. */
function useCountToTell(count: number): number {
  const [{ announced, last }, setCount] = useState({ announced: count, last: count });
  if (count !== last) setCount({ announced: count > last ? count : announced, last: count });
  return announced;
}

const noteSeen = (seen: Sheet['seen']) => changeSheet((sheet) => ({ ...sheet, seen }));
const forgetRefused = () => changeSheet((sheet) => ({ ...sheet, refused: [] }));

const place: Placing['onPlace'] = (key, at) =>
  changeSheet((sheet) => ({
    ...sheet,
    draft: { ...sheet.draft, signees: placeSignee(sheet.draft.signees, key, at) },
  }));

/** Returns the people whose signatures may get a place on the shown pages. Null: none can be chosen. */
function usePlacing(sheet: Sheet): Placing | null {
  const { signees } = sheet.draft;
  const isOn = isPlaceable(sheet) && signees.length > 0;
  return useMemo(
    () =>
      isOn
        ? {
            signers: signees.map(({ key, name, email, place: at = null }) => ({ key, who: name || email, place: at })),
            onPlace: place,
          }
        : null,
    [isOn, signees],
  );
}

/** Does nothing: the file of a submission needs no check. */
const nobody = () => undefined;

interface FilesPaneProps {
  readonly sheet: Sheet;
  readonly state: State;
  readonly modes: AvailableModes | null;
}

/** Shows the files of the sheet, with the preview of the selected one. */
export function FilesPane({ sheet, state, modes }: FilesPaneProps) {
  const { t } = useTranslation();
  const { files, revised, refused, receiving } = sheet;
  const count = useCountToTell(files.length);
  useOpenCheck();
  const placing = usePlacing(sheet);
  const shown = files.find(({ id }) => id === sheet.shown);
  if (revised !== null)
    return (
      <section className={styles['pane']} data-place="files" data-region="" aria-label={t('send.files')}>
        <p className={styles['name']}>
          <bdi>{shownName(revised.name)}</bdi>
        </p>
        <p className={styles['quiet']}>{t('send.fileKept')}</p>
        {revised.file && <FieldsFound sheet={sheet} file={revised.file} usable={modes} claimsNone />}
        {revised.file && <FilePreview file={revised.file} onOpened={nobody} placing={placing} />}
      </section>
    );
  const several = files.length > 1;
  const parts = joinable(files);
  return (
    <section
      className={styles['pane']}
      data-place="files"
      data-region=""
      data-several={several || undefined}
      aria-label={t('send.files')}
    >
      {refused.length > 0 && (
        <RefusedFiles refused={refused} form="refused" onSeen={noteSeen} onClose={forgetRefused} />
      )}
      <div className={styles['rail']}>
        <div className={styles['add']} data-rest="">
          <Button look={files.length === 0 ? 'primary' : 'plain'} onPress={() => void chooseFiles()}>
            <Plus size={16} aria-hidden="true" />
            <span data-short>{t(files.length === 0 ? 'send.chooseFiles' : 'send.addFiles')}</span>
          </Button>
          {files.length === 0 && <span className={styles['quiet']}>{t('send.orDrop')}</span>}
          {several && parts.length > 1 && <JoinCommand files={parts} locale={state.locale} />}
        </div>
        <output className={styles['quiet']}>{receiving > 0 && t('send.receiving', { count: receiving })}</output>
        <output className="visually-hidden">{count > 1 && t('send.fileCount', { count })}</output>
        {several && <FileList sheet={sheet} modes={modes} locale={state.locale} />}
      </div>
      {shown && (
        <div className={styles['shown']}>
          <FileHead
            key={shown.id}
            sheet={sheet}
            file={shown}
            modes={modes}
            locale={state.locale}
            hasMarks={textMarksOf(state).length > 0}
          />
          {stopOf(shown) === null && (
            <FilePreview key={`preview ${shown.id}`} file={shown} onOpened={noteOpened} placing={placing} />
          )}
        </div>
      )}
    </section>
  );
}
