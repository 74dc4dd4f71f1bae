import { isOrphanOf, isUntouched } from '../submission/decide/likeness.ts';
import type { Seen } from '../submission/fact.ts';
import type { Submission } from '../submission/submission.ts';
import { unhurried } from '../time/slices.ts';
import type { CheckSeen } from '../tracking/reading.ts';
import { countingLooks, MOST_LOOKS_EACH, readCandidate, toSeen } from './calls.ts';
import type { LookTools } from './look-tools.ts';
import { belongsTo, findPossibleOrphans, inDoubt } from './settle-by-check.ts';

/** Requests for details per check. Without a limit, a name that was used a thousand times would lead to a thousand. */
export const ORPHAN_LOOKS = 20;

/** Finds drafts that a repeated or late upload left behind. A person decides about them. */
export function createOrphans({ store, pace, clientOf, accountOf, openOfAccount, apply, signal }: LookTools) {
  /** Drafts that we have looked at and that belong to nobody here. */
  const dismissed = new Set<string>();

  async function findOwner(
    connectionId: string,
    names: readonly string[],
    isOwner: (one: Submission) => boolean,
  ): Promise<Submission | null> {
    for (const name of names)
      for await (const one of unhurried(store.named(connectionId, name)))
        if (signal.aborted || isOwner(one)) return one;
    return null;
  }

  return {
    async find(connectionId: string, check: CheckSeen): Promise<void> {
      const client = clientOf(connectionId);
      if (client === null) return;
      const possible = await findPossibleOrphans(connectionId, check, store, openOfAccount(connectionId));
      const unknown = possible.filter(({ documentId }) => !dismissed.has(documentId));
      let looksLeft = ORPHAN_LOOKS;
      const counted = countingLooks(client, () => {
        looksLeft -= 1;
      });
      for (const { documentId, names } of unknown) {
        if (looksLeft < MOST_LOOKS_EACH) return;
        // Another account would be told that the draft does not exist.
        if (signal.aborted || accountOf(connectionId) !== check.account) return;
        // The next check shows the same drafts.
        if (pace.refusal(connectionId) !== null) return;
        const ownerOf = (seen: Seen) =>
          findOwner(connectionId, names, (one) => isOrphanOf(one, seen, client.clockSkewMs()));
        const isOpen = async (seen: Seen) => (await ownerOf(seen)) !== null;
        const answer = await readCandidate(documentId, counted, isOpen, signal);
        if (!answer.ok || signal.aborted) continue;
        const owner = await ownerOf(answer.value);
        if (signal.aborted) return;
        // Meanwhile a submission may have adopted the draft.
        if (store.isOwned(documentId)) continue;
        if (owner === null) dismissed.add(documentId);
        else apply(owner.id, { kind: 'orphan', documentId });
      }
    },
    /** Tells whether a look has shown that the draft belongs to no row. */
    isNobodys: (documentId: string): boolean => dismissed.has(documentId),
    /** Deletes an orphan, if it still is a draft. */
    async delete(id: string, documentId: string): Promise<boolean> {
      const submission = store.find(id);
      if (submission === null || !submission.orphans.includes(documentId)) return false;
      const { connectionId, wish } = submission;
      const account = accountOf(connectionId);
      if (!belongsTo(submission, account)) return false;
      // Meanwhile the same content may be on its way, and the draft be its document.
      const isContested = () =>
        store.isOwned(documentId) ||
        inDoubt(openOfAccount(connectionId), account).some((one) => one.wish.file.sha256 === wish.file.sha256);
      /** Lets go of it: nobody is asked about what is a document of its own. */
      const noOrphan = () => {
        dismissed.add(documentId);
        apply(id, { kind: 'orphan-gone', documentId });
        return false;
      };
      const client = clientOf(connectionId);
      if (store.isOwned(documentId)) return noOrphan();
      if (client === null || isContested()) return false;
      const found = await client.details(documentId, { signal, asked: true });
      if (found.ok) {
        // Another computer has gone on with it: it is no copy that nobody needs.
        if (!isUntouched(submission, toSeen(found.value))) return noOrphan();
        if (isContested()) return false;
        const deleted = await client.delete(documentId, { signal });
        if (!deleted.ok && deleted.failure.kind !== 'not-found') return false;
      } else if (found.failure.kind !== 'not-found') return false;
      return apply(id, { kind: 'orphan-gone', documentId }).ok;
    },
  };
}
