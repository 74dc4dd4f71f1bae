import { setImmediate } from 'node:timers/promises';
import { detailsOf } from '../files/error-code.ts';
import { problemOfRefusal } from '../intake/problem-of-refusal.ts';
import type { Submission } from '../submission/submission.ts';
import type { Opened } from './copies.ts';
import type { OutboxParts } from './outbox-parts.ts';
import { askForCheck, bringHome } from './ownership.ts';

/** The time before we look at a failing disk again. */
const REOPEN_MS = 60_000;

/** Opens the spool, and begins with the open submissions. */
async function read(outbox: OutboxParts): Promise<Opened> {
  const { copies, worker, deps } = outbox;
  const opened = await copies.open();
  if (opened.stopped !== null) return opened;
  const found: Submission[] = [];
  for (const part of deps.journal.submissions.openInParts()) {
    if (outbox.isClosed) return opened;
    found.push(...part);
    // oxlint-disable-next-line no-await-in-loop -- lets other work run in between
    await setImmediate();
  }
  if (outbox.isClosed) return opened;
  await worker.start(found.toSorted((a, b) => a.acceptedAt - b.acceptedAt));
  return opened;
}

/** Reports what failed unexpectedly, unless the app ended in the middle of opening, and the journal with it. */
function fault({ deps, isClosed }: OutboxParts, error: unknown): void {
  if (!isClosed) deps.onFault(error);
}

/** Stops for what fails unexpectedly as for a failing disk: nobody would hear of a promise that rejects. */
function stopFor(outbox: OutboxParts, error: unknown): Opened {
  fault(outbox, error);
  const stopped = { kind: 'not-recorded', reason: detailsOf(error) } as const;
  return { stopped, restored: 0, stoppedRows: 0, unreadable: 0 };
}

/** Sweeps before the first intake: until its submission is stored, a new copy looks like one that nobody needs. */
async function sweep(outbox: OutboxParts, opening: Promise<Opened>): Promise<Opened> {
  const opened = await opening;
  if (opened.stopped !== null || outbox.isClosed) return opened;
  // Copies that are left over harm nobody, and the next start sweeps again.
  await outbox.copies.sweep().catch((error: unknown) => fault(outbox, error));
  return opened;
}

/** Opens the spool and the journal. Tries again if the disk refuses: by then it may have room, or answer. */
export function open(outbox: OutboxParts, isFirst = true): void {
  outbox.begun = read(outbox).catch((error: unknown) => stopFor(outbox, error));
  outbox.ready = sweep(outbox, outbox.begun);
  outbox.ready.then((opened) => report(outbox, opened, isFirst)).catch((error) => reportFailed(outbox, error));
}

function reportFailed({ deps, rows }: OutboxParts, error: unknown): void {
  deps.onFault(error);
  rows.publish({ working: false });
  deps.notify({ key: 'queue-stopped', params: {} });
}

function report(outbox: OutboxParts, { stopped, unreadable, restored, stoppedRows }: Opened, isFirst: boolean): void {
  const { deps, rows } = outbox;
  const { journal, folder, notify, state } = deps;
  if (outbox.isClosed) return;
  outbox.isSettled = stopped === null;
  rows.publish({ working: outbox.isSettled });
  if (stopped && deps.durable) {
    outbox.cancelReopen = deps.clock.after(REOPEN_MS, () => open(outbox, false));
    if (!isFirst) return;
    notify(problemOfRefusal(stopped, folder));
  }
  const found = restored + stoppedRows;
  if (deps.older && found > 0) notify({ key: 'journal-older', params: { count: found } });
  const unread = journal.submissions.unreadable();
  if (unread > 0) notify({ key: 'submissions-unreadable', params: { count: unread } });
  if (unreadable > 0) notify({ key: 'spool-unreadable', params: { count: unreadable, folder } });
  const { active, connections } = state.get();
  if (active !== null) {
    rows.follow(active);
    if (found > 0) deps.onRestored();
  }
  for (const { id } of connections)
    bringHome(outbox, id)
      .then(() => askForCheck(outbox, id))
      .catch(deps.onFault);
}
