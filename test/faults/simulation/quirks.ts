import type { CopyDisk } from '../../../main/documents/copy-disk.ts';
import type { OrderWorkerDeps } from '../../../main/documents/order-worker.ts';
import type { PersonOrderWorkerDeps } from '../../../main/documents/person-order-worker.ts';
import type { SpoolDisk } from '../../../main/intake/spool-disk.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { SigningClient } from '../../../main/signing/client.ts';
import type { HttpPort } from '../../../main/signing/http-port.ts';
import type { Decide } from '../../../main/submission/decide/decide.ts';
import type { CheckSeen } from '../../../main/tracking/reading.ts';

export type Store = Journal['submissions'];

/** Hooks to plant bugs around the real parts. The app has no such hooks. */
export interface Quirks {
  readonly store?: (store: Store) => Store;
  readonly http?: (port: HttpPort) => HttpPort;
  readonly client?: (create: () => SigningClient) => () => SigningClient;
  /** Wraps the signing client. */
  readonly calls?: (client: SigningClient) => SigningClient;
  readonly decide?: (decide: Decide) => Decide;
  readonly seen?: (seen: CheckSeen) => CheckSeen;
  readonly disk?: (disk: SpoolDisk) => SpoolDisk;
  /** The folder for signed copies, and the journal as the saver has it. */
  readonly copyDisk?: (disk: CopyDisk) => CopyDisk;
  readonly copyJournal?: (journal: Journal) => Journal;
  /** The worker that withdraws and deletes documents made elsewhere. */
  readonly orders?: (deps: OrderWorkerDeps) => Partial<OrderWorkerDeps>;
  /** The worker that invites people again. */
  readonly invitations?: (deps: PersonOrderWorkerDeps) => Partial<PersonOrderWorkerDeps>;
  readonly afterCheck?: (client: Pick<SigningClient, 'delete'>, seen: CheckSeen, store: Store) => Promise<void>;
  readonly acknowledgedFirst?: boolean;
  readonly workers?: 2;
  /** The app does not ask the witness. */
  readonly noWitness?: boolean;
  /** Each computer believes that it is the other one. */
  readonly oneIdentity?: boolean;
  /** A backup of the data folder has the witness in it. */
  readonly witnessTravels?: boolean;
  /** Submissions belong to any account. */
  readonly anyAccount?: boolean;
  /** A connection is busy only if the outbox in memory says so. */
  readonly busyInMemory?: boolean;
  /** The computer's clock counts the waits. */
  readonly wallClock?: boolean;
  /** Unlocking the screen counts as the end of a sleep. */
  readonly unlockWakes?: boolean;
  /** The time for Undo goes on while the computer sleeps. */
  readonly sleepCounts?: boolean;
  /** Nothing is saved: the stories that were found before saving joined them stay as they were. */
  readonly noSaving?: boolean;
  /** No bug, but a world that shows one more often: the other documents of the name are drafts. */
  readonly namesakes?: { readonly areDrafts: true };
  /** The upload does not compare the spool copy with its hash. */
  readonly anyBytes?: boolean;
  /** After a commit that need not wait for the disk, no commit waits any more. */
  readonly staysLazy?: boolean;
}
