import type { DocumentFact } from '../journal/document-facts.ts';
import type { Failure } from '../signing/failure.ts';
import { unhurried } from '../time/slices.ts';
import { sweepParts } from './copy-file.ts';
import { copyFolder } from './copy-name.ts';
import { look, noteGone, rescue, type Step, save } from './document-saver.ts';
import { type CopyRequest, isUnsigned, lacksReceipt } from './missing-copies.ts';
import { problemOfDetails } from './problem-of-copy.ts';
import { type Bits, createSaveTurns } from './save-turns.ts';
import {
  attempt,
  belowFor,
  copyPattern,
  createSaverParts,
  isOver,
  type Run,
  runOf,
  type SaverDeps,
  type SaverParts,
} from './saver-parts.ts';

/** Looks at details per run, where the service allows so many. It allows no polling: the next check continues. */
const LOOKS_PER_RUN = 100;

/** Files of unsigned documents that one run saves, behind all signed copies. */
const RESCUES_PER_RUN = 20;

/** The most documents in a row at which something may break before the reading ends. */
const MOST_FAULTS = 3;

const all: CopyRequest = { ids: null, again: false };

/** Documents whose details a run reads: `first` before the copies that have time, `later` as far as it has looks left. */
interface ToRead {
  readonly first: Set<string>;
  readonly later: Set<string>;
}

const nothing = (): ToRead => ({ first: new Set(), later: new Set() });

function* only(documents: Iterable<DocumentFact>, isMeant: (fact: DocumentFact) => boolean): Generator<DocumentFact> {
  for (const fact of documents) if (isMeant(fact)) yield fact;
}

/** Notes that the service asked to wait, at all documents that have no other problem. */
function explainPause(saver: SaverParts, run: Run, failure: Failure): Promise<void> {
  const { problems, missing } = saver;
  return problems.noteAll(
    run.connectionId,
    missing.withoutCopy(run.connectionId),
    problemOfDetails(failure, run.place.base),
    {
      isMeant: ({ saveProblem }) => saveProblem === null,
      isOver: () => isOver(saver, run),
    },
  );
}

/** Tells whether the run must end. A service that asked to wait stops it, unless a person asked for the run. */
const mustEnd = (saver: SaverParts, run: Run) =>
  isOver(saver, run) || (!run.asked && saver.pace.refusal(run.connectionId) !== null);

/** Returns the usual folder of a document, after deleting unfinished files that an app left there. */
async function folderOf({ deps, disk }: SaverParts, { connectionId, place }: Run, id: string, swept: Set<string>) {
  const profile = deps.profileOf?.(connectionId, id) ?? '';
  const usual = belowFor(place, copyFolder(copyPattern(deps), profile));
  if (!swept.has(usual.folder)) await sweepParts(disk, usual.folder, deps.clock.now());
  swept.add(usual.folder);
  return usual;
}

/** Saves the file of one document. `swept`: folders that this run has cleaned. */
async function saveFile(saver: SaverParts, run: Run, fact: DocumentFact, swept: Set<string>): Promise<Step> {
  const saving = isUnsigned(fact)
    ? rescue(saver, run, fact)
    : save(saver, run, fact, await folderOf(saver, run, fact.id, swept));
  return saver.deps.during?.('save', saving) ?? saving;
}

/** Says at a document without a copy that something broke. A copy that is there keeps what is known of it. */
function noteFault({ problems }: SaverParts, { connectionId }: Run, { id, copied }: DocumentFact): Step {
  if (!copied) problems.note(connectionId, id, { key: 'unknown', params: {} });
  return 'done';
}

/** Saves copies, one in each bit. Returns what was tried, or null if the run is over. */
async function* saveCopies(
  saver: SaverParts,
  run: Run,
  request: CopyRequest | null,
  { limit, isMeant }: { readonly limit: number; readonly isMeant: (fact: DocumentFact) => boolean },
): AsyncGenerator<undefined, ReadonlySet<string> | null> {
  const { deps, missing, next, problems, failedOfAll } = saver;
  const { connectionId } = run;
  const facts = deps.journal.documentFacts;
  const swept = new Set<string>();
  const tried = new Set<string>();
  const first = await next.firstOf(connectionId, only(missing.wanted(connectionId, request), isMeant), limit);
  let refused = 0;
  for (const { id } of first) {
    if (mustEnd(saver, run)) return null;
    // A request of a person in between may have saved it.
    const fact = facts.find(connectionId, id);
    if (!missing.isWanted(connectionId, fact, request)) continue;
    tried.add(id);
    const found = (await attempt(deps, () => saveFile(saver, run, fact, swept))) ?? noteFault(saver, run, fact);
    refused = found === 'refused' ? refused + 1 : 0;
    // One is not ours to see. Several in a row show that the account may see none.
    const step = found !== 'refused' ? found : refused < MOST_FAULTS ? 'done' : 'stop';
    next.noteTry(connectionId, id, step === 'saved');
    if (step === 'done') failedOfAll.get(connectionId)?.add(id);
    const problem = facts.find(connectionId, id)?.saveProblem ?? null;
    if ((step === 'stop' || step === 'no-copies') && problem !== null && !isOver(saver, run)) {
      // The others would meet the same: each of them says so, unless it says what happened to its copy.
      // The next checks save the others that a person chose as well.
      const isChosen = (other: DocumentFact) => (request?.ids ?? null) !== null && !lacksReceipt(other);
      await problems.noteAll(connectionId, missing.wanted(connectionId, request), problem, {
        isMeant: (other) => !tried.has(other.id) && (!other.copied || isChosen(other)),
        isOver: () => isOver(saver, run),
      });
    }
    if (step === 'stop') return null;
    if (step === 'no-copies') break;
    yield;
  }
  return tried;
}

/** Reads details, one document in each bit. Ends early when the service or the journal would refuse the others too. */
async function* readAll(saver: SaverParts, run: Run, ids: Iterable<string>): AsyncGenerator<undefined, void> {
  let faults = 0;
  for (const id of ids) {
    if (mustEnd(saver, run)) return;
    const read = await attempt(saver.deps, () => look(saver, run, id));
    faults = read === null || read === 'refused' ? faults + 1 : 0;
    // Nothing can be stored, or seen: more answers would be asked for in vain.
    if (read === 'stop' || faults === MOST_FAULTS) return;
    yield;
  }
}

/** Divides the looks that a run has left. Copies and files that always fail must hold up no other documents for days. */
function shareLooks(
  { missing }: SaverParts,
  connectionId: string,
  { left, isCounted, later }: { readonly left: number; readonly isCounted: boolean; readonly later: number },
) {
  const quarter = Math.ceil(left / 4);
  const forLater = Math.min(quarter, later);
  if (!isCounted) return { copies: Math.max(1, left - forLater), rescues: RESCUES_PER_RUN, later: forLater };
  const rescues = missing.countUnrescued(connectionId, Math.min(Math.max(1, quarter), RESCUES_PER_RUN));
  return { copies: Math.max(1, left - forLater - rescues), rescues, later: forLater };
}

/**
 * Saves missing copies, or those that a person wants, and reads details. Copies that may be lost come before all, and
 * the documents that are read first come before copies that have time: unless the service refused them the last time.
 * Where it refuses after so many, half of what it allows is for the others.
 */
async function* work(saver: SaverParts, connectionId: string, request: CopyRequest | null, toRead = nothing): Bits {
  const { deps, pace, allowance, heldUp, next } = saver;
  const run = runOf(saver, connectionId, request !== null);
  const { first, later } = toRead();
  if (run === null) return;
  const refusal = pace.refusal(connectionId);
  if (!run.asked && refusal !== null) {
    await explainPause(saver, run, refusal);
    return;
  }
  const allowed = run.asked ? Number.POSITIVE_INFINITY : allowance.begin(connectionId);
  const isCounted = Number.isFinite(allowed);
  const half = Math.ceil(allowed / 2);
  const early = [...first].slice(0, half);
  const others = [...later].filter((id) => !first.has(id));
  let left = Math.min(Math.max(LOOKS_PER_RUN, request?.ids?.length ?? 0), allowed - early.length);
  const isReadFirst = early.length > 0 && !heldUp.delete(connectionId);
  const isUrgent = (fact: DocumentFact) => !isUnsigned(fact) && next.isAtRisk(fact);
  const urgent = isReadFirst
    ? yield* saveCopies(saver, run, request, { limit: left, isMeant: isUrgent })
    : new Set<string>();
  if (urgent === null) return;
  if (isReadFirst) {
    left -= urgent.size;
    yield* readAll(saver, run, early);
    deps.onRead?.();
    // A service that lets us read a few each time would keep thousands in front of the copies for days.
    if (pace.refusal(connectionId) !== null) heldUp.add(connectionId);
  }
  const shares = shareLooks(saver, connectionId, { left, isCounted, later: others.length });
  const isMeant = (fact: DocumentFact) => !isUnsigned(fact) && !urgent.has(fact.id);
  const tried = yield* saveCopies(saver, run, request, { limit: shares.copies, isMeant });
  if (tried === null) return;
  const rescued = yield* saveCopies(saver, run, request, { limit: shares.rescues, isMeant: isUnsigned });
  if (rescued === null) return;
  if (!isReadFirst && early.length > 0) {
    yield* readAll(saver, run, early);
    deps.onRead?.();
  }
  left -= tried.size + (isCounted ? rescued.size : 0);
  yield* readAll(saver, run, [...others, ...[...first].slice(half)].slice(0, Math.max(shares.later, left)));
  if (!run.asked && pace.refusal(connectionId) === null) allowance.noteEnd(connectionId);
}

/** Brings the signed copies home before the service deletes them, and learns who has signed. */
export function createSaver(deps: SaverDeps) {
  const saver = createSaverParts(deps);
  const { failedOfAll, missing, stopping } = saver;
  const { connections, rescuedFiles, savedCopies } = deps.journal;
  const takeTurn = createSaveTurns(deps.onFault);
  /** Returns one queue for all connections of an account. Two that save at once would save a document twice. */
  const queueOf = (connectionId: string) => connections.ofSameAccount(connectionId).toSorted()[0] ?? connectionId;
  /** Runs after a check that have not begun, with what they will read. */
  const waiting = new Map<string, ToRead & { readonly ended: Promise<void> }>();

  const runForPerson = (connectionId: string, request: CopyRequest): Promise<void> =>
    takeTurn(queueOf(connectionId), 'people', work(saver, connectionId, request));

  return {
    /** Notes that a whole list does not show these. */
    miss: saver.misses.unlisted,
    /** Notes that a document that a person looked for, and the service did not find, is deleted, if it is. */
    noteGone: (connectionId: string, id: string): Promise<boolean> => noteGone(saver, connectionId, id),
    found: saver.misses.forget,
    /** Saves missing copies and reads details after a check. Joins a run that waits for its turn. */
    run(connectionId: string, later: Iterable<string>, first: Iterable<string> = []): Promise<void> {
      const before = waiting.get(connectionId);
      if (before !== undefined) {
        for (const id of first) before.first.add(id);
        for (const id of later) before.later.add(id);
        return before.ended;
      }
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const toRead = { first: new Set(first), later: new Set(later), ended };
      const begin = () => {
        waiting.delete(connectionId);
        return toRead;
      };
      waiting.set(connectionId, toRead);
      takeTurn(queueOf(connectionId), 'checks', work(saver, connectionId, null, begin)).then(resolve, deps.onFault);
      return ended;
    },
    /** Saves one copy, or all that are missing, for a person who is waiting. */
    saveNow: (connectionId: string, id: string | null): Promise<void> =>
      runForPerson(connectionId, {
        ids: id === null ? null : [id],
        again: id !== null && [savedCopies, rescuedFiles].some((files) => files.of(connectionId, id).length > 0),
      }),
    /** Saves these copies first. The rest comes with the next checks. */
    saveThese: (connectionId: string, ids: readonly string[]): Promise<void> =>
      runForPerson(connectionId, { ids, again: false }),
    /** Prepares to save all copies, and returns how many are missing. */
    async beginAll(connectionId: string): Promise<number> {
      failedOfAll.set(connectionId, new Set());
      let count = 0;
      for await (const _ of unhurried(missing.wanted(connectionId, all))) count += 1;
      return count;
    },
    /** Tells whether each copy was saved, or was tried and failed for a reason of its own. */
    async isAllTried(connectionId: string): Promise<boolean> {
      const failed = failedOfAll.get(connectionId) ?? new Set();
      failedOfAll.set(connectionId, failed);
      for await (const { id } of unhurried(missing.wanted(connectionId, all))) if (!failed.has(id)) return false;
      failedOfAll.delete(connectionId);
      return true;
    },
    isMissing: (connectionId: string): boolean => missing.wanted(connectionId, null).next().done !== true,
    close: (): void => stopping.abort(),
  };
}

export type Saver = ReturnType<typeof createSaver>;
