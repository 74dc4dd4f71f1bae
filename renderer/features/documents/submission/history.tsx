import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EvidenceOf } from '../../../../preload/contract/evidence.ts';
import type { HistoryLine } from '../../../../preload/contract/submission.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';
import { sayDate } from '../../../language/say-moment.ts';
import { useMirror } from '../../../store/mirror.ts';
import { Button } from '../../../ui/button.tsx';
import { tellLine } from './history-words.ts';
import styles from './submission.module.css';

/** Show the last lines first: a queue that tried all night has a long history. */
const SHOWN = 30;

interface HistoryProps extends EvidenceOf {
  /** Changes with the row. */
  readonly revision: string;
}

/** The history of a row from the journal: what this app did, and what became of the document. */
export function History({ submissionId, documentId, revision }: HistoryProps) {
  const { t } = useTranslation();
  const locale = useMirror((mirror) => mirror.state?.locale ?? 'en');
  const [lines, setLines] = useState<readonly HistoryLine[]>([]);
  const [whole, setWhole] = useState(false);

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

  const hidden = whole ? 0 : Math.max(0, lines.length - SHOWN);
  return (
    <section className={styles['section']}>
      <h3>{t('history.title')}</h3>
      {hidden > 0 && (
        <div>
          <Button look="quiet" onPress={() => setWhole(true)}>
            {t('history.earlier', { count: hidden })}
          </Button>
        </div>
      )}
      <ol className={styles['history']}>
        {lines.slice(hidden).map((line) => (
          <li key={line.seq}>
            <time dateTime={new Date(line.at).toISOString()}>{sayDate(line.at, locale)}</time>
            <span>{tellLine(line, t)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
