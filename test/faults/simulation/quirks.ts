import type { Decide } from '../../../main/outbox/decide/decide.ts';
import type { OutboxStore } from '../../../main/outbox/store.ts';
import type { Disk } from '../../../main/outbox/testing/memory-store.ts';
import type { SigningClient } from '../../../main/signing/client.ts';
import type { HttpPort } from '../../../main/signing/http-port.ts';

/** Bugs planted around the real parts; the app has none of this. */
export interface Quirks {
  readonly store?: (store: OutboxStore, disk: Disk) => OutboxStore;
  readonly http?: (port: HttpPort) => HttpPort;
  readonly client?: (create: () => SigningClient) => () => SigningClient;
  readonly decide?: (decide: Decide) => Decide;
  readonly afterCheck?: (
    client: Pick<SigningClient, 'delete'>,
    drafts: readonly { readonly documentId: string; readonly name: string }[],
    store: OutboxStore,
  ) => Promise<void>;
  readonly acknowledgedFirst?: boolean;
  readonly workers?: 2;
}
