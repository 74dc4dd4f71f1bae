import { limits } from '../../preload/contract/limits.ts';
import type { SignPlace } from '../../preload/contract/sending.ts';
import type { UsableAuthorities } from '../../shared/file-demands.ts';
import { foundInFile, problemsOfDemands } from '../intake/found-in-file.ts';
import { CredentialsFault } from '../problems/problem-of.ts';
import type { ServiceDocument } from '../signing/answers/document.ts';
import { takenBack } from '../signing/authorised-call.ts';
import type { SigningClient } from '../signing/client.ts';
import { type Failure, waitsForAPerson } from '../signing/failure.ts';
import type { Outcome } from '../signing/outcome.ts';
import type { LocalFile } from '../signing/requests.ts';
import type { Answered, Effect, Fact, Seen, Trouble } from '../submission/fact.ts';
import { hashOf, type Submission, type Wish } from '../submission/submission.ts';
import type { Pace } from '../tracking/pace.ts';

export type Client = Pick<
  SigningClient,
  | ('scanPredefined' | 'upload' | 'addSignee' | 'details' | 'download')
  | ('start' | 'update' | 'withdraw' | 'delete' | 'clockSkewMs' | 'knownSkewMs')
>;

export interface PacedClientDeps {
  /** Returns the client. Null: this connection cannot be used now. */
  readonly clientOf: (connectionId: string) => Client | null;
  /** The pause that the service asked the account for. Each answer to a reading of details is noted in it. */
  readonly pace: Pick<Pace, 'note' | 'refusal'>;
}

interface CallDeps {
  readonly client: Client;
  readonly spoolPath: (sha256: string) => string;
  readonly onProgress: (bytes: number, total: number | null) => void;
  readonly signal: AbortSignal;
  /** Tells whether it is still wanted. False: the person has taken it back meanwhile. */
  readonly isWanted: () => boolean;
  /** The authorities that the account may use for each signature. */
  readonly usable: UsableAuthorities;
  /** The wishes whose files ask for nothing more than was chosen: an upload that is tried again reads no fields again. */
  readonly readWishes: WeakSet<Wish>;
}

/** Makes the call that was decided and returns its outcome as a fact. */
export async function perform(submission: Submission, effect: Effect, deps: CallDeps): Promise<Fact> {
  const { client, signal, isWanted } = deps;
  const { stage, documentId, wish } = submission;
  if (effect.kind === 'look') {
    return look(effect.documentId, deps);
  }
  if (stage.kind !== 'calling') throw new Error(`Nothing is to be called while ${stage.kind}.`);
  if (stage.step === 'upload') return upload(submission, deps);
  if (documentId === null) throw new Error(`There is no document to ${stage.step}.`);
  switch (stage.step) {
    case 'compare':
      return look(documentId, deps);
    case 'add-signee': {
      const signee = wish.signees[submission.signeesAdded];
      if (signee === undefined) throw new Error('There is nobody left to add.');
      const { email, comment, order, place } = signee;
      const input = {
        email,
        ...(comment === undefined ? {} : { comment }),
        ...(order === undefined ? {} : { signOrder: order }),
        ...(place === undefined ? {} : { autographPosition: toPosition(place) }),
      };
      return toCalledFact(await client.addSignee(documentId, input, { signal }));
    }
    case 'start':
      return toCalledFact(await client.start(documentId, { signal, isWanted }));
    case 'update': {
      const changes = { initiatorAliasName: wish.alias, comment: wish.comment, extra: wish.extra };
      return toCalledFact(await client.update(documentId, changes, { signal }));
    }
    case 'withdraw':
      return toCalledFact(await client.withdraw(documentId, { signal }));
    default:
      return toCalledFact(await client.delete(documentId, { signal }));
  }
}

const toPosition = ({ page, ...box }: SignPlace) => ({ pageNumber: page, ...box });

/** Tells whether the signature fields of a PDF are still to be read, whichever way it came here. */
const lacksReading = (wish: Wish, { readWishes }: CallDeps): boolean =>
  wish.scanPredefined && wish.fieldsRead !== true && wish.file.type === 'application/pdf' && !readWishes.has(wish);

/**
 * Reads the signature fields. Returns the reason not to upload the file, or null. A document that asks for more than a
 * person was shown must not be started, and a draft is started later.
 */
async function findDemand(wish: Wish, file: LocalFile, deps: CallDeps): Promise<Trouble | null> {
  const { client, signal, usable, readWishes } = deps;
  const scan = await client.scanPredefined(file, { signal });
  if (!scan.ok) return troubleOfScan(scan.failure);
  const [problem] = problemsOfDemands(foundInFile(scan.value), wish, usable);
  if (problem !== undefined)
    return { kind: 'asks-more', certainty: 'permanent', details: '', forAPerson: false, problem };
  readWishes.add(wish);
  return null;
}

/** Turns the failure of a scan into one of its upload. A scan changes nothing, so there is nothing to look for. */
function troubleOfScan(failure: Failure): Trouble {
  const { kind, certainty, ...trouble } = toTrouble(failure);
  // The service was asked, the account may use it, and it will never read this file.
  const isAnswered = failure.status !== undefined && kind !== 'not-allowed';
  const isUnread = isAnswered && certainty === 'permanent' && !trouble.forAPerson;
  return {
    ...trouble,
    ...(isUnread && { problem: { key: 'fields-unread', params: {}, details: trouble.details } }),
    // A document that is not found would be gone.
    kind: kind === 'not-found' ? 'unexpected-answer' : kind,
    certainty: certainty === 'unclear' ? 'refused' : certainty,
  };
}

async function upload(submission: Submission, deps: CallDeps): Promise<Fact> {
  const { client, spoolPath, onProgress, signal, isWanted } = deps;
  const { wish } = submission;
  const { alias, comment, sendMail, mode, jurisdiction, scanPredefined, extra } = wish;
  const { size, name, type } = wish.file;
  const sha256 = hashOf(submission);
  const file = { path: spoolPath(sha256), size, sha256, name, type };
  const trouble = lacksReading(wish, deps) ? await findDemand(wish, file, deps) : null;
  if (trouble !== null) return { kind: 'uploaded', answer: { ok: false, trouble } };
  // The reading takes a while, and a person may have taken the file back.
  if (!isWanted()) return { kind: 'uploaded', answer: toAnswer(takenBack, toSeen) };
  const outcome = await client.upload(
    {
      file,
      fields: {
        initiatorAliasName: alias,
        sendMail,
        signatureMode: mode,
        jurisdiction,
        scanPredefined,
        ...(comment === '' ? {} : { comment }),
      },
      extra,
    },
    { onProgress, signal },
  );
  return { kind: 'uploaded', answer: toAnswer(outcome, toSeen), skewMs: client.clockSkewMs() };
}

async function look(documentId: string, { client, signal }: CallDeps): Promise<Fact> {
  const outcome = await client.details(documentId, { signal });
  return { kind: 'seen', documentId, skewMs: client.clockSkewMs(), answer: toAnswer(outcome, toSeen) };
}

/** The most requests for details that one candidate takes. */
export const MOST_LOOKS_EACH = 2;

/** Tells of each request for details: reading one candidate may take several. */
export const countingLooks = (client: Client, onLook: () => void): Client => ({
  ...client,
  details(id, options) {
    onLook();
    return client.details(id, options);
  },
});

/** Returns a client that makes the account's other readers wait as long as an answer to a reading of details asks. */
export function pacedClient(
  { clientOf, pace }: PacedClientDeps,
  connectionId: string,
  signal: AbortSignal,
): Client | null {
  const client = clientOf(connectionId);
  if (client === null) return null;
  return {
    ...client,
    async details(id, options) {
      const answer = await client.details(id, options);
      if (!signal.aborted) pace.note(connectionId, answer);
      return answer;
    },
  };
}

/** Turns a look at a draft of another submission into one that found nothing. */
export function notFound(seen: Omit<Extract<Fact, { readonly kind: 'seen' }>, 'answer'>): Fact {
  const trouble = { kind: 'not-found', certainty: 'permanent', details: '', forAPerson: false } as const;
  return { ...seen, answer: { ok: false, trouble } };
}

/** Reads a document that could be an upload of ours. The file is downloaded only if the details leave that open. */
export async function readCandidate(
  documentId: string,
  client: Client,
  couldBeOurs: (seen: Seen) => boolean | Promise<boolean>,
  signal: AbortSignal,
): Promise<Answered<Seen>> {
  const outcome = await client.details(documentId, { signal });
  if (!outcome.ok || !(await couldBeOurs(toSeen(outcome.value)))) return toAnswer(outcome, toSeen);
  return withContentHash(outcome.value, client, signal);
}

/** Downloads the file of a draft and adds its hash: only the content proves whose upload the draft is. */
async function withContentHash(
  document: ServiceDocument,
  client: Client,
  signal: AbortSignal,
): Promise<Answered<Seen>> {
  if (document.documentStatus !== 'draft') return { ok: true, value: toSeen(document) };
  const first = await contentOf(document, client, signal);
  if (first.ok || !isRefused(first.trouble)) return first;
  // The address of the file expires soon. Fresh details contain a fresh address.
  const again = await client.details(document.documentId, { signal });
  if (!again.ok) return { ok: false, trouble: toTrouble(again.failure) };
  const second = await contentOf(again.value, client, signal);
  if (second.ok || !isRefused(second.trouble)) return second;
  return { ok: true, value: toSeen(again.value) };
}

function isRefused({ certainty, kind }: Trouble): boolean {
  return certainty === 'permanent' || kind === 'unexpected-answer' || kind === 'token-refused';
}

async function contentOf(document: ServiceDocument, client: Client, signal: AbortSignal): Promise<Answered<Seen>> {
  const seen = toSeen(document);
  if (document.documentUrl === null) return { ok: true, value: seen };
  const target = { url: document.documentUrl, maxBytes: limits.fileBytes, write: async () => {} };
  const file = await client.download(target, { signal });
  if (!file.ok) return { ok: false, trouble: toTrouble(file.failure) };
  return { ok: true, value: { ...seen, sha256: file.value.sha256 } };
}

function toCalledFact(outcome: Outcome<unknown>): Fact {
  return { kind: 'called', answer: toAnswer(outcome, () => null) };
}

function toAnswer<T, U>(outcome: Outcome<T>, read: (value: T) => U) {
  return outcome.ok
    ? ({ ok: true, value: read(outcome.value) } as const)
    : ({ ok: false, trouble: toTrouble(outcome.failure) } as const);
}

/** Leaves out the cause of the failure, because facts are stored as plain data. */
function toTrouble({ kind, certainty, details, status, retryAfterMs, cause }: Failure): Trouble {
  return {
    kind,
    certainty,
    details,
    forAPerson: waitsForAPerson(kind),
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(cause instanceof CredentialsFault ? { problem: cause.problem } : {}),
  };
}

export function toSeen(document: ServiceDocument): Seen {
  const createdAt = Date.parse(document.creationTime ?? '');
  return {
    documentId: document.documentId,
    status: document.documentStatus,
    name: document.documentName,
    type: document.documentMimeType,
    mode: document.signatureMode,
    jurisdiction: document.jurisdiction,
    alias: document.initiatorDisplayName,
    comment: document.comment,
    sha256: null,
    createdAt: Number.isNaN(createdAt) ? null : createdAt,
    signees: document.signees.map(({ email, order, place }) => ({
      ...(email === undefined ? {} : { email }),
      ...(order === undefined ? {} : { order }),
      ...(place === undefined ? {} : { place }),
    })),
    observers: document.observers,
  };
}
