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

/** The last check of a connection, the documents that were read since, and how many looks are left. */
type Basis = { readonly check: CheckSeen; readonly seen: Map<string, Seen>; looksLeft: number };

/** Requests for details per check, beside those of the search and for orphans. More is left to the next search. */
const SEND_LOOKS = 100 - SPARE_LOOKS - ORPHAN_LOOKS;

/**
 * Looks once more, in the moment of Send, for the document of a row that may have been sent: the list that did not show
 * it may have been late. What is found stops the Send, and a person decides.
 */
export function createLookBeforeSend(deps: LookBeforeSendDeps) {
  const { clock, store, signal } = deps;
  const bases = new Map<string, Basis>();
  /** The last press for each row that is being looked for. */
  const presses = new Map<string, Press>();
  /** The documents of each row about which a person has decided, or decides after the whole search. */
  const passed = new Map<string, ReadonlySet<string>>();
  const pass = (id: string, documents: readonly string[]) =>
    void passed.set(id, new Set([...(passed.get(id) ?? []), ...documents]));

  /** Finds the documents that could be the row. Null: we cannot read all of them now. */
  async function findNow(row: Submission): Promise<Found | null> {
    const { id, connectionId } = row;
    const basis = bases.get(connectionId);
    const client = deps.clientOf(connectionId);
    if (basis === undefined || basis.check.account !== deps.accountOf(connectionId) || client === null) return null;
    const { check, seen } = basis;
    const recovered = markRecovered(row, clock.now());
    const isTaken = (documentId: string) => store.isOwned(documentId) || passed.get(id)?.has(documentId) === true;
    const [group] = await groupByName([recovered], check, isTaken);
    if (group === undefined) return null;
    const skewMs = client.clockSkewMs();
    const couldBeOurs = (one: Seen) => hasName(one, group) && couldBe(recovered, one, skewMs);
    const counted = countingLooks(client, () => {
      basis.looksLeft -= 1;
    });
    const ids = group.documents.map(({ documentId }) => documentId);
    for (const documentId of ids) {
      if (seen.has(documentId) || findOlder(group, seen, skewMs).has(documentId)) continue;
      const mayLook = basis.looksLeft >= MOST_LOOKS_EACH && deps.pace.refusal(connectionId) === null;
      // oxlint-disable-next-line no-await-in-loop -- one document at a time
      const answer = mayLook ? await readCandidate(documentId, counted, couldBeOurs, signal) : null;
      if (answer?.ok !== true) {
        // The whole search looks at all of them now, and a person decides after it.
        pass(id, ids);
        return null;
      }
      seen.set(documentId, answer.value);
    }
    return findCandidates(recovered, prepare(group, seen), skewMs);
  }

  /** Stops the Send: a person decides about what was found. Null: the whole search finds it. */
  function recover({ id, connectionId }: Submission, found: Found | null): void {
    deps.apply(id, { kind: 'recovered' });
    const check = bases.get(connectionId)?.check;
    if (found === null || check === undefined) return;
    const { whole, unreadable, documents } = check;
    const known = { whole, unreadable, documents: documents.length, unread: 0, undecided: 0, contested: false };
    deps.apply(id, { kind: 'checked', ...found, ...known });
  }

  async function lookThenSend({ before, command, undoMs }: Press): Promise<void> {
    const { id, revision } = before;
    const found = await findNow(before);
    if (signal.aborted) return;
    if (deps.find(id)?.revision !== revision) {
      // A person corrected it meanwhile, and has perhaps pressed Send again.
      const last = presses.get(id);
      if (last !== undefined && last.before.revision !== revision) await lookThenSend(last);
      return;
    }
    // The time for Undo begins when there is something to undo.
    if (found?.candidates.length === 0) deps.send(id, { ...command, startAfter: clock.now() + undoMs });
    else recover(before, found);
  }

  return {
    checked: (connectionId: string, check: CheckSeen): void =>
      void bases.set(connectionId, { check, seen: new Map(), looksLeft: SEND_LOOKS }),
    /** Begins to look for a row that may have been sent, and sends it if nothing is found. False: it needs no look. */
    takes(before: Submission, command: Command): boolean {
      const { id, reason } = before;
      if (command.kind === 'upload-again' && reason?.kind === 'several')
        pass(id, [...reason.passed, ...reason.candidates.map(({ documentId }) => documentId)]);
      if (command.kind !== 'send' || before.stage.kind !== 'held' || !mayBeSent(before)) return false;
      const isLooking = presses.has(id);
      const press = { before, command, undoMs: command.startAfter - clock.now() };
      presses.set(id, press);
      if (isLooking) return true;
      const look = lookThenSend(press)
        .catch(deps.onFault)
        .finally(() => presses.delete(id));
      // The press is not in the journal before the look has ended: whoever quits is asked.
      void deps.during?.('send', look);
      return true;
    },
  };
}
