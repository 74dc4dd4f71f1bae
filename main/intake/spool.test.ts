import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleSubmission } from '../journal/testing/sample-submission.ts';
import type { Submission } from '../outbox/submission.ts';
import { openSpool, type Spool } from './spool.ts';
import { nodeDisk, type SpoolDisk } from './spool-disk.ts';
import { crashDisk, PowerCut } from './testing/crash-disk.ts';

const limitBytes = 1_000_000;

async function stageText(spool: Spool, text: string) {
  const staging = await spool.stage(text.length);
  if (!staging) throw new Error('no room');
  await staging.write(Buffer.from(text));
  return staging.finish();
}

function submissionOf(id: string, staged: { readonly sha256: string; readonly size: number }): Submission {
  const sample = sampleSubmission(id);
  return {
    ...sample,
    wish: { ...sample.wish, file: { ...sample.wish.file, sha256: staged.sha256, size: staged.size } },
  };
}

async function put(spool: Spool, id: string, text: string): Promise<Submission> {
  const staged = await stageText(spool, text);
  const submission = submissionOf(id, staged);
  await spool.keep([{ staged, submission }]);
  return submission;
}

/** Small numbers from a seed, the same ones each time. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('a spool on a real disk', () => {
  const withSpool = async (work: (folder: string, spool: Spool) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-spool-'));
    try {
      await work(folder, await openSpool({ folder: join(folder, 'spool'), disk: nodeDisk, limitBytes }));
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  test('a copy lies under its content, beside the submission it is for', () =>
    withSpool(async (folder, spool) => {
      const submission = await put(spool, 's1', 'hello');
      const { sha256 } = submission.wish.file;
      expect(sha256).toBe(createHash('sha256').update('hello').digest('hex'));
      expect(spool.path(sha256)).toBe(join(folder, 'spool', sha256.slice(0, 2), `${sha256}.bin`));
      expect(await readFile(spool.path(sha256), 'utf8')).toBe('hello');
      expect(await readdir(join(folder, 'spool/incoming'))).toEqual([]);
      const again = await openSpool({ folder: join(folder, 'spool'), disk: nodeDisk, limitBytes });
      expect(await again.entries()).toEqual({ entries: [{ submission, whole: true }], unreadable: [] });
      expect(again.use()).toEqual({ used: 5, limit: limitBytes, copies: 1 });
    }));

  test('the same content is stored once and goes with the last submission that needs it', () =>
    withSpool(async (_folder, spool) => {
      const first = await put(spool, 's1', 'same');
      const second = await put(spool, 's2', 'same');
      expect(spool.use()).toMatchObject({ used: 4, copies: 1 });
      await spool.drop(first);
      expect(await readFile(spool.path(first.wish.file.sha256), 'utf8')).toBe('same');
      await spool.drop(second);
      expect(spool.use()).toMatchObject({ used: 0, copies: 0 });
      await expect(readFile(spool.path(first.wish.file.sha256))).rejects.toThrow('ENOENT');
    }));

  test('no more than its limit, what is on its way in included', () =>
    withSpool(async (_folder, spool) => {
      await put(spool, 's1', 'x'.repeat(400_000));
      const onItsWay = await spool.stage(600_000);
      expect(await spool.stage(1)).toBeNull();
      expect(spool.use()).toEqual({ used: 1_000_000, limit: limitBytes, copies: 1 });
      await onItsWay?.drop();
      expect(spool.use().used).toBe(400_000);
    }));

  test('a file that should name a submission and does not is told', () =>
    withSpool(async (folder, spool) => {
      const { wish } = await put(spool, 's1', 'hello');
      const path = join(folder, 'spool', wish.file.sha256.slice(0, 2), `${wish.file.sha256}.s1.json`);
      const file = await nodeDisk.create(`${path}.json`);
      await file.write(Buffer.from('{"version":1}'));
      await file.close();
      const { entries, unreadable } = await spool.entries();
      expect([entries.length, unreadable]).toEqual([1, [`${path}.json`]]);
    }));
});

test('a copy that comes while the last one of its content goes is kept', async () => {
  const { disk } = crashDisk(dice(1));
  const slow: SpoolDisk = {
    ...disk,
    async remove(path) {
      // Long enough for a whole group to be kept, were it let in.
      for (let turn = 0; path.endsWith('.bin') && turn < 500; turn += 1) await Promise.resolve();
      await disk.remove(path);
    },
  };
  const spool = await openSpool({ folder: '/spool', disk: slow, limitBytes });
  const first = await put(spool, 's1', 'same');
  const staged = await stageText(spool, 'same');
  const second = submissionOf('s2', staged);
  await Promise.all([spool.drop(first), spool.keep([{ staged, submission: second }])]);
  expect(await spool.entries()).toEqual({ entries: [{ submission: second, whole: true }], unreadable: [] });
});

describe('a power cut', () => {
  /** Keeps groups one after the other, until the plug is pulled. Answers what was acknowledged. */
  async function work(disk: ReturnType<typeof crashDisk>['disk'], groups: readonly (readonly string[])[]) {
    const acknowledged: Submission[] = [];
    try {
      const spool = await openSpool({ folder: '/spool', disk, limitBytes });
      for (const [at, group] of groups.entries()) {
        const kept = [];
        for (const [place, text] of group.entries()) {
          const staged = await stageText(spool, text);
          kept.push({ staged, submission: submissionOf(`s${at}-${place}`, staged) });
        }
        await spool.keep(kept);
        acknowledged.push(...kept.map(({ submission }) => submission));
      }
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error;
    }
    return acknowledged;
  }

  const groups = [['one', 'two', 'three'], ['two', 'four'], ['five']] as const;

  test('at every operation: what was acknowledged is there, and no copy is ever half', async () => {
    const whole = crashDisk(dice(0));
    expect(await work(whole.disk, groups)).toHaveLength(6);
    expect(whole.operations()).toBeGreaterThan(60);
    for (let cut = 0; cut <= whole.operations(); cut += 1) {
      for (const seed of [1, 2, 3, 4]) {
        const before = crashDisk(dice(seed * 1_000 + cut));
        before.cutAfter(cut);
        const acknowledged = await work(before.disk, groups);
        const after = before.restarted();
        const spool = await openSpool({ folder: '/spool', disk: after.disk, limitBytes });
        const { entries, unreadable } = await spool.entries();
        const found = new Map(entries.map((entry) => [entry.submission.id, entry]));
        for (const { id } of acknowledged) expect([cut, id, found.get(id)?.whole]).toEqual([cut, id, true]);
        for (const { submission } of entries.filter((entry) => entry.whole)) {
          const { sha256 } = submission.wish.file;
          expect(
            createHash('sha256')
              .update(after.bytes(spool.path(sha256)))
              .digest('hex'),
          ).toBe(sha256);
        }
        expect(unreadable).toEqual([]);
      }
    }
  });

  test('after it the spool works on as if nothing had been', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(90), fc.nat(), async (cut, seed) => {
        const before = crashDisk(dice(seed));
        before.cutAfter(cut);
        await work(before.disk, groups);
        const after = before.restarted();
        expect(await work(after.disk, groups)).toHaveLength(6);
        const last = await openSpool({ folder: '/spool', disk: after.restarted().disk, limitBytes });
        expect((await last.entries()).entries.filter(({ whole }) => whole)).toHaveLength(6);
      }),
      { numRuns: 60 },
    );
  });
});
