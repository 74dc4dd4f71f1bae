import { Check, CircleHelp, CircleSlash, FilePen, Trash2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DocumentEntry } from '../../../preload/contract/document.ts';
import styles from './document-list.module.css';
import { documentState } from './entry/document-text.ts';
import { chipOf, isOpenable } from './entry/due-text.ts';
import { isWaiting } from './entry/entry.ts';
import { Name } from './entry/entry-name.tsx';
import { Mark, markOfDocument } from './entry/marks.tsx';
import { OwnWords } from './entry/own-words.tsx';
import { rejectedBy, sayPerson } from './entry/people-of-document.ts';
import { useSpeaker } from './entry/use-speaker.ts';
import people from './entry/who-signs.module.css';
import { WhoSigns } from './entry/who-signs.tsx';
import { OpenButton, RemindButton } from './row-button.tsx';

const icons = { draft: FilePen, withdrawn: CircleSlash } as const;

const hasIcon = (status: string): status is keyof typeof icons => Object.hasOwn(icons, status);

/** Shows the status of the document as a shape. */
function Standing({ entry }: { readonly entry: DocumentEntry }) {
  const { documentStatus, goneAt, command, verdict } = entry;
  const icon = (Icon: typeof Trash2, tone = 'quiet') => (
    <Icon size={16} aria-hidden="true" className={styles['icon'] ?? ''} data-tone={tone} />
  );
  if (verdict?.level === 'alarm') return icon(TriangleAlert, 'danger');
  if (verdict?.kind === 'differs') return icon(TriangleAlert, 'warn');
  if (goneAt !== null) return icon(Trash2);
  if (command?.phase === 'failed') return icon(TriangleAlert, 'warn');
  const mark = markOfDocument(entry);
  if (mark !== null) return <Mark {...mark} />;
  return icon(hasIcon(documentStatus) ? icons[documentStatus] : CircleHelp);
}

/** Tells whether the row shows people: they say more than a state, as long as nothing else has to be said. */
function showsPeople({ documentStatus, command, goneAt, verdict }: DocumentEntry): boolean {
  if (command !== null || goneAt !== null || verdict?.level === 'alarm') return false;
  return documentStatus === 'in-progress' || documentStatus === 'signed';
}

/** Shows the state in words, with what a person wrote when rejecting. */
function StateWords({ entry, words }: { readonly entry: DocumentEntry; readonly words: string }) {
  const isRejected = entry.documentStatus === 'rejected' && entry.command === null && entry.goneAt === null;
  const isBad = isRejected || entry.verdict?.level === 'alarm';
  const speaker = useSpeaker();
  const rejecting = isRejected ? rejectedBy(entry) : [];
  const reason = rejecting[0]?.reason;
  const title = rejecting.length === 0 ? words : rejecting.map((one) => sayPerson(one, speaker)).join('\n');
  return (
    <span className={people['who']} title={title} data-tone={isBad ? 'danger' : undefined}>
      <span className={people['words']}>
        {words} {reason !== undefined && <OwnWords words={reason} />}
      </span>
    </span>
  );
}

interface DocumentCellsProps {
  readonly entry: DocumentEntry;
  readonly rowKey: string;
  /** A button at the end of the row, in place of the deadline. */
  readonly action: ReactNode;
}

/** Shows one document in one line: name, people or state, since when, and the deadline or the signed copy. */
export function DocumentCells({ entry, rowKey, action }: DocumentCellsProps) {
  const speaker = useSpeaker();
  const { words, since, tone } = documentState(entry, speaker);
  const chip = chipOf(entry, speaker);
  return (
    <>
      <Standing entry={entry} />
      <Name name={entry.name} />
      {showsPeople(entry) && entry.signees?.length ? (
        <WhoSigns signees={entry.signees} people={entry.people} documentStatus={entry.documentStatus} />
      ) : (
        <StateWords entry={entry} words={words} />
      )}
      <span className={styles['since']} data-tone={tone}>
        {since}
      </span>
      {action !== null && <span className={styles['due']}>{action}</span>}
      {action === null && (chip || isWaiting(entry) || isOpenable(entry)) && (
        <span className={styles['due']}>
          {chip && (
            <span className={styles['chip']} data-tone={chip.tone} title={chip.title}>
              <span className={styles['chipText']}>{chip.text}</span>
              {chip.isSaved === true && <Check size={14} aria-hidden="true" />}
            </span>
          )}
          {isWaiting(entry) && <RemindButton rowKey={rowKey} name={entry.name} />}
          {isOpenable(entry) && <OpenButton id={entry.id} name={entry.name} />}
        </span>
      )}
    </>
  );
}
