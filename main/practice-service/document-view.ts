/** Documents as answers show them, in the shapes that the options choose. */
import { createHash } from 'node:crypto';
import { timestamp } from './clock.ts';
import type { PracticeDocument, Signee } from './document.ts';
import type { PracticeOptions } from './options.ts';
import { accounts } from './register.ts';
import { PDF_TYPE } from './rules.ts';
import { signeeStatus, signPath, signStatus } from './signing.ts';

const EXTRA = { practiceExtra: { note: 'a field the description does not know', list: [1, null, 'x'] } };

const extra = (options: PracticeOptions) => (options.extraFields ? EXTRA : {});

/** Office files become PDFs after all have signed, unless the options say otherwise. */
export function isConverted(document: PracticeDocument, options: PracticeOptions): boolean {
  const finished = document.documentStatus === 'signed';
  return finished && document.documentMimeType !== PDF_TYPE && options.officeFiles === 'convert';
}

const mimeType = (document: PracticeDocument, options: PracticeOptions) =>
  isConverted(document, options) ? PDF_TYPE : document.documentMimeType;

/** Both statuses. Undocumented values appear only where they do not hide if the document was started. */
function statuses(document: PracticeDocument, options: PracticeOptions) {
  const known = signStatus(document);
  if (!options.unknownEnums) return { documentStatus: document.documentStatus, signStatus: known };
  return {
    documentStatus: document.documentStatus === 'withdrawn' ? 'expired' : document.documentStatus,
    signStatus: known === null ? null : 'escalated',
  };
}

export const signeeId = ({ key }: Signee): string => key.slice(0, 8);
/** How operations name a person in copy. */
export const observerId = ({ documentId }: PracticeDocument, email: string): string =>
  createHash('sha256').update(`${documentId} ${email}`).digest('hex').slice(0, 12);

/** A signee with the names that public clients of such a service use. */
function publicView({ documentId }: PracticeDocument, signee: Signee) {
  const { comment, reason, decision, viewedAt, decidedAt } = signee;
  return {
    signeeId: signeeId(signee),
    documentId,
    // It opens the signing page of this person.
    signUrl: `https://sign.example.test${signPath(signee)}`,
    viewedTime: timestamp(viewedAt),
    signedTime: timestamp(decision === 'signed' ? decidedAt : null),
    completionTime: timestamp(decidedAt),
    initiatorComment: comment,
    signeeComment: reason === '' ? null : reason,
    language: signee.language,
    signatureType: 'signature',
    policy: { canModifyAutographPosition: signee.autographPosition === null },
  };
}

/** A signee in the shape that the options choose. */
export function signeeView(document: PracticeDocument, signee: Signee, options: PracticeOptions) {
  if (options.signees === 'strings') return signee.email;
  const known = {
    email: signee.email,
    signOrder: signee.signOrder,
    signStatus: options.unknownEnums ? 'escalated' : signeeStatus(document, signee),
    ...(signee.autographPosition !== null && { autographPosition: signee.autographPosition }),
  };
  if (options.signees === 'public') return { ...known, ...publicView(document, signee), ...extra(options) };
  return {
    ...known,
    comment: signee.comment,
    signTime: timestamp(signee.decidedAt),
    ...(signee.reason === '' ? {} : { rejectReason: signee.reason }),
    ...extra(options),
  };
}

function orderedView(document: PracticeDocument, options: PracticeOptions) {
  if (options.signeesOrdered === 'empty') return [];
  const sorted = document.signees.toSorted((a, b) => (a.signOrder ?? 0) - (b.signOrder ?? 0));
  if (options.signeesOrdered === 'flat') return sorted.map((signee) => signeeView(document, signee, options));
  const groups = Map.groupBy(sorted, (signee) => signee.signOrder ?? 0);
  return [...groups.values()].map((group) => group.map((signee) => signeeView(document, signee, options)));
}

/** People in copy, and who identifies those who sign, with the names that public clients of such a service use. */
function publicExtras(document: PracticeDocument) {
  const { documentId, observers, signatureMode } = document;
  return {
    observers: observers.map((email, at) => ({
      observerId: observerId(document, email),
      email,
      // It opens the document for this person.
      signUrl: `https://sign.example.test/observe/${documentId}/${at}`,
      documentId,
      viewedTime: null,
      initiatorComment: '',
      language: 'en',
      isAdmin: false,
    })),
    requiredAuthorityService: signatureMode === 'timestamp' ? null : 'ras',
  };
}

export function detailsView(document: PracticeDocument, options: PracticeOptions, documentUrl: string) {
  const company = accounts.find((account) => account.company.id === document.companyId)?.company;
  return {
    documentId: options.views.id(document.documentId),
    documentName: options.views.name(document.documentName),
    documentMimeType: mimeType(document, options),
    documentUrl,
    thumbnailUrl: null,
    companyId: document.companyId,
    creationTime: timestamp(document.creationTime),
    startTime: timestamp(document.startTime),
    completionTime: timestamp(document.completionTime),
    ...statuses(document, options),
    signatureMode: document.signatureMode,
    jurisdiction: document.jurisdiction,
    comment: document.comment,
    initiatorCompanyDisplayName: company?.name ?? '',
    initiatorCompanyIsVerified: true,
    initiatorCompanyVerificationType: options.unknownEnums ? 'handshake' : 'manual',
    initiatorDisplayName: document.initiatorAliasName,
    initiatorDisplayEmail: document.initiatorEmail,
    initiatorSignKey: null,
    signees: document.signees.map((signee) => signeeView(document, signee, options)),
    signeesOrdered: orderedView(document, options),
    attachmentsAllowed: false,
    ...(options.signees === 'public' ? publicExtras(document) : {}),
    ...extra(options),
  };
}

export function overviewEntry(document: PracticeDocument, options: PracticeOptions) {
  return {
    documentId: options.views.id(document.documentId),
    documentName: options.views.name(document.documentName),
    documentMimeType: mimeType(document, options),
    thumbnailUrl: null,
    ...statuses(document, options),
    signKey: null,
    policy: {
      canWithdraw: document.documentStatus === 'in-progress',
      canDelete: document.documentStatus === 'draft' || document.documentStatus === 'withdrawn',
    },
    ...extra(options),
  };
}
