/** Calls for one person of a document that the description does not have. Public clients of such a service use them. */
import { z } from 'zod';
import type { PracticeDocument, Signee } from '../document.ts';
import { observerId, signeeId, signeeView } from '../document-view.ts';
import { type Answer, json, noContent, type Refusal, readBody, refusal } from '../http/exchange.ts';
import type { PersonOperation } from '../options.ts';
import type { Call } from '../practice.ts';
import { DAY } from '../rules.ts';
import { inviteAgain, isTurnOf } from '../signing.ts';
import { tooMany } from './document-calls.ts';
import { parseFields, utf8 } from './fields.ts';

const email = z.string().regex(/^[^\s@<>"]+@[^\s@<>"]+$/, 'is no e-mail address');
const changeSchema = z.object({
  email: email.optional(),
  comment: z.string().optional(),
  language: z.string().optional(),
  signOrder: z.int().min(0).optional(),
});
const observerSchema = z.object({
  email,
  comment: z.string().default(''),
  isAdmin: z.boolean().default(false),
  language: z.string().optional(),
});

const wrongStatus = ({ documentStatus }: PracticeDocument) =>
  refusal('wrong-status', `The people of a document in status ${documentStatus} cannot be changed`);
const nobody = refusal('not-found', 'There is no such person');

const signeeOf = (document: PracticeDocument, id: string): Signee | undefined =>
  document.signees.find((signee) => signeeId(signee) === id);

function resend({ practice, personId }: Call, document: PracticeDocument): Answer | Refusal {
  const { records, documents, clock } = practice;
  const signee = signeeOf(document, personId);
  if (signee === undefined) return nobody;
  if (!isTurnOf(document, signee)) return refusal('wrong-status', 'This person cannot sign now');
  const now = clock.now();
  const isToday = signee.invitedAgain.some((at) => now - at < DAY);
  if (isToday) records.breach('resent-twice', `${signee.email} of ${document.documentId}`);
  documents.put(inviteAgain(document, signee, now));
  return noContent;
}

async function change(call: Call, document: PracticeDocument): Promise<Answer | Refusal> {
  const { options, records, documents } = call.practice;
  const body = utf8((await readBody(call)) ?? Buffer.alloc(0));
  const fields = parseFields(changeSchema, body, { records, extraAllowed: [], what: 'change signee' });
  if (fields.kind === 'refusal') return fields;
  if (document.documentStatus !== 'draft') return wrongStatus(document);
  const before = signeeOf(document, call.personId);
  if (before === undefined) return nobody;
  const given = Object.fromEntries(Object.entries(fields.value).filter(([, value]) => value !== undefined));
  const after = { ...before, ...given };
  documents.put({ ...document, signees: document.signees.map((one) => (one === before ? after : one)) });
  return json(200, signeeView(document, after, options));
}

function remove({ practice, personId }: Call, document: PracticeDocument): Answer | Refusal {
  if (document.documentStatus !== 'draft') return wrongStatus(document);
  const signee = signeeOf(document, personId);
  if (signee === undefined) return nobody;
  practice.documents.put({ ...document, signees: document.signees.filter((one) => one !== signee) });
  return noContent;
}

async function addObserver(call: Call, document: PracticeDocument): Promise<Answer | Refusal> {
  const { records, documents } = call.practice;
  const body = utf8((await readBody(call)) ?? Buffer.alloc(0));
  const fields = parseFields(observerSchema, body, { records, extraAllowed: [], what: 'add observer' });
  if (fields.kind === 'refusal') return fields;
  if (document.documentStatus !== 'draft') return wrongStatus(document);
  const full = tooMany(call, document);
  if (full !== null) return full;
  documents.put({ ...document, observers: [...document.observers, fields.value.email] });
  return json(200, { ...fields.value, observerId: observerId(document, fields.value.email) });
}

function removeObserver({ practice, personId }: Call, document: PracticeDocument): Answer | Refusal {
  if (document.documentStatus !== 'draft') return wrongStatus(document);
  const observer = document.observers.find((one) => observerId(document, one) === personId);
  if (observer === undefined) return nobody;
  practice.documents.put({ ...document, observers: document.observers.filter((one) => one !== observer) });
  return noContent;
}

const runs: Readonly<
  Record<PersonOperation, (call: Call, document: PracticeDocument) => Answer | Refusal | Promise<Answer | Refusal>>
> = {
  'resend-invitation': resend,
  'change-signee': change,
  'remove-signee': remove,
  'add-observer': addObserver,
  'remove-observer': removeObserver,
};

/** Carries out such a call, if this service has it. */
export async function forPerson(operation: PersonOperation, call: Call): Promise<Answer | Refusal> {
  const { options, documents } = call.practice;
  if (!options.operations.includes(operation))
    return { kind: 'answer', status: options.operationMissing, headers: {}, body: '' };
  const document = documents.find(call.documentId);
  if (document?.owner !== call.user.id) return refusal('not-found', 'There is no such document');
  return runs[operation](call, document);
}
