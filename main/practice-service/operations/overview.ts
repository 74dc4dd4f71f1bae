import { z } from 'zod';
import type { PracticeDocument } from '../document.ts';
import { overviewEntry } from '../document-view.ts';
import { type Answer, json, type Refusal, refusal } from '../http/exchange.ts';
import type { Call, Practice } from '../practice.ts';
import { DOCUMENT_STATUSES, SIGN_STATUSES } from '../rules.ts';
import { signStatus } from '../signing.ts';

const integer = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

const querySchema = z.object({
  offset: integer.default(0),
  limit: integer.optional(),
  order: z.enum(['creationTime asc', 'creationTime desc']).default('creationTime desc'),
  filterDocumentStatus: z.enum(DOCUMENT_STATUSES).optional(),
  filterSignStatus: z.enum(SIGN_STATUSES).optional(),
});

export function overview(call: Call): Answer | Refusal {
  const { options, records, documents, polling } = call.practice;
  for (const name of new Set(call.query.keys())) {
    if (!(name in querySchema.shape)) records.breach('query', `overview has no parameter ${name}`);
  }
  const query = querySchema.safeParse(Object.fromEntries(call.query));
  if (!query.success) {
    records.breach('query', `overview: ${call.query}`);
    return refusal('invalid-request', `The query cannot be understood: ${query.error.issues[0]?.path.join('.') ?? ''}`);
  }
  if (polling.wait(call.user, call.query) > 0) return refusal('polling', 'The overview may be read every 15 minutes');

  const { offset, limit = options.overviewLimit, order, filterDocumentStatus, filterSignStatus } = query.data;
  const found = documents
    .all()
    .filter((document) => document.owner === call.user.id)
    .filter((document) => filterDocumentStatus === undefined || document.documentStatus === filterDocumentStatus)
    .filter((document) => filterSignStatus === undefined || signStatus(document) === filterSignStatus)
    .toSorted((a, b) => a.creationTime - b.creationTime);
  if (order === 'creationTime desc') found.reverse();
  const used = Math.min(limit, options.overviewCap ?? limit);
  const shown = options.views.list(found);
  const page = shown.documents.slice(offset, offset + used);
  return json(200, {
    documents: page.map((document) => entryOf(document, options)),
    pagination: { offset, limit: options.overviewEcho === 'asked' ? limit : used },
    size: options.overviewSize === 'total' ? shown.size : page.length,
  });
}

function entryOf(document: PracticeDocument, options: Practice['options']) {
  const entry = overviewEntry(document, options);
  const lacks = options.overviewSpoils.find(({ name }) => name === document.documentName)?.lacks;
  return lacks === undefined ? entry : { ...entry, [lacks]: undefined };
}
