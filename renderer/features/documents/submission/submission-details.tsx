import { useTranslation } from 'react-i18next';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { saySize } from '../../../language/amounts.ts';
import { sayDate } from '../../../language/say-moment.ts';
import { useMirror } from '../../../store/mirror.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type Entry, nameOf, speakingDocument } from '../entry/entry.ts';
import { FactList } from '../entry/fact-list.tsx';
import { useChoiceWords } from '../entry/status-words.ts';
import { Candidates } from './candidates.tsx';
import { CommandList } from './command-list.tsx';
import { Orphans } from './orphans.tsx';
import styles from './submission.module.css';
import { sayLeft, useSecondsLeft } from './use-seconds-left.ts';
import { useCountdown, useLongStateText, useNextStepText } from './use-state-text.ts';

function State({ row }: { row: SubmissionRow }) {
  const { t } = useTranslation();
  const left = useSecondsLeft(useCountdown(row) ?? 0);
  const saying = useLongStateText(row);
  return <p>{left > 0 ? t('submission.sendingIn', { left: sayLeft(left) }) : saying}</p>;
}

interface SubmissionDetailsProps {
  readonly entry: Entry;
  readonly row: SubmissionRow;
  /** Show the choices, because the service has no details yet. */
  readonly withChoices: boolean;
  readonly onOpen: (submissionId: string) => void;
}

/** What this app knows about a submission: problems, commands and facts. */
export function SubmissionDetails({ entry, row, withChoices, onOpen }: SubmissionDetailsProps) {
  const { t } = useTranslation();
  const words = useChoiceWords();
  const locale = useMirror((mirror) => mirror.state?.locale ?? 'en');
  const sequel = useNextStepText(row);
  const problem = row.phase === 'unclear' && row.otherAccount === null ? null : row.problem;
  const unseen = row.signeeCount - row.signees.length;
  const people = [...row.signees, ...(unseen > 0 ? [t('submission.morePeople', { count: unseen })] : [])];
  const chosen: readonly (readonly [string, string | null])[] = [
    [t('details.signees'), people.join('\n')],
    [t('details.mode'), words.mode(row.mode)],
    [t('details.jurisdiction'), words.law(row.jurisdiction)],
    [t('details.comment'), row.comment],
  ];
  return (
    <>
      {!speakingDocument(entry) && !problem && row.orphans.length === 0 && <State key={row.undoUntil} row={row} />}
      {problem && <Notice problem={problem} note={sequel} silent />}
      {row.candidates.length > 0 && <Candidates row={row} />}
      <CommandList key={row.id} row={row} name={nameOf(entry)} onOpen={onOpen} />
      {row.orphans.length > 0 && <Orphans row={row} />}
      <section className={styles['section']}>
        <h3>{t('submission.facts')}</h3>
        <FactList
          facts={[
            ...(withChoices ? chosen : []),
            [t('submission.account'), row.otherAccount?.of ?? null],
            [t('submission.alias'), row.alias],
            [t('submission.size'), saySize(row.size, locale)],
            [t('submission.accepted'), sayDate(row.acceptedAt, locale)],
            [t('submission.origin'), row.origin === 'folder' ? t('submission.fromFolder') : null],
          ]}
        />
      </section>
    </>
  );
}
