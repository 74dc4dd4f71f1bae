import {
  Check,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  FilePen,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { DocumentEntry } from '../../../preload/contract/document.ts';
import styles from './document-list.module.css';
import { documentState } from './entry/document-text.ts';
import { chipOf } from './entry/due-text.ts';
import { Name } from './entry/entry-name.tsx';
import { useSpeaker } from './entry/use-speaker.ts';
import { WhoSigns } from './who-signs.tsx';

const looks = {
  draft: { Icon: FilePen, tone: 'quiet' },
  'in-progress': { Icon: CircleDashed, tone: 'quiet' },
  signed: { Icon: CircleCheck, tone: 'ok' },
  withdrawn: { Icon: CircleSlash, tone: 'quiet' },
  rejected: { Icon: TriangleAlert, tone: 'warn' },
} as const;

const isKnown = (status: string): status is keyof typeof looks => Object.hasOwn(looks, status);

function lookOf({ documentStatus, goneAt, command }: DocumentEntry) {
  if (goneAt !== null) return { Icon: Trash2, tone: 'quiet' };
  if (command?.phase === 'failed') return { Icon: TriangleAlert, tone: 'warn' };
  return isKnown(documentStatus) ? looks[documentStatus] : { Icon: CircleHelp, tone: 'quiet' };
}

interface DocumentCellsProps {
  readonly entry: DocumentEntry;
  /** A button at the end of the row, in place of the deadline. */
  readonly action: ReactNode;
}

/** One document in one line: name, people, state, and the deadline or the signed copy. Words say what colours repeat. */
export function DocumentCells({ entry, action }: DocumentCellsProps) {
  const speaker = useSpeaker();
  const { Icon, tone } = lookOf(entry);
  const { words, since } = documentState(entry, speaker);
  const chip = chipOf(entry, speaker);
  return (
    <>
      <Icon size={18} aria-hidden="true" className={styles['icon'] ?? ''} data-tone={tone} />
      <Name name={entry.name} />
      <WhoSigns entry={entry} />
      <span className={styles['state']} title={words + since}>
        <span className={styles['words']}>{words}</span>
        <span className={styles['since']}>{since}</span>
      </span>
      {action !== null && <span className={styles['due']}>{action}</span>}
      {action === null && chip && (
        <span className={styles['due']}>
          <span className={styles['chip']} data-tone={chip.tone} title={chip.title}>
            <span className={styles['chipText']}>{chip.text}</span>
            {chip.tone === 'ok' && <Check size={14} aria-hidden="true" />}
          </span>
        </span>
      )}
    </>
  );
}
