/**
 * Watched folders on drives that come and go. Each story runs in a process of its own, where every user may mount:
 * `unshare --user --map-root-user --mount node drive-child.ts <story>`.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pdfOf } from '../../../main/intake/testing/sample-files.ts';
import { until } from '../real/until.ts';
import { realFolder } from './real-folder.ts';

const pdf = (what: string) => pdfOf(`% ${what} ${'x'.repeat(3_000)}`);

function mount(folder: string, options = 'size=4m'): void {
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', options, 'none', folder]);
}

function unmount(folder: string): void {
  try {
    execFileSync('/bin/umount', ['--lazy', folder], { stdio: 'ignore' });
  } catch {
    // Not mounted any more.
  }
}

const stories: Readonly<Record<string, () => Promise<void>>> = {
  async unmounted() {
    await using folder = await realFolder(({ root }) => mount(root));
    const { root } = folder.world;
    const kept = join(folder.world.home, 'kept');
    try {
      const first = pdf('first');
      writeFileSync(folder.path('First.pdf'), first);
      await folder.takes(first);
      await folder.hears();
      // The drive keeps its files under another path meanwhile.
      mkdirSync(kept);
      execFileSync('/bin/mount', ['--bind', root, kept]);
      execFileSync('/bin/umount', ['--lazy', root]);
      folder.lookNow();
      await folder.status('unreachable');
      // Where the drive was, files are no files of the folder.
      const second = pdf('second');
      writeFileSync(join(kept, 'Second.pdf'), second);
      execFileSync('/bin/mount', ['--bind', kept, root]);
      await folder.takes(second);
      await folder.hears();
      const third = pdf('third');
      writeFileSync(folder.path('Third.pdf'), third);
      await folder.takes(third);
      assert.deepEqual([...folder.world.timesTaken().values()], [1, 1, 1]);
    } finally {
      for (const place of [root, kept, root]) unmount(place);
    }
  },
  async 'unmounted-inside'() {
    await using folder = await realFolder(({ path }) => {
      mkdirSync(path('Scans'));
      mount(path('Scans'));
    });
    const scans = folder.path('Scans');
    const kept = join(folder.world.home, 'kept');
    try {
      const first = pdf('first');
      writeFileSync(join(scans, 'First.pdf'), first);
      await folder.takes(first);
      const [submission] = folder.world.submissions();
      if (submission) folder.changed(folder.world.become(submission, { stage: { kind: 'done', as: 'withdrawn' } }));
      await folder.has('Scans/First.pdf: stopped');
      mkdirSync(kept);
      execFileSync('/bin/mount', ['--bind', scans, kept]);
      execFileSync('/bin/umount', ['--lazy', scans]);
      folder.lookNow();
      await until(
        () => folder.view()?.unread === 1,
        () => JSON.stringify(folder.view()),
      );
      // Each of them rests for a quiet time. After three of these a missing file is given up.
      for (const name of ['Beside 1.pdf', 'Beside 2.pdf', 'Beside 3.pdf', 'Beside 4.pdf']) {
        writeFileSync(folder.path(name), pdf(name));
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await folder.takes(pdf(name));
      }
      const second = pdf('second');
      writeFileSync(join(kept, 'Second.pdf'), second);
      execFileSync('/bin/mount', ['--bind', kept, scans]);
      folder.lookNow();
      await folder.takes(second);
      await folder.has('Scans/First.pdf: stopped');
      // The watcher went blind with the drive: it was begun anew.
      await folder.hears();
      const third = pdf('third');
      writeFileSync(join(scans, 'Third.pdf'), third);
      await folder.takes(third);
      assert.deepEqual([...folder.world.timesTaken().values()], Array(7).fill(1));
      assert.deepEqual(folder.world.faults, []);
    } finally {
      for (const place of [scans, kept, scans]) unmount(place);
    }
  },
  async 'read-only'() {
    const remount = (how: 'ro' | 'rw', folder: string) =>
      execFileSync('/bin/mount', ['-o', `remount,bind,${how}`, folder]);
    let isFirst = true;
    await using folder = await realFolder(
      ({ root }) => mount(root),
      {},
      (take) => (offers, report) => {
        if (isFirst) remount('ro', folder.world.root);
        isFirst = false;
        return take(offers, report);
      },
    );
    const { root } = folder.world;
    try {
      const first = pdf('first');
      writeFileSync(folder.path('First.pdf'), first);
      await folder.takes(first);
      await folder.has('First.pdf: under-way');
      const [submission] = folder.world.submissions();
      if (submission) folder.changed(folder.world.become(submission, { stage: { kind: 'done', as: 'started' } }));
      await folder.status('read-only');
      remount('rw', root);
      const second = pdf('second');
      writeFileSync(folder.path('Second.pdf'), second);
      await folder.takes(second);
      folder.lookNow();
      await until(
        () => readdirSync(root).includes('Sent') && readdirSync(join(root, 'Sent')).includes('First.pdf'),
        () => folder.shown().join(),
      );
      assert.deepEqual([...folder.world.timesTaken().values()], [1, 1]);
      assert.deepEqual(folder.world.faults, []);
    } finally {
      unmount(root);
    }
  },
  async 'full-in-a-move'() {
    await using folder = await realFolder(({ root }) => mount(root, 'size=4m,nr_inodes=100'));
    const { root } = folder.world;
    const moving = join(root, '.countersign', 'moving');
    const claimed = join(root, '.countersign', 'claims');
    const claims = () => readdirSync(claimed).map((name) => readFileSync(join(claimed, name), 'utf8'));
    const inHand = () => existsSync(moving) && readdirSync(moving, { recursive: true }).length > 0;
    try {
      const first = pdf('first');
      writeFileSync(folder.path('First.pdf'), first);
      await folder.takes(first);
      await folder.has('First.pdf: under-way');
      // The last that is written before the move.
      await until(
        () => claims().some((text) => text.includes('"taken":true')),
        () => claims().join(),
      );
      // Room for the folders of a move, but not for another name of the file.
      mkdirSync(folder.path('Other'));
      for (let number = 0; statfsSync(root).ffree > 3; number += 1)
        writeFileSync(folder.path(`Other/${number}.bin`), '');
      const [submission] = folder.world.submissions();
      if (submission) folder.changed(folder.world.become(submission, { stage: { kind: 'done', as: 'started' } }));
      await until(
        () => inHand() && folder.view()?.status === 'failed',
        () => JSON.stringify(folder.view()),
      );
      assert.equal(existsSync(folder.path('First.pdf')), false);
      rmSync(folder.path('Other'), { recursive: true });
      folder.lookNow();
      await until(
        () => existsSync(folder.path('Sent/First.pdf')),
        () => `${folder.shown().join()} ${readdirSync(root, { recursive: true }).join()}`,
      );
      assert.deepEqual(readFileSync(folder.path('Sent/First.pdf')), first);
      // The name of the move goes after the new one is there.
      await until(
        () => !inHand(),
        () => readdirSync(moving, { recursive: true }).join(),
      );
      assert.deepEqual([...folder.world.timesTaken().values()], [1]);
      assert.deepEqual(folder.world.faults, []);
    } finally {
      unmount(root);
    }
  },
};

const story = stories[process.argv[2] ?? ''];
assert(story, 'no such story');
await story();
process.stdout.write('told');
