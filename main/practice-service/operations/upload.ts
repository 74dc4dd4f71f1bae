import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { PracticeDocument } from '../document.ts';
import { detailsView } from '../document-view.ts';
import { type Answer, json, type Refusal, refusal } from '../http/exchange.ts';
import type { Call } from '../practice.ts';
import { JURISDICTIONS, PDF_TYPE, SEND_MAIL, SIGNATURE_MODES } from '../rules.ts';
import { newSignee } from '../signing.ts';
import { parseFields, utf8 } from './fields.ts';
import { type Received, receiveFile } from './receive-file.ts';

const uploadSchema = z.object({
  initiatorAliasName: z.string().min(1),
  comment: z.string().default(''),
  sendMail: z.enum(SEND_MAIL).default('others'),
  signatureMode: z.enum(SIGNATURE_MODES).default('timestamp'),
  jurisdiction: z.enum(JURISDICTIONS).default('zertes'),
  scanPredefined: z.boolean().default(false),
});

export async function upload(call: Call): Promise<Answer | Refusal> {
  const { practice, user, origin } = call;
  const { options, records, clock, documents } = practice;
  const received = await receiveFile(call, 'upload');
  if (received.kind === 'refusal') return received;
  const fields = parseFields(uploadSchema, utf8(received.data), {
    records,
    extraAllowed: options.extraParameters,
    what: 'upload',
  });
  if (fields.kind === 'refusal') return fields;
  if (documents.countOfDay(user.companyId) >= options.maxDocumentsPerDay) {
    return refusal('daily-limit', 'The company has created too many documents in the last 24 hours');
  }
  const { scanPredefined, ...properties } = fields.value;
  const found = scanPredefined ? await predefinedPeople(call, received) : noPeople;
  const now = clock.now();
  const document: PracticeDocument = {
    ...properties,
    documentId: randomUUID(),
    owner: user.id,
    companyId: user.companyId,
    initiatorEmail: user.creatorEmail,
    documentName: received.documentName,
    documentMimeType: received.documentMimeType,
    ...received.file,
    creationTime: now,
    startTime: null,
    completionTime: null,
    statusChangedAt: now,
    documentStatus: 'draft',
    extraParameters: fields.extra,
    ...found,
    mails: [],
  };
  documents.put(document);
  records.countUpload(document.sha256);
  const documentUrl = origin + practice.storage.lend(document.documentId);
  return json(options.uploadStatus, detailsView(document, options, documentUrl));
}

type People = Pick<PracticeDocument, 'signees' | 'observers'>;
const noPeople: People = { signees: [], observers: [] };

async function predefinedPeople(call: Call, received: Received): Promise<People> {
  const { sha256 } = received.file;
  const named = call.practice.options.namedInFiles[sha256];
  if (named !== undefined) return { ...noPeople, signees: named.map((email) => newSignee(email, '', null)) };
  if (received.documentMimeType !== PDF_TYPE) return noPeople;
  const { fields, observers } = await call.practice.paper.readPredefined(await call.practice.files.read(sha256));
  return {
    signees: fields.filter(({ email }) => email !== '').map((field) => newSignee(field.email, '', field.signOrder)),
    observers: observers.map(({ email }) => email),
  };
}
