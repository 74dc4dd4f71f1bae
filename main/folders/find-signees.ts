import { join } from 'node:path';
import { problemOfFailure } from '../problem-of.ts';
import type { PublishedState } from '../published-state.ts';
import type { SigningClient } from '../signing/client.ts';
import type { Failure } from '../signing/failure.ts';
import type { ScannedFile, SigneeScan } from './file-choices.ts';
import { isAside } from './file-names.ts';
import type { FolderFacts } from './file-plan.ts';
import type { FileRecord, FileTable } from './file-table.ts';

interface FindSigneesDeps {
  readonly state: PublishedState;
  readonly clientOf: (connectionId: string) => Pick<SigningClient, 'scanPredefined'> | null;
}

const aboutFile: ReadonlySet<Failure['kind']> = new Set(['too-large', 'wrong-type', 'invalid-request', 'conflict']);
/** The next file may get an answer all the same. */
const aboutCall: ReadonlySet<Failure['kind']> = new Set([
  ...(['file-unreadable', 'file-changed', 'server-error', 'unexpected-answer'] as const),
  ...(['cut-short', 'answer-lost', 'timed-out'] as const),
]);

/** Asks the service for the people in the fields of a PDF. The service does not keep the file. */
export function findSignees({ state, clientOf }: FindSigneesDeps) {
  return async (connectionId: string, { path, size, name }: ScannedFile): Promise<SigneeScan> => {
    const client = clientOf(connectionId);
    if (client === null) return { kind: 'failed', problem: { key: 'signed-out', params: {} }, forAll: true, waitMs: 0 };
    const scan = await client.scanPredefined({ path, size, name, type: 'application/pdf' });
    if (!scan.ok) {
      const { kind, retryAfterMs: waitMs = 0 } = scan.failure;
      const base = state.get().connections.find(({ id }) => id === connectionId)?.fields.base ?? '';
      const problem = problemOfFailure(scan.failure, base);
      if (aboutFile.has(kind)) return { kind: 'refused', problem };
      return { kind: 'failed', problem, forAll: !aboutCall.has(kind), waitMs };
    }
    const found = new Map<string, { email: string; order: number | null }>();
    for (const { email, signOrder } of scan.value.signatureFields)
      if (email !== null && !found.has(email.toLowerCase()))
        found.set(email.toLowerCase(), { email, order: signOrder });
    return { kind: 'found', signees: [...found.values()] };
  };
}

interface AskSigneesDeps {
  readonly root: string;
  readonly table: Pick<FileTable, 'files' | 'touch'>;
  readonly monotonic: () => number;
  readonly findSignees: (file: ScannedFile) => Promise<SigneeScan>;
  readonly planAgain: (record: FileRecord, folder: FolderFacts) => Promise<void>;
  readonly isStopped: () => boolean;
}

type Failed = Extract<SigneeScan, { kind: 'failed' }>;

/** A service that gave no answer is asked again after this time, or later if it says so. */
const RETRY_MS = 60_000;

/** Asks for the people in the fields of PDFs, one file after the other, and only when nobody else says who signs. */
export function createAskSignees({ root, table, monotonic, planAgain, isStopped, ...deps }: AskSigneesDeps) {
  /** When a file that got no answer may be asked for again. */
  const restUntil = new WeakMap<Failed, number>();
  let failedForAll: Failed | null = null;

  const rests = (failed: Failed | null) => failed !== null && monotonic() < (restUntil.get(failed) ?? 0);

  async function ask({ path, size, name }: ScannedFile): Promise<SigneeScan> {
    // The others would wait for an answer as long as the first one did.
    if (failedForAll !== null && rests(failedForAll)) return failedForAll;
    const scan = await deps.findSignees({ path, size, name: name.normalize('NFC') });
    if (scan.kind !== 'failed') return scan;
    restUntil.set(scan, monotonic() + Math.max(RETRY_MS, scan.waitMs));
    if (scan.forAll) failedForAll = scan;
    return scan;
  }

  return {
    /** Retries files whose waiting time has passed. */
    forgetFailures(): void {
      for (const record of table.files.values())
        if (record.scan?.kind === 'failed' && !rests(record.scan)) {
          record.scan = null;
          table.touch(record);
        }
    },
    async all(planned: readonly FileRecord[], folder: FolderFacts): Promise<void> {
      for (const record of planned.filter(({ planned: one, file }) => one?.wantsScan === true && !isAside(file.path))) {
        if (isStopped()) return;
        const { path, size, name } = record.file;
        // oxlint-disable-next-line no-await-in-loop -- one file goes over the network after the other
        record.scan = await ask({ path: join(root, path), size, name });
        // oxlint-disable-next-line no-await-in-loop
        await planAgain(record, folder);
      }
    },
  };
}
