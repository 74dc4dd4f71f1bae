import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIntake } from '../../main/intake/intake.ts';
import { openSpool } from '../../main/intake/spool.ts';
import { nodeDisk } from '../../main/intake/spool-disk.ts';
import { type OpenedJournal, openJournal } from '../../main/journal/journal.ts';
import type { Submission } from '../../main/submission/submission.ts';
import type { Judged } from '../../scripts/bench.ts';
import { besideBare } from './journal/beside-bare.ts';
import { moved, must, offersIn, submissionOf, word } from './journal/samples.ts';
import { watchLoop } from './loop-delay.ts';
import { ratioOf } from './ratio.ts';

const files = 2_000;
const rows = 100_000;
const rounds = 15;

const percentile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** 2,000 files from their place into the spool and the journal, and the loop's delay meanwhile. */
async function acceptance(folder: string) {
  const offers = offersIn(join(folder, 'source'), files);
  const opened = openJournal(join(folder, 'accept.sqlite'));
  const spool = await openSpool({ folder: join(folder, 'spool'), disk: nodeDisk, limitBytes: 2 ** 40 });
  const taken: Submission[] = [];
  const loop = watchLoop();
  const started = performance.now();
  await createIntake({ spool, commit: opened.journal.submissions.commit }).take(offers, (progress) => {
    if (progress.kind === 'accepted') taken.push(progress.submission);
    if (progress.kind === 'refused') throw new Error(JSON.stringify(progress));
  });
  const seconds = (performance.now() - started) / 1_000;
  const delays = loop.stop();
  if (taken.length !== files) throw new Error(`${taken.length} of ${files} files were accepted.`);

  const steps = taken.map((submission) => {
    const change = moved(submission, { stage: { kind: 'calling', step: 'upload', since: 1 } });
    const before = performance.now();
    must(opened.journal.submissions.commit([change]));
    return performance.now() - before;
  });
  opened.journal.close();
  return { seconds, delays, steps };
}

/** A journal somebody has used for years: each submission with its few events. */
function fill(path: string): void {
  const opened = openJournal(path);
  const batch = 1_000;
  for (let from = 0; from < rows; from += batch) {
    const made = Array.from({ length: batch }, (_, inside) => {
      const at = from + inside;
      const sha256 = at.toString(16).padStart(64, '0');
      return submissionOf(at, { sha256, size: 1, name: `${word(at, 1)} ${at}.pdf`, type: 'application/pdf' });
    });
    must(
      opened.journal.submissions.commit(
        made.map((submission) => ({
          submission,
          event: { at: 0, submissionId: submission.id, fact: { kind: 'accepted' } },
        })),
      ),
    );
    const sent = made.map((row) => moved(row, { stage: { kind: 'calling', step: 'start', since: 1 } }));
    must(opened.journal.submissions.commit(sent));
    const ended = sent.flatMap(({ submission }, inside) => {
      // All but the newest few are at rest, and one in a thousand waits for a person.
      if (from + inside > rows - 200) return [];
      const waits = (from + inside) % 1_000 === 0;
      return [
        moved(submission, {
          stage: waits ? { kind: 'needs-you', step: 'start' } : { kind: 'done', as: 'started' },
          documentId: randomUUID(),
          uploadedAt: from + inside,
        }),
      ];
    });
    must(opened.journal.submissions.commit(ended));
  }
  opened.journal.close();
}

type Pages = OpenedJournal['journal']['pages'];

/** The slowest of the pages people ask for, deep ones and rare ones included. */
function pageTimes(pages: Pages): number[] {
  const connectionId = 'c1';
  const queries: readonly Parameters<Pages['page']>[0][] = [
    { connectionId, limit: 100 },
    { connectionId, limit: 100, before: 10_000 },
  ];
  return queries.map((query) => {
    const times = Array.from({ length: rounds }, () => {
      const before = performance.now();
      pages.page(query);
      return performance.now() - before;
    });
    if (process.env['BENCH_PAGES'])
      process.stderr.write(`${JSON.stringify(query)} ${percentile(times, 0.5).toFixed(1)}\n`);
    return percentile(times, 0.5);
  });
}

export async function journal(): Promise<Judged> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-journal-'));
  try {
    const { seconds, delays, steps } = await acceptance(folder);
    const beside = await besideBare(folder);
    const large = join(folder, 'large.sqlite');
    fill(large);
    const opening = Array.from({ length: rounds }, () => {
      const before = performance.now();
      const opened = openJournal(large);
      const page = opened.journal.pages.page({ connectionId: 'c1', limit: 100 });
      const took = performance.now() - before;
      opened.journal.close();
      if (page.rows.length !== 100 || opened.failure) throw new Error('The large journal does not open.');
      return took;
    });
    const opened = openJournal(large).journal;
    const pages = pageTimes(opened.pages);
    opened.close();
    const figures = {
      accept2000Seconds: seconds,
      stepP99Ms: percentile(steps, 0.99),
      loopDelayP99Ms: percentile(delays, 0.99),
      open100kMs: percentile(opening, 0.5),
      pageMs: Math.max(...pages),
    };
    return {
      figures,
      ratios: [ratioOf('accept : bare SQLite and files', beside.accept), ratioOf('step : bare SQLite', beside.steps)],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
