import { join } from 'node:path';
import { copyPatternOf } from '../../preload/contract/copy-name.ts';
import type { Journal } from '../journal/journal.ts';
import type { SavedCopy } from '../journal/saved-copies.ts';
import type { ServiceWord } from '../signatures/copy-verdict.ts';
import type { SigningClient } from '../signing/client.ts';
import type { Clock } from '../time/clock.ts';
import type { During } from '../time/work.ts';
import { createPace } from '../tracking/pace.ts';
import { type CopyDisk, nodeCopyDisk } from './copy-disk.ts';
import { createCopyProblems } from './copy-problems.ts';
import { createMisses } from './misses.ts';
import { createMissingCopies, type UnsignedEnd } from './missing-copies.ts';
import { createNextCopies } from './next-copies.ts';
import { createReadAllowance } from './read-allowance.ts';
import { createStorageBreaker, type StorageBreaker } from './storage-breaker.ts';

export type SaverClient = Pick<SigningClient, 'details' | 'download'>;

export interface CopyPlace {
  readonly folder: string;
  /** The folder is our own and is created below this one. Null: a person chose it, and it may be on a drive that is gone. */
  readonly createBelow: string | null;
  /** The address that problems name. */
  readonly base: string;
}

export interface SaverDeps {
  readonly clock: Clock;
  readonly journal: Pick<
    Journal,
    | 'connections'
    | 'deadlines'
    | 'documentFacts'
    | 'documents'
    | 'documentsSeen'
    | 'rescuedFiles'
    | 'savedCopies'
    | 'settings'
    | 'signatureChecks'
    | 'submissions'
  >;
  readonly clientOf: (connectionId: string) => SaverClient | null;
  /** Returns the service user who is signed in. */
  readonly accountOf: (connectionId: string) => string | null;
  readonly placeOf: (connectionId: string) => CopyPlace | null;
  /** Returns the watched folder that a document came from, and its name there. Null: the usual place. */
  readonly placeOfDocument?: (
    connectionId: string,
    id: string,
  ) => Promise<(CopyPlace & { readonly name: string }) | null>;
  /** Tells whether the rule of the document's watched folder wants a receipt beside its signed copy. */
  readonly isReceiptWanted?: (connectionId: string, id: string) => boolean;
  readonly copyPattern?: () => string;
  /** Returns the words for the file of an unsigned document: how it ended, and the folder for such files. */
  readonly wordsFor?: (end: UnsignedEnd) => { readonly ended: string; readonly folder: string };
  /** Checks a copy technically, before it counts as saved. Never throws. */
  readonly examine?: (copy: Omit<SavedCopy, 'at'>, word: ServiceWord) => Promise<void>;
  readonly onSaved?: (connectionId: string, id: string, path: string) => void;
  /** Reports that the unknown documents were read, while copies are still being saved. */
  readonly onRead?: () => void;
  /** Returns the name of the profile that the document was sent with. Null: none, or it is gone. */
  readonly profileOf?: (connectionId: string, id: string) => string | null;
  /** Tells whether a person wants all copies, also those that were moved or changed. */
  readonly isSavingAll?: (connectionId: string) => boolean;
  /** Reports that our knowledge of a document changed. */
  readonly onChanged: (connectionId: string, id: string) => void;
  /** Reports that a look shows a draft, although it came after the start of this document at this time. */
  readonly onStillDraft?: (connectionId: string, id: string, startedAt: number) => void;
  readonly onFault: (error: unknown) => void;
  /** Receives each copy that is being saved. */
  readonly during?: During;
  /** The disk that tests use. */
  readonly disk?: CopyDisk;
}

export const copyPattern = ({ copyPattern: pattern, journal }: SaverDeps): string =>
  pattern?.() ?? copyPatternOf(journal.settings.get('copyName'), 'en');

/** Creates the parts that save signed copies, with what they learn from the start of the app on. */
export const createSaverParts = (deps: SaverDeps) => ({
  deps,
  disk: deps.disk ?? nodeCopyDisk,
  pace: createPace(deps),
  allowance: createReadAllowance(deps),
  problems: createCopyProblems(deps),
  missing: createMissingCopies(deps),
  next: createNextCopies(deps.clock),
  stopping: new AbortController(),
  misses: createMisses(deps.clock),
  /** Connections whose copies were held up: the service asked to wait while other documents were read before them. */
  heldUp: new Set<string>(),
  /** Copies that failed for a reason of their own, by connection, since a person wanted all. */
  failedOfAll: new Map<string, Set<string>>(),
});

export type SaverParts = ReturnType<typeof createSaverParts>;

/** The facts of one run. A run ends when another account signs in. */
export interface Run {
  readonly connectionId: string;
  readonly client: SaverClient;
  readonly place: CopyPlace;
  readonly account: string | null;
  /** A person asked: a folder that is gone is created again. */
  readonly asked: boolean;
  readonly storage: StorageBreaker;
}

/** Creates a run. Null: nobody is signed in, there is no folder, or the app ends. */
export function runOf({ deps, stopping }: SaverParts, connectionId: string, asked: boolean): Run | null {
  const client = deps.clientOf(connectionId);
  const place = deps.placeOf(connectionId);
  if (client === null || place === null || stopping.signal.aborted) return null;
  return { connectionId, client, place, account: deps.accountOf(connectionId), asked, storage: createStorageBreaker() };
}

/** Tells whether another person signed in, or the app ends: a request would be for the wrong account. */
export const isOver = ({ deps, stopping }: SaverParts, { connectionId, account }: Run): boolean =>
  stopping.signal.aborted || deps.accountOf(connectionId) !== account;

/** Adds a sub-folder of ours to the place. It may be created where the usual folder is or may be created. */
export const belowFor = (place: CopyPlace, name: string): CopyPlace =>
  name === '' ? place : { ...place, folder: join(place.folder, name), createBelow: place.createBelow ?? place.folder };

/** Works on one document. A fault there is reported, and keeps nobody from the other documents. Null: there was one. */
export async function attempt<T>(deps: Pick<SaverDeps, 'onFault'>, work: () => T | Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    deps.onFault(error);
    return null;
  }
}
