import { type Change, harmlessChanges, type SignatureReport } from '../../preload/contract/signature-report.ts';
import type { Bytes } from '../intake/zip-directory.ts';
import type { Journal } from '../journal/journal.ts';
import type { SavedCopy } from '../journal/saved-copies.ts';
import { figuresOf, type ServiceWord } from '../signatures/copy-verdict.ts';
import type { SignatureReader } from '../signatures/signature-reader.ts';
import type { Clock } from '../time/clock.ts';
import type { CopyDisk, CopyFile } from './copy-disk.ts';
import type { WholeCopy } from './copy-reader.ts';

export interface ExaminerDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly journal: Pick<Journal, 'signatureChecks'>;
  readonly disk: Pick<CopyDisk, 'openFile'>;
  readonly reader: SignatureReader;
  /** Returns our copy of the PDF that was sent, or null if we have none. */
  readonly sentOf: (connectionId: string, documentId: string) => Promise<WholeCopy | null>;
  /** Tells whether the app is ending. A check that was interrupted by the end says nothing about the copy. */
  readonly isEnding?: () => boolean;
  readonly onFault: (error: unknown) => void;
}

type Examined = Omit<SavedCopy, 'at'>;

/** The report is shown and kept. A file made to annoy may have thousands of changes, and one message is small. */
const mostSignatures = 30;
const mostChanges = 10;
const mostPlaces = 200;

const isHarmless = ({ kind }: Change): boolean => harmlessChanges.some((one) => one === kind);

/** Keeps what a person must know before what is harmless, and says that there is more. */
function shortened(changes: readonly Change[]): Change[] {
  if (changes.length <= mostChanges) return [...changes];
  const inOrder = [...changes.filter((one) => !isHarmless(one)), ...changes.filter(isHarmless)];
  return [...inOrder.slice(0, mostChanges - 1), { kind: 'too-many', page: null }];
}

function shorten(report: SignatureReport) {
  const { signatures, sent } = report;
  const shown = signatures.slice(0, mostSignatures);
  let placesLeft = mostPlaces;
  const told = (changes: readonly Change[]) =>
    shortened(changes).map(({ places = [], ...change }) => {
      const kept = places.slice(0, placesLeft);
      placesLeft -= kept.length;
      return kept.length === 0 ? change : { ...change, places: kept };
    });
  const short: SignatureReport = {
    ...report,
    signatures: shown.map((one) => ({ ...one, changes: told(one.changes) })),
    sent: sent !== null && 'changes' in sent ? { ...sent, changes: told(sent.changes) } : sent,
  };
  return { report: short, more: signatures.length - shown.length };
}

const bytesOf = (file: Pick<CopyFile, 'read'>, size: number): Bytes => ({
  size,
  read: (from, length) => file.read(from, Math.max(0, Math.min(length, size - from))),
});

/**
 * Checks a signed copy technically, compares it with the document that was sent, and stores the report in the journal.
 */
export function createCopyExaminer({ clock, journal, disk, reader, sentOf, isEnding, onFault }: ExaminerDeps) {
  async function readReport({ connectionId, documentId, path, size }: Examined): Promise<SignatureReport | null> {
    await using files = new AsyncDisposableStack();
    const opened = async (one: WholeCopy) => {
      const file = await disk.openFile(one.path);
      files.defer(() => file.close());
      return bytesOf(file, one.size);
    };
    const sent = await sentOf(connectionId, documentId);
    return await reader.signatures(await opened({ path, size }), sent === null ? null : await opened(sent));
  }

  /** Checks a file and stores nothing. Null: the end of the app interrupted it. */
  async function inspect(copy: Examined, word: ServiceWord) {
    const found = await readReport(copy).catch((error: unknown) => {
      onFault(error);
      return null;
    });
    if (found === null && isEnding?.() === true) return null;
    const figures = figuresOf(found, { sha256: copy.sha256, at: clock.now() }, word);
    return { figures, ...(found === null ? { report: null, more: 0 } : shorten(found)) };
  }

  return {
    inspect,
    /** Checks the copy and never throws. The copy stays saved, and a failed check is stored as failed. */
    async examine(copy: Examined, word: ServiceWord): Promise<void> {
      try {
        const found = await inspect(copy, word);
        const { connectionId, documentId } = copy;
        if (found !== null) journal.signatureChecks.put({ connectionId, documentId, ...found });
      } catch (error) {
        onFault(error);
      }
    },
  };
}

export type CopyExaminer = ReturnType<typeof createCopyExaminer>;
