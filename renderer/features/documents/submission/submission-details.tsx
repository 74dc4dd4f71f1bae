import { useTranslation } from 'react-i18next';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { saySize } from '../../../language/amounts.ts';
import { sayDate } from '../../../language/say-moment.ts';
import { useMirror } from '../../../store/mirror.ts';
import { Address } from '../../../ui/address.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { shownName } from '../../../ui/shown-name.ts';
import { type Entry, speakingDocument } from '../entry/entry.ts';
import { FactList } from '../entry/fact-list.tsx';
import { useServiceWords } from '../entry/service-words.ts';
import { useChoiceWords } from '../entry/status-words.ts';
import { Candidates } from './candidates.tsx';
import { Orphans } from './orphans.tsx';
import styles from './submission.module.css';
import { sayLeft, useSecondsLeft } from './use-seconds-left.ts';
import { useCountdown, useLongStateText, useNextStepText } from './use-state-text.ts';

const SignedBefore = lazyPart(async () => (await import('../../send/signed-before.tsx')).SignedBefore);

function State({ row }: { row: SubmissionRow }) {
  const { t } = useTranslation();
  const left = useSecondsLeft(useCountdown(row) ?? 0);
  const saying = useLongStateText(row);
  return <p>{left > 0 ? t('submission.sendingIn', { left: sayLeft(left) }) : saying}</p>;
}

interface SubmissionTroubleProps {
  readonly entry: Entry;
  readonly row: SubmissionRow;
  /** Whether the state is shown above already. */
  readonly isTold: boolean;
}

/** Shows the state of a submission, and what a person has to decide. */
export function SubmissionTrouble({ entry, row, isTold }: SubmissionTroubleProps) {
  const sequel = useNextStepText(row);
  const says = useServiceWords();
  const problem = row.phase === 'unclear' && row.otherAccount === null ? null : row.problem;
  const note = problem && [says(problem), sequel].filter(Boolean).join(' ');
  return (
    <>
      {!isTold && !speakingDocument(entry) && !problem && row.orphans.length === 0 && <State row={row} />}
      {problem && <Notice problem={problem} note={note ?? undefined} silent />}
      {row.phase === 'held' && <SignedBefore key={row.id} of="submission" id={row.id} />}
      {row.candidates.length > 0 && <Candidates row={row} />}
      {row.orphans.length > 0 && <Orphans row={row} />}
    </>
  );
}

/** Shows the chosen people, before the service tells of them. */
export function SubmissionPeople({ row: { signees, signeeCount } }: { readonly row: SubmissionRow }) {
  const { t } = useTranslation();
  const unseen = signeeCount - signees.length;
  return (
    <section aria-label={t('details.signees')}>
      {signees.map(({ email, name }) => (
        <p key={email} className={styles['chosen']}>
          {name ?? <Address email={email} />}
          {name !== null && (
            <small>
              <Address email={email} />
            </small>
          )}
        </p>
      ))}
      {unseen > 0 && <p>{t('submission.morePeople', { count: unseen })}</p>}
    </section>
  );
}

/** Says what a document was made from. */
function MadeFrom({ row: { parts, partCount } }: { readonly row: SubmissionRow }) {
  const { t, i18n } = useTranslation();
  if (partCount === 0) return null;
  const unseen = partCount - parts.length;
  const names = [...parts.map(shownName), ...(unseen > 0 ? [t('textMarks.more', { count: unseen })] : [])];
  return <p>{t('send.join.madeFrom', { names: new Intl.ListFormat(i18n.language).format(names) })}</p>;
}

interface SubmissionFactsProps {
  readonly row: SubmissionRow;
  /** Whether to show the choices, because the service has no details yet. */
  readonly withChoices: boolean;
}

/** Shows what a person chose, and where the file came from. */
export function SubmissionFacts({ row, withChoices }: SubmissionFactsProps) {
  const { t } = useTranslation();
  const words = useChoiceWords();
  const locale = useMirror((mirror) => mirror.state?.locale ?? 'en');
  const chosen: readonly (readonly [string, string | null])[] = [
    [t('details.mode'), words.mode(row.mode)],
    [t('details.jurisdiction'), words.law(row.jurisdiction)],
    [t('details.comment'), row.comment],
  ];
  return (
    <section className={styles['section']} aria-label={t('submission.facts')}>
      <FactList
        facts={[
          ...(withChoices ? chosen : []),
          [t('submission.account'), row.otherAccount?.of ?? null],
          [t('submission.alias'), row.alias],
          [t('submission.size'), row.size === null ? null : saySize(row.size, locale)],
          [t('submission.accepted'), sayDate(row.acceptedAt, locale)],
          [t('submission.origin'), row.origin === 'folder' ? t('submission.fromFolder') : null],
        ]}
      />
      <MadeFrom row={row} />
    </section>
  );
}
