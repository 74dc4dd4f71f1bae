import { mayBeSent } from '../submission/decide/change.ts';
import { couldBe } from '../submission/decide/likeness.ts';
import { markRecovered } from '../submission/decide/recovered.ts';
import type { Command, Seen } from '../submission/fact.ts';
import type { Submission } from '../submission/submission.ts';
import type { CheckSeen } from '../tracking/reading.ts';
import { countingLooks, MOST_LOOKS_EACH, readCandidate } from './calls.ts';
import type { LookTools } from './look-tools.ts';
import { type Found, findCandidates, findOlder, groupByName, hasName, prepare } from './namesakes.ts';
import { ORPHAN_LOOKS } from './orphans.ts';
import { SPARE_LOOKS } from './search.ts';

interface LookBeforeSendDeps extends LookTools {
  readonly send: (id: string, command: Command) => unknown;
}

/** A press of Send, with the row as it was then, and the time for Undo that the person has after it. */
interface Press {
  readonly before: Submission;
  readonly command: Extract<Command, { kind: 'send' }>;
  readonly undoMs: number;
}

/** Requests for details per check, beside those of the search and for orphans. More is left to the next search. */
const SEND_LOOKS = 100 - SPARE_LOOKS - ORPHAN_LOOKS;

/**
 * Looks once more, in the moment of Send, for the document of a row that may have been sent: the list that did not show
 * it may have been late. What is found stops the Send, and a person decides.
 */
export function createLookBeforeSend(deps: LookBeforeSendDeps) {
  const { clock, store, signal } = deps;
  /** The last check of each connection, what was looked at since, and how many looks are left. */
  const latest = new Map<string, { readonly check: CheckSeen; readonly seen: Map<string, Seen>; looksLeft: number }>();
  /** The last press for each row that is being looked for. */
  const looking = new Map<string, Press>();
  /**
   * The documents of each row about which a person has decided, or decides after the whole search that was begun here.
   */
  const passed = new Map<string, ReadonlySet<string>>();
  const pass = (id: string, documents: readonly string[]) =>
    void passed.set(id, new Set([...(passed.get(id) ?? []), ...documents]));

  /** Searches now. Null: we cannot look at all that could be it. */
  async function findNow(row: Submission): Promise<Found | null> {
    const { id, connectionId } = row;
    const last = latest.get(connectionId);
    const client = deps.clientOf(connectionId);
    if (last === undefined || last.check.account !== deps.accountOf(connectionId) || client === null) return null;
    const asked = markRecovered(row, clock.now());
    const isPassed = (documentId: string) => passed.get(id)?.has(documentId) === true;
    const isTaken = (documentId: string) => store.isOwned(documentId) || isPassed(documentId);
    const [group] = await groupByName([asked], last.check, isTaken);
    if (group === undefined) return null;
    const { seen } = last;
    const skewMs = client.clockSkewMs();
    const couldBeOurs = (one: Seen) => hasName(one, group) && couldBe(asked, one, skewMs);
    const counted = countingLooks(client, () => {
      last.looksLeft -= 1;
    });
    for (const { documentId } of group.documents) {
      if (seen.has(documentId) || findOlder(group, seen, skewMs).has(documentId)) continue;
      const mayLook = last.looksLeft >= MOST_LOOKS_EACH && deps.pace.refusal(connectionId) === null;
      // oxlint-disable-next-line no-await-in-loop -- one document at a time
      const answer = mayLook ? await readCandidate(documentId, counted, couldBeOurs, signal) : null;
      if (answer?.ok !== true) {
        // The whole search looks at them now, and a person decides after it.
        const all = group.documents.map((one) => one.documentId);
        pass(id, all);
        return null;
      }
      seen.set(documentId, answer.value);
    }
    return findCandidates(asked, prepare(group, seen), skewMs);
  }

  async function lookThenSend({ before, command, undoMs }: Press): Promise<void> {
    const { id, connectionId } = before;
    const found = await findNow(before);
    if (signal.aborted) return;
    if (deps.find(id)?.revision !== before.revision) {
      // A person corrected it meanwhile, and has perhaps pressed Send again.
      const last = looking.get(id);
      if (last !== undefined && last.before.revision !== before.revision) await lookThenSend(last);
      return;
    }
    if (found?.candidates.length === 0) {
      // The time for Undo begins when there is something to undo.
      deps.send(id, { ...command, startAfter: clock.now() + undoMs });
      return;
    }
    deps.apply(id, { kind: 'recovered' });
    const last = latest.get(connectionId);
    if (found === null || last === undefined) return;
    const { whole, unreadable, documents } = last.check;
    const known = { whole, unreadable, documents: documents.length, unread: 0, undecided: 0, contested: false };
    deps.apply(id, { kind: 'checked', ...found, ...known });
  }

  return {
    checked: (connectionId: string, check: CheckSeen): void =>
      void latest.set(connectionId, { check, seen: new Map(), looksLeft: SEND_LOOKS }),
    /** Begins to look for a row that may have been sent, and sends it if nothing is found. False: it needs no look. */
    takes(before: Submission, command: Command): boolean {
      const { id, reason } = before;
      if (command.kind === 'upload-again' && reason?.kind === 'several') {
        const shown = reason.candidates.map(({ documentId }) => documentId);
        pass(id, [...reason.passed, ...shown]);
      }
      if (command.kind !== 'send' || before.stage.kind !== 'held' || !mayBeSent(before)) return false;
      const isLooking = looking.has(id);
      const press = { before, command, undoMs: command.startAfter - clock.now() };
      looking.set(id, press);
      if (isLooking) return true;
      lookThenSend(press)
        .catch(deps.onFault)
        .finally(() => looking.delete(id));
      return true;
    },
  };
}
