import type { SpoolDisk } from '../../../main/intake/spool-disk.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { SigningClient } from '../../../main/signing/client.ts';
import type { HttpPort } from '../../../main/signing/http-port.ts';
import type { Decide } from '../../../main/submission/decide/decide.ts';
import type { CheckSeen } from '../../../main/tracking/reading.ts';

export type Store = Journal['submissions'];

/** Bugs planted around the real parts; the app has none of this. */
export interface Quirks {
  readonly store?: (store: Store) => Store;
  readonly http?: (port: HttpPort) => HttpPort;
  readonly client?: (create: () => SigningClient) => () => SigningClient;
  /** Each call of the client, after it was made. */
  readonly calls?: (client: SigningClient) => SigningClient;
  readonly decide?: (decide: Decide) => Decide;
  readonly seen?: (seen: CheckSeen) => CheckSeen;
  readonly disk?: (disk: SpoolDisk) => SpoolDisk;
  readonly afterCheck?: (client: Pick<SigningClient, 'delete'>, seen: CheckSeen, store: Store) => Promise<void>;
  readonly acknowledgedFirst?: boolean;
  readonly workers?: 2;
  /** Nobody asks the witness. */
  readonly noWitness?: boolean;
  /** Rows belong to whoever is signed in. */
  readonly anyAccount?: boolean;
  /** A connection is busy as long as the queue in memory says so. */
  readonly busyInMemory?: boolean;
  /** Waits are counted by the computer's clock. */
  readonly wallClock?: boolean;
  /** The copy in the spool is not compared with what was accepted. */
  readonly anyBytes?: boolean;
}
