import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { markRecovered } from '../submission/decide/recovered.ts';
import type { Change, Committed, OutboxStore } from '../submission/store.ts';
import { type Submission, submissionSchema } from '../submission/submission.ts';
import { baseOf, jsonText } from './connections.ts';
import type { Events } from './events.ts';
import { detailsOf, faultOf, type JournalFault } from './journal-fault.ts';
import type { Lease } from './lease.ts';
import { inParts } from './parts.ts';
import { connectionWord, wordsIn } from './search-words.ts';
import type { createSettings } from './settings.ts';
import { onDurable, transaction } from './transaction.ts';
import type { Witness } from './witness.ts';

class Stale extends Error {}

export type Stored = Committed & { readonly fault?: JournalFault };

const nameRow = z.object({ name: z.string() });
const underWayRow = z.object({ document_id: z.string() });
const contentRow = z.object({ content: jsonText }).transform(({ content }) => content);
const numberedRow = z.object({ number: z.number() });
const budgetRow = z.object({ count: z.number(), oldest: z.number().nullable() });

/** A whole submission takes longer to read than the key of one. */
const partRows = 50;
const submissionSubject = (id: string) => `submission:${id}`;

/** The stage, or how a done submission ended. */
const stateOf = ({ stage }: Submission): string => (stage.kind === 'done' ? stage.as : stage.kind);

function wordsOf(submission: Submission): string {
  const { connectionId, wish } = submission;
  const people = wish.signees.flatMap(({ email, comment = '' }) => [email, comment]);
  const typed = wordsIn([wish.file.name, wish.comment, ...people].join(' '));
  return `${connectionWord(connectionId)} ${typed}`;
}

/** Null: this version cannot read the submission. It stays in the journal. */
export function readSubmission(found: unknown): Submission | null {
  return contentRow.pipe(submissionSchema).safeParse(found).data ?? null;
}

const readable = (found: readonly unknown[]): Submission[] => found.flatMap((one) => readSubmission(one) ?? []);

/** The columns for searching, beside the JSON of the submission. */
function columnsOf(submission: Submission) {
  return {
    id: submission.id,
    connectionId: submission.connectionId,
    state: stateOf(submission),
    open: submission.stage.kind === 'done' ? 0 : 1,
    revision: submission.revision,
    fileName: submission.wish.file.name.normalize('NFC'),
    sha256: submission.wish.file.sha256,
    documentId: submission.documentId,
    uploadedAt: submission.uploadedAt,
    finishedAt: submission.finishedAt,
    words: wordsOf(submission),
    content: JSON.stringify(submission),
  } satisfies Record<string, SQLInputValue>;
}

const insertSubmission = `
  INSERT INTO submission (id, connection_id, state, open, revision, file_name, sha256, document_id, uploaded_at,
    finished_at, words, content, event)
  VALUES (:id, :connectionId, :state, :open, :revision, :fileName, :sha256, :documentId, :uploadedAt,
    :finishedAt, :words, :content, :event)`;
const updateSubmission = `
  UPDATE submission SET connection_id = :connectionId, state = :state, open = :open, revision = :revision,
    file_name = :fileName, sha256 = :sha256, document_id = :documentId, uploaded_at = :uploadedAt,
    finished_at = :finishedAt, words = :words, content = :content, event = :event
  WHERE id = :id AND revision = :revision - 1`;

export interface SubmissionsDeps {
  readonly events: Events;
  readonly settings: ReturnType<typeof createSettings>;
  readonly witness: Pick<Witness, 'note' | 'newest'>;
  readonly lease: Pick<Lease, 'take' | 'renew'>;
}

/** The outbox's store. It stores each change and its event in one transaction. */
export function createSubmissions(database: DatabaseSync, { events, settings, witness, lease }: SubmissionsDeps) {
  const insert = database.prepare(`${insertSubmission} ON CONFLICT (id) DO NOTHING`);
  const update = database.prepare(updateSubmission);
  const byId = database.prepare('SELECT content FROM submission WHERE id = ?');
  const open = database.prepare(
    'SELECT number, content FROM submission WHERE open = 1 AND number > ? ORDER BY number LIMIT ?',
  );
  const openOrDraft = database.prepare(
    `SELECT number, content FROM submission WHERE (open = 1 OR state = 'draft') AND number > ? ORDER BY number LIMIT ?`,
  );
  const ofAccount = `connection_id IN (
    SELECT :connectionId UNION
    SELECT other.id FROM connection AS other JOIN connection AS one ON one.id = :connectionId
      WHERE other.username = one.username AND ${baseOf('other')} = ${baseOf('one')})`;
  const numbersByName = database.prepare(
    `SELECT number FROM submission WHERE file_name = :name AND ${ofAccount} ORDER BY number`,
  );
  const byNumber = database.prepare('SELECT content FROM submission WHERE number = ?');
  const namesSent = database.prepare(
    `SELECT DISTINCT file_name AS name FROM submission
     WHERE ${ofAccount} AND file_name > :after ORDER BY file_name LIMIT :limit`,
  );
  const byDocument = database.prepare(
    'SELECT content FROM submission WHERE connection_id = ? AND document_id = ? ORDER BY number LIMIT 1',
  );
  const owned = database.prepare('SELECT 1 FROM submission WHERE document_id = ? LIMIT 1');
  const underWay = database.prepare(
    'SELECT document_id FROM submission WHERE connection_id = ? AND document_id IS NOT NULL AND finished_at IS NULL',
  );
  const byContent = database.prepare('SELECT content FROM submission WHERE sha256 = ? ORDER BY number');
  const anyOpen = database.prepare('SELECT 1 FROM submission WHERE open = 1 AND connection_id = ? LIMIT 1');
  const budget = database.prepare(`
    SELECT count(*) AS count, min(uploaded_at) AS oldest FROM submission
    WHERE connection_id = ? AND uploaded_at > ? AND finished_at IS NULL`);

  function write(submission: Submission, at: number, fact: { readonly kind: string }, isNew: boolean): void {
    const columns = columnsOf(submission);
    const seq = events.append({
      at,
      subject: submissionSubject(submission.id),
      kind: fact.kind,
      content: {
        fact,
        stage: submission.stage,
        revision: submission.revision,
        documentId: submission.documentId,
        // The hash of the submission after this event, to find a submission that was changed behind the history's back.
        row: createHash('sha256').update(columns.content).digest('hex'),
      },
    });
    if ((isNew ? insert : update).run({ ...columns, event: seq }).changes !== 1)
      throw new Stale(`${submission.id} has moved on`);
  }

  function durably(work: () => void): Stored {
    try {
      transaction(database, work);
      return { ok: true };
    } catch (error) {
      const details = detailsOf(error);
      return error instanceof Stale
        ? { ok: false, reason: 'stale', details }
        : { ok: false, reason: 'unwritable', details, fault: faultOf(error) };
    }
  }

  /** False until the submissions are rebuilt: until then the witness must keep reporting an older journal. */
  let witnessed = false;

  function noteHead(): void {
    const last = witnessed ? events.head() : null;
    if (last !== null) witness.note(last);
  }
  // Not only submissions: an older profile or folder would send to other people.
  onDurable(database, noteHead);

  let unreadable = 0;

  /** Reads in parts: thousands at once would block the window. */
  function* submissionsInParts(wanted: StatementSync): Generator<readonly Submission[]> {
    unreadable = 0;
    for (let rows = wanted.all(0, partRows); rows.length > 0; ) {
      const found = readable(rows);
      unreadable += rows.length - found.length;
      yield found;
      rows = wanted.all(numberedRow.parse(rows.at(-1)).number, partRows);
    }
  }

  const store = {
    commit: (changes: readonly Change[]): Stored =>
      durably(() => {
        for (const { submission, event } of changes) write(submission, event.at, event.fact, submission.revision === 1);
      }),
    find(id: string): Submission | null {
      const found = byId.get(id);
      return found ? readSubmission(found) : null;
    },
    open(): readonly Submission[] {
      return [...submissionsInParts(open)].flat().toSorted((a, b) => a.acceptedAt - b.acceptedAt);
    },
    /** Thousands may have one name: reads one after the other, as far as the caller goes. */
    *named(connectionId: string, name: string): Generator<Submission> {
      for (const found of numbersByName.all({ connectionId, name: name.normalize('NFC') }))
        yield* readable(byNumber.all(numberedRow.parse(found).number));
    },
    names: (connectionId: string) =>
      inParts<string, string>({
        first: '',
        keyOf: (name) => name,
        read: (after, limit) => namesSent.all({ connectionId, after, limit }).map((found) => nameRow.parse(found).name),
      }),
    ownerOf(connectionId: string, documentId: string): Submission | null {
      const found = byDocument.get(connectionId, documentId);
      return found ? readSubmission(found) : null;
    },
    isOwned: (documentId: string): boolean => owned.get(documentId) !== undefined,
    uploadsSince: (connectionId: string, since: number) => budgetRow.parse(budget.get(connectionId, since)),
    paused: () => settings.get('paused'),
    setPaused: (paused: boolean, at: number): Stored =>
      durably(() => {
        settings.set('paused', paused);
        events.append({ at, subject: 'outbox', kind: paused ? 'paused' : 'resumed', content: {} });
      }),
  } satisfies OutboxStore;

  return {
    ...store,
    /** All submissions that are not done. */
    openInParts: () => submissionsInParts(open),
    /** All submissions that may have changed since an older journal was stored. */
    oldInParts: () => submissionsInParts(openOrDraft),
    /** Also true for a submission that this version cannot read. */
    has: (id: string): boolean => byId.get(id) !== undefined,
    /** How many open submissions this version could not read. */
    unreadable: (): number => unreadable,
    /** Also true for submissions that this version cannot read. */
    hasOpen: (connectionId: string): boolean => anyOpen.get(connectionId) !== undefined,
    /** From now on this computer is the writer of the journal, and the witness records its events. */
    beWitnessed(at: number): Stored {
      const noted = witness.newest();
      const taken = durably(() => {
        // The witness follows this journal from now on, so the history itself keeps that it was replaced.
        if (noted !== null && events.hashAt(noted.seq) !== noted.hash)
          events.append({ at, subject: 'journal', kind: 'replaced', content: noted });
        lease.take(at, { isWitnessed: noted !== null });
      });
      if (!taken.ok) return taken;
      witnessed = true;
      noteHead();
      // Another computer would see the next renewal only minutes later.
      lease.renew(at);
      return taken;
    },
    /** Our documents that no check has shown as finished yet. */
    unfinished: (connectionId: string): ReadonlySet<string> =>
      new Set(underWay.all(connectionId).map((found) => underWayRow.parse(found).document_id)),
    /** Every submission of this content, to warn before sending it twice. */
    ofContent: (sha256: string): readonly Submission[] => readable(byContent.all(sha256)),
    /** Adds submissions from a damaged journal or the spool. Existing ones stay unchanged. */
    restore: (rows: readonly Submission[], now: number): Stored =>
      durably(() => {
        for (const row of rows) if (!byId.get(row.id)) write(markRecovered(row, now), now, { kind: 'recovered' }, true);
      }),
  };
}
