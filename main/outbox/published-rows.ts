import { limits } from '../../preload/contract/limits.ts';
import type { OutboxState, SubmissionRow } from '../../preload/contract/submission.ts';
import type { Clock } from '../clock.ts';
import type { SpoolUse } from '../intake/spool.ts';
import type { Journal } from '../journal/journal.ts';
import type { PublishedState } from '../published-state.ts';
import type { Submission } from '../submission/submission.ts';
import { toRow } from './row.ts';
import type { Worker } from './worker.ts';

export interface PublishedRowsDeps {
  readonly clock: Clock;
  readonly state: PublishedState;
  readonly journal: Pick<Journal, 'submissions' | 'pages' | 'documents'>;
  readonly outbox: () => Pick<Worker, 'workOf' | 'openOf' | 'openOne'> & { readonly use: () => SpoolUse };
}

/** The latest, whatever their state; older ones are paged. */
const latest = 1_000;
/** Of those that are open, however old. */
const most = 3_000;
/** Reading more at once would hold everything else up. */
const atATime = 100;
/** Bytes move many times a second; a person sees ten. */
const flushMs = 100;

interface Filling {
  readonly open: readonly Submission[];
  readonly before: number | null;
  readonly left: number;
}

interface Moving {
  readonly bytes: number;
  readonly total: number;
  readonly at: number;
  readonly bytesPerSecond: number;
}

/** What the window is shown of the queue: rows that changed, a few times a second, and how the queue stands. */
export function createPublishedRows({ clock, state, journal, outbox }: PublishedRowsDeps) {
  const dirty = new Map<string, Submission>();
  const moving = new Map<string, Moving>();
  let cancelFlush: (() => void) | null = null;
  let cancelFill = () => {};

  const isShown = (connectionId: string) => state.get().active === connectionId;
  function hostOf(connectionId: string): string {
    const base = state.get().connections.find(({ id }) => id === connectionId)?.fields.base ?? '';
    return URL.parse(base)?.host ?? base;
  }

  function row(submission: Submission): SubmissionRow {
    const { bytes, total, bytesPerSecond } = moving.get(submission.id) ?? {};
    const known = bytes !== undefined && total !== undefined && bytesPerSecond !== undefined;
    const progress = known ? { bytes, total, bytesPerSecond } : null;
    const { connectionId, documentId } = submission;
    const connection = state.get().connections.find(({ id }) => id === connectionId);
    const listed = documentId === null ? null : (journal.documents.find(connectionId, documentId)?.entry ?? null);
    const account = connection?.username ?? null;
    return toRow(submission, { now: clock.now(), host: hostOf(connectionId), progress, account, listed });
  }

  function outboxNow(connectionId: string): Partial<OutboxState> {
    const { breaker, budget, waitForCheck } = outbox().workOf(connectionId);
    const { used, limit } = outbox().use();
    return {
      paused: journal.submissions.paused(),
      probeAt: breaker.probeAt,
      budget: { ...budget, limit: limits.documentsPerDay },
      spool: { used, limit },
      waitForCheck,
    };
  }

  function needsYou(): Record<string, number> {
    const counts = state.get().connections.map(({ id }) => {
      const waiting = outbox()
        .openOf(id)
        .filter(({ stage }) => stage.kind === 'needs-you' || stage.kind === 'held');
      return [id, waiting.length] as const;
    });
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  }

  function schedule(): void {
    cancelFlush ??= clock.after(flushMs, flush);
  }

  function flush(): void {
    cancelFlush = null;
    const { active } = state.get();
    const rows = [...dirty.values()].filter(({ connectionId }) => connectionId === active).map(row);
    dirty.clear();
    if (active === null) return;
    state.publishRows(rows, { outbox: { ...state.get().outbox, ...outboxNow(active) }, needsYou: needsYou() });
  }

  /** It may have moved on, or have come to rest, since it was lined up. */
  function asItIsNow(submission: Submission): Submission {
    return outbox().openOne(submission.id) ?? journal.submissions.find(submission.id) ?? submission;
  }

  function fill(connectionId: string, { open, before, left }: Filling): void {
    cancelFill();
    if (open.length === 0 && (before === null || left <= 0)) return;
    cancelFill = clock.after(0, () => {
      if (!isShown(connectionId)) return;
      const page =
        open.length > 0 || before === null
          ? { rows: open.slice(0, atATime).map(asItIsNow), next: before }
          : journal.pages.page({ connectionId, before, limit: atATime });
      state.publishRows(page.rows.map(row));
      const paged = open.length > 0 ? 0 : atATime;
      fill(connectionId, { open: open.slice(atATime), before: page.next, left: left - paged });
    });
  }

  return {
    row,
    hostOf,
    /** Another connection is shown, or everything may have changed. The newest at once, the rest bit by bit. */
    follow(connectionId: string): void {
      dirty.clear();
      const { rows, next } = journal.pages.page({ connectionId, limit: atATime });
      state.publish({
        submissions: rows.map(row),
        outbox: { ...state.get().outbox, ...outboxNow(connectionId) },
        needsYou: needsYou(),
      });
      const open = outbox().openOf(connectionId).slice(-most).toReversed();
      fill(connectionId, {
        open: open.filter(({ id }) => !rows.some((one) => one.id === id)),
        before: next,
        left: latest,
      });
    },
    changed(submission: Submission): void {
      if (submission.stage.kind !== 'calling') moving.delete(submission.id);
      if (isShown(submission.connectionId)) dirty.set(submission.id, submission);
      schedule();
    },
    progress(id: string, bytes: number, total: number | null): void {
      const submission = outbox().openOne(id);
      if (submission === null || total === null) return;
      const now = clock.now();
      const before = moving.get(submission.id);
      const elapsed = before ? now - before.at : 0;
      if (before && elapsed < flushMs && bytes < total) return;
      const fresh = before && elapsed > 0 ? ((bytes - before.bytes) * 1_000) / elapsed : 0;
      // Smoothed: a figure that jumps cannot be read.
      const bytesPerSecond = before?.bytesPerSecond ? 0.7 * before.bytesPerSecond + 0.3 * fresh : fresh;
      moving.set(submission.id, { bytes, total, at: now, bytesPerSecond: Math.max(0, Math.round(bytesPerSecond)) });
      if (!isShown(submission.connectionId)) return;
      dirty.set(submission.id, submission);
      schedule();
    },
    /** Something about the queue as a whole: paused, or what waits for the next check. */
    refresh: schedule,
    publish(patch: Partial<OutboxState>): void {
      state.publish({ outbox: { ...state.get().outbox, ...patch } });
    },
    close(): void {
      cancelFlush?.();
      cancelFill();
    },
  };
}
