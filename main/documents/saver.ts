import { join } from 'node:path';
import type { DocumentFact } from '../journal/document-facts.ts';

import type { Failure } from '../signing/failure.ts';
import { createSlices } from '../time/slices.ts';
import { createPace } from '../tracking/pace.ts';
import { nodeCopyDisk } from './copy-disk.ts';
import { sweepParts } from './copy-file.ts';
import { copyFolder } from './copy-name.ts';
import { createCopyProblems } from './copy-problems.ts';
import { createDocumentSaver, type Run } from './document-saver.ts';
import { createMissingCopies, lacksCopy } from './missing-copies.ts';
import { problemOfDetails } from './problem-of-download.ts';
import { type Bits, createSaveTurns } from './save-turns.ts';
import type { CopyPlace, SaverDeps } from './saver-deps.ts';
import { createStorageBreaker } from './storage-breaker.ts';

/** Looks at details per run. The service allows no polling: the next check continues. */
const LOOKS_PER_RUN = 100;

/** Copies that a person asks for: one, these, or all. `again`: there was one already when they asked. */
interface Request {
  readonly ids: readonly string[] | null;
  readonly again: boolean;
}

/** A folder of a profile is our own. It is created where the usual folder is, or may be created. */
const belowFor = (place: CopyPlace, name: string): CopyPlace =>
  name === '' ? place : { ...place, folder: join(place.folder, name), createBelow: place.createBelow ?? place.folder };

/** Brings the signed copies home before the service deletes them, and learns who has signed. */
export function createSaver(deps: SaverDeps) {
  const { clock, journal, disk = nodeCopyDisk } = deps;
  const { documentFacts: facts, savedCopies } = journal;
  const stopping = new AbortController();
  const { isOver, look, miss, save } = createDocumentSaver(deps, stopping.signal);
  const { noteAll } = createCopyProblems(deps);
  const missing = createMissingCopies(deps);
  const { isSavingAll = () => false } = deps;
  /** Copies that failed for a reason of their own, by connection, since a person wanted all. */
  const refused = new Map<string, Set<string>>();
  const pace = createPace(deps);
  const takeTurn = createSaveTurns(deps.onFault);
  /** One line for all connections of an account: two that save at once would save a document twice. */
  const lineOf = (connectionId: string) =>
    journal.connections.ofSameAccount(connectionId).toSorted()[0] ?? connectionId;
  /** Runs after a check that have not begun, with what they will read. */
  const waiting = new Map<string, { readonly toRead: Set<string>; readonly ended: Promise<void> }>();

  function isWanted(connectionId: string, fact: DocumentFact | null, request: Request | null): fact is DocumentFact {
    if (fact?.status !== 'signed' || fact.goneAt !== null || !missing.isOwn(connectionId, fact)) return false;
    if (request === null) return isSavingAll(connectionId) ? lacksCopy(fact) : !fact.copied;
    return request.again || lacksCopy(fact);
  }

  function* wanted(connectionId: string, request: Request | null): Generator<DocumentFact> {
    if (request === null || request.ids === null) {
      yield* missing.all(connectionId);
      if (request !== null || isSavingAll(connectionId)) yield* missing.damaged(connectionId);
      return;
    }
    for (const id of request.ids) {
      const fact = facts.find(connectionId, id);
      if (isWanted(connectionId, fact, request)) yield fact;
    }
  }

  function runOf(connectionId: string, request: Request | null): Run | null {
    const client = deps.clientOf(connectionId);
    const place = deps.placeOf(connectionId);
    if (client === null || place === null || stopping.signal.aborted) return null;
    const account = deps.accountOf(connectionId);
    return { connectionId, client, place, account, asked: request !== null, storage: createStorageBreaker() };
  }

  /** The service asked to wait: says so at the documents that have no other problem. */
  async function explainPause(run: Run, failure: Failure): Promise<void> {
    await noteAll(run.connectionId, missing.all(run.connectionId), problemOfDetails(failure, run.place.base), {
      isMeant: ({ saveProblem }) => saveProblem === null,
      isOver: () => isOver(run),
    });
  }

  /** The usual folder of a document, without the parts that an app left behind there. */
  async function folderOf({ connectionId, place }: Run, id: string, swept: Set<string>): Promise<CopyPlace> {
    const profile = deps.profileOf?.(connectionId, id) ?? '';
    const usual = belowFor(place, copyFolder(journal.settings.get('copyName'), profile));
    if (!swept.has(usual.folder)) await sweepParts(disk, usual.folder, clock.now());
    swept.add(usual.folder);
    return usual;
  }

  /** Saves what is missing, or what a person wants, then reads the details of `toRead`. */
  async function* work(connectionId: string, request: Request | null, toRead: () => Iterable<string>): Bits {
    const run = runOf(connectionId, request);
    const others = toRead();
    if (run === null) return;
    const refusal = pace.refusal(connectionId);
    // A person need not wait.
    if (request === null && refusal !== null) {
      await explainPause(run, refusal);
      return;
    }
    // Another reader may be told to wait while this run goes on.
    const mustEnd = () => isOver(run) || (request === null && pace.refusal(connectionId) !== null);
    const swept = new Set<string>();
    const tried = new Set<string>();
    for (const { id } of await missing.firstOf(connectionId, wanted(connectionId, request), LOOKS_PER_RUN)) {
      if (mustEnd()) return;
      // What a person asked for in between may have saved it.
      const fact = facts.find(connectionId, id);
      if (!isWanted(connectionId, fact, request)) continue;
      tried.add(id);
      const saving = save(run, fact, await folderOf(run, id, swept));
      const step = await (deps.during?.('save', saving) ?? saving);
      missing.noteTry(connectionId, id, step === 'saved');
      if (step === 'done') refused.get(connectionId)?.add(id);
      const problem = facts.find(connectionId, id)?.saveProblem ?? null;
      if ((step === 'stop' || step === 'no-copies') && problem !== null && !isOver(run)) {
        // The others would meet the same: each of them says so, unless it says what happened to its copy.
        const isMeant = (other: DocumentFact) => !tried.has(other.id) && !other.copied;
        await noteAll(connectionId, wanted(connectionId, request), problem, { isMeant, isOver: () => isOver(run) });
      }
      if (step === 'stop') return;
      if (step === 'no-copies') break;
      yield;
    }
    let looks = tried.size;
    for (const id of others) {
      if (looks >= LOOKS_PER_RUN || mustEnd()) return;
      looks += 1;
      if ((await look(run, id)) === 'stop') return;
      yield;
    }
  }

  const workForPerson = (connectionId: string, request: Request): Promise<void> =>
    takeTurn(
      lineOf(connectionId),
      'people',
      work(connectionId, request, () => []),
    );

  return {
    miss,
    /** After a check: saves what is missing, then reads the details of `toRead`. Joins a run that waits for its turn. */
    run(connectionId: string, toRead: Iterable<string>): Promise<void> {
      const before = waiting.get(connectionId);
      if (before !== undefined) {
        for (const id of toRead) before.toRead.add(id);
        return before.ended;
      }
      const ids = new Set(toRead);
      const begin = () => {
        waiting.delete(connectionId);
        return ids;
      };
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      waiting.set(connectionId, { toRead: ids, ended });
      takeTurn(lineOf(connectionId), 'checks', work(connectionId, null, begin)).then(resolve, deps.onFault);
      return ended;
    },
    /** A person wants one copy now, or all that are missing. */
    saveNow: (connectionId: string, id: string | null): Promise<void> =>
      workForPerson(connectionId, {
        ids: id === null ? null : [id],
        again: id !== null && savedCopies.of(connectionId, id).length > 0,
      }),
    /** A person wants these copies first. What is left after this run comes with the next checks. */
    saveThese: (connectionId: string, ids: readonly string[]): Promise<void> =>
      workForPerson(connectionId, { ids, again: false }),
    /** A person wants all copies. Returns how many are missing. */
    async beginAll(connectionId: string): Promise<number> {
      refused.set(connectionId, new Set());
      const slices = createSlices();
      let count = 0;
      for (const _ of wanted(connectionId, { ids: null, again: false })) {
        count += 1;
        // oxlint-disable-next-line no-await-in-loop -- the pause between two slices
        if (slices.isOver()) await slices.rest();
      }
      return count;
    },
    /** Each copy was saved, or was tried and failed for a reason of its own. */
    async isAllTried(connectionId: string): Promise<boolean> {
      const tried = refused.get(connectionId) ?? new Set();
      refused.set(connectionId, tried);
      const slices = createSlices();
      for (const { id } of wanted(connectionId, { ids: null, again: false })) {
        if (!tried.has(id)) return false;
        // oxlint-disable-next-line no-await-in-loop -- the pause between two slices
        if (slices.isOver()) await slices.rest();
      }
      refused.delete(connectionId);
      return true;
    },
    /** A signed copy is missing and can be saved. */
    isMissing: (connectionId: string): boolean => wanted(connectionId, null).next().done !== true,
    close: (): void => stopping.abort(),
  };
}
