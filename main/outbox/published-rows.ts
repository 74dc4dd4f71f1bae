import { isLeftPractice, limits } from '../../preload/contract/limits.ts';
import type { OutboxNews, OutboxState, SubmissionRow } from '../../preload/contract/submission.ts';
import type { SpoolUse } from '../intake/spool.ts';
import type { Journal } from '../journal/journal.ts';
import { createListeners } from '../state/listeners.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Submission } from '../submission/submission.ts';
import type { Clock } from '../time/clock.ts';
import { toRow } from './row.ts';
import { tallyOf } from './tally.ts';
import type { Worker } from './worker.ts';

export interface PublishedRowsDeps {
  readonly clock: Clock;
  readonly state: PublishedState;
  readonly journal: Pick<Journal, 'submissions' | 'pages' | 'documents' | 'documentFacts' | 'people'>;
  /** Reports to the list that a row changed, or only how much of its file is uploaded. */
  readonly onRow: (submission: Submission) => void;
  readonly onUploadProgress: (id: string) => void;
  readonly worker: () => Pick<Worker, 'breakerOf' | 'budgetOf' | 'allOpen' | 'openOne'>;
  readonly spoolUse: () => SpoolUse;
}

/** A person who never names a sender has none in the latest submissions. */
const ALIAS_ROWS = 20;
/** Uploads report many times a second. A person sees ten changes. */
const flushMs = 100;

interface UploadProgress {
  readonly bytes: number;
  readonly total: number;
  readonly at: number;
  readonly bytesPerSecond: number;
}

/** Computes the progress and the speed of an upload. Null: too soon after the last figure. */
function progressAfter(
  before: UploadProgress | undefined,
  bytes: number,
  total: number,
  now: number,
): UploadProgress | null {
  const elapsed = before ? now - before.at : 0;
  if (before && elapsed < flushMs && bytes < total) return null;
  const fresh = before && elapsed > 0 ? ((bytes - before.bytes) * 1_000) / elapsed : 0;
  // Smooth the speed: nobody can read a figure that jumps.
  const bytesPerSecond = before?.bytesPerSecond ? 0.7 * before.bytesPerSecond + 0.3 * fresh : fresh;
  return { bytes, total, at: now, bytesPerSecond: Math.max(0, Math.round(bytesPerSecond)) };
}

/** Counts a submission that is started now, or needs a person now. One that already was so before is no news. */
function countNews(news: OutboxNews, now: Submission, before: Submission): OutboxNews {
  const { started, needYou } = news;
  if (isStartedNow(now, before)) return { ...news, started: oneMore(started, now) };
  return needsPerson(now) && !needsPerson(before) ? { ...news, needYou: oneMore(needYou, now) } : news;
}

const isStartedNow = (now: Submission, before: Submission) => hasStarted(now) && !hasStarted(before);

/** Returns the people who may sign at once: all, or the first of an order. */
function askedFirst({ signees }: Submission['wish']) {
  const first = signees.reduce((least, { order = 0 }) => Math.min(least, order), Number.POSITIVE_INFINITY);
  return signees.filter(({ order = 0 }) => order === first);
}

/**
 * Returns the people who are asked first. Null: not the first document of its connection, or the service sends no
 * e-mails for it.
 */
function firstAsked(
  journal: PublishedRowsDeps['journal'],
  { connectionId, wish }: Submission,
): OutboxNews['firstAsked'] {
  const { rows } = journal.pages.page({ connectionId, limit: 2 });
  const asked = askedFirst(wish);
  const [one] = asked;
  // Nothing tells whether the service sends e-mails for a draft that was made elsewhere.
  const isSilent = wish.sendMail === 'none' || wish.file.sha256 === null;
  if (rows.length !== 1 || isSilent || one === undefined) return null;
  return { count: asked.length, name: journal.people.nameOf(one.email) ?? one.email };
}

const noNews: OutboxNews = { started: null, needYou: null, taken: null, firstAsked: null };
const hasStarted = ({ stage }: Submission) => stage.kind === 'done' && stage.as === 'started';
const needsPerson = ({ stage }: Submission) => stage.kind === 'needs-you';
const oneMore = (told: OutboxNews['started'], { wish }: Submission) => ({
  count: (told?.count ?? 0) + 1,
  name: told?.name ?? wish.file.name,
});

/** Reads the rows as the window shows them. */
function createRowReader(
  { clock, state, journal, worker }: PublishedRowsDeps,
  moving: ReadonlyMap<string, UploadProgress>,
) {
  function hostOf(connectionId: string): string {
    const base = state.get().connections.find(({ id }) => id === connectionId)?.fields.base ?? '';
    return URL.parse(base)?.host ?? base;
  }

  const accountOf = (connectionId: string) =>
    state.get().connections.find(({ id }) => id === connectionId)?.username ?? null;

  const replacedBy = ({ redoOf, stage }: Submission) =>
    redoOf === null || stage.kind !== 'held' ? null : (worker().openOne(redoOf) ?? journal.submissions.find(redoOf));

  function row(submission: Submission): SubmissionRow {
    const { bytes, total, bytesPerSecond } = moving.get(submission.id) ?? {};
    const known = bytes !== undefined && total !== undefined && bytesPerSecond !== undefined;
    const progress = known ? { bytes, total, bytesPerSecond } : null;
    const { connectionId, documentId } = submission;
    const listed = documentId === null ? null : journal.documents.find(connectionId, documentId);
    const fact = documentId === null ? null : journal.documentFacts.find(connectionId, documentId);
    const isGone = (fact?.goneAt ?? null) !== null;
    const account = accountOf(connectionId);
    const { nameOf } = journal.people;
    const seen = { now: clock.now(), host: hostOf(connectionId), progress, account, listed, isGone, nameOf };
    return toRow(submission, { ...seen, replaced: replacedBy(submission) });
  }

  return { row, hostOf, accountOf };
}

/** Publishes the state of the outbox and its news to the window, a few times a second. */
export function createPublishedRows(deps: PublishedRowsDeps) {
  const { clock, state, journal, onRow, onUploadProgress, worker, spoolUse } = deps;
  const moving = new Map<string, UploadProgress>();
  const { row, hostOf, accountOf } = createRowReader(deps, moving);
  const newsListeners = createListeners<OutboxNews>();
  let news = noNews;
  let cancelFlush: (() => void) | null = null;

  const isShown = (connectionId: string) => state.get().active === connectionId;

  /** Publishes the outbox of this connection, and how much waits for a person in each. */
  function publishAll(connectionId: string, patch: Partial<OutboxState> = {}): void {
    const circumstances = { connectionId, now: clock.now(), account: accountOf(connectionId), moving };
    const { needsYou, ...tally } = tallyOf(worker().allOpen(), circumstances);
    const { used, limit } = spoolUse();
    const now = {
      ...tally,
      paused: journal.submissions.paused(),
      probeAt: worker().breakerOf(connectionId).probeAt,
      budget: { ...worker().budgetOf(connectionId), limit: limits.documentsPerDay },
      spool: { used, limit },
    };
    const present = new Set(state.get().connections.flatMap((one) => (isLeftPractice(one) ? [] : [one.id])));
    state.publish({
      outbox: { ...state.get().outbox, ...now, ...patch },
      needsYou: Object.fromEntries([...needsYou].filter(([id]) => present.has(id))),
    });
  }

  /** Publishes this much of the outbox, and counts no rows anew. */
  function publish(patch: Partial<OutboxState>): void {
    state.publish({ outbox: { ...state.get().outbox, ...patch } });
  }

  function schedule(): void {
    cancelFlush ??= clock.after(flushMs, flush);
  }

  function flush(): void {
    cancelFlush = null;
    const { active } = state.get();
    if (active === null) return;
    publishAll(active);
    if (news !== noNews) newsListeners.tell(news);
    news = noNews;
  }

  return {
    row,
    hostOf,
    onNews: newsListeners.listen,
    /** Publishes the outbox of this connection, because another one is shown or everything may have changed. */
    follow(connectionId: string): void {
      news = noNews;
      const { rows } = journal.pages.page({ connectionId, limit: ALIAS_ROWS });
      const alias = rows.find(({ wish }) => wish.alias.trim() !== '')?.wish.alias ?? '';
      publishAll(connectionId, { alias });
    },
    changed(submission: Submission, before: Submission | null): void {
      if (submission.stage.kind !== 'calling') moving.delete(submission.id);
      onRow(submission);
      if (isShown(submission.connectionId)) {
        if (before !== null) news = countNews(news, submission, before);
        else if (submission.origin === 'folder') news = { ...news, taken: oneMore(news.taken, submission) };
        if (before !== null && isStartedNow(submission, before))
          news = { ...news, firstAsked: firstAsked(journal, submission) };
        const { alias } = submission.wish;
        if (before === null && alias.trim() !== '' && alias !== state.get().outbox.alias) publish({ alias });
      }
      schedule();
    },
    progress(id: string, bytes: number, total: number | null): void {
      const submission = worker().openOne(id);
      if (submission === null || total === null) return;
      const next = progressAfter(moving.get(id), bytes, total, clock.now());
      if (next === null) return;
      moving.set(id, next);
      if (!isShown(submission.connectionId)) return;
      onUploadProgress(id);
      schedule();
    },
    /** Publishes the state of the outbox again (paused, waiting for a check). */
    refresh: schedule,
    publish,
    close(): void {
      cancelFlush?.();
    },
  };
}

export type PublishedRows = ReturnType<typeof createPublishedRows>;
