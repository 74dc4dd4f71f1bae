import type { BigIntStats } from 'node:fs';
import { basename } from 'node:path';
import type { Change, Committed } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import { mimeTypes } from './content.ts';
import { type Refusal, type Remark, refusalOfSpool } from './refusal.ts';
import type { Spool } from './spool.ts';
import { type Taken, takeFile } from './take.ts';

/** A file somebody handed over, and what is to be done with it once it is known what it is. */
export interface Offer {
  readonly path: string;
  /** As it was when a person looked at it; another file is not taken in its place. */
  readonly seen?: BigIntStats;
  readonly submission: (file: Submission['wish']['file']) => Submission;
}

export type IntakeProgress =
  | { readonly kind: 'copying'; readonly offer: Offer; readonly bytes: number }
  /** Durable: the copy, and the row of the journal. Only now it is ours. */
  | {
      readonly kind: 'accepted';
      readonly offer: Offer;
      readonly submission: Submission;
      readonly remarks: readonly Remark[];
    }
  | { readonly kind: 'refused'; readonly offer: Offer; readonly refusal: Refusal };

export interface IntakeDeps {
  readonly spool: Spool;
  readonly commit: (changes: readonly Change[]) => Committed;
}

interface Ready {
  /** Its place among the files of one gesture. */
  readonly place: number;
  readonly offer: Offer;
  readonly taken: Taken;
  readonly submission: Submission;
}

/** Files that share one transaction and one flush of their names. */
const groupFiles = 32;
/** A group of large files is not waited for. */
const groupBytes = 64 * 1024 * 1024;
/** More at once gains nothing on a disk. */
const atOnce = 4;

/** Files become submissions: many, in a stream, one bad file never in the way of the others. */
export function createIntake({ spool, commit }: IntakeDeps) {
  async function acceptGroup(group: readonly Ready[], report: (progress: IntakeProgress) => void): Promise<void> {
    if (group.length === 0) return;
    const refuseAll = (refusal: Refusal) => {
      for (const { offer } of group) report({ kind: 'refused', offer, refusal });
    };
    try {
      await spool.keep(group.map(({ taken, submission }) => ({ staged: taken.staged, submission })));
    } catch (error) {
      await forget(group);
      refuseAll(refusalOfSpool(error));
      return;
    }
    const committed = commit(
      group.map(({ submission }) => ({
        submission,
        event: { at: submission.acceptedAt, submissionId: submission.id, fact: { kind: 'accepted' } },
      })),
    );
    if (!committed.ok) {
      await forget(group);
      refuseAll({ kind: 'not-recorded', reason: committed.details });
      return;
    }
    for (const { offer, submission, taken } of group)
      report({ kind: 'accepted', offer, submission, remarks: taken.remarks });
  }

  /** They were never acknowledged. What a failing disk does not let go is swept at the next start. */
  async function forget(group: readonly Ready[]): Promise<void> {
    await Promise.allSettled([
      ...group.map(({ taken }) => taken.staged.drop()),
      spool.drop(group.map(({ submission }) => submission)),
    ]);
  }

  return {
    /** Ends when every file was accepted or refused; each is reported once as the one or the other. */
    async take(
      offers: Iterable<Offer> | AsyncIterable<Offer>,
      report: (progress: IntakeProgress) => void,
      signal?: AbortSignal,
    ): Promise<void> {
      const ready: Ready[] = [];
      let bytes = 0;
      let accepting: Promise<void> = Promise.resolve();

      function flush(): Promise<void> {
        // They were read several at once, and the small ones are done first.
        const group = ready.splice(0).toSorted((one, other) => one.place - other.place);
        bytes = 0;
        // One group after the other, while the next is being copied.
        accepting = accepting.then(() => acceptGroup(group, report));
        return accepting;
      }

      async function takeOne(offer: Offer, place: number): Promise<void> {
        const { path, seen, submission } = offer;
        const result = await takeFile(spool, path, {
          onBytes: (done) => report({ kind: 'copying', offer, bytes: done }),
          ...(seen && { seen }),
          ...(signal && { signal }),
        });
        if (!result.ok) {
          report({ kind: 'refused', offer, refusal: result.refusal });
          return;
        }
        const { sha256, size } = result.taken.staged;
        const file = { sha256, size, name: basename(path).normalize('NFC'), type: mimeTypes[result.taken.kind] };
        ready.push({ place, offer, taken: result.taken, submission: submission(file) });
        bytes += size;
        if (ready.length >= groupFiles || bytes >= groupBytes) await flush();
      }

      const running = new Set<Promise<void>>();
      let place = 0;
      for await (const offer of offers) {
        const one = takeOne(offer, place).finally(() => running.delete(one));
        place += 1;
        running.add(one);
        if (running.size >= atOnce) await Promise.race(running);
      }
      await Promise.all(running);
      await flush();
    },
  };
}
