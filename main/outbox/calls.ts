import { limits } from '../../preload/contract/limits.ts';
import { CredentialsFault } from '../problem-of.ts';
import type { ServiceDocument } from '../signing/answers/document.ts';
import type { SigningClient } from '../signing/client.ts';
import { type Failure, waitsForAPerson } from '../signing/failure.ts';
import type { Outcome } from '../signing/outcome.ts';
import type { Answered, Effect, Fact, Seen, Trouble } from '../submission/fact.ts';
import type { Submission } from '../submission/submission.ts';

export type Client = Pick<
  SigningClient,
  'upload' | 'addSignee' | 'details' | 'download' | 'start' | 'update' | 'withdraw' | 'delete' | 'clockSkewMs'
>;

export interface CallDeps {
  readonly client: Client;
  readonly spoolPath: (sha256: string) => string;
  readonly onProgress: (bytes: number, total: number | null) => void;
  readonly signal: AbortSignal;
}

/** Carries out what was decided and says what came of it. */
export async function perform(submission: Submission, effect: Effect, deps: CallDeps): Promise<Fact> {
  const { client, signal } = deps;
  const { stage, documentId, wish } = submission;
  if (effect.kind === 'look') {
    const isCandidate = stage.kind === 'unclear' && stage.step === 'upload';
    return look(effect.documentId, deps, isCandidate);
  }
  if (stage.kind !== 'calling') throw new Error(`Nothing is to be called while ${stage.kind}.`);
  if (stage.step === 'upload') return upload(submission, deps);
  if (documentId === null) throw new Error(`There is no document to ${stage.step}.`);
  switch (stage.step) {
    case 'compare':
      return look(documentId, deps, false);
    case 'add-signee': {
      const signee = wish.signees[submission.signeesAdded];
      if (signee === undefined) throw new Error('There is nobody left to add.');
      const { email, comment, order } = signee;
      const input = {
        email,
        ...(comment === undefined ? {} : { comment }),
        ...(order === undefined ? {} : { signOrder: order }),
      };
      return called(await client.addSignee(documentId, input, { signal }));
    }
    case 'start':
      return called(await client.start(documentId, { signal }));
    case 'update': {
      const changes = { initiatorAliasName: wish.alias, comment: wish.comment, extra: wish.extra };
      return called(await client.update(documentId, changes, { signal }));
    }
    case 'withdraw':
      return called(await client.withdraw(documentId, { signal }));
    default:
      return called(await client.delete(documentId, { signal }));
  }
}

async function upload({ wish }: Submission, { client, spoolPath, onProgress, signal }: CallDeps): Promise<Fact> {
  const { file, alias, comment, sendMail, mode, jurisdiction, scanPredefined, extra } = wish;
  const outcome = await client.upload(
    {
      file: { path: spoolPath(file.sha256), size: file.size, sha256: file.sha256, name: file.name, type: file.type },
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
  return { kind: 'uploaded', answer: answered(outcome, seenOf) };
}

async function look(documentId: string, { client, signal }: CallDeps, isCandidate: boolean): Promise<Fact> {
  const outcome = await client.details(documentId, { signal });
  const answer =
    outcome.ok && isCandidate ? await withContent(outcome.value, client, signal) : answered(outcome, seenOf);
  return { kind: 'seen', documentId, skewMs: client.clockSkewMs(), answer };
}

/** A draft together with the hash of its file, which alone proves whose upload it is. */
export async function withContent(
  document: ServiceDocument,
  client: Client,
  signal: AbortSignal,
): Promise<Answered<Seen>> {
  if (document.documentStatus !== 'draft') return { ok: true, value: seenOf(document) };
  const first = await contentOf(document, client, signal);
  if (first.ok || !isRefused(first.trouble)) return first;
  // The address lives for a short time. Fresh details hold a fresh one.
  const again = await client.details(document.documentId, { signal });
  if (!again.ok) return { ok: false, trouble: troubleOf(again.failure) };
  const second = await contentOf(again.value, client, signal);
  if (second.ok || !isRefused(second.trouble)) return second;
  return { ok: true, value: seenOf(again.value) };
}

/** The storage answered, and will not give the file for this address. */
function isRefused({ certainty, kind }: Trouble): boolean {
  return certainty === 'permanent' || kind === 'unexpected-answer' || kind === 'token-refused';
}

async function contentOf(document: ServiceDocument, client: Client, signal: AbortSignal): Promise<Answered<Seen>> {
  const seen = seenOf(document);
  if (document.documentUrl === null) return { ok: true, value: seen };
  const target = { url: document.documentUrl, maxBytes: limits.fileBytes, write: async () => {} };
  const file = await client.download(target, { signal });
  if (!file.ok) return { ok: false, trouble: troubleOf(file.failure) };
  return { ok: true, value: { ...seen, sha256: file.value.sha256 } };
}

function called(outcome: Outcome<unknown>): Fact {
  return { kind: 'called', answer: answered(outcome, () => null) };
}

function answered<T, U>(outcome: Outcome<T>, read: (value: T) => U) {
  return outcome.ok
    ? ({ ok: true, value: read(outcome.value) } as const)
    : ({ ok: false, trouble: troubleOf(outcome.failure) } as const);
}

/** Without its cause: facts are plain data and are kept. */
function troubleOf({ kind, certainty, details, status, retryAfterMs, cause }: Failure): Trouble {
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

function seenOf(document: ServiceDocument): Seen {
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
    signees: document.signees.map(({ email, order }) => ({
      ...(email === undefined ? {} : { email }),
      ...(order === undefined ? {} : { order }),
    })),
  };
}
