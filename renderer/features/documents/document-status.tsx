import { CircleCheck, CircleDashed, CircleHelp, CircleSlash, FilePen, TriangleAlert } from 'lucide-react';
import type { DocumentEntry } from '../../../preload/contract/document.ts';
import styles from './documents.module.css';
import { Name } from './entry/entry-name.tsx';
import { isOver, useStatusWords } from './entry/status-words.ts';

const looks = {
  draft: { Icon: FilePen, tone: 'quiet' },
  'in-progress': { Icon: CircleDashed, tone: 'quiet' },
  signed: { Icon: CircleCheck, tone: 'ok' },
  withdrawn: { Icon: CircleSlash, tone: 'quiet' },
  rejected: { Icon: TriangleAlert, tone: 'warn' },
} as const;

const isKnown = (status: string): status is keyof typeof looks => Object.hasOwn(looks, status);

/** One document in one line. Icon and text say the state; the colour only repeats it. */
export function DocumentStatus({ entry }: { entry: DocumentEntry }) {
  const words = useStatusWords();
  const { documentStatus, signStatus } = entry;
  const { Icon, tone } = isKnown(documentStatus) ? looks[documentStatus] : { Icon: CircleHelp, tone: 'quiet' };
  return (
    <>
      <Icon size={18} aria-hidden="true" className={styles['icon'] ?? ''} data-tone={tone} />
      <Name name={entry.name} />
      <span className={styles['status']}>{words.document(documentStatus)}</span>
      <span className={styles['signing']}>{!isOver(documentStatus) && words.signing(signStatus)}</span>
    </>
  );
}
