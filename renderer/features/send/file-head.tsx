import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AvailableModes } from '../../../preload/contract/sending.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { saySize } from '../../language/amounts.ts';
import { laterPart } from '../../language/later-part.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { FieldsFound } from './fields-found.tsx';
import styles from './files-pane.module.css';
import { problemOf } from './missing-parts.ts';
import { remarksOf, stopOf } from './open-result.ts';
import { earlierFor, idsOf, nothingOwn, type Sheet, type SheetFile, withFile, withoutFiles } from './sheet.ts';
import { changeSheet } from './sheet-actions.ts';
import { judge, lookForEarlier } from './take-files.ts';

const EarlierDocument = laterPart(async () => (await import('./earlier-document.tsx')).EarlierDocument);
const JoinedFrom = laterPart(async () => (await import('./join/joined-from.tsx')).JoinedFrom);
const MarksFound = laterPart(async () => (await import('./marks-found.tsx')).MarksFound);
const OwnChoicesDialog = laterPart(async () => (await import('./own-choices-dialog.tsx')).OwnChoicesDialog);

const SignedBefore = lazyPart(async () => (await import('./signed-before.tsx')).SignedBefore);

const kindNames = { pdf: 'PDF', docx: 'Word', xlsx: 'Excel' } as const;

interface FileHeadProps {
  readonly sheet: Sheet;
  readonly file: SheetFile;
  /** The signatures that the account may use. Null: unknown. */
  readonly modes: AvailableModes | null;
  readonly locale: string;
  /** The connection file says how the service marks where people sign. */
  readonly hasMarks: boolean;
}

async function remove(file: SheetFile): Promise<void> {
  changeSheet((sheet) => withoutFiles(sheet, new Set([file.id])));
  await ask(bridge().files.release({ ids: [...idsOf([file])] }));
}

async function lookAgain(file: SheetFile): Promise<void> {
  const { id } = file;
  // Before Send is possible again, so that the person is shown what was taken meanwhile.
  if (file.refusal?.key === 'sent-meanwhile') await lookForEarlier([id]);
  // While the PDF opens, its preview stays and reports only once: keep that result.
  const opened = stopOf(file) === null ? file.opened : null;
  changeSheet((sheet) => withFile(sheet, id, { verdict: null, refusal: null, opened }));
  await judge([id]);
}

/** Shows facts, problems and commands of the selected file. */
export function FileHead({ sheet, file, modes, locale, hasMarks }: FileHeadProps) {
  const { t } = useTranslation();
  const [differing, setDiffering] = useState(false);
  const { id, name, size, verdict, own } = file;
  const several = sheet.files.length > 1;
  const problem = problemOf(file);
  const differs = own !== nothingOwn;
  const earlier = earlierFor(sheet, file);
  const facts = [saySize(size, locale)];
  if (verdict?.kind) facts.unshift(kindNames[verdict.kind]);
  const mayHaveMarks = hasMarks && problem === null && (verdict?.kind === 'pdf' || verdict?.kind === 'docx');
  const removeButton = (
    <Button look="quiet" aria-label={t('send.removeName', { name: shownName(name) })} onPress={() => void remove(file)}>
      {t('send.remove')}
    </Button>
  );
  return (
    <div className={styles['head']}>
      <div className={styles['headLine']}>
        <p className={styles['headText']}>
          <bdi className={styles['name']}>{shownName(name)}</bdi>{' '}
          <span className={styles['quiet']}>{facts.join(' · ')}</span>
        </p>
        {several && !problem && (
          <Button look="quiet" onPress={() => setDiffering(true)}>
            {t('send.differ')}
          </Button>
        )}
        {several && !problem && differs && (
          <Button look="quiet" onPress={() => changeSheet((now) => withFile(now, id, { own: nothingOwn }))}>
            {t('send.sameAsAll')}
          </Button>
        )}
        {!problem && removeButton}
      </div>
      {problem && (
        <Notice problem={problem}>
          {removeButton}
          {problem.key === 'file-opening-password' && (
            <Button onPress={() => changeSheet((now) => withFile(now, id, { sendAnyway: true }))}>
              {t('send.sendAnyway')}
            </Button>
          )}
          {/* The file that was added is gone for good: the sentence says to add it again. */}
          {problem.key !== 'file-modified' && (
            <Button onPress={() => void lookAgain(file)}>{t('send.lookAgain')}</Button>
          )}
        </Notice>
      )}
      {file.parts && <JoinedFrom id={id} parts={file.parts} locale={locale} />}
      {remarksOf(file).map((remark) =>
        remark === 'signed' ? (
          <SignedBefore key={`${remark} ${id}`} of="file" id={id} otherwise={t('send.remarkText.signed')} />
        ) : (
          <p key={remark} className={styles['remark']}>
            {t(`send.remarkText.${remark}`)}
          </p>
        ),
      )}
      {earlier && <EarlierDocument earlier={earlier} locale={locale} />}
      {mayHaveMarks ? (
        <MarksFound sheet={sheet} file={file} usable={modes}>
          {(claimsNone) => <FieldsFound sheet={sheet} file={file} usable={modes} claimsNone={claimsNone} />}
        </MarksFound>
      ) : (
        <FieldsFound sheet={sheet} file={file} usable={modes} claimsNone />
      )}
      {differing && <OwnChoicesDialog sheet={sheet} file={file} onClose={() => setDiffering(false)} />}
    </div>
  );
}
