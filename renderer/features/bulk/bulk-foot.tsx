import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useMirror } from '../../store/mirror.ts';
import { Button } from '../../ui/button.tsx';
import sheetFoot from '../../ui/sheet-foot.module.css';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './bulk-foot.module.css';
import { withSkipped } from './bulk-list.ts';
import { changeList, showResult, useBulk } from './bulk-store.ts';
import { type Count, countVerdicts, type Verdict } from './judge-rows.ts';
import { rowsToSave } from './saved-rows.ts';
import type { RowWords } from './use-row-words.ts';

interface BulkFootProps {
  readonly verdicts: readonly Verdict[];
  readonly words: RowWords;
  readonly onShowNext: () => void;
  readonly onStartOver: () => void;
  readonly onSend: () => Promise<void>;
}

type Missing = { readonly kind: 'list' | 'checking' | 'nothing' } | { readonly kind: 'bad'; readonly count: number };

function findMissing(hasList: boolean, { ready, bad, checking }: Count): Missing | null {
  if (!hasList) return { kind: 'list' };
  if (bad > 0) return { kind: 'bad', count: bad };
  if (checking > 0) return { kind: 'checking' };
  return ready === 0 ? { kind: 'nothing' } : null;
}

const counted = ['ready', 'bad', 'checking', 'skipped', 'taken'] as const;

/** Counts of rows by state, and the commands for all of them. */
export function BulkFoot({ verdicts, words, onShowNext, onStartOver, onSend }: BulkFootProps) {
  const { t } = useTranslation();
  const wordsId = useId();
  const foot = useRef<HTMLElement>(null);
  const run = useOneAtATime();
  const list = useBulk((bulk) => bulk.list);
  const sending = useBulk((bulk) => bulk.sending);
  const handOver = useMirror(({ state }) => state?.handOver);
  const hasFiles = useBulk((bulk) => bulk.files.some(({ gone }) => !gone));
  const count = countVerdicts(verdicts);
  const missing = findMissing(list !== null, count);
  const rows = list?.rows ?? [];

  const stand = counted
    .filter((kind) => count[kind] > 0)
    .map((kind) => t(`bulk.count.${kind}`, { count: count[kind] }))
    .join(' · ');
  const hint =
    missing === null
      ? t('bulk.ready')
      : missing.kind === 'bad'
        ? t('bulk.missing.bad', { count: missing.count })
        : t(`bulk.missing.${missing.kind}`);

  function skipBad(): void {
    const bad = rows.filter((_row, index) => verdicts[index]?.state === 'bad').map(({ at }) => at);
    changeList((now) => withSkipped(now, new Set(bad), true));
    // The button goes with what it did.
    foot.current?.querySelector<HTMLElement>('[data-rest]')?.focus();
  }

  async function save(): Promise<void> {
    const cells = rowsToSave(rows, verdicts, { word: (name) => t(`bulk.column.${name}`), reason: words.reason });
    const answer = await ask(bridge().bulk.save({ what: 'rest', rows: cells }));
    if (answer.ok === true) showResult({ kind: 'saved' });
    else if (answer.ok === false) showResult({ kind: 'problem', problem: answer.problem });
  }

  async function press(): Promise<void> {
    if (missing === null) await onSend();
    else if (missing.kind === 'bad') onShowNext();
  }

  return (
    <footer ref={foot} className={sheetFoot['foot']}>
      <div className={`${sheetFoot['words']} ${styles['words']}`} id={wordsId}>
        {sending === null ? (
          <>
            <p>{stand}</p>
            <p className={styles['quiet']}>{hint}</p>
          </>
        ) : (
          <p>{t('bulk.sending', handOver ?? { done: 0, all: sending })}</p>
        )}
      </div>
      {/* Read out at the end, and not for each of a thousand files. */}
      <p role="status" className="visually-hidden">
        {sending === null && count.checking === 0 && list !== null && `${stand}. ${hint}`}
      </p>
      <div className={sheetFoot['buttons']}>
        {count.bad > 0 && <Button onPress={onShowNext}>{t('bulk.showNext')}</Button>}
        {count.bad > 0 && <Button onPress={skipBad}>{t('bulk.skipBad', { count: count.bad })}</Button>}
        {rows.length > 0 && <Button onPress={() => void save()}>{t('bulk.export')}</Button>}
        {(list !== null || hasFiles) && (
          <Button look="quiet" isDisabled={sending !== null} onPress={onStartOver}>
            {t('bulk.startOver')}
          </Button>
        )}
        <Button look="primary" data-rest="" aria-describedby={wordsId} onPress={() => void run(press)}>
          {count.ready > 0 ? t('bulk.send', { count: count.ready }) : t('bulk.sendNone')}
        </Button>
      </div>
    </footer>
  );
}
