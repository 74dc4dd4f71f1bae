import type { DocumentCommandKind, ListedDocument } from '../../preload/contract/document.ts';
import type { DocumentCommand } from '../journal/document-commands.ts';
import type { Journal } from '../journal/journal.ts';
import { problemOfFailure } from '../problems/problem-of.ts';
import type { SigningClient } from '../signing/client.ts';
import { type Failure, signInEnded } from '../signing/failure.ts';
import { failed, type Outcome } from '../signing/outcome.ts';
import type { Clock } from '../time/clock.ts';
import { inParts } from '../time/slices.ts';
import type { Lately } from '../tracking/as-done.ts';
import { createPace } from '../tracking/pace.ts';
import {
  afterCall,
  afterLook,
  afterMiss,
  afterRestart,
  dueAt,
  type Miss,
  type Trouble,
  tryAgain,
  waitsForSignIn,
  withMovedClock,
} from './decide-order.ts';
import { documentEntryOf } from './document-entry.ts';

export type OrderClient = Pick<SigningClient, 'details' | 'withdraw' | 'delete'>;

export interface OrderWorkerDeps {
  readonly clock: Clock;
  readonly journal: Pick<
    Journal,
    | 'connections'
    | 'deadlines'
    | 'documentCommands'
    | 'documentFacts'
    | 'documents'
    | 'documentsSeen'
    | 'savedCopies'
    | 'submissions'
  >;
  readonly clientOf: (connectionId: string) => OrderClient | null;
  /** The service user who is signed in. */
  readonly accountOf: (connectionId: string) => string | null;
  /** The address that problems name. */
  readonly baseOf: (connectionId: string) => string;
  /** False: the journal may be an older copy, so no order continues by itself. */
  readonly isTrusted: boolean;
  /** False: the journal is in memory only, and nothing may be ordered. */
  readonly durable: boolean;
  readonly onChanged: (connectionId: string, id: string) => void;
  /** An order failed, or is no longer one that failed. */
  readonly onFailed?: () => void;
  /** The service no longer accepts the credentials. */
  readonly onSignInNeeded: (connectionId: string) => void;
  readonly onFault: (error: unknown) => void;
  /** Like Math.random(). */
  readonly random?: () => number;
}

/** Orders that are carried out at the same time. */
const AT_ONCE = 3;
/** Orders that are stored together. */
const PART = 50;
/** How long we wait after the journal could not be written. */
const UNWRITTEN_MS = 30_000;

const keyOf = (connectionId: string, id: string) => `${connectionId}\n${id}`;

const isMissing = (answer: Outcome<unknown>) => !answer.ok && answer.failure.kind === 'not-found';

/**
 * Withdraws and deletes documents that no submission here speaks for. The journal stores each order before its call, and
 * an unclear answer is looked up before anything is told.
 */
export function createOrderWorker(deps: OrderWorkerDeps) {
  const { clock, journal, random = Math.random } = deps;
  const { documentCommands: stored } = journal;
  const pace = createPace({ clock, journal });
  const open = new Map<string, DocumentCommand>();
  const inFlight = new Set<string>();
  /** Since when the service has not found the document of an order. */
  const missedSince = new Map<string, number>();
  /** After a failure the other orders of a connection would meet the same: they wait as long. */
  const heldUntil = new Map<string, number>();
  const stopping = new AbortController();
  let cancelTimer = () => {};

  const moment = () => ({ now: clock.now(), roll: random });

  function keep(command: DocumentCommand): void {
    const key = keyOf(command.connectionId, command.documentId);
    if (command.stage.kind === 'done') missedSince.delete(key);
    const failedBefore = open.get(key)?.stage.kind === 'failed';
    stored.save(command, clock.now());
    open.set(key, command);
    deps.onChanged(command.connectionId, command.documentId);
    if (failedBefore || command.stage.kind === 'failed') deps.onFailed?.();
  }

  function forget({ connectionId, documentId, stage }: DocumentCommand): void {
    open.delete(keyOf(connectionId, documentId));
    deps.onChanged(connectionId, documentId);
    if (stage.kind === 'failed') deps.onFailed?.();
  }

  /** Shows what the call did before the next check does. */
  function show({ connectionId, documentId, kind, account }: DocumentCommand): void {
    const { documents, documentsSeen, documentFacts: facts } = journal;
    const now = clock.now();
    if (kind === 'delete') {
      facts.setGone(connectionId, documentId, now);
      documentsSeen.drop(connectionId, [documentId]);
      return;
    }
    const before = documents.find(connectionId, documentId);
    if (before !== null) {
      const entry = asWithdrawn(before);
      documents.see(connectionId, [entry], now);
      documentsSeen.change(connectionId, entry);
    }
    facts.see(connectionId, [{ id: documentId, status: 'withdrawn' }], { at: now, before: now, account });
  }

  function settle(command: DocumentCommand): void {
    if (command.stage.kind === 'done') show(command);
    if (command.stage.kind === 'failed' && command.problem?.key === 'document-gone')
      journal.documentFacts.setGone(command.connectionId, command.documentId, clock.now());
    keep(command);
  }

  function troubleOf(connectionId: string, failure: Failure): Trouble {
    if (failure.kind === 'credentials-missing' || signInEnded(failure.kind)) deps.onSignInNeeded(connectionId);
    return { ...failure, problem: problemOfFailure(failure, deps.baseOf(connectionId)) };
  }

  function missOf({ connectionId, documentId }: DocumentCommand): Miss {
    const key = keyOf(connectionId, documentId);
    const since = missedSince.get(key);
    missedSince.set(key, since ?? clock.now());
    if (since === undefined) return 'first';
    const isListed = journal.documentsSeen.find(connectionId, documentId) !== null;
    return isListed && (journal.deadlines.get(connectionId, 'checked') ?? 0) > since ? 'denied' : 'second';
  }

  async function call(command: DocumentCommand, client: OrderClient): Promise<DocumentCommand> {
    const { connectionId, documentId, kind } = command;
    const answer = await client[kind](documentId, { signal: stopping.signal });
    if (isMissing(answer)) return afterMiss(command, missOf(command), moment());
    return afterCall(
      command,
      answer.ok ? { ok: true } : { ok: false, trouble: troubleOf(connectionId, answer.failure) },
      moment(),
    );
  }

  async function look(command: DocumentCommand, client: OrderClient): Promise<DocumentCommand> {
    const { connectionId, documentId } = command;
    const refusal = pace.refusal(connectionId);
    const answer = refusal === null ? await client.details(documentId, { signal: stopping.signal }) : failed(refusal);
    if (refusal === null) pace.note(connectionId, answer);
    if (isMissing(answer)) return afterMiss(command, missOf(command), moment());
    if (answer.ok) missedSince.delete(keyOf(connectionId, documentId));
    return afterLook(
      command,
      answer.ok
        ? { ok: true, status: answer.value.documentStatus }
        : { ok: false, trouble: troubleOf(connectionId, answer.failure) },
      moment(),
    );
  }

  async function work(key: string, command: DocumentCommand, client: OrderClient): Promise<void> {
    inFlight.add(key);
    try {
      let now = command;
      if (command.stage.kind === 'ready') {
        now = { ...command, stage: { kind: 'calling' } };
        keep(now);
      }
      const next = await (now.stage.kind === 'calling' ? call(now, client) : look(now, client));
      if (stopping.signal.aborted) return;
      const wait = dueAt(next);
      if (next.problem !== null && wait !== null && wait > clock.now()) heldUntil.set(next.connectionId, wait);
      else heldUntil.delete(next.connectionId);
      // The clock may have been set during the call.
      settle({ ...next, askedAt: open.get(key)?.askedAt ?? next.askedAt });
    } finally {
      inFlight.delete(key);
    }
  }

  /** Nobody may touch the document for us now: another account is signed in, or a submission took the document. */
  function isStopped({ connectionId, documentId, account }: DocumentCommand): boolean {
    if (account !== null && account !== deps.accountOf(connectionId)) return true;
    const owner = journal.submissions.ownerOf(connectionId, documentId);
    return owner !== null && owner.stage.kind !== 'done';
  }

  const mayWork = ({ connectionId }: DocumentCommand, now: number) => (heldUntil.get(connectionId) ?? 0) <= now;

  function turn(): void {
    cancelTimer();
    if (stopping.signal.aborted) return;
    const now = clock.now();
    const isPaused = journal.submissions.paused();
    for (const [key, command] of open) {
      if (isPaused || inFlight.size >= AT_ONCE) break;
      const at = dueAt(command);
      const client = deps.clientOf(command.connectionId);
      if (at === null || at > now || client === null || inFlight.has(key)) continue;
      if (!mayWork(command, now) || isStopped(command)) continue;
      work(key, command, client)
        .then(turn)
        .catch((error: unknown) => {
          // The journal does not know the outcome: the next try begins with a look.
          deps.onFault(error);
          heldUntil.set(command.connectionId, clock.now() + UNWRITTEN_MS);
          const { askedAt } = open.get(key) ?? command;
          open.set(key, { ...command, askedAt, stage: { kind: 'unclear', nextTryAt: clock.now(), refusal: null } });
          turn();
        });
    }
    schedule(now);
  }

  function schedule(now: number): void {
    const moments = [...open.values()].flatMap((command) => {
      const at = dueAt(command);
      return at === null ? [] : Math.max(at, heldUntil.get(command.connectionId) ?? 0);
    });
    const next = Math.min(...moments.filter((at) => at > now));
    if (next !== Number.POSITIVE_INFINITY) cancelTimer = clock.after(next - now, turn);
  }

  function newCommand(connectionId: string, documentId: string, kind: DocumentCommandKind): DocumentCommand {
    const now = clock.now();
    const account = deps.accountOf(connectionId);
    const stage = { kind: 'ready', nextTryAt: now } as const;
    return { connectionId, documentId, kind, account, askedAt: now, stage, attempts: 0, problem: null };
  }

  const entryOf = (connectionId: string, id: string) =>
    documentEntryOf(journal, connectionId, id, deps.accountOf(connectionId));

  return {
    start(): void {
      for (const command of stored.all()) {
        open.set(keyOf(command.connectionId, command.documentId), command);
        const next = afterRestart(command, clock.now(), deps.isTrusted);
        if (next === null) continue;
        try {
          keep(next);
        } catch (error) {
          // A full disk. The app starts all the same, and the order stands as it must.
          deps.onFault(error);
          open.set(keyOf(next.connectionId, next.documentId), next);
        }
      }
      turn();
    },
    /** Stores that no order of an older journal continues by itself: the next start takes this journal for the latest one. */
    hold(): void {
      for (const command of stored.all()) {
        const standing =
          open.get(keyOf(command.connectionId, command.documentId)) ?? afterRestart(command, clock.now(), false);
        if (standing?.stage.kind === 'failed' && command.stage.kind !== 'failed') keep(standing);
      }
    },
    /** Stores the orders that are possible now, then carries them out. Returns how many that are. */
    async order(connectionId: string, ids: readonly string[], kind: DocumentCommandKind): Promise<number> {
      if (!deps.durable) return 0;
      let count = 0;
      await inParts(ids, PART, (part) => {
        const fresh = part
          .filter((id) => entryOf(connectionId, id)?.orders.includes(kind) === true)
          .map((id) => newCommand(connectionId, id, kind));
        stored.ask(fresh);
        for (const command of fresh) {
          open.set(keyOf(connectionId, command.documentId), command);
          deps.onChanged(connectionId, command.documentId);
        }
        count += fresh.length;
      });
      turn();
      return count;
    },
    /** Tries again, or lets go of an order that failed or was never sent. False: not possible now. */
    answer(connectionId: string, id: string, choice: 'retry' | 'drop'): boolean {
      const command = open.get(keyOf(connectionId, id));
      const isPossible = entryOf(connectionId, id)?.orders.includes(choice) === true;
      if (command === undefined || !isPossible || inFlight.has(keyOf(connectionId, id))) return false;
      heldUntil.delete(connectionId);
      if (choice === 'drop') {
        stored.letGo(command, clock.now());
        forget(command);
      } else keep(tryAgain(command, clock.now()));
      turn();
      return true;
    },
    /** Orders of the account that is signed in, whose outcome a person has to decide about. */
    failed: (connectionId: string): readonly DocumentCommand[] =>
      [...open.values()].filter(
        (one) =>
          one.connectionId === connectionId &&
          one.stage.kind === 'failed' &&
          (one.account === null || one.account === deps.accountOf(connectionId)),
      ),
    connectionReady(connectionId: string): void {
      heldUntil.delete(connectionId);
      for (const command of open.values()) {
        if (command.connectionId === connectionId && waitsForSignIn(command)) keep(tryAgain(command, clock.now()));
      }
      turn();
    },
    /** A check that asked before an order was carried out shows the state before it. */
    lately(connectionId: string): Lately | null {
      const isDone = (one: DocumentCommand) => one.connectionId === connectionId && one.stage.kind === 'done';
      if (![...open.values()].some(isDone)) return null;
      return (document, askedAt) => {
        const command = open.get(keyOf(connectionId, document.id));
        if (command?.stage.kind !== 'done' || command.stage.at < askedAt) return document;
        return command.kind === 'delete' ? null : asWithdrawn(document);
      };
    },
    /** This check, and the reading it belongs to, began at this time: it shows the orders carried out before. */
    checked(connectionId: string, began: number): void {
      for (const command of open.values())
        if (command.connectionId === connectionId && command.stage.kind === 'done' && command.stage.at < began) {
          stored.drop(connectionId, command.documentId);
          forget(command);
        }
    },
    /** Something is still to be done for this connection. */
    isBusy: (connectionId: string): boolean =>
      [...open.values()].some((one) => one.connectionId === connectionId && dueAt(one) !== null) ||
      [...inFlight].some((key) => key.startsWith(keyOf(connectionId, ''))),
    /** The computer's clock was set while the app ran: each wait keeps its remaining length. */
    clockMoved(byMs: number): void {
      for (const [connectionId, at] of heldUntil) heldUntil.set(connectionId, at + byMs);
      for (const [key, command] of open) open.set(key, withMovedClock(command, byMs));
      for (const [key, at] of missedSince) missedSince.set(key, at + byMs);
      turn();
      // A restart would otherwise find times of the former clock.
      inParts([...open.keys()], PART, (keys) => {
        if (!stopping.signal.aborted) stored.retime(keys.flatMap((key) => open.get(key) ?? []));
      }).catch(deps.onFault);
    },
    wake: turn,
    close(): void {
      stopping.abort();
      cancelTimer();
    },
  };
}

/** The documented rule of the service: a withdrawn document can be deleted at any time. */
const asWithdrawn = (document: ListedDocument): ListedDocument => ({
  ...document,
  documentStatus: 'withdrawn',
  canWithdraw: false,
  canDelete: true,
});

export type OrderWorker = ReturnType<typeof createOrderWorker>;
