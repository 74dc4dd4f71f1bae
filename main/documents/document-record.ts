import { basename } from 'node:path';
import { z } from 'zod';
import { copyVerdict, signatureFigures } from '../../preload/contract/copy-verdict.ts';
import type { DocumentFact } from '../journal/document-facts.ts';
import type { Journal } from '../journal/journal.ts';
import type { SavedCopy } from '../journal/saved-copies.ts';
import { verdictOf } from '../signatures/copy-verdict.ts';
import { chosenPeople } from '../submission/chosen-people.ts';
import type { Submission } from '../submission/submission.ts';
import { endedAt } from '../tracking/lifecycle.ts';
import { statusNow } from '../tracking/status-now.ts';

const moment = z.iso.datetime().nullable();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const person = z.object({
  email: z.string().nullable(),
  name: z.string().nullable(),
  order: z.number().nullable().describe('Counts from 0.'),
  status: z.string().nullable().describe('A word of the service, such as signed.'),
  viewedAt: moment.describe('When this person opened the document.'),
  decidedAt: moment.describe('When this person signed or rejected.'),
  reason: z.string().nullable().describe('Why this person rejected.'),
});

/** A file, by its content. */
export const recordedFile = z.object({ name: z.string(), sha256, size: z.number().int(), at: z.iso.datetime() });

export const recordedSignatures = z
  .object({
    verdict: copyVerdict.shape.kind.describe('In one word: signed and sealed are good.'),
    checkedAt: z.iso.datetime(),
    people: z.number().int().describe('People whose signatures are intact.'),
    seals: z.number().int().describe('Intact seals of organisations.'),
    timeStamps: z.number().int().describe('Intact time stamps of the whole document.'),
    sent: signatureFigures.shape.sent.describe('How the document that was sent is in the copy.'),
  })
  .nullable()
  .describe('What is technically in the file: nothing about legal validity. Null: this content was not checked.');

/**
 * The record of a document for programs: in the receipt beside its signed copy, and by `countersign status`. Null:
 * unknown. Words of the service stay as they are.
 */
export const documentRecord = z.object({
  documentId: z.string(),
  submissionId: z.string().nullable().describe('Null: it was not sent by this computer.'),
  name: z.string(),
  service: z.string().describe('The address of the service.'),
  account: z.string().nullable().describe('The service user.'),
  status: z.string().describe('A word of the service, such as signed.'),
  mode: z.string().nullable().describe('The kind of signature, in a word of the service. Null: unknown.'),
  jurisdiction: z.string().nullable(),
  created: moment,
  started: moment,
  completed: moment.describe('When it was signed, rejected or withdrawn.'),
  signees: z.array(person),
  original: recordedFile
    .extend({ parts: z.array(z.string()).exactOptional().describe('The names of the files that it was made from.') })
    .nullable()
    .describe('The file that was sent, and when it was accepted here.'),
});
export type DocumentRecord = z.infer<typeof documentRecord>;

/** Describes a signed copy on this computer. */
export const copyRecordOf = ({ path, sha256: hash, size, at }: Pick<SavedCopy, 'path' | 'sha256' | 'size' | 'at'>) => ({
  name: basename(path),
  sha256: hash,
  size,
  at: new Date(at).toISOString(),
});

/** Returns the findings of the check of this content. */
export function signaturesRecordOf(
  fact: Pick<DocumentFact, 'signatures'> | null,
  { sha256: hash }: Pick<SavedCopy, 'sha256'>,
): z.infer<typeof recordedSignatures> {
  const figures = fact?.signatures ?? null;
  if (figures === null || figures.sha256 !== hash) return null;
  const { people, seals, timeStamps, sent, at } = figures;
  return { verdict: verdictOf(figures).kind, checkedAt: new Date(at).toISOString(), people, seals, timeStamps, sent };
}

export type RecordJournal = Pick<Journal, 'documentFacts' | 'documents' | 'documentsSeen' | 'submissions'>;

const momentOf = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : new Date(at).toISOString();

/** Returns the status. Null: the service may not have the document, and nobody has seen it. */
function statusOf(submission: Submission | null, seen: string | null, gone: boolean): string | null {
  const { stage, finishedAt } = submission ?? { stage: null, finishedAt: null };
  const done = { end: stage?.kind === 'done' ? stage.as : null, finished: finishedAt !== null };
  const isUnderWay = stage !== null && stage.kind !== 'done';
  return statusNow(done, seen === null ? null : { status: seen, gone }) ?? (isUnderWay ? 'draft' : null);
}

/** Reads what the journal knows of a document. Null: nothing. */
export function documentRecordOf(
  journal: RecordJournal,
  { connectionId, service }: { readonly connectionId: string; readonly service: string },
  id: string,
): DocumentRecord | null {
  const fact = journal.documentFacts.find(connectionId, id);
  const listed = journal.documents.find(connectionId, id) ?? journal.documentsSeen.find(connectionId, id);
  const submission = journal.submissions.ownerOf(connectionId, id);
  const isGone = (fact?.goneAt ?? null) !== null;
  const status = statusOf(submission, fact?.status ?? listed?.documentStatus ?? null, isGone);
  if (status === null) return null;
  const wish = submission?.wish ?? null;
  const content = wish?.file.sha256 ?? null;
  return {
    documentId: id,
    submissionId: submission?.id ?? null,
    name: listed?.name ?? wish?.file.name ?? id,
    service,
    account: fact?.account ?? submission?.account ?? null,
    status,
    mode: wish?.mode ?? fact?.mode ?? null,
    jurisdiction: wish?.jurisdiction ?? fact?.jurisdiction ?? null,
    created: momentOf(fact?.created ?? submission?.uploadedAt),
    started: momentOf(fact?.started ?? submission?.startedAt),
    completed: momentOf(fact === null ? null : endedAt(fact)),
    signees: (fact?.signees ?? chosenPeople(wish)).map(
      ({ email, name, order, status: word, viewedAt, decidedAt, reason = null }) => ({
        email,
        name,
        order,
        status: word,
        viewedAt: momentOf(viewedAt),
        decidedAt: momentOf(decidedAt),
        reason,
      }),
    ),
    original:
      submission === null || content === null
        ? null
        : {
            name: submission.wish.file.name,
            sha256: content,
            size: submission.wish.file.size,
            at: new Date(submission.acceptedAt).toISOString(),
            ...(submission.wish.file.parts === undefined ? {} : { parts: [...submission.wish.file.parts] }),
          },
  };
}
