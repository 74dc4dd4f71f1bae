/** Accepting and steps of the journal in turns with the same files and rows in bare tables. */
import { join } from 'node:path';
import { createIntake } from '../../../main/intake/intake.ts';
import { openSpool } from '../../../main/intake/spool.ts';
import { nodeDisk } from '../../../main/intake/spool-disk.ts';
import { openJournal } from '../../../main/journal/journal.ts';
import type { Change } from '../../../main/submission/store.ts';
import type { Submission } from '../../../main/submission/submission.ts';
import { inTurns, type Pairs } from '../ratio.ts';
import { openBareJournal } from './bare-journal.ts';
import { fileBytes, moved, must, offersIn, submissionOf, word } from './samples.ts';

/** Files of one turn, and how many turns each has. */
const offered = 320;
const turns = 7;

const accepted = (submission: Submission): Change => ({
  submission,
  event: { at: submission.acceptedAt, submissionId: submission.id, fact: { kind: 'accepted' } },
});

/** Accepting and steps beside the bare files and tables, in turns. */
export async function besideBare(folder: string): Promise<{ readonly accept: Pairs; readonly steps: Pairs }> {
  const { journal: ours } = openJournal(join(folder, 'beside.sqlite'));
  const bare = openBareJournal(join(folder, 'bare'));
  const spool = await openSpool({ folder: join(folder, 'beside'), disk: nodeDisk, limitBytes: 2 ** 40 });
  const intake = createIntake({ spool, commit: ours.submissions.commit });
  const taken: Submission[] = [];
  const kept: Submission[] = [];
  let round = 0;
  const fresh = () => {
    round += 1;
    return offersIn(join(folder, `offered-${round}`), offered);
  };
  async function timed(work: () => unknown): Promise<number> {
    const began = performance.now();
    await work();
    return performance.now() - began;
  }
  const accept = await inTurns(
    turns,
    () => {
      const offers = fresh();
      return timed(() =>
        intake.take(offers, (progress) => {
          if (progress.kind === 'accepted') taken.push(progress.submission);
        }),
      );
    },
    () => {
      const offers = fresh();
      return timed(() =>
        bare.take(
          offers.map(({ path }) => path),
          (at) => {
            const file = {
              sha256: at.toString(16).padStart(64, '0'),
              size: fileBytes,
              name: `${word(at, 1)} ${at}.pdf`,
            };
            const one = submissionOf(at, { ...file, type: 'application/pdf' });
            kept.push(one);
            return accepted(one);
          },
        ),
      );
    },
  );
  if (taken.length !== turns * offered) throw new Error(`${taken.length} of ${turns * offered} files were accepted.`);
  const stepOf = (rows: readonly Submission[], commit: (change: Change) => void) => {
    const rest = rows.values();
    return () => {
      const { value } = rest.next();
      if (value === undefined) throw new Error('There are too few rows');
      const change = moved(value, { stage: { kind: 'calling', step: 'upload', since: 1 } });
      const before = performance.now();
      commit(change);
      return performance.now() - before;
    };
  };
  const steps = await inTurns(
    taken.length,
    stepOf(taken, (change) => must(ours.submissions.commit([change]))),
    stepOf(kept, (change) => bare.commit([change])),
  );
  ours.close();
  bare.close();
  return { accept, steps };
}
