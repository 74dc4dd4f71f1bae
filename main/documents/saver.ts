import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { DocumentFact } from '../journal/document-facts.ts';
import type { Journal } from '../journal/journal.ts';
import { problemOfFailure } from '../problem-of.ts';
import type { ServiceDocument } from '../signing/answers/document.ts';
import type { SigningClient } from '../signing/client.ts';
import type { Failure } from '../signing/failure.ts';
import type { During } from '../work.ts';
import { type CopyDisk, nodeCopyDisk } from './copy-disk.ts';
import { beginCopy, sweepParts } from './copy-file.ts';
import { copyFolder } from './copy-name.ts';
import { createCopyProblems } from './copy-problems.ts';
import { createDetailsKeeper, timeOf } from './details-keeper.ts';
import { createMissingCopies } from './missing-copies.ts';
import { problemOfDisk } from './problem-of-disk.ts';
import { type OpenCopy, saveCopy } from './save-copy.ts';

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
  readonly journal: Pick<Journal, 'deadlines' | 'documentFacts' | 'documents' | 'savedCopies' | 'settings'>;
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
  /** What is known about a document changed. */
  readonly onChanged: (connectionId: string, id: string) => void;
  readonly onFault: (error: unknown) => void;
  /** Hears of each copy that is being saved. */
  readonly during?: During;
  /** Filled by tests alone. */
  readonly disk?: CopyDisk;
}

/** Looks at details per run. The service allows no polling: the next check continues. */
const LOOKS_PER_RUN = 100;
/** The service or the way to it refuses for now: the other documents would meet the same. */
const stops: ReadonlySet<Failure['kind']> = new Set<Failure['kind']>([
  ...(['busy', 'quota', 'unavailable', 'not-allowed', 'captive-portal', 'aborted'] as const),
  ...(['credentials-missing', 'credentials-unreadable', 'credentials-refused', 'client-refused'] as const),
  ...(['sign-in-refused', 'token-refused', 'token-expired', 'key-unusable', 'not-configured'] as const),
]);

/** `stop`: the service refuses for now. `no-folder`: no copy can be written, but the service can still be asked. */
type Step = 'done' | 'stop' | 'no-folder';

/** Copies that a person asks for: one, these, or all. `again`: there was one already when they asked. */
interface Wish {
  readonly ids: readonly string[] | null;
  readonly again: boolean;
}

/** What one run works with. A run ends when another account signs in. */
interface Turn {
  readonly connectionId: string;
  readonly client: SaverClient;
  readonly place: CopyPlace;
  readonly account: string | null;
  /** A person asked: a folder that is gone is created again. */
  readonly asked: boolean;
}

/** A folder of a profile is our own. It is created where the usual folder is, or may be created. */
const belowFor = (place: CopyPlace, name: string): CopyPlace =>
  name === '' ? place : { ...place, folder: join(place.folder, name), createBelow: place.createBelow ?? place.folder };

/** Brings the signed copies home before the service deletes them, and learns who has signed. */
export function createSaver(deps: SaverDeps) {
  const { clock, journal, disk = nodeCopyDisk } = deps;
  const { documentFacts: facts, savedCopies } = journal;
  const { note, noteAll } = createCopyProblems(deps);
  const { keep, markGone } = createDetailsKeeper(deps);
  const missing = createMissingCopies(deps);
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const tools = { disk, pause: (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve)) };

  /** A copy that a person sees as saved is saved again: it was moved or changed. */
  function* wanted(connectionId: string, wish: Wish | null): Generator<DocumentFact> {
    if (wish === null || wish.ids === null) {
      yield* missing.all(connectionId);
      return;
    }
    for (const id of wish.ids) {
      const fact = facts.find(connectionId, id);
      if (fact?.status !== 'signed' || fact.goneAt !== null || !missing.isOwn(connectionId, fact)) continue;
      if (wish.again || savedCopies.of(connectionId, id).length === 0) yield fact;
    }
  }

  /** Another person signed in, or the app ends: what is asked now would be asked for the wrong account. */
  const isOver = ({ connectionId, account }: Turn) =>
    stopping.signal.aborted || deps.accountOf(connectionId) !== account;

  /** Reads the details and keeps them. A step: there is nothing more to do for this document now. */
  async function look(turn: Turn, id: string): Promise<ServiceDocument | Step> {
    const { connectionId, client, place } = turn;
    if (isOver(turn)) return 'stop';
    // A check of another account may have asked for this look before that account signed out.
    const fact = facts.find(connectionId, id);
    if (fact !== null && !missing.isOwn(connectionId, fact)) return 'done';
    const answer = await client.details(id, { signal: stopping.signal });
    if (isOver(turn)) return 'stop';
    if (answer.ok) {
      keep(connectionId, answer.value);
      return answer.value;
    }
    const { failure } = answer;
    if (failure.kind === 'not-found') {
      markGone(connectionId, id);
      return 'done';
    }
    const { retryAfterMs } = failure;
    if (retryAfterMs !== undefined) journal.deadlines.set(connectionId, 'next-details', clock.now() + retryAfterMs);
    const unsaved = facts.find(connectionId, id)?.status === 'signed';
    if (unsaved) note(connectionId, id, problemOfFailure(failure, place.base));
    return stops.has(failure.kind) || failure.certainty === 'never-sent' ? 'stop' : 'done';
  }

  /** Opens a new file in the folder. What is saved in place of a drive that is gone would be hidden when it is back. */
  async function open({ place: { folder, createBelow }, asked }: Turn): Promise<OpenCopy> {
    if (asked || (createBelow !== null && (await disk.isFolder(createBelow)))) await disk.makeFolder(folder);
    return beginCopy(tools, folder);
  }

  const profileOf = (connectionId: string, id: string) => deps.profileOf?.(connectionId, id) ?? '';

  async function save(turn: Turn, { id, since }: DocumentFact, usual: CopyPlace): Promise<Step> {
    const { connectionId, client } = turn;
    let own = (await deps.placeOfDocument?.(connectionId, id)) ?? null;
    let place = own ?? usual;
    let copy: OpenCopy;
    try {
      // Before the service is asked: a folder that cannot be reached costs no request.
      copy = await open({ ...turn, place, asked: turn.asked && own === null }).catch((error: unknown) => {
        if (place === turn.place) throw error;
        // A copy in the usual folder is better than none.
        own = null;
        place = turn.place;
        return open(turn);
      });
    } catch (error) {
      note(connectionId, id, problemOfDisk(error, place.folder));
      return 'no-folder';
    }
    try {
      const document = await look(turn, id);
      if (typeof document === 'string') return document;
      if (document.documentStatus !== 'signed') return 'done';
      const saved = await saveCopy(client, copy, {
        ...place,
        document,
        pattern: own === null ? journal.settings.get('copyName') : '{name}',
        named: {
          id,
          name: own?.name ?? document.documentName ?? journal.documents.find(connectionId, id)?.name ?? id,
          completedAt: timeOf(document.completionTime) ?? since,
          people: document.signees.flatMap(({ name, email }) => name ?? email ?? []),
          profile: profileOf(connectionId, id),
        },
        isTaken: (path) => ![null, id].includes(savedCopies.ownerOf(path)),
        signal: stopping.signal,
        clock,
      });
      if (stopping.signal.aborted) return 'stop';
      if (saved.ok) {
        const { path, sha256, size } = saved;
        savedCopies.add({ connectionId, documentId: id, path, sha256, size, at: clock.now() });
        deps.onSaved?.(connectionId, id, path);
      }
      note(connectionId, id, saved.ok ? null : saved.problem);
      return !saved.ok && saved.onDisk ? 'no-folder' : 'done';
    } finally {
      await copy.drop();
    }
  }

  async function work(connectionId: string, wish: Wish | null, toRead: readonly string[]): Promise<void> {
    const client = deps.clientOf(connectionId);
    const place = deps.placeOf(connectionId);
    if (client === null || place === null || stopping.signal.aborted) return;
    const turn = { connectionId, client, place, account: deps.accountOf(connectionId), asked: wish !== null };
    const rest = (journal.deadlines.get(connectionId, 'next-details') ?? 0) - clock.now();
    // The service asked to wait. A person need not.
    if (wish === null && rest > 0) {
      const failure = { kind: 'busy', certainty: 'refused', details: '', retryAfterMs: rest } as const;
      await noteAll(connectionId, missing.all(connectionId), problemOfFailure(failure, place.base), {
        isMeant: ({ saveProblem }) => saveProblem === null,
        isOver: () => isOver(turn),
      });
      return;
    }
    const swept = new Set<string>();
    const tried = new Set<string>();
    for (const fact of await missing.firstOf(wanted(connectionId, wish), LOOKS_PER_RUN)) {
      if (isOver(turn)) return;
      tried.add(fact.id);
      const usual = belowFor(place, copyFolder(journal.settings.get('copyName'), profileOf(connectionId, fact.id)));
      // oxlint-disable-next-line no-await-in-loop
      if (!swept.has(usual.folder)) await sweepParts(disk, usual.folder, clock.now());
      swept.add(usual.folder);
      const saving = save(turn, fact, usual);
      // oxlint-disable-next-line no-await-in-loop -- one after the other, the most urgent first
      const step = await (deps.during?.('save', saving) ?? saving);
      const problem = facts.find(connectionId, fact.id)?.saveProblem ?? null;
      if (step !== 'done' && problem !== null && !isOver(turn)) {
        // The others would meet the same: each of them says so.
        const isMeant = ({ id }: DocumentFact) => !tried.has(id);
        // oxlint-disable-next-line no-await-in-loop -- the run ends here
        await noteAll(connectionId, wanted(connectionId, wish), problem, { isMeant, isOver: () => isOver(turn) });
      }
      if (step === 'stop') return;
      if (step === 'no-folder') break;
    }
    let looks = tried.size;
    for (const id of toRead) {
      if (looks >= LOOKS_PER_RUN || isOver(turn)) return;
      looks += 1;
      // oxlint-disable-next-line no-await-in-loop
      if ((await look(turn, id)) === 'stop') return;
    }
  }

  /** One run per connection at a time: two would save a copy twice. */
  function run(connectionId: string, wish: Wish | null, toRead: readonly string[]): Promise<void> {
    const turn = (running.get(connectionId) ?? Promise.resolve())
      .then(() => work(connectionId, wish, toRead))
      .catch(deps.onFault);
    running.set(connectionId, turn);
    return turn;
  }

  return {
    /** After a check: saves what is missing, then reads the details of `toRead`. */
    run: (connectionId: string, toRead: readonly string[]): Promise<void> => run(connectionId, null, toRead),
    /** A person wants one copy now, or all that are missing. */
    saveNow: (connectionId: string, id: string | null): Promise<void> =>
      run(
        connectionId,
        { ids: id === null ? null : [id], again: id !== null && savedCopies.of(connectionId, id).length > 0 },
        [],
      ),
    /** A person wants these copies first. What is left after this run comes with the next checks. */
    saveThese: (connectionId: string, ids: readonly string[]): Promise<void> =>
      run(connectionId, { ids, again: false }, []),
    missing: (connectionId: string): readonly DocumentFact[] => [...missing.all(connectionId)],
    isMissing: (connectionId: string): boolean => missing.all(connectionId).next().done !== true,
    close: (): void => stopping.abort(),
  };
}
