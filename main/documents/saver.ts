import type { Problem } from '../../preload/contract/problem.ts';
import type { Clock } from '../clock.ts';
import type { DocumentFact } from '../journal/document-facts.ts';
import type { Journal } from '../journal/journal.ts';
import { problemOfFailure } from '../problem-of.ts';
import type { ServiceDocument } from '../signing/answers/document.ts';
import type { SigningClient } from '../signing/client.ts';
import type { Failure } from '../signing/failure.ts';
import { dueOf } from '../tracking/lifecycle.ts';
import { beginCopy, sweepParts } from './copy-file.ts';
import { copyName, USUAL_PATTERN } from './copy-name.ts';
import { problemOfDisk } from './problem-of-disk.ts';

export type SaverClient = Pick<SigningClient, 'details' | 'download'>;

export interface SaverDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'documentFacts' | 'documents' | 'savedCopies'>;
  readonly clientOf: (connectionId: string) => SaverClient | null;
  /** Where the signed copies of a connection go, and the address its problems name. */
  readonly placeOf: (connectionId: string) => { readonly folder: string; readonly base: string } | null;
  /** What is known about a document changed. */
  readonly onChanged: (connectionId: string, id: string) => void;
  readonly onFault: (error: unknown) => void;
}

/** Looks at details per run. The service allows no polling: the next check continues. */
const LOOKS_PER_RUN = 100;
/** A signed document is larger than its upload: signatures and attachments come with it. */
const LARGEST_BYTES = 250 * 1024 * 1024;
/** The service or the way to it refuses for now: the other documents would meet the same. */
const stops: ReadonlySet<Failure['kind']> = new Set<Failure['kind']>([
  ...(['busy', 'quota', 'unavailable', 'not-allowed', 'captive-portal', 'aborted'] as const),
  ...(['credentials-missing', 'credentials-unreadable', 'credentials-refused', 'client-refused'] as const),
  ...(['sign-in-refused', 'token-refused', 'token-expired', 'key-unusable', 'not-configured'] as const),
]);

/** `stop`: the service refuses for now. `no-folder`: no copy can be written, but the service can still be asked. */
type Step = 'done' | 'stop' | 'no-folder';

const timeOf = (text: string | null): number | null => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
};

/** One copy that a person asks for. `again`: there was one already when they asked. */
interface Wish {
  readonly id: string;
  readonly again: boolean;
}

/** Brings the signed copies home before the service deletes them, and learns who has signed. */
export function createSaver(deps: SaverDeps) {
  const { clock, journal } = deps;
  const { documentFacts: facts, savedCopies } = journal;
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  /** The copies that are missing, the most urgent first. */
  function missing(connectionId: string): readonly DocumentFact[] {
    const saved = savedCopies.latest(connectionId);
    return [...facts.of(connectionId).values()]
      .filter(({ id, status, goneAt }) => status === 'signed' && goneAt === null && !saved.has(id))
      .toSorted((one, other) => (dueOf(one)?.at ?? 0) - (dueOf(other)?.at ?? 0));
  }

  /** A copy that a person sees as saved is saved again: it was moved or changed. */
  function asked(connectionId: string, { id, again }: Wish): readonly DocumentFact[] {
    if (!again) return missing(connectionId).filter((fact) => fact.id === id);
    const fact = facts.find(connectionId, id);
    return fact?.status === 'signed' && fact.goneAt === null ? [fact] : [];
  }

  function keep(connectionId: string, document: ServiceDocument): void {
    facts.keepDetails(connectionId, document.documentId, {
      created: timeOf(document.creationTime),
      started: timeOf(document.startTime),
      completed: timeOf(document.completionTime),
      signees: document.signees.map(
        ({ raw: _raw, email = null, name = null, order = null, status = null, ...rest }) => ({
          ...rest,
          email,
          name,
          order,
          status,
        }),
      ),
    });
    deps.onChanged(connectionId, document.documentId);
  }

  function note(connectionId: string, id: string, problem: Problem | null): void {
    facts.setSaveProblem(connectionId, id, problem);
    deps.onChanged(connectionId, id);
  }

  /** Reads the details and keeps them. Null: there is nothing more to do for this document now. */
  async function look(connectionId: string, id: string, client: SaverClient): Promise<ServiceDocument | Step> {
    const answer = await client.details(id, { signal: stopping.signal });
    if (answer.ok) {
      keep(connectionId, answer.value);
      return answer.value;
    }
    const { failure } = answer;
    if (failure.kind === 'not-found') {
      facts.setGone(connectionId, id, clock.now());
      deps.onChanged(connectionId, id);
      return 'done';
    }
    if (stopping.signal.aborted) return 'stop';
    const unsaved = facts.find(connectionId, id)?.status === 'signed';
    if (unsaved) note(connectionId, id, problemOfFailure(failure, deps.placeOf(connectionId)?.base ?? ''));
    return stops.has(failure.kind) || failure.certainty === 'never-sent' ? 'stop' : 'done';
  }

  async function save(connectionId: string, fact: DocumentFact, client: SaverClient): Promise<Step> {
    const place = deps.placeOf(connectionId);
    if (place === null) return 'stop';
    const { id } = fact;
    let copy: Awaited<ReturnType<typeof beginCopy>>;
    try {
      // Before the service is asked: a folder that cannot be reached costs no request.
      copy = await beginCopy(place.folder);
    } catch (error) {
      note(connectionId, id, problemOfDisk(error, place.folder));
      return 'no-folder';
    }
    try {
      const document = await look(connectionId, id, client);
      if (typeof document === 'string') return document;
      if (document.documentStatus !== 'signed') return 'done';
      if (document.documentUrl === null) {
        note(connectionId, id, { key: 'copy-no-address', params: {} });
        return 'done';
      }
      const target = { url: document.documentUrl, maxBytes: LARGEST_BYTES, write: copy.write };
      const file = await client.download(target, { signal: stopping.signal });
      if (!file.ok) {
        if (stopping.signal.aborted) return 'stop';
        const { failure } = file;
        const onDisk = failure.kind === 'file-unwritable';
        const problem = onDisk ? problemOfDisk(failure.cause, place.folder) : problemOfFailure(failure, place.base);
        note(connectionId, id, problem);
        return onDisk ? 'no-folder' : 'done';
      }
      const kind = await copy.judge();
      if (kind === null) {
        note(connectionId, id, { key: 'copy-not-whole', params: {} });
        return 'done';
      }
      const { sha256, bytes: size } = file.value;
      const name = document.documentName ?? journal.documents.find(connectionId, id)?.entry.name ?? id;
      const named = { name, completedAt: timeOf(document.completionTime) ?? fact.since, kind };
      const path = await copy.place((number) => copyName(USUAL_PATTERN, named, number), sha256);
      savedCopies.add({ connectionId, documentId: id, path, sha256, size, at: clock.now() });
      note(connectionId, id, null);
      return 'done';
    } catch (error) {
      note(connectionId, id, problemOfDisk(error, place.folder));
      return 'no-folder';
    } finally {
      await copy.drop();
    }
  }

  async function work(connectionId: string, only: Wish | null, toRead: readonly string[]): Promise<void> {
    const client = deps.clientOf(connectionId);
    const place = deps.placeOf(connectionId);
    if (client === null || place === null) return;
    const wanted = only === null ? missing(connectionId) : asked(connectionId, only);
    if (wanted.length > 0) await sweepParts(place.folder, clock.now());
    let looks = 0;
    for (const fact of wanted) {
      if (looks >= LOOKS_PER_RUN || stopping.signal.aborted) return;
      looks += 1;
      // oxlint-disable-next-line no-await-in-loop -- one after the other, the most urgent first
      const step = await save(connectionId, fact, client);
      if (step === 'stop') return;
      if (step === 'no-folder') {
        // The others would meet the same: each of them says so.
        const problem = facts.find(connectionId, fact.id)?.saveProblem ?? null;
        for (const other of wanted) note(connectionId, other.id, problem);
        break;
      }
    }
    for (const id of toRead) {
      if (looks >= LOOKS_PER_RUN || stopping.signal.aborted) return;
      looks += 1;
      // oxlint-disable-next-line no-await-in-loop
      if ((await look(connectionId, id, client)) === 'stop') return;
    }
  }

  /** One run per connection at a time: two would save a copy twice. */
  function run(connectionId: string, only: Wish | null, toRead: readonly string[]): Promise<void> {
    const turn = (running.get(connectionId) ?? Promise.resolve())
      .then(() => work(connectionId, only, toRead))
      .catch(deps.onFault);
    running.set(connectionId, turn);
    return turn;
  }

  return {
    /** After a check: saves what is missing, then reads the details of `toRead`. */
    run: (connectionId: string, toRead: readonly string[]): Promise<void> => run(connectionId, null, toRead),
    /** A person wants one copy now, or all that are missing. */
    saveNow: (connectionId: string, id: string | null): Promise<void> =>
      run(connectionId, id === null ? null : { id, again: savedCopies.latest(connectionId).has(id) }, []),
    missing,
    close: (): void => stopping.abort(),
  };
}
