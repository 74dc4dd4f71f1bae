import type { Problem } from '../../preload/contract/problem.ts';
import { problemOfFailure } from '../problem-of.ts';
import type { PublishedState } from '../published-state.ts';
import type { SigningClient } from '../signing/client.ts';
import type { Failure } from '../signing/failure.ts';
import type { FoundSignees } from './choices-of-file.ts';

export interface ScannedFile {
  readonly path: string;
  readonly size: number;
  readonly name: string;
}

/** What the service said about the people in the fields of a PDF. */
export type SigneeScan =
  | { readonly kind: 'found'; readonly signees: FoundSignees }
  /** The service does not read this file, and will not later either: a person has to name the people. */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** No answer. `forAll`: other files would get none either. */
  | { readonly kind: 'failed'; readonly problem: Problem; readonly forAll: boolean; readonly waitMs: number };

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
