import type { Journal } from '../journal/journal.ts';
import type { SigningClient } from '../signing/client.ts';
import type { Clock } from '../time/clock.ts';
import type { During } from '../time/work.ts';
import type { CopyDisk } from './copy-disk.ts';

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
    'connections' | 'deadlines' | 'documentFacts' | 'documents' | 'documentsSeen' | 'savedCopies' | 'settings'
  >;
  readonly clientOf: (connectionId: string) => SaverClient | null;
  /** The service user who is signed in. */
  readonly accountOf: (connectionId: string) => string | null;
  /** Where the signed copies of a connection go. */
  readonly placeOf: (connectionId: string) => CopyPlace | null;
  /** A document that came from a watched folder goes back there, under its own name. Null: the usual place. */
  readonly placeOfDocument?: (
    connectionId: string,
    id: string,
  ) => Promise<(CopyPlace & { readonly name: string }) | null>;
  /** A copy is on this computer. */
  readonly onSaved?: (connectionId: string, id: string, path: string) => void;
  /** The name of the profile that the document was sent with. Null: none, or it is gone. */
  readonly profileOf?: (connectionId: string, id: string) => string | null;
  /** A person wants all copies, also those that were moved or changed. */
  readonly isSavingAll?: (connectionId: string) => boolean;
  /** What is known about a document changed. */
  readonly onChanged: (connectionId: string, id: string) => void;
  readonly onFault: (error: unknown) => void;
  /** Hears of each copy that is being saved. */
  readonly during?: During;
  /** Filled by tests alone. */
  readonly disk?: CopyDisk;
}
