import { isOrphanOf } from '../submission/decide/doubt.ts';
import type { Fact } from '../submission/fact.ts';
import type { Committed, OutboxStore } from '../submission/store.ts';
import type { CheckSeen } from '../tracking/reading.ts';
import { type Client, withContent } from './calls.ts';
import { sentAs, strangers } from './settle-by-check.ts';

export interface OrphansDeps {
  readonly store: OutboxStore;
  readonly clientOf: (connectionId: string) => Client | null;
  readonly apply: (id: string, fact: Fact) => Committed;
  readonly signal: AbortSignal;
}

/** Details are read outside of the check itself: a name used a thousand times must not lead to a thousand requests. */
const looksPerCheck = 20;

/** Drafts that a replayed or late upload left behind. A person decides about them. */
export function createOrphans({ store, clientOf, apply, signal }: OrphansDeps) {
  /** Looked at already, and nobody's here. */
  const dismissed = new Set<string>();

  return {
    async find(connectionId: string, check: CheckSeen): Promise<void> {
      const client = clientOf(connectionId);
      if (client === null) return;
      const unknown = strangers(connectionId, check, store).filter((documentId) => !dismissed.has(documentId));
      for (const documentId of unknown.slice(0, looksPerCheck)) {
        if (signal.aborted) return;
        const found = await client.details(documentId, { signal });
        if (!found.ok || signal.aborted) continue;
        const answer = await withContent(found.value, client, signal);
        if (!answer.ok || signal.aborted) continue;
        const seen = answer.value;
        const named = sentAs(connectionId, seen.name ?? '', store);
        const owner = named.find((one) => isOrphanOf(one, seen, client.clockSkewMs()));
        // By now it may have become somebody's.
        if (store.isOwned(connectionId, documentId)) continue;
        if (owner === undefined) dismissed.add(documentId);
        else apply(owner.id, { kind: 'orphan', documentId });
      }
    },
    /** Deletes one that was found, if it still is a draft. */
    async delete(id: string, documentId: string): Promise<boolean> {
      const submission = store.find(id);
      if (submission === null || !submission.orphans.includes(documentId)) return false;
      const client = clientOf(submission.connectionId);
      if (client === null || store.isOwned(submission.connectionId, documentId)) return false;
      const found = await client.details(documentId, { signal });
      if (found.ok) {
        if (found.value.documentStatus !== 'draft') return false;
        const deleted = await client.delete(documentId, { signal });
        if (!deleted.ok && deleted.failure.kind !== 'not-found') return false;
      } else if (found.failure.kind !== 'not-found') return false;
      return apply(id, { kind: 'orphan-gone', documentId }).ok;
    },
  };
}
