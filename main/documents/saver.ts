import type { DocumentFact } from '../journal/document-facts.ts';
import type { Failure } from '../signing/failure.ts';
import { unhurried } from '../time/slices.ts';
import { sweepParts } from './copy-file.ts';
import { copyFolder } from './copy-name.ts';
import { look, noteGone, rescue, type Step, save } from './document-saver.ts';
import { isAskedAgain, lacksCopy, lacksReceipt, unsignedEnd } from './missing-copies.ts';
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

/** Copies that a person asks for: one, these, or all. `again`: there was one already when they asked. */
interface Request {
  readonly ids: readonly string[] | null;
  readonly again: boolean;
}

const all: Request = { ids: null, again: false };

const isChosen = (request: Request | null) => request !== null && request.ids !== null;

/** Documents whose details a run reads: `first` before the copies that have time, `later` as far as it has looks left. */
interface ToRead {
  readonly first: Set<string>;
  readonly later: Set<string>;
}

const isRescue = ({ status }: DocumentFact) => unsignedEnd(status) !== null;

const isSavingAll = ({ deps }: SaverParts, connectionId: string) => deps.isSavingAll?.(connectionId) === true;

function isWanted(
  saver: SaverParts,
  connectionId: string,
  fact: DocumentFact | null,
  request: Request | null,
): fact is DocumentFact {
  if (fact === null || !saver.missing.isOwn(connectionId, fact)) return false;
  if (isRescue(fact)) {
    if (fact.goneAt !== null) return false;
    return request?.again === true || saver.deps.journal.rescuedFiles.of(connectionId, fact.id).length === 0;
  }
  if (fact.status !== 'signed') return false;
  if (lacksReceipt(fact)) return true;
  if (fact.goneAt !== null) return false;
  if (request === null) return isSavingAll(saver, connectionId) ? lacksCopy(fact) : !fact.copied || isAskedAgain(fact);
  return request.again || lacksCopy(fact);
}

function* wanted(saver: SaverParts, connectionId: string, request: Request | null): Generator<DocumentFact> {
  const { missing, deps } = saver;
  if (request === null || request.ids === null) {
    yield* missing.all(connectionId);
    yield* missing.withoutReceipt(connectionId);
    const isAll = request !== null || isSavingAll(saver, connectionId);
    yield* only(missing.damaged(connectionId), (fact) => isAll || isAskedAgain(fact));
    if (deps.journal.settings.get('rescue')) yield* missing.unrescued(connectionId);
    return;
  }
  for (const id of request.ids) {
    const fact = deps.journal.documentFacts.find(connectionId, id);
    if (isWanted(saver, connectionId, fact, request)) yield fact;
  }
}

function* only(documents: Iterable<DocumentFact>, isMeant: (fact: DocumentFact) => boolean): Generator<DocumentFact> {
  for (const fact of documents) if (isMeant(fact)) yield fact;
}

/** Notes that the service asked to wait, at all documents that have no other problem. */
function explainPause(saver: SaverParts, run: Run, failure: Failure): Promise<void> {
  const { problems, missing } = saver;
  return problems.noteAll(run.connectionId, missing.all(run.connectionId), problemOfDetails(failure, run.place.base), {
    isMeant: ({ saveProblem }) => saveProblem === null,
    isOver: () => isOver(saver, run),
  });
}

/** Returns the usual folder of a document, after deleting unfinished files that an app left there. */
async function folderOf({ deps, disk }: SaverParts, { connectionId, place }: Run, id: string, swept: Set<string>) {
  const profile = deps.profileOf?.(connectionId, id) ?? '';
  const usual = belowFor(place, copyFolder(copyPattern(deps), profile));
  if (!swept.has(usual.folder)) await sweepParts(disk, usual.folder, deps.clock.now());
  swept.add(usual.folder);
  return usual;
}

/** Tells whether the run must end. A service that asked to wait stops it, unless a person asked for the run. */
const mustEnd = (saver: SaverParts, run: Run) =>
  isOver(saver, run) || (!run.asked && saver.pace.refusal(run.connectionId) !== null);

/** Says at a document without a copy that something broke. A copy that is there keeps what is known of it. */
function broke({ problems }: SaverParts, { connectionId }: Run, { id, copied }: DocumentFact): Step {
  if (!copied) problems.note(connectionId, id, { key: 'unknown', params: {} });
  return 'done';
}

/** Saves copies, one in each bit. Returns what was tried, or null if the run is over. */
async function* saveCopies(
  saver: SaverParts,
  run: Run,
  request: Request | null,
  { limit, isMeant }: { readonly limit: number; readonly isMeant: (fact: DocumentFact) => boolean },
): AsyncGenerator<undefined, ReadonlySet<string> | null> {
  const { deps, missing, problems, refused } = saver;
  const { connectionId } = run;
  const facts = deps.journal.documentFacts;
  const swept = new Set<string>();
  const tried = new Set<string>();
  const first = await missing.firstOf(connectionId, only(wanted(saver, connectionId, request), isMeant), limit);
  for (const { id } of first) {
    if (mustEnd(saver, run)) return null;
    // A request of a person in between may have saved it.
    const fact = facts.find(connectionId, id);
    if (!isWanted(saver, connectionId, fact, request)) continue;
    tried.add(id);
    const step =
      (await attempt(saver, async () => {
        const saving = isRescue(fact)
          ? rescue(saver, run, fact)
          : save(saver, run, fact, await folderOf(saver, run, id, swept));
        return deps.during?.('save', saving) ?? saving;
      })) ?? broke(saver, run, fact);
    missing.noteTry(connectionId, id, step === 'saved');
    if (step === 'done') refused.get(connectionId)?.add(id);
    const problem = facts.find(connectionId, id)?.saveProblem ?? null;
    if ((step === 'stop' || step === 'no-copies') && problem !== null && !isOver(saver, run)) {
      // The others would meet the same: each of them says so, unless it says what happened to its copy.
      // The next checks save the others that a person chose as well.
      const isOther = (other: DocumentFact) =>
        !tried.has(other.id) && (!other.copied || (isChosen(request) && !lacksReceipt(other)));
      const others = wanted(saver, connectionId, request);
      await problems.noteAll(connectionId, others, problem, { isMeant: isOther, isOver: () => isOver(saver, run) });
    }
    if (step === 'stop') return null;
    if (step === 'no-copies') break;
    yield;
  }
  return tried;
}

/** Counts the files of unsigned documents that are saved without being asked for, up to a number. */
function countRescues({ deps, missing }: SaverParts, connectionId: string, most: number): number {
  if (!deps.journal.settings.get('rescue')) return 0;
  let count = 0;
  for (const _ of missing.unrescued(connectionId)) {
    if (count >= Math.min(most, RESCUES_PER_RUN)) break;
    count += 1;
  }
  return count;
}

/** The most documents in a row at which something may break before the reading ends. */
const MOST_FAULTS = 3;

/** Reads details, one document in each bit. Returns whether the run may continue. */
async function* readAll(saver: SaverParts, run: Run, ids: Iterable<string>): AsyncGenerator<undefined, boolean> {
  let faults = 0;
  for (const id of ids) {
    if (mustEnd(saver, run)) return false;
    const read = await attempt(saver, () => look(saver, run, id));
    faults = read === null ? faults + 1 : 0;
    // Nothing can be stored, say: more answers would be asked for in vain.
    if (read === 'stop' || faults === MOST_FAULTS) return false;
    yield;
  }
  return true;
}

/**
 * Saves missing copies, or those that a person wants, and reads details. Copies that may be lost come before all, and
 * the documents that are read first come before copies that have time: unless the service refused them the last time.
 * Where it refuses after so many, half of what it allows is for the others.
 */
async function* work(saver: SaverParts, connectionId: string, request: Request | null, toRead: () => ToRead): Bits {
  const run = runOf(saver, connectionId, request !== null);
  const { first: wantedFirst, later } = toRead();
  if (run === null) return;
  const refusal = saver.pace.refusal(connectionId);
  if (!run.asked && refusal !== null) {
    await explainPause(saver, run, refusal);
    return;
  }
  const allowed = run.asked ? Number.POSITIVE_INFINITY : saver.allowance.begin(connectionId);
  const half = Math.ceil(allowed / 2);
  const first = new Set([...wantedFirst].slice(0, half));
  const most = Math.max(LOOKS_PER_RUN, request?.ids?.length ?? 0);
  let looks = Math.min(most, allowed - first.size);
  const isReadFirst = first.size > 0 && !saver.heldUp.delete(connectionId);
  let urgent: ReadonlySet<string> | null = new Set();
  if (isReadFirst) {
    const isMeant = (fact: DocumentFact) => !isRescue(fact) && saver.missing.isAtRisk(fact);
    urgent = yield* saveCopies(saver, run, request, { limit: looks, isMeant });
    if (urgent === null) return;
    // A document that cannot be read now keeps no copy from coming home.
    yield* readAll(saver, run, first);
    looks -= urgent.size;
    saver.deps.onRead?.();
    // A service that lets us read a few each time would keep thousands in front of the copies for days.
    if (saver.pace.refusal(connectionId) !== null) saver.heldUp.add(connectionId);
  }
  const wasTried = urgent;
  const others = [...later].filter((id) => !wantedFirst.has(id));
  // Copies and files that always fail must not keep the others from being read for days.
  const share = Math.ceil(looks / 4);
  const kept = Math.min(share, others.length);
  // A quarter of few reads is for the files of unsigned documents.
  const isCounted = Number.isFinite(allowed);
  const toRescue = isCounted ? countRescues(saver, connectionId, Math.max(1, share)) : RESCUES_PER_RUN;
  const tried = yield* saveCopies(saver, run, request, {
    limit: Math.max(1, looks - kept - (isCounted ? toRescue : 0)),
    isMeant: (fact) => !isRescue(fact) && !wasTried.has(fact.id),
  });
  if (tried === null) return;
  // Also where signed copies take all looks: those that always fail must not keep these from coming home.
  const rescued = yield* saveCopies(saver, run, request, {
    limit: toRescue,
    isMeant: isRescue,
  });
  if (rescued === null) return;
  if (!isReadFirst && first.size > 0) {
    yield* readAll(saver, run, first);
    saver.deps.onRead?.();
  }
  const rest = [...others, ...[...wantedFirst].slice(half)];
  yield* readAll(saver, run, rest.slice(0, Math.max(kept, looks - tried.size - (isCounted ? rescued.size : 0))));
  if (!run.asked && saver.pace.refusal(connectionId) === null) saver.allowance.noteEnd(connectionId);
}

/** Brings the signed copies home before the service deletes them, and learns who has signed. */
export function createSaver(deps: SaverDeps) {
  const saver = createSaverParts(deps);
  const { refused, stopping } = saver;
  const { connections, rescuedFiles, savedCopies } = deps.journal;
  const takeTurn = createSaveTurns(deps.onFault);
  /** Returns one queue for all connections of an account. Two that save at once would save a document twice. */
  const lineOf = (connectionId: string) => connections.ofSameAccount(connectionId).toSorted()[0] ?? connectionId;
  /** Runs after a check that have not begun, with what they will read. */
  const waiting = new Map<string, ToRead & { readonly ended: Promise<void> }>();

  const workForPerson = (connectionId: string, request: Request): Promise<void> =>
    takeTurn(
      lineOf(connectionId),
      'people',
      work(saver, connectionId, request, () => ({ first: new Set(), later: new Set() })),
    );

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
      const joined = { first: new Set(first), later: new Set(later), ended };
      const begin = () => {
        waiting.delete(connectionId);
        return joined;
      };
      waiting.set(connectionId, joined);
      takeTurn(lineOf(connectionId), 'checks', work(saver, connectionId, null, begin)).then(resolve, deps.onFault);
      return ended;
    },
    /** Saves one copy, or all that are missing, for a person who is waiting. */
    saveNow: (connectionId: string, id: string | null): Promise<void> =>
      workForPerson(connectionId, {
        ids: id === null ? null : [id],
        again: id !== null && [savedCopies, rescuedFiles].some((files) => files.of(connectionId, id).length > 0),
      }),
    /** Saves these copies first. The rest comes with the next checks. */
    saveThese: (connectionId: string, ids: readonly string[]): Promise<void> =>
      workForPerson(connectionId, { ids, again: false }),
    /** Prepares to save all copies, and returns how many are missing. */
    async beginAll(connectionId: string): Promise<number> {
      refused.set(connectionId, new Set());
      let count = 0;
      for await (const _ of unhurried(wanted(saver, connectionId, all))) count += 1;
      return count;
    },
    /** Tells whether each copy was saved, or was tried and failed for a reason of its own. */
    async isAllTried(connectionId: string): Promise<boolean> {
      const tried = refused.get(connectionId) ?? new Set();
      refused.set(connectionId, tried);
      for await (const { id } of unhurried(wanted(saver, connectionId, all))) if (!tried.has(id)) return false;
      refused.delete(connectionId);
      return true;
    },
    isMissing: (connectionId: string): boolean => wanted(saver, connectionId, null).next().done !== true,
    close: (): void => stopping.abort(),
  };
}

export type Saver = ReturnType<typeof createSaver>;
