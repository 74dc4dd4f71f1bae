import { isSameName, isSameText } from '../document-name.ts';
import type { Seen } from '../fact.ts';
import type { Candidate, Submission } from '../submission.ts';
import { namesAll } from './compare.ts';

/** The `Date` header and `creationTime` may come from different machines of the service. */
const CLOCKS_DIFFER_MS = 2 * 60_000;
/** The tolerance for recovered submissions: this computer's clock may have been wrong when one was stored. */
const RECOVERED_DIFFER_MS = 2 * 24 * 60 * 60_000;
/** A proxy may deliver an upload again half an hour later. A draft that is younger still is somebody else's. */
const ARRIVES_WITHIN_MS = 60 * 60_000;

/**
 * Compares a document of the same name with a submission. Only content, sender and comment together prove that a draft
 * is this upload: another computer or connection of the account may have sent the same file.
 */
export function likenessOf(
  submission: Submission,
  seen: Seen,
  skewMs: number,
  sha256 = seen.sha256,
): Candidate['likeness'] | null {
  const { file, mode, jurisdiction } = submission.wish;
  if (isTooOld(submission, seen, skewMs)) return null;
  if (submission.recovered) {
    // The document may have been started since, with signees unknown here. Only a different content rules it out.
    if (sha256 === null || seen.status !== 'draft') return 'likely';
    return sha256 === file.sha256 ? 'proven' : null;
  }
  if (!isFreshDraft(submission, seen) || !hasFieldsOf(submission, seen)) return null;
  // Of a draft without a time nobody can say that it is of another day: a person decides.
  if (seen.createdAt === null) return sha256 === null || sha256 === file.sha256 ? 'likely' : null;
  // A person knows whether they have sent the same file once more from elsewhere.
  if (isTooYoung(submission, seen, skewMs)) return sha256 === file.sha256 ? 'likely' : null;
  if (sha256 === null) return 'likely';
  if (sha256 === file.sha256) return isUntouched(submission, seen) ? 'proven' : 'likely';
  // A service may store another file than it received, for example a converted one.
  return seen.mode === mode && seen.jurisdiction === jurisdiction ? 'likely' : null;
}

/** Tells whether it could be this upload, if a content that is not known yet is the right one. */
export function couldBe(submission: Submission, seen: Seen, skewMs: number): boolean {
  return likenessOf(submission, seen, skewMs, seen.sha256 ?? submission.wish.file.sha256) !== null;
}

/** Tells whether this is a draft that a repeated or late upload left behind. We only offer to delete it. */
export function isOrphanOf(submission: Submission, seen: Seen, skewMs: number): boolean {
  const named = seen.name !== null && isSameName(seen.name, submission.wish.file.name);
  if (seen.sha256 !== null && seen.sha256 !== submission.wish.file.sha256) return false;
  const ofType = seen.type === null || seen.type === submission.wish.file.type;
  if (!named || !ofType || seen.createdAt === null || !isUntouched(submission, seen)) return false;
  if (isTooOld(submission, seen, skewMs) || isTooYoung(submission, seen, skewMs)) return false;
  return hasFieldsOf(submission, seen);
}

/**
 * Tells whether nobody can have gone on with the draft elsewhere. The people of the signature fields are there from the
 * upload on: then only those that the person named are as it left them.
 */
export function isUntouched({ wish }: Submission, seen: Seen): boolean {
  if (seen.status !== 'draft') return false;
  if (seen.signees.length === 0) return true;
  const { scanPredefined, mode, jurisdiction } = wish;
  return scanPredefined && seen.mode === mode && seen.jurisdiction === jurisdiction && namesAll(wish, seen);
}

export function isTooOld({ firstSent, recovered }: Submission, { createdAt }: Seen, skewMs: number): boolean {
  if (firstSent === null || createdAt === null) return false;
  const tolerance = recovered ? RECOVERED_DIFFER_MS : CLOCKS_DIFFER_MS;
  return createdAt < firstSent.at + Math.min(firstSent.skewMs, skewMs) - tolerance;
}

/** Tells whether the document was made when no upload of the submission was under way any more. */
function isTooYoung({ firstSent, uploadedAt, changedAt }: Submission, { createdAt }: Seen, skewMs: number): boolean {
  if (firstSent === null || createdAt === null) return false;
  // Checks change the submission as well. Earlier versions did not store when the last upload began.
  const last = Math.max(firstSent.at, firstSent.lastAt ?? uploadedAt ?? changedAt);
  return createdAt > last + Math.max(firstSent.skewMs, skewMs) + ARRIVES_WITHIN_MS;
}

/** Tells whether the answer to an upload could show the draft that this upload has made. */
export function isDraftOfUpload(
  { firstSent, wish }: Submission,
  { since }: { readonly since: number },
  { alias, comment, createdAt }: Seen,
  skewMs: number,
): boolean {
  const skew = Math.min(firstSent?.skewMs ?? skewMs, skewMs);
  if (createdAt !== null && createdAt < since + skew - CLOCKS_DIFFER_MS) return false;
  // A service that changes comments would get uploads without end: only the first one is compared.
  if (firstSent !== null && firstSent.at < since) return true;
  return (alias === null || isSameText(alias, wish.alias)) && (comment === null || isSameText(comment, wish.comment));
}

/** Tells whether nobody has added people to the draft, as an upload leaves it behind. */
function isFreshDraft({ firstSent, wish }: Submission, { status, signees }: Seen): boolean {
  // At an upload the service adds nobody but the people of the signature fields.
  return firstSent !== null && status === 'draft' && (signees.length === 0 || wish.scanPredefined);
}

/**
 * Tells whether sender and comment are those of one of its uploads, as far as the service shows them. Of a file that it
 * has converted, it may show another type.
 */
function hasFieldsOf({ firstSent }: Submission, { alias, comment }: Seen): boolean {
  if (firstSent === null) return false;
  const same = (shown: string | null, sent: string) => shown === null || isSameText(shown, sent);
  return [firstSent, ...firstSent.earlier].some((sent) => same(alias, sent.alias) && same(comment, sent.comment));
}
