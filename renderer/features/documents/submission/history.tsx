import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EvidenceOf } from '../../../../preload/contract/evidence.ts';
import type { HistoryLine } from '../../../../preload/contract/submission.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';
import { sayDate } from '../../../language/say-moment.ts';
import { useMirror } from '../../../store/mirror.ts';
import { Button } from '../../../ui/button.tsx';
import { Fold } from '../../../ui/fold.tsx';
import { toggleFold, useFolds } from '../entry/folds.ts';
import { useServiceWords } from '../entry/service-words.ts';
import { foldHistory, type HistoryGroup } from './fold-history.ts';
import { tellLine } from './history-words.ts';
import styles from './submission.module.css';

/** The last lines that are shown first: a queue that tried all night has a long history. */
const SHOWN = 30;

function useLines({ submissionId, documentId, revision }: HistoryProps): readonly HistoryLine[] {
  const [lines, setLines] = useState<readonly HistoryLine[]>([]);
  useEffect(() => {
    const read = { wanted: true, revision };
    const show = async () => {
      const answer = await ask(bridge().evidence.history({ submissionId, documentId }));
      if (read.wanted) setLines(answer.lines);
    };
    void show();
    return () => {
      read.wanted = false;
    };
  }, [submissionId, documentId, revision]);
  return lines;
}

function Line({ line, words }: { line: HistoryLine; words: string }) {
  const locale = useMirror((mirror) => mirror.state?.locale ?? 'en');
  const says = useServiceWords();
  const quoted = line.problem === null ? undefined : says(line.problem);
  return (
    <>
      <time dateTime={new Date(line.at).toISOString()}>{sayDate(line.at, locale)}</time>
      <span>{[words, quoted].filter(Boolean).join(' ')}</span>
    </>
  );
}

/** Shows one line for events that belong together. Its steps unfold. */
function Group({ group: { last, lines, count } }: { group: HistoryGroup }) {
  const { t } = useTranslation();
  const line = tellLine(last, t);
  const repeated =
    last.kind === 'signee-added' ? t('history.people-added', { count }) : t('history.times', { line, count });
  return (
    <li>
      <Line line={last} words={count === 1 ? line : repeated} />
      {count > 1 && (
        <details>
          <summary>{t('history.steps', { count: lines.length })}</summary>
          <ol className={styles['steps']}>
            {lines.map((one) => (
              <li key={one.seq}>
                <Line line={one} words={tellLine(one, t)} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

interface HistoryProps extends EvidenceOf {
  /** Changes with the row. */
  readonly revision: string;
}

/** Shows the history of a row from the journal: what this app did, and what became of the document. */
export function History(props: HistoryProps) {
  const { t } = useTranslation();
  const lines = useLines(props);
  const groups = useMemo(() => foldHistory(lines), [lines]);
  const [whole, setWhole] = useState(false);
  const isOpen = useFolds(({ history }) => history);
  const hidden = whole ? 0 : Math.max(0, groups.length - SHOWN);
  return (
    <Fold
      title={t('history.title')}
      summary={groups.length === 0 ? '' : `(${groups.length})`}
      isOpen={isOpen}
      onOpenChange={() => toggleFold('history')}
    >
      {hidden > 0 && (
        <div>
          <Button look="quiet" onPress={() => setWhole(true)}>
            {t('history.earlier', { count: hidden })}
          </Button>
        </div>
      )}
      <ol className={styles['history']}>
        {groups.slice(hidden).map((group) => (
          <Group key={group.lines[0]?.seq} group={group} />
        ))}
      </ol>
    </Fold>
  );
}
