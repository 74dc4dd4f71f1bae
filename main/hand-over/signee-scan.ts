import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '../../preload/contract/problem.ts';
import type { AvailableModes } from '../../preload/contract/sending.ts';
import type { FileWishes } from '../../shared/file-demands.ts';
import { type ChosenForFile, foundInFile, problemsOfDemands } from '../intake/found-in-file.ts';
import { problemOfFailure } from '../problems/problem-of.ts';
import type { SigningClient } from '../signing/client.ts';
import type { Failure } from '../signing/failure.ts';
import type { LocalFile } from '../signing/requests.ts';
import type { PublishedState } from '../state/published-state.ts';

/** The people that the service found in the fields of a PDF. */
export type FoundSignees = readonly { readonly email: string; readonly order: number | null }[];

/** A file to be read by the service: the bytes that were judged, from where they were judged. */
export type ScannedFile = Required<Omit<LocalFile, 'type'>>;

/** The service's answer about the people in the fields of a PDF. */
export type SigneeScan =
  /** `asks`: what the document asks for. */
  | { readonly kind: 'found'; readonly signees: FoundSignees; readonly asks: FileWishes }
  /** The service does not read this file, and will not later either. */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** No answer. `forAll`: other files would get none either. */
  | { readonly kind: 'failed'; readonly problem: Problem; readonly forAll: boolean; readonly waitMs: number };

/** Returns the reason that forbids sending the document by these choices, or null. */
export function refusalOf(
  scan: SigneeScan | null,
  choices: ChosenForFile,
  modes: AvailableModes | null,
): Problem | null {
  if (scan?.kind === 'refused') return scan.problem;
  const [problem = null] = scan?.kind === 'found' ? problemsOfDemands(scan.asks, choices, modes) : [];
  return problem;
}

/**
 * Tells whether the fields of the file were read and ask for nothing that these choices do not give, beside what a person
 * was told. A row tells one demand.
 */
export const asksNoMore = (
  scan: SigneeScan | null,
  choices: ChosenForFile,
  modes: AvailableModes | null,
  told: Problem | null,
): boolean =>
  scan?.kind === 'found' && problemsOfDemands(scan.asks, choices, modes).every((one) => isDeepStrictEqual(one, told));

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
  return async (connectionId: string, file: ScannedFile): Promise<SigneeScan> => {
    const client = clientOf(connectionId);
    if (client === null) return { kind: 'failed', problem: { key: 'signed-out', params: {} }, forAll: true, waitMs: 0 };
    const scan = await client.scanPredefined({ ...file, type: 'application/pdf' });
    if (!scan.ok) {
      const { kind, retryAfterMs: waitMs = 0 } = scan.failure;
      const base = state.get().connections.find(({ id }) => id === connectionId)?.fields.base ?? '';
      const problem = problemOfFailure(scan.failure, base);
      if (aboutFile.has(kind)) return { kind: 'refused', problem };
      return { kind: 'failed', problem, forAll: !aboutCall.has(kind), waitMs };
    }
    const asks = foundInFile(scan.value);
    // The service would ask the people of some fields only: a person has to name all of them.
    const isWhole = asks.fields.every(({ email }) => email !== null && email !== '');
    const found = new Map<string, { email: string; order: number | null }>();
    for (const { email, order } of asks.fields)
      if (email !== null && !found.has(email.toLowerCase())) found.set(email.toLowerCase(), { email, order });
    return { kind: 'found', signees: isWhole ? [...found.values()] : [], asks };
  };
}

type Failed = Extract<SigneeScan, { kind: 'failed' }>;

/** A service that gave no answer is asked again after this time, or later if it says so. */
const RETRY_MS = 60_000;

/** Asks the service, but not again too soon when it gave no answer. */
export function createAskSignees(monotonic: () => number, find: (file: ScannedFile) => Promise<SigneeScan>) {
  /** The time from which a file without an answer may be asked for again. */
  const restUntil = new WeakMap<Failed, number>();
  let failedForAll: Failed | null = null;
  const rests = (scan: SigneeScan | null): boolean =>
    scan?.kind === 'failed' && monotonic() < (restUntil.get(scan) ?? 0);

  return {
    rests,
    async ask(file: ScannedFile): Promise<SigneeScan> {
      // The others would wait for an answer as long as the first one did.
      if (failedForAll !== null && rests(failedForAll)) return failedForAll;
      const scan = await find({ ...file, name: file.name.normalize('NFC') });
      if (scan.kind !== 'failed') return scan;
      restUntil.set(scan, monotonic() + Math.max(RETRY_MS, scan.waitMs));
      if (scan.forAll) failedForAll = scan;
      return scan;
    },
  };
}
export type AskSignees = ReturnType<typeof createAskSignees>;
