import type { DocumentEntry } from '../../../../preload/contract/document.ts';
import type { State } from '../../../../preload/contract/state.ts';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';

/** One row of the list: a document of the service, a submission of this app, or both. */
export type Entry =
  | { readonly key: string; readonly document: DocumentEntry; readonly submission: null }
  | { readonly key: string; readonly document: DocumentEntry | null; readonly submission: SubmissionRow };

export interface Entries {
  readonly list: readonly Entry[];
  readonly byKey: ReadonlyMap<string, Entry>;
}

type Source = Pick<State, 'documents' | 'submissions'>;

// Caches by object, dropped with the object. An unchanged entry stays the same object, so that its row does not render.
const lists = new WeakMap<Source['submissions'], Entries & Pick<Source, 'documents'>>();
const ofSubmission = new WeakMap<SubmissionRow, Entry>();
const ofDocument = new WeakMap<DocumentEntry, Entry>();
const places = new WeakMap<Source['documents'], ReadonlyMap<string, number>>();

export const nameOf = ({ document, submission }: Entry): string => document?.name ?? submission?.name ?? '';

/**
 * The document when its status is newer than what this app did last. A list read before the start still shows a draft,
 * and one read before a withdrawal still shows the signing.
 */
export function speakingDocument({ document, submission }: Entry): DocumentEntry | null {
  if (document === null || submission === null) return document;
  const { phase, end } = submission;
  if (phase !== 'done') return null;
  return end === 'draft' || (end === 'started' && document.documentStatus !== 'draft') ? document : null;
}

/** The document whose cells the row shows. Null: the submission has more to say, or is all there is. */
export function rowDocument(entry: Entry): DocumentEntry | null {
  const { submission } = entry;
  const hasMore = submission !== null && (submission.problem !== null || submission.orphans.length > 0);
  return hasMore ? null : speakingDocument(entry);
}

export const keyOf = (submissionId: string): string => `submission:${submissionId}`;

/** A submission keeps its key when a check finds its document, so that open details and the focus stay. */
function submissionEntry(submission: SubmissionRow, document: DocumentEntry | null): Entry {
  const known = ofSubmission.get(submission);
  if (known?.document === document) return known;
  const entry = { key: keyOf(submission.id), document, submission };
  ofSubmission.set(submission, entry);
  return entry;
}

function documentEntry(document: DocumentEntry): Entry {
  const known = ofDocument.get(document);
  if (known) return known;
  const entry = { key: document.id, document, submission: null };
  ofDocument.set(document, entry);
  return entry;
}

function placesOf(documents: Source['documents']): ReadonlyMap<string, number> {
  const known = places.get(documents);
  if (known) return known;
  const listed = new Map(documents.map(({ id }, place) => [id, place]));
  places.set(documents, listed);
  return listed;
}

const byName = new Intl.Collator(undefined, { numeric: true });

/**
 * Sorts files of one gesture by name, as in their folder. Otherwise they would be in the order in which the uploads
 * finished, and the service lists them the other way round.
 */
function withGesturesByName(list: readonly Entry[]): readonly Entry[] {
  const sorted: Entry[] = [];
  let from = 0;
  for (const [at, { submission }] of list.entries()) {
    if (submission && submission.acceptedAt === list[at + 1]?.submission?.acceptedAt) continue;
    const gesture = list.slice(from, at + 1).toSorted((one, other) => byName.compare(nameOf(one), nameOf(other)));
    for (const entry of gesture) sorted.push(entry);
    from = at + 1;
  }
  return sorted;
}

/**
 * Merges both lists. Documents keep the order of the service, which reports no times. A submission without a document
 * comes behind the newer ones that have one: new submissions are first, and old cancelled ones are not.
 */
function merge({ documents, submissions }: Source): readonly Entry[] {
  const listed = placesOf(documents);
  const owners = new Map<string, SubmissionRow>();
  const behind = new Map<number, Entry[]>();
  let newer = -1;
  for (const submission of submissions) {
    const { documentId } = submission;
    const at = documentId === null ? undefined : listed.get(documentId);
    if (documentId !== null && at !== undefined && !owners.has(documentId)) {
      owners.set(documentId, submission);
      newer = Math.max(newer, at);
      continue;
    }
    const place = behind.get(newer);
    const entry = submissionEntry(submission, null);
    if (place) place.push(entry);
    else behind.set(newer, [entry]);
  }
  const list = [...(behind.get(-1) ?? [])];
  for (const [at, document] of documents.entries()) {
    const owner = owners.get(document.id);
    list.push(owner ? submissionEntry(owner, document) : documentEntry(document));
    for (const entry of behind.get(at) ?? []) list.push(entry);
  }
  return withGesturesByName(list);
}

export function entriesOf({ documents, submissions }: Source): Entries {
  const known = lists.get(submissions);
  if (known?.documents === documents) return known;
  const list = merge({ documents, submissions });
  const byKey = new Map<string, Entry>();
  for (const entry of list) byKey.set(entry.key, entry);
  const entries = { documents, list, byKey };
  lists.set(submissions, entries);
  return entries;
}
