import type { BigIntStats } from 'node:fs';
import { basename } from 'node:path';
import type { Change, Committed } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import { chunksOf, inLanes, unhurried } from '../time/slices.ts';
import { mimeTypes } from './content.ts';
import { type Refusal, refusalOfSpool } from './refusal.ts';
import type { Spool } from './spool.ts';
import { type Taken, takeFile } from './take-file.ts';

/** One file of a hand-over. `submission` creates its submission after all files are copied. */
export interface Offer {
  readonly path: string;
  /** The file as the person saw it. If the file has changed since, it is refused. */
  readonly seen?: BigIntStats;
  /** The content that was judged. Another content by now is refused. */
  readonly sha256?: string;
  readonly submission: (file: Submission['wish']['file']) => Submission;
  /** Reads the basis of the file outside of the journal again. Runs when its copy is durable. */
  readonly refresh?: () => Promise<void>;
  /** Compares again in the moment of the commit. Returns false if the reasons to send the content no longer hold. */
  readonly isUnchanged?: (sha256: string) => boolean;
}

export type IntakeProgress =
  | { readonly kind: 'copied'; readonly offer: Offer }
  /** The spool copy and the submission are durable: from now on the file is safe with us. */
  | { readonly kind: 'accepted'; readonly offer: Offer; readonly submission: Submission }
  | { readonly kind: 'unwanted'; readonly offer: Offer }
  | { readonly kind: 'refused'; readonly offer: Offer; readonly refusal: Refusal };

export interface IntakeDeps {
  readonly spool: Spool;
  readonly commit: (changes: readonly Change[]) => Committed;
  /** Returns how far the service's clock is ahead. Null: nobody knows yet. */
  readonly skewOf?: (connectionId: string) => number | null;
}

interface Ready {
  readonly offer: Offer;
  readonly taken: Taken;
  readonly submission: Submission;
}

/** Files per transaction and per flush of the spool folder. */
const groupFiles = 32;
/** Copies at the same time. More do not make a disk faster. */
const atOnce = 4;

/**
 * Turns the files of a hand-over into submissions. It copies all files first and stores the submissions together, so
 * that they appear together and share one time for Undo. A refused file does not stop the others.
 */
export function createIntake({ spool, commit, skewOf = () => 0 }: IntakeDeps) {
  // A clock that is wrong by days makes the document look older than its submission, once the journal is lost.
  const withSkew = (submission: Submission): Submission => ({
    ...submission,
    acceptedSkewMs: skewOf(submission.connectionId),
  });

  async function acceptGroup(group: readonly Ready[], report: (progress: IntakeProgress) => void): Promise<void> {
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
    // Nothing is waited for between the last look and the commit.
    const looked = await Promise.allSettled(group.map(async ({ offer }) => offer.refresh?.()));
    const wanted = group.filter(
      ({ offer, taken }, at) =>
        looked[at]?.status === 'fulfilled' && offer.isUnchanged?.(taken.staged.sha256) !== false,
    );
    const committed = commit(
      wanted.map(({ submission }) => ({
        submission,
        event: { at: submission.acceptedAt, submissionId: submission.id, fact: { kind: 'accepted' } },
      })),
    );
    if (!committed.ok) {
      await forget(group);
      refuseAll({ kind: 'not-recorded', reason: committed.details });
      return;
    }
    for (const { offer, submission } of wanted) report({ kind: 'accepted', offer, submission });
    const unwanted = group.filter((one) => !wanted.includes(one));
    await forget(unwanted);
    for (const { offer } of unwanted) report({ kind: 'unwanted', offer });
  }

  /** Removes the copies of a group that could not be stored. The next start removes what a failing disk keeps. */
  async function forget(group: readonly Ready[]): Promise<void> {
    if (group.length === 0) return;
    await Promise.allSettled([
      ...group.map(({ taken }) => taken.staged.drop()),
      spool.drop(group.map(({ submission }) => submission)),
    ]);
  }

  return {
    /** Accepts or refuses every file and reports each result once. */
    async take(offers: readonly Offer[], report: (progress: IntakeProgress) => void): Promise<void> {
      const copied = new Map<Offer, Taken>();

      async function copy(offer: Offer): Promise<void> {
        const result = await takeFile(spool, offer.path, offer.seen);
        if (!result.ok) {
          report({ kind: 'refused', offer, refusal: result.refusal });
          return;
        }
        if (offer.sha256 !== undefined && offer.sha256 !== result.taken.staged.sha256) {
          await result.taken.staged.drop().catch(() => undefined);
          report({ kind: 'refused', offer, refusal: { kind: 'changed' } });
          return;
        }
        copied.set(offer, result.taken);
        report({ kind: 'copied', offer });
      }

      await inLanes(offers, atOnce, copy);

      // Small files are copied sooner than large ones: restore the order of the hand-over.
      const ready = offers.flatMap((offer): Ready[] => {
        const taken = copied.get(offer);
        if (!taken) return [];
        const { sha256, size } = taken.staged;
        const file = { sha256, size, name: basename(offer.path).normalize('NFC'), type: mimeTypes[taken.kind] };
        return [{ offer, taken, submission: withSkew(offer.submission(file)) }];
      });
      for await (const group of unhurried(chunksOf(ready, groupFiles))) await acceptGroup(group, report);
    },
  };
}
