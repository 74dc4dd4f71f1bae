import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashOf, type Submission } from '../submission/submission.ts';
import { sampleSubmission } from '../submission/testing/sample-submission.ts';
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

/** Stores one group: a text for each id of a submission. */
async function putGroup(spool: Spool, texts: Readonly<Record<string, string>>): Promise<readonly Submission[]> {
  const group = await Promise.all(
    Object.entries(texts).map(async ([id, text]) => {
      const staged = await stageText(spool, text);
      return { staged, submission: submissionOf(id, staged) };
    }),
  );
  await spool.keep(group);
  return group.map(({ submission }) => submission);
}

async function put(spool: Spool, id: string, text: string): Promise<Submission> {
  const [submission] = await putGroup(spool, { [id]: text });
  if (!submission) throw new Error('not kept');
  return submission;
}

const idsOf = (spool: Spool) =>
  spool
    .entries()
    .map(({ submission }) => submission.id)
    .toSorted();

/** Repeatable random numbers from a seed. */
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

  test('stores a copy under its hash, with its submission beside it', () =>
    withSpool(async (folder, spool) => {
      const submission = await put(spool, 's1', 'hello');
      const sha256 = hashOf(submission);
      expect(sha256).toBe(createHash('sha256').update('hello').digest('hex'));
      expect(spool.path(sha256)).toBe(join(folder, 'spool', `${sha256}.bin`));
      expect(await readFile(spool.path(sha256), 'utf8')).toBe('hello');
      expect(await readdir(join(folder, 'spool/incoming'))).toEqual([]);
      const again = await openSpool({ folder: join(folder, 'spool'), disk: nodeDisk, limitBytes });
      expect(again.entries()).toEqual([{ submission, isOurs: true, whole: true }]);
      expect(again.use()).toEqual({ used: 5, limit: limitBytes });
    }));

  test('stores the same content once and removes it with its last submission', () =>
    withSpool(async (_folder, spool) => {
      const first = await put(spool, 's1', 'same');
      const second = await put(spool, 's2', 'same');
      expect(spool.use()).toMatchObject({ used: 4 });
      await spool.drop([first]);
      expect(await readFile(spool.path(hashOf(first)), 'utf8')).toBe('same');
      await spool.drop([second]);
      expect(spool.use()).toMatchObject({ used: 0 });
      await expect(readFile(spool.path(hashOf(first)))).rejects.toThrow('ENOENT');
    }));

  test('shares an existing copy with another submission, and refuses to share a missing one', () =>
    withSpool(async (folder, spool) => {
      const first = await put(spool, 's1', 'same');
      const second = submissionOf('s2', { sha256: hashOf(first), size: 4 });
      expect(await spool.share(second)).toBe(true);
      await spool.drop([first]);
      const again = await openSpool({ folder: join(folder, 'spool'), disk: nodeDisk, limitBytes });
      expect(again.entries()).toEqual([{ submission: second, isOurs: true, whole: true }]);
      await again.drop([second]);
      expect(await again.share(second)).toBe(false);
      expect(idsOf(again)).toEqual([]);
    }));

  test('stores no more than its limit, including copies that are still being written', () =>
    withSpool(async (_folder, spool) => {
      await put(spool, 's1', 'x'.repeat(400_000));
      const onItsWay = await spool.stage(600_000);
      expect(await spool.stage(1)).toBeNull();
      expect(spool.use()).toEqual({ used: 1_000_000, limit: limitBytes });
      await onItsWay?.drop();
      expect(spool.use().used).toBe(400_000);
    }));

  test('removes submissions one by one from the file of their group, and the file with the last', () =>
    withSpool(async (folder, spool) => {
      const [first, second, third] = await putGroup(spool, { s1: 'one', s2: 'two', s3: 'three' });
      if (!first || !second || !third) throw new Error('not kept');
      const written = async () => (await readdir(join(folder, 'spool'))).filter((name) => name.endsWith('.json'));
      const reopened = () => openSpool({ folder: join(folder, 'spool'), disk: nodeDisk, limitBytes });
      expect(await written()).toHaveLength(1);
      await spool.drop([second]);
      expect(await written()).toHaveLength(1);
      expect(idsOf(await reopened())).toEqual(['s1', 's3']);
      await spool.drop([first, third]);
      expect(await readdir(join(folder, 'spool'))).toEqual(['incoming']);
      expect(await readdir(join(folder, 'spool/incoming'))).toEqual([]);
    }));

  test('on a full disk, removes the copy first to make room for the smaller file of its group', () =>
    withSpool(async (folder) => {
      let full = false;
      const disk: SpoolDisk = {
        ...nodeDisk,
        create: (path) => (full ? Promise.reject(new Error('ENOSPC')) : nodeDisk.create(path)),
        async remove(path) {
          await nodeDisk.remove(path);
          if (path.endsWith('.bin')) full = false;
        },
      };
      const spool = await openSpool({ folder: join(folder, 'spool'), disk, limitBytes });
      const [first] = await putGroup(spool, { s1: 'one', s2: 'two' });
      if (!first) throw new Error('not kept');
      full = true;
      await spool.drop([first]);
      expect(idsOf(spool)).toEqual(['s2']);
    }));

  test('reports an unreadable group file, and then removes no copy, as the group may need it', () =>
    withSpool(async (folder, spool) => {
      const submission = await put(spool, 's1', 'hello');
      const path = join(folder, 'spool', 'group.json');
      await writeFile(path, '{"version":1}');
      const again = await openSpool({ folder: join(folder, 'spool'), disk: nodeDisk, limitBytes });
      expect(again.entries()).toEqual([{ submission, isOurs: true, whole: true }]);
      expect(again.unreadable()).toEqual([path]);
      await again.drop([submission]);
      expect([again.entries(), again.unreadable()]).toEqual([[], [path]]);
      expect(await readFile(again.path(hashOf(submission)), 'utf8')).toBe('hello');
    }));
});

describe('in a folder that two computers share', () => {
  const openFor = (folder: string, writer: string) => openSpool({ folder, disk: nodeDisk, limitBytes, writer });
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-shared-spool-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('a copy stays that another computer needs since our start', async () => {
    const ours = await openFor(folder, 'one');
    const first = await put(ours, 'a', 'content');
    const theirs = await openFor(folder, 'two');
    const second = await put(theirs, 'b', 'content');
    await ours.drop([first]);
    const again = await openFor(folder, 'two');
    expect(again.entries()).toEqual([{ submission: second, isOurs: true, whole: true }]);
    await again.drop([second]);
    expect(await readdir(folder)).toEqual(['incoming']);
  });

  test('a copy stays while a group of another computer is only partly there', async () => {
    const ours = await openFor(folder, 'one');
    const first = await put(ours, 'a', 'content');
    await writeFile(join(folder, 'theirs.json'), '{"version":1,');
    await ours.drop([first]);
    expect(await readFile(ours.path(hashOf(first)), 'utf8')).toBe('content');
  });

  test('a start leaves the copy that another computer is writing, and removes our own', async () => {
    const incoming = join(folder, 'incoming');
    const ours = await openFor(folder, 'one');
    await stageText(ours, 'left behind');
    await writeFile(join(incoming, 'of-an-earlier-version.part'), '');
    const staged = await stageText(await openFor(folder, 'two'), 'theirs');
    await openFor(folder, 'one');
    expect((await readdir(incoming)).map((name) => join(incoming, name))).toEqual([staged.at]);
  });

  test('a start removes what nobody has written for a week: its computer is gone, or has a new id', async () => {
    const lost = await stageText(await openFor(folder, 'before its id was lost'), 'left behind');
    const written = (await stat(lost.at)).mtimeMs;
    const leftAfter = async (days: number) => {
      const now = () => written + days * 24 * 60 * 60_000;
      await openSpool({ folder, disk: nodeDisk, limitBytes, writer: 'one', now });
      return (await readdir(join(folder, 'incoming'))).length;
    };
    expect([await leftAfter(-8), await leftAfter(6), await leftAfter(8)]).toEqual([1, 1, 0]);
  });
});

test('keeps a copy that arrives while the same content is being removed', async () => {
  const { disk } = crashDisk(dice(1));
  const slow: SpoolDisk = {
    ...disk,
    async remove(path) {
      // Wait long enough for the other group to be stored, if the spool let it in.
      for (let turn = 0; path.endsWith('.bin') && turn < 500; turn += 1) await Promise.resolve();
      await disk.remove(path);
    },
  };
  const spool = await openSpool({ folder: '/spool', disk: slow, limitBytes });
  const first = await put(spool, 's1', 'same');
  const staged = await stageText(spool, 'same');
  const second = submissionOf('s2', staged);
  await Promise.all([spool.drop([first]), spool.keep([{ staged, submission: second }])]);
  expect(spool.entries()).toEqual([{ submission: second, isOurs: true, whole: true }]);
});

describe('a power cut', () => {
  interface Done {
    readonly kept: Submission[];
    /** Submissions whose removal had begun. They may still be there or not. */
    readonly leaving: Submission[];
    readonly dropped: Submission[];
  }

  /** Stores groups and drops some submissions until the power cut. Returns what the spool had confirmed. */
  async function work(disk: SpoolDisk): Promise<Done> {
    const done: Done = { kept: [], leaving: [], dropped: [] };
    try {
      const spool = await openSpool({ folder: '/spool', disk, limitBytes });
      for (const { group, leave } of groups) {
        const kept = await putGroup(spool, group);
        done.kept.push(...kept);
        const again = kept
          .slice(0, 1)
          .map(({ id, wish }) => submissionOf(`${id} again`, { sha256: hashOf({ wish }), size: wish.file.size }));
        for (const one of again) if (await spool.share(one)) done.kept.push(one);
        const leaving = done.kept.filter(({ id }) => leave.includes(id));
        done.leaving.push(...leaving);
        await spool.drop(leaving);
        done.dropped.push(...leaving);
      }
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error;
    }
    return done;
  }

  /** Drops one submission of a group, one whose content another needs, and the last one of a group. */
  const groups: readonly { readonly group: Readonly<Record<string, string>>; readonly leave: readonly string[] }[] = [
    { group: { a1: 'one', a2: 'two', a3: 'three' }, leave: ['a1', 'a1 again'] },
    { group: { b1: 'two', b2: 'four' }, leave: ['a2', 'b2'] },
    { group: { c1: 'five' }, leave: ['a3', 'c1'] },
  ];

  test('at any operation: confirmed submissions are there, dropped ones are not, and no copy is partial', async () => {
    const whole = crashDisk(dice(0));
    expect((await work(whole.disk)).kept).toHaveLength(9);
    expect(whole.operations()).toBeGreaterThan(60);
    for (let cut = 0; cut <= whole.operations(); cut += 1) {
      for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
        const before = crashDisk(dice(seed * 1_000 + cut));
        before.cutAfter(cut);
        const { kept, leaving, dropped } = await work(before.disk);
        const after = before.restarted();
        const spool = await openSpool({ folder: '/spool', disk: after.disk, limitBytes });
        const entries = spool.entries();
        const found = new Map(entries.map((entry) => [entry.submission.id, entry]));
        for (const { id } of kept.filter((one) => !leaving.includes(one)))
          expect([cut, seed, id, found.get(id)?.whole]).toEqual([cut, seed, id, true]);
        for (const { id } of dropped) expect([cut, seed, id, found.has(id)]).toEqual([cut, seed, id, false]);
        for (const { submission } of entries.filter((entry) => entry.whole)) {
          const sha256 = hashOf(submission);
          expect(
            createHash('sha256')
              .update(after.bytes(spool.path(sha256)))
              .digest('hex'),
          ).toBe(sha256);
        }
        expect(spool.unreadable()).toEqual([]);
      }
    }
  });

  test('after a killed app and a start: everything the start found is still there', async () => {
    for (let cut = 0; cut <= 100; cut += 1) {
      for (const seed of [1, 2, 3, 4]) {
        const before = crashDisk(dice(seed * 1_000 + cut));
        before.cutAfter(cut);
        await work(before.disk);
        before.cutAfter(Number.POSITIVE_INFINITY);
        const found = await openSpool({ folder: '/spool', disk: before.disk, limitBytes });
        const last = await openSpool({ folder: '/spool', disk: before.restarted().disk, limitBytes });
        expect([cut, seed, last.entries()]).toEqual([cut, seed, found.entries()]);
        expect([cut, seed, last.unreadable()]).toEqual([cut, seed, found.unreadable()]);
      }
    }
  });

  test('the spool works normally afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(130), fc.nat(), async (cut, seed) => {
        const before = crashDisk(dice(seed));
        before.cutAfter(cut);
        await work(before.disk);
        const after = before.restarted();
        // Drop unconfirmed and leaving submissions first, as the app does at its start.
        const spool = await openSpool({ folder: '/spool', disk: after.disk, limitBytes });
        await spool.drop(spool.entries().map(({ submission }) => submission));
        expect(idsOf(spool)).toEqual([]);
        expect((await work(after.disk)).kept).toHaveLength(9);
        const last = await openSpool({ folder: '/spool', disk: after.restarted().disk, limitBytes });
        expect(idsOf(last)).toEqual(['b1', 'b1 again', 'c1 again']);
        expect(last.entries().every(({ whole }) => whole)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
