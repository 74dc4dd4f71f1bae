import type { DocumentFact } from '../journal/document-facts.ts';
import type { ServiceDocument } from '../signing/answers/document.ts';
import type { Failure } from '../signing/failure.ts';
import { createPace } from '../tracking/pace.ts';
import { nodeCopyDisk } from './copy-disk.ts';
import { beginCopy } from './copy-file.ts';
import { createCopyProblems } from './copy-problems.ts';
import { createDetailsKeeper, timeOf } from './details-keeper.ts';
import { lacksCopy } from './missing-copies.ts';
import { problemOfDisk } from './problem-of-disk.ts';
import { problemOfDetails } from './problem-of-download.ts';
import { type OpenCopy, saveCopy } from './save-copy.ts';
import type { CopyPlace, SaverClient, SaverDeps } from './saver-deps.ts';
import type { StorageBreaker } from './storage-breaker.ts';
import { copyState } from './verify-copies.ts';

/** The service or the way to it refuses for now: the other documents would meet the same. */
const stops: ReadonlySet<Failure['kind']> = new Set<Failure['kind']>([
  ...(['busy', 'quota', 'unavailable', 'not-allowed', 'captive-portal', 'aborted'] as const),
  ...(['credentials-missing', 'credentials-unreadable', 'credentials-refused', 'client-refused'] as const),
  ...(['sign-in-refused', 'token-refused', 'token-expired', 'key-unusable', 'not-configured'] as const),
]);

/** `stop`: the service refuses for now. `no-copies`: no copy can be saved, but the service can still be asked. */
export type Step = 'saved' | 'done' | 'stop' | 'no-copies';

/** What one run works with. A run ends when another account signs in. */
export interface Run {
  readonly connectionId: string;
  readonly client: SaverClient;
  readonly place: CopyPlace;
  readonly account: string | null;
  /** A person asked: a folder that is gone is created again. */
  readonly asked: boolean;
  readonly storage: StorageBreaker;
}

/** Reads the details of one document, and saves its signed copy. */
export function createDocumentSaver(deps: SaverDeps, stopping: AbortSignal) {
  const { clock, journal, disk = nodeCopyDisk } = deps;
  const { documentFacts: facts, savedCopies } = journal;
  const { note } = createCopyProblems(deps);
  const { keep, markGone } = createDetailsKeeper(deps);
  const pace = createPace(deps);
  const tools = { disk, pause: (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve)) };

  /** Another person signed in, or the app ends: what is asked now would be asked for the wrong account. */
  const isOver = ({ connectionId, account }: Run) => stopping.aborted || deps.accountOf(connectionId) !== account;

  /** Documents that the last look, or a whole list, did not show, by connection and id. */
  const missed = new Set<string>();
  const keyOf = (connectionId: string, id: string) => `${connectionId} ${id}`;

  /** A whole list does not show these. */
  function miss(connectionId: string, ids: readonly string[]): void {
    for (const id of ids) missed.add(keyOf(connectionId, id));
  }

  /** Whether a document that was not found is deleted: a service may not find for a moment what it has. */
  function isProof(connectionId: string, id: string): boolean {
    const isSecond = missed.has(keyOf(connectionId, id));
    miss(connectionId, [id]);
    return isSecond && journal.documentsSeen.find(connectionId, id) === null;
  }

  /** Reads the details and keeps them. A step: there is nothing more to do for this document now. */
  async function look(run: Run, id: string): Promise<ServiceDocument | Step> {
    const { connectionId, client, place } = run;
    if (isOver(run)) return 'stop';
    // A check of another account may have asked for this look before that account signed out.
    if ((facts.find(connectionId, id)?.account ?? run.account) !== run.account) return 'done';
    const answer = await client.details(id, { signal: stopping });
    if (isOver(run)) return 'stop';
    if (answer.ok) {
      missed.delete(keyOf(connectionId, id));
      keep(connectionId, answer.value);
      return answer.value;
    }
    const { failure } = answer;
    // The next run has another client. This says nothing about the document.
    if (failure.kind === 'sign-in-changed') return 'stop';
    if (failure.kind === 'not-found' && isProof(connectionId, id)) {
      missed.delete(keyOf(connectionId, id));
      markGone(connectionId, id);
      return 'done';
    }
    facts.noteFailedRead(connectionId, id, clock.now());
    pace.note(connectionId, answer);
    const fact = facts.find(connectionId, id);
    if (fact?.status === 'signed' && lacksCopy(fact)) note(connectionId, id, problemOfDetails(failure, place.base));
    return stops.has(failure.kind) || failure.certainty === 'never-sent' ? 'stop' : 'done';
  }

  /** Opens a new file in the folder. What is saved in place of a drive that is gone would be hidden when it is back. */
  async function open({ place: { folder, createBelow }, asked }: Pick<Run, 'place' | 'asked'>): Promise<OpenCopy> {
    if (asked || (createBelow !== null && (await disk.isFolder(createBelow)))) await disk.makeFolder(folder);
    return beginCopy(tools, folder);
  }

  /** The account may be connected twice, or anew: a whole copy that it has already is no second one. */
  async function isSavedElsewhere({ connectionId }: Run, id: string): Promise<boolean> {
    const known = new Set(savedCopies.of(connectionId, id).map(({ path }) => path));
    for (const copy of savedCopies.ofOtherConnections(connectionId, id)) {
      // oxlint-disable-next-line no-await-in-loop -- the newest copy is nearly always whole
      if (known.has(copy.path) || 'key' in (await copyState(disk, copy))) continue;
      savedCopies.add({ ...copy, connectionId, at: clock.now() });
      note(connectionId, id, null);
      return true;
    }
    return false;
  }

  async function save(run: Run, { id, since }: DocumentFact, usual: CopyPlace): Promise<Step> {
    const { connectionId, client, storage } = run;
    let own = (await deps.placeOfDocument?.(connectionId, id)) ?? null;
    if (own === null && (await isSavedElsewhere(run, id))) return 'saved';
    let place = own ?? usual;
    let copy: OpenCopy;
    try {
      // Before the service is asked: a folder that cannot be reached costs no request.
      copy = await open({ place, asked: run.asked && own === null }).catch((error: unknown) => {
        if (place === run.place) throw error;
        // A copy in the usual folder is better than none.
        own = null;
        place = run.place;
        return open(run);
      });
    } catch (error) {
      note(connectionId, id, problemOfDisk(error, place.folder));
      return 'no-copies';
    }
    try {
      const document = await look(run, id);
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
          profile: deps.profileOf?.(connectionId, id) ?? '',
        },
        isTaken: (path) => ![null, id].includes(savedCopies.ownerOf(path)),
        signal: stopping,
        clock,
      });
      if (stopping.aborted) return 'stop';
      if (saved.ok) {
        const { path, sha256, size } = saved;
        savedCopies.add({ connectionId, documentId: id, path, sha256, size, at: clock.now() });
        deps.onSaved?.(connectionId, id, path);
      }
      note(connectionId, id, saved.ok ? null : saved.problem);
      if (saved.ok || saved.at === 'document') storage.works();
      if (saved.ok) return 'saved';
      if (saved.at === 'storage') return storage.fails(document.documentUrl) ? 'no-copies' : 'done';
      return saved.at === 'disk' ? 'no-copies' : 'done';
    } finally {
      await copy.drop();
    }
  }

  return { isOver, look, miss, save };
}
