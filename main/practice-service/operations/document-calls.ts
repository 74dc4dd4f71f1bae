import { z } from 'zod';
import { autographPosition, type PracticeDocument } from '../document.ts';
import { detailsView, signeeView } from '../document-view.ts';
import { type Answer, json, noContent, type Refusal, readBody, refusal } from '../http/exchange.ts';
import type { Call } from '../practice.ts';
import { newSignee, start, withdraw } from '../signing.ts';
import { parseFields, utf8 } from './fields.ts';

const updateSchema = z.object({ initiatorAliasName: z.string(), comment: z.string() });

const signeeSchema = z.object({
  email: z.string().regex(/^[^\s@<>"]+@[^\s@<>"]+$/, 'is no e-mail address'),
  comment: z.string().default(''),
  signOrder: z.int().min(0).nullable().default(null),
  autographPosition: autographPosition.nullable().default(null),
});

const owned = (call: Call): PracticeDocument | undefined => {
  const document = call.practice.documents.find(call.documentId);
  return document?.owner === call.user.id ? document : undefined;
};

const notFound = refusal('not-found', 'There is no such document');
const wrongStatus = (document: PracticeDocument, done: string) =>
  refusal('wrong-status', `A document in status ${document.documentStatus} cannot be ${done}`);

/** Refuses one participant more than a document has place for. Null: there is place. */
export function tooMany({ practice }: Call, { documentId, signees, observers }: PracticeDocument): Refusal | null {
  const { options, records } = practice;
  const most = options.maxParticipants;
  if (signees.length + observers.length < most) return null;
  records.breach('participants', `more than ${most} in ${documentId}`);
  return refusal('too-many-participants', `A document has at most ${most} participants`);
}

export function details(call: Call): Answer | Refusal {
  const document = owned(call);
  if (document === undefined) return notFound;
  const { options, storage } = call.practice;
  return json(200, detailsView(document, options, call.origin + storage.lend(document.documentId)));
}

export function startProcess(call: Call): Answer | Refusal {
  const document = owned(call);
  if (document === undefined) return notFound;
  const { records, documents, clock } = call.practice;
  records.countStart(document.documentId, document.sha256);
  if (document.documentStatus !== 'draft') {
    records.breach('started-twice', `${document.documentName} (${document.documentId}) is ${document.documentStatus}`);
    return wrongStatus(document, 'started');
  }
  if (document.signees.length === 0) return refusal('no-signees', 'The document has no signees');
  documents.put(start(document, clock.now()));
  return noContent;
}

export function withdrawDocument(call: Call): Answer | Refusal {
  const document = owned(call);
  if (document === undefined) return notFound;
  if (document.documentStatus !== 'in-progress') return wrongStatus(document, 'withdrawn');
  call.practice.documents.put(withdraw(document, call.practice.clock.now()));
  return noContent;
}

export function deleteDocument(call: Call): Answer | Refusal {
  const document = owned(call);
  if (document === undefined) return notFound;
  const { documentStatus } = document;
  if (documentStatus !== 'draft' && documentStatus !== 'withdrawn') return wrongStatus(document, 'deleted');
  call.practice.documents.remove(document.documentId);
  return noContent;
}

export async function update(call: Call): Promise<Answer | Refusal> {
  const { records, options, documents } = call.practice;
  const fields = parseFields(updateSchema, utf8((await readBody(call)) ?? Buffer.alloc(0)), {
    records,
    extraAllowed: options.extraParameters,
    what: 'update',
  });
  const document = owned(call);
  if (document === undefined) return notFound;
  if (fields.kind === 'refusal') return fields;
  if (document.documentStatus !== 'draft') return wrongStatus(document, 'changed');
  const extraParameters = { ...document.extraParameters, ...fields.extra };
  documents.put({ ...document, ...fields.value, extraParameters });
  return noContent;
}

export async function addSignee(call: Call): Promise<Answer | Refusal> {
  const { records, options, documents } = call.practice;
  const fields = parseFields(signeeSchema, utf8((await readBody(call)) ?? Buffer.alloc(0)), {
    records,
    extraAllowed: [],
    what: 'add signee',
  });
  const document = owned(call);
  if (document === undefined) return notFound;
  if (fields.kind === 'refusal') return fields;
  if (document.documentStatus !== 'draft') return wrongStatus(document, 'given another signee');
  const { email, comment, signOrder } = fields.value;
  const place = options.signaturePlaces ? fields.value.autographPosition : null;
  const added = { ...newSignee(email, comment, signOrder), autographPosition: place };
  const answer = options.signees === 'public' ? signeeView(document, added, options) : fields.value;
  const done = options.addSigneeStatus === 204 ? noContent : json(options.addSigneeStatus, answer);
  if (document.signees.some((signee) => signee.email.toLowerCase() === email.toLowerCase())) {
    if (options.duplicateSignee === 'ignore') return done;
    if (options.duplicateSignee === 'refuse') return refusal('duplicate-signee', `${email} is a signee already`);
  }
  const full = tooMany(call, document);
  if (full !== null) return full;
  documents.put({ ...document, signees: [...document.signees, added] });
  return done;
}
