import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import { markRecovered } from '../submission/decide/recovered.ts';
import type { Change, OutboxStore } from '../submission/store.ts';
import { type Submission, submissionSchema } from '../submission/submission.ts';
import { baseOf } from './connections.ts';
import type { Events } from './events.ts';
import type { Lease } from './lease.ts';
import { connectionWord, wordsIn } from './search-words.ts';
import type { createSettings } from './settings.ts';
import { jsonText, statementsOf } from './statements.ts';
import { onDurable, Stale, type Stored, stored } from './transaction.ts';
import type { Witness } from './witness.ts';

export const submissionRow = z.object({ content: jsonText.pipe(submissionSchema) }).transform(({ content }) => content);

/** A whole submission takes longer to read than the key of one. */
const partRows = 50;
/** No limit, for SQLite. */
const ALL = -1;
const submissionSubject = (id: string) => `submission:${id}`;

/** Returns the stage, or how a done submission ended. */
const stateOf = ({ stage }: Submission): string => (stage.kind === 'done' ? stage.as : stage.kind);

function wordsOf(submission: Submission): string {
  const { connectionId, wish } = submission;
  const people = wish.signees.flatMap(({ email, comment = '' }) => [email, comment]);
  const typed = wordsIn([wish.file.name, wish.comment, ...people].join(' '));
  return `${connectionWord(connectionId)} ${typed}`;
}

/** Returns the columns for searching, beside the JSON of the submission. */
function columnsOf(submission: Submission) {
  return {
    id: submission.id,
    connectionId: submission.connectionId,
    state: stateOf(submission),
    open: submission.stage.kind === 'done' ? 0 : 1,
    revision: submission.revision,
    fileName: submission.wish.file.name.normalize('NFC'),
    // No content has this hash: a draft that was made elsewhere is never the same as a file.
    sha256: submission.wish.file.sha256 ?? '',
    documentId: submission.documentId,
    uploadedAt: submission.uploadedAt,
    finishedAt: submission.finishedAt,
    words: wordsOf(submission),
    content: JSON.stringify(submission),
  } satisfies Record<string, SQLInputValue>;
}

/**
 * Documents whose end no check has shown in a list: looks at their details have. What is missed may come back, and people
 * can still sign it, so that is no end.
 */
const endedUnlisted = `
  FROM submission JOIN document_fact AS fact
    ON fact.connection_id = submission.connection_id AND fact.id = submission.document_id
  WHERE submission.connection_id = ? AND finished_at IS NULL
    AND fact.status IN ('signed', 'rejected', 'withdrawn')`;

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

function prepare(database: DatabaseSync) {
  const { ask, each, part, exists } = statementsOf(database);
  const ofAccount = `connection_id IN (
    SELECT ?1 UNION
    SELECT other.id FROM connection AS other JOIN connection AS one ON one.id = ?1
      WHERE other.username = one.username AND ${baseOf('other')} = ${baseOf('one')})`;
  const where = (condition: string) => ask(submissionRow, `SELECT content FROM submission WHERE ${condition}`);
  const partWhere = (condition: string) =>
    part(
      submissionRow,
      `SELECT number, content FROM submission WHERE ${condition} AND number > ? ORDER BY number LIMIT ?`,
    );
  return {
    insert: database.prepare(`${insertSubmission} ON CONFLICT (id) DO NOTHING`),
    update: database.prepare(updateSubmission),
    one: where('id = ?'),
    has: exists('SELECT 1 FROM submission WHERE id = ?'),
    open: partWhere('open = 1'),
    perhapsOld: partWhere(
      `(open = 1 OR state = 'draft' OR (state = 'started' AND NOT EXISTS (SELECT 1 FROM document_fact AS fact
         WHERE fact.connection_id = submission.connection_id AND fact.id = document_id AND fact.status <> 'draft'
           AND fact.since > json_extract(submission.content, '$.startedAt'))))`,
    ),
    numbersByName: ask(
      z.object({ number: z.number() }),
      `SELECT number FROM submission WHERE ${ofAccount} AND file_name = ?2 ORDER BY number`,
    ),
    byNumber: where('number = ?'),
    namesSent: each(
      'name',
      z.object({ name: z.string() }),
      `SELECT DISTINCT file_name AS name FROM submission
       WHERE ${ofAccount} AND file_name > ?2 ORDER BY file_name LIMIT ?3`,
    ),
    ofDocument: where('connection_id = ? AND document_id = ? ORDER BY number LIMIT 1'),
    isOwned: exists('SELECT 1 FROM submission WHERE document_id = ?'),
    underWay: ask(
      z.object({ id: z.string() }),
      `SELECT document_id AS id FROM submission
       WHERE connection_id = ? AND document_id IS NOT NULL AND finished_at IS NULL`,
    ),
    endedUnlisted: ask(z.object({ id: z.string() }), `SELECT document_id AS id ${endedUnlisted}`),
    hasEndedUnlisted: exists(`SELECT 1 ${endedUnlisted} AND document_id = ?`),
    ofContent: where(`${ofAccount} AND sha256 = ?2 ORDER BY number`),
    newerOfContent: where(
      `${ofAccount} AND sha256 = ?2 AND number > coalesce((SELECT number FROM submission WHERE id = ?3), 0)
         AND state NOT IN ('cancelled', 'withdrawn', 'deleted')
       ORDER BY number LIMIT ?4`,
    ),
    hasOpen: exists('SELECT 1 FROM submission WHERE open = 1 AND connection_id = ?'),
    budget: ask(
      z.object({ count: z.number(), oldest: z.number().nullable() }),
      `SELECT count(*) AS count, min(uploaded_at) AS oldest FROM submission
       WHERE connection_id = ? AND uploaded_at > ? AND finished_at IS NULL`,
    ),
  };
}

/** Makes this computer the writer of the journal, whose events the witness records from then on. */
function witnessing(database: DatabaseSync, { events, witness, lease }: Omit<SubmissionsDeps, 'settings'>) {
  /** Whether the submissions are rebuilt. Until then the witness must keep reporting an older journal. */
  let witnessed = false;

  function noteHead(): void {
    const last = witnessed ? events.head() : null;
    if (last !== null) witness.note(last);
  }
  // Not only submissions: an older profile or folder would send to other people.
  onDurable(database, noteHead);

  return function beWitnessed(at: number): Stored {
    const noted = witness.newest();
    const taken = stored(database, () => {
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
  };
}

/** Stores the submissions of the outbox, each change with its event in one transaction. */
export function createSubmissions(database: DatabaseSync, { events, settings, witness, lease }: SubmissionsDeps) {
  const sql = prepare(database);

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
    if ((isNew ? sql.insert : sql.update).run({ ...columns, event: seq }).changes !== 1)
      throw new Stale(`${submission.id} has moved on`);
  }

  let unreadable = 0;

  /** Reads in parts: thousands at once would block the window. */
  function* submissionsInParts(wanted: typeof sql.open): Generator<readonly Submission[]> {
    unreadable = 0;
    for (let part = wanted(0, partRows); part.next !== null; part = wanted(part.next, partRows)) {
      unreadable += part.unreadable;
      yield part.rows;
    }
  }

  const store = {
    commit: (changes: readonly Change[]): Stored =>
      stored(database, () => {
        for (const { submission, event } of changes) write(submission, event.at, event.fact, submission.revision === 1);
      }),
    find: (id: string): Submission | null => sql.one.find(id),
    open: (): readonly Submission[] =>
      [...submissionsInParts(sql.open)].flat().toSorted((a, b) => a.acceptedAt - b.acceptedAt),
    /** Yields submissions with this name one after the other, since thousands may have it. */
    *named(connectionId: string, name: string): Generator<Submission> {
      for (const { number } of sql.numbersByName.all(connectionId, name.normalize('NFC')))
        yield* sql.byNumber.readable(number);
    },
    *names(connectionId: string): Generator<string> {
      for (const { name } of sql.namesSent(connectionId)) yield name;
    },
    ownerOf: (connectionId: string, documentId: string): Submission | null =>
      sql.ofDocument.find(connectionId, documentId),
    isOwned: (documentId: string): boolean => sql.isOwned(documentId),
    uploadsSince: (connectionId: string, since: number) =>
      sql.budget.get(connectionId, since) ?? { count: 0, oldest: null },
    paused: () => settings.get('paused'),
    setPaused: (paused: boolean, at: number): Stored =>
      stored(database, () => {
        settings.set('paused', paused);
        events.append({ at, subject: 'outbox', kind: paused ? 'paused' : 'resumed', content: {} });
      }),
  } satisfies OutboxStore;

  return {
    ...store,
    /** Yields all submissions that are not done. */
    openInParts: () => submissionsInParts(sql.open),
    /**
     * Yields all submissions that may have changed since an older journal was stored. Among them are those whose start
     * no check has shown.
     */
    oldInParts: () => submissionsInParts(sql.perhapsOld),
    /** Returns true also for a submission that this version cannot read. */
    has: (id: string): boolean => sql.has(id),
    /** Counts the open submissions that this version could not read. */
    unreadable: (): number => unreadable,
    /** Returns true also for submissions that this version cannot read. */
    hasOpen: (connectionId: string): boolean => sql.hasOpen(connectionId),
    /** Makes this computer the writer of the journal. The witness records its events from then on. */
    beWitnessed: witnessing(database, { events, witness, lease }),
    /** Returns our documents that no check has shown as finished yet. */
    unfinished: (connectionId: string): ReadonlySet<string> =>
      new Set(sql.underWay.all(connectionId).map(({ id }) => id)),
    /** Returns our documents that have ended, by what looks at their details have shown. */
    endedUnlisted: (connectionId: string): readonly string[] => sql.endedUnlisted.all(connectionId).map(({ id }) => id),
    hasEndedUnlisted: (connectionId: string, documentId: string): boolean =>
      sql.hasEndedUnlisted(connectionId, documentId),
    /** Returns every submission of this content by the account, to warn before sending it twice. */
    ofContent: (sha256: string, connectionId: string): readonly Submission[] =>
      sql.ofContent.readable(connectionId, sha256),
    /** Returns those that came after this one, or after none, without what was cancelled, withdrawn or deleted. */
    newerOfContent: (sha256: string, connectionId: string, after: string | null, limit = ALL): readonly Submission[] =>
      sql.newerOfContent.readable(connectionId, sha256, after, limit),
    /** Adds submissions from a damaged journal or the spool. Existing ones stay unchanged. */
    restore: (rows: readonly Submission[], now: number): Stored =>
      stored(database, () => {
        for (const row of rows) if (!sql.has(row.id)) write(markRecovered(row, now), now, { kind: 'recovered' }, true);
      }),
  };
}
