import type { Problem } from '../../preload/contract/problem.ts';
import type { ServiceDocument } from '../signing/answers/document.ts';
import type { SigningClient } from '../signing/client.ts';
import type { Failure } from '../signing/failure.ts';
import type { Clock } from '../time/clock.ts';
import type { beginCopy, Placing } from './copy-file.ts';
import { copyName, type NamedDocument } from './copy-name.ts';
import { problemOfDisk, problemOfDownload } from './problem-of-copy.ts';

export type OpenCopy = Awaited<ReturnType<typeof beginCopy>>;

export type Saved =
  | { readonly ok: true; readonly path: string; readonly sha256: string; readonly size: number }
  | { readonly ok: false; readonly problem: Problem; readonly at: 'disk' | 'storage' | 'document' };

/** A slower download is given up: it would keep the other copies waiting. */
const SLOWEST_BYTES = 64 * 1024;
const PACE_MS = 60_000;

export interface CopyOptions {
  readonly document: ServiceDocument;
  readonly pattern: string;
  readonly named: Omit<NamedDocument, 'kind'>;
  readonly folder: string;
  /** Tells whether the path is forbidden for a copy whose content has this hash. */
  readonly isTaken: (path: string, sha256: string) => ReturnType<Placing['isTaken']>;
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, 'after'>;
}

/** A signed document is larger than its upload: signatures and attachments come with it. */
const LARGEST_BYTES = 250 * 1024 * 1024;

/** The storage, or the way to it, fails: the next document would most likely meet the same. */
const ofStorage: ReadonlySet<Failure['kind']> = new Set<Failure['kind']>([
  ...(['name-not-found', 'unreachable', 'connect-timeout', 'certificate', 'tls-failed', 'timed-out'] as const),
  ...(['proxy-unreachable', 'proxy-credentials', 'proxy-refused', 'proxy-unsupported'] as const),
  ...(['cut-short', 'answer-lost', 'busy', 'unavailable', 'server-error', 'captive-portal'] as const),
]);

const failed = (problem: Problem, at: 'disk' | 'storage' | 'document'): Saved => ({ ok: false, problem, at });

/** Downloads one signed document into an open copy, checks it and gives it its name. */
export async function downloadCopy(
  client: Pick<SigningClient, 'download'>,
  copy: OpenCopy,
  { document, pattern, named, folder, isTaken, signal, clock }: CopyOptions,
): Promise<Saved> {
  if (document.documentUrl === null) return failed({ key: 'copy-no-address', params: {} }, 'document');
  const target = { url: document.documentUrl, maxBytes: LARGEST_BYTES, write: copy.write };
  const pace = watchPace(clock, signal);
  const file = await client.download(target, { signal: pace.signal, onProgress: pace.note }).finally(pace.end);
  if (!file.ok) {
    const failure = pace.isTooSlow() ? ({ ...file.failure, kind: 'timed-out' } as const) : file.failure;
    if (failure.kind === 'file-unwritable') return failed(problemOfDisk(failure.cause, folder), 'disk');
    return failed(
      problemOfDownload(failure, document.documentUrl),
      ofStorage.has(failure.kind) ? 'storage' : 'document',
    );
  }
  try {
    const { sha256, bytes: size } = file.value;
    const kind = await copy.judge(size);
    if (kind === null) return failed({ key: 'copy-not-whole', params: {} }, 'document');
    const nameOf = (number: number) => copyName(pattern, { ...named, kind }, number);
    const placing = { nameOf, sha256, size, isTaken: (path: string) => isTaken(path, sha256) };
    return { ok: true, path: await copy.place(placing), sha256, size };
  } catch (error) {
    return failed(problemOfDisk(error, folder), 'disk');
  }
}

/** Ends a download that brings too few bytes in a minute. */
function watchPace(clock: Pick<Clock, 'after'>, signal: AbortSignal) {
  const tooSlow = new AbortController();
  let bytes = 0;
  let before = 0;
  let cancel = () => {};
  function look(): void {
    if (bytes - before < SLOWEST_BYTES) tooSlow.abort();
    before = bytes;
    cancel = clock.after(PACE_MS, look);
  }
  cancel = clock.after(PACE_MS, look);
  return {
    signal: AbortSignal.any([signal, tooSlow.signal]),
    isTooSlow: () => tooSlow.signal.aborted,
    note(now: number): void {
      bytes = now;
    },
    end: () => cancel(),
  };
}
