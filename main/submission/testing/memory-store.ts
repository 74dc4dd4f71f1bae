import type { Change, Committed, OutboxStore, SubmissionEvent } from '../store.ts';
import type { Submission } from '../submission.ts';

/** The committed data: it survives a simulated crash. */
export interface Disk {
  readonly rows: Map<string, Submission>;
  readonly events: SubmissionEvent[];
  paused: boolean;
}

export const emptyDisk = (): Disk => ({ rows: new Map(), events: [], paused: false });

export function createMemoryStore(disk: Disk = emptyDisk()): OutboxStore {
  const all = () => [...disk.rows.values()];
  const done = ({ stage }: Submission) => stage.kind === 'done';
  return {
    commit(changes: readonly Change[]): Committed {
      for (const { submission } of changes) {
        if ((disk.rows.get(submission.id)?.revision ?? 0) + 1 === submission.revision) continue;
        return { ok: false, reason: 'stale', details: submission.id };
      }
      for (const { submission, event } of changes) {
        disk.rows.set(submission.id, submission);
        disk.events.push(event);
      }
      return { ok: true };
    },
    find: (id) => disk.rows.get(id) ?? null,
    open: () =>
      all()
        .filter((one) => !done(one))
        .toSorted((a, b) => a.acceptedAt - b.acceptedAt),
    named: (connectionId, name) =>
      all().filter(
        (one) => one.connectionId === connectionId && one.wish.file.name.normalize('NFC') === name.normalize('NFC'),
      ),
    names: (connectionId) => [
      ...new Set(
        all().flatMap((one) => (one.connectionId === connectionId ? one.wish.file.name.normalize('NFC') : [])),
      ),
    ],
    ownerOf: (connectionId, documentId) =>
      all().find((one) => one.connectionId === connectionId && one.documentId === documentId) ?? null,
    isOwned: (documentId) => all().some((one) => one.documentId === documentId),
    uploadsSince(connectionId, since) {
      const moments = all().flatMap((one) =>
        one.connectionId === connectionId && one.finishedAt === null && (one.uploadedAt ?? 0) > since
          ? [one.uploadedAt ?? 0]
          : [],
      );
      return { count: moments.length, oldest: moments.length === 0 ? null : Math.min(...moments) };
    },
    paused: () => disk.paused,
    setPaused(paused) {
      disk.paused = paused;
      return { ok: true };
    },
  };
}
