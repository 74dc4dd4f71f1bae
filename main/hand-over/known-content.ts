import type { TakenBefore } from '../../preload/contract/bulk.ts';
import { limits } from '../../preload/contract/limits.ts';
import { mayBeSame, recipientsOf } from '../../shared/people/recipients.ts';
import type { Journal } from '../journal/journal.ts';
import { mayBeSent } from '../submission/decide/change.ts';
import type { Submission, Wish } from '../submission/submission.ts';

type Facts = Pick<Journal, 'documents' | 'documentFacts'>;

/**
 * A submission of the same content. `live`: it is on its way or signed, or nobody knows, so a second one could be sent
 * twice.
 */
export interface KnownContent {
  readonly submissionId: string;
  readonly name: string;
  /** The time at which it was sent, or else added. */
  readonly at: number;
  readonly state: 'open' | 'sent' | 'stopped';
  readonly live: boolean;
}

/** Ends after which nobody signs the document. */
const stopped: readonly string[] = ['cancelled', 'withdrawn', 'deleted'];

/** Returns the meaning of a submission for another file of the same content. */
export function toKnown(submission: Submission, journal: Facts): KnownContent {
  const { id, connectionId, documentId, acceptedAt, uploadedAt, startedAt, stage, finishedAt, wish } = submission;
  const common = { submissionId: id, name: wish.file.name, at: acceptedAt };
  if (stage.kind !== 'done') return { ...common, state: 'open', live: true };
  // It may have been sent before, whatever became of this one.
  if (stopped.includes(stage.as)) return { ...common, state: 'stopped', live: mayBeSent(submission) };
  // A person who gave the search up knows no more than we do: it may have been sent.
  if (stage.as === 'given-up') return { ...common, state: 'stopped', live: true };
  // A list that is read in pages tells the facts of older documents, and the list itself only of the newest.
  const told =
    finishedAt === null || documentId === null
      ? []
      : [
          journal.documents.find(connectionId, documentId)?.documentStatus,
          journal.documentFacts.find(connectionId, documentId)?.status,
        ];
  const isOver = told.some((status) => status === 'rejected' || status === 'withdrawn');
  return {
    ...common,
    at: startedAt ?? uploadedAt ?? acceptedAt,
    state: 'sent',
    live: !isOver && !wasTakenBack(submission, journal),
  };
}

/**
 * Tells whether a document was withdrawn: the service deleted it too soon after people were still signing it. Later it
 * may have been signed, as the service deletes signed documents by itself.
 */
function wasTakenBack(
  { connectionId, documentId, startedAt, uploadedAt }: Submission,
  { documents, documentFacts }: Facts,
): boolean {
  const fact = documentId === null ? null : documentFacts.find(connectionId, documentId);
  const begun = startedAt ?? uploadedAt;
  if (fact === null || fact.goneAt === null || fact.status === 'signed' || begun === null) return false;
  const lastRunning = documents.lastSeenAs(connectionId, fact.id, 'in-progress') ?? begun;
  const passed = fact.goneAt - Math.max(begun, lastRunning);
  // A clock that was wrong at one of the two proves nothing.
  return passed >= 0 && passed < limits.lifecycleMs.finished;
}

/** Tells how far a submission that still counts is, for a person or a script that has the same file. */
export function howFar(submission: Submission): TakenBefore['state'] {
  const { stage, documentId, firstSent, finishedAt } = submission;
  const isUntouched = documentId === null && firstSent === null && !mayBeSent(submission);
  if (stage.kind === 'done' && stage.as === 'draft') return 'draft';
  if (stage.kind === 'done' && stage.as === 'given-up') return 'perhaps';
  if (stage.kind === 'held' || stage.kind === 'needs-you') return isUntouched ? 'prepared' : 'perhaps';
  return finishedAt === null ? 'under-way' : 'finished';
}

type Submissions = Pick<Journal['submissions'], 'find' | 'ofContent' | 'newerOfContent'>;
type People = Pick<Wish, 'scanPredefined'> & { readonly signees: readonly { readonly email: string }[] };

const recipientsIn = ({ signees, scanPredefined }: People) =>
  recipientsOf(
    signees.map(({ email }) => email),
    scanPredefined,
  );

/** Tells whether two may be for the same people. */
export const isForSame = (one: People, other: People): boolean => mayBeSame(recipientsIn(one), recipientsIn(other));

/** Tells whether people were asked to sign by this submission, or perhaps were. */
const isSent = (one: Submission, journal: Facts): boolean =>
  toKnown(one, journal).live && howFar(one) !== 'prepared' && howFar(one) !== 'draft';

interface Sent {
  readonly id: string;
  readonly recipients: string | null;
}

/**
 * What was sent of a content, up to the submission that was read last, what waited then, and the recipients who get it
 * now.
 */
interface Going {
  last: string | null;
  readonly before: Sent[];
  readonly waited: Sent[];
  readonly now: Set<string | null>;
}

/**
 * Tells of one prepared submission after the other whether its content went to the same people before, or goes to them
 * with these. What it replaces does not count. Each submission is read once: all may have one content.
 */
export function createSentAgain(
  journal: Facts & { readonly submissions: Pick<Submissions, 'find' | 'newerOfContent'> },
) {
  const known = new Map<string, Going>();
  return ({ id, connectionId, redoOf, wish }: Submission): boolean => {
    const { sha256 } = wish.file;
    // What a draft of elsewhere has in it, nobody here knows.
    if (sha256 === null) return false;
    const recipients = recipientsIn(wish);
    const key = `${connectionId} ${sha256}`;
    const going = known.get(key) ?? { last: null, before: [], waited: [], now: new Set() };
    known.set(key, going);
    const newer = journal.submissions.newerOfContent(sha256, connectionId, going.last);
    going.last = newer.at(-1)?.id ?? going.last;
    for (const one of newer)
      (isSent(one, journal) ? going.before : going.waited).push({ id: one.id, recipients: recipientsIn(one.wish) });
    const isOther = (one: Sent) => one.id !== id && one.id !== redoOf && mayBeSame(one.recipients, recipients);
    // A person may have sent one of them since.
    const isSentSince = (one: Sent) => {
      const found = isOther(one) ? journal.submissions.find(one.id) : null;
      return found !== null && isSent(found, journal);
    };
    const goesNow = [...(recipients === null ? going.now : [recipients, null])].some(
      (one) => going.now.has(one) && mayBeSame(one, recipients),
    );
    if (goesNow || going.before.some(isOther) || going.waited.some(isSentSince)) return true;
    going.now.add(recipients);
    return false;
  };
}

/** Finds the latest submission that brought the same content to the same people, and still counts. */
export function findEarlier(
  journal: Facts & { readonly submissions: Pick<Submissions, 'ofContent'> },
  { connectionId, sha256, people }: { readonly connectionId: string; readonly sha256: string; readonly people: People },
): Submission | null {
  const recipients = recipientsIn(people);
  const found = journal.submissions
    .ofContent(sha256, connectionId)
    .findLast((one) => mayBeSame(recipientsIn(one.wish), recipients) && toKnown(one, journal).live);
  return found ?? null;
}

interface Newer {
  last: string | null;
  readonly others: { readonly recipients: string | null; readonly submission: Submission }[];
}

/**
 * Looks in the moment of a hand-over for what else brought the same content to the same people since the person was
 * shown the submissions of it. Each submission is read once: the files of one hand-over may all have one content.
 */
export function createNewerContent(
  journal: Facts & { readonly submissions: Pick<Submissions, 'newerOfContent'> },
  connectionId: string,
) {
  const found = new Map<string, Newer>();
  const own = new Set<string>();
  return {
    /** A submission of this hand-over is nothing that came meanwhile. */
    noteOwn(id: string): void {
      own.add(id);
    },
    /** `shown`: the latest submission of the content that the person was shown. */
    has(sha256: string, people: People, shown: string | null): boolean {
      const key = `${sha256} ${shown ?? ''}`;
      const known = found.get(key) ?? { last: shown, others: [] };
      found.set(key, known);
      const newer = journal.submissions.newerOfContent(sha256, connectionId, known.last);
      known.last = newer.at(-1)?.id ?? known.last;
      for (const submission of newer)
        if (!own.has(submission.id)) known.others.push({ recipients: recipientsIn(submission.wish), submission });
      const recipients = recipientsIn(people);
      return known.others.some((one) => mayBeSame(one.recipients, recipients) && toKnown(one.submission, journal).live);
    },
  };
}
