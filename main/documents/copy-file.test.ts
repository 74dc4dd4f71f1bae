/** Drives that behave otherwise: FAT, network drives, synchronised folders, virus scanners. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { type CopyDisk, nodeCopyDisk } from './copy-disk.ts';
import { beginCopy } from './copy-file.ts';

const signed = pdfOf('signed');
const failing = (code: string) => Object.assign(new Error(code), { code });
const refuse = (code: string) => () => Promise.reject(failing(code));

/** Copies into a new folder, over a disk that differs in this. */
function prepare(differs: (disk: CopyDisk) => Partial<CopyDisk> = () => ({})) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const disk = { ...nodeCopyDisk, ...differs(nodeCopyDisk) };
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);
  return {
    folder,
    pauses,
    files: () => readdirSync(folder),
    async save(isTaken: (path: string) => boolean = () => false, content = signed): Promise<string> {
      const copy = await beginCopy({ disk, pause }, folder);
      try {
        await copy.write(content);
        expect(await copy.judge(content.length)).toBe('pdf');
        const nameOf = (number: number) => `Lease (${number}).pdf`;
        const sha256 = createHash('sha256').update(content).digest('hex');
        return await copy.place({ nameOf, sha256, size: content.length, isTaken });
      } finally {
        await copy.drop();
      }
    },
  };
}

const withoutLinks = () => ({ link: refuse('ENOTSUP') });

/** Fails this many times, then works. */
function heldFor<A extends readonly unknown[], T>(times: number, work: (...given: A) => Promise<T>) {
  let left = times;
  return async (...given: A): Promise<T> => {
    left -= 1;
    if (left >= 0) throw failing('EBUSY');
    return work(...given);
  };
}

test('a name that a thousand copies have still has a place for the next one', async () => {
  const { save, files } = prepare();
  const number = (path: string) => Number(/\((\d+)\)/.exec(path)?.[1]);
  await save((path) => number(path) <= 1_000);
  expect(files().map((name) => number(name) > 1_000)).toEqual([true]);
});

test.each(['ENOTSUP', 'EPERM', 'EOPNOTSUPP', 'ENOSYS'])(
  'a drive without links (%s) gets the copy by rename',
  async (code) => {
    const { save, files } = prepare(() => ({ link: refuse(code) }));
    await save();
    expect(files()).toEqual(['Lease (1).pdf']);
  },
);

test('without links, too, another file is never written over', async () => {
  const { save, folder, files } = prepare(withoutLinks);
  writeFileSync(join(folder, 'Lease (1).pdf'), 'my own notes');
  await save();
  expect(files()).toEqual(['Lease (1).pdf', 'Lease (2).pdf']);
  expect(readFileSync(join(folder, 'Lease (1).pdf'), 'utf8')).toBe('my own notes');
});

test('without links, too, an empty file is never replaced: it may be the file of a person', async () => {
  const { save, folder, files } = prepare(withoutLinks);
  writeFileSync(join(folder, 'Lease (1).pdf'), '');
  await save();
  expect(files()).toEqual(['Lease (1).pdf', 'Lease (2).pdf']);
  expect(readFileSync(join(folder, 'Lease (1).pdf'), 'utf8')).toBe('');
});

test('without links, too, a name that another saver holds is not taken', async () => {
  const other = pdfOf('signed by others');
  const saved: Promise<string>[] = [];
  const { save, folder } = prepare((disk) => ({
    ...withoutLinks(),
    async rename(from, to) {
      // The first copy holds its name and is not renamed yet.
      if (saved.length === 1) {
        saved.push(save(undefined, other));
        await saved[1];
      }
      await disk.rename(from, to);
    },
  }));
  saved.push(save());
  await saved[0];
  const paths = await Promise.all(saved);
  expect(paths).toEqual([join(folder, 'Lease (1).pdf'), join(folder, 'Lease (2).pdf')]);
  expect(paths.map((path) => readFileSync(path))).toEqual([signed, other]);
});

test('without links, too, what a program gives the held name while the copy waits is not replaced', async () => {
  let tries = 0;
  const { save, folder, files } = prepare((disk) => ({
    ...withoutLinks(),
    async rename(from, to) {
      tries += 1;
      if (tries > 1) return disk.rename(from, to);
      writeFileSync(to, 'my own notes');
      throw failing('EBUSY');
    },
  }));
  await save();
  expect(files()).toEqual(['Lease (1).pdf', 'Lease (2).pdf']);
  expect(readFileSync(join(folder, 'Lease (1).pdf'), 'utf8')).toBe('my own notes');
});

test('a rename that fails after its success counts as done', async () => {
  const { save, files } = prepare((disk) => ({
    ...withoutLinks(),
    async rename(from, to) {
      await disk.rename(from, to);
      throw failing('EIO');
    },
  }));
  await save();
  expect(files()).toEqual(['Lease (1).pdf']);
});

test('a rename that fails leaves no empty file behind, nor does a name that cannot be held', async () => {
  const { save, files } = prepare(() => ({ ...withoutLinks(), rename: refuse('EIO') }));
  await expect(save()).rejects.toThrow('EIO');
  expect(files()).toEqual([]);
  const unheld = prepare((disk) => ({
    ...withoutLinks(),
    async create(path) {
      const file = await disk.create(path);
      if (!path.endsWith('.pdf')) return file;
      return { ...file, close: () => file.close().then(refuse('EIO')) };
    },
  }));
  await expect(unheld.save()).rejects.toThrow('EIO');
  expect(unheld.files()).toEqual([]);
});

test('a file that another program holds for a moment is tried again, three times with pauses', async () => {
  const { save, files, pauses } = prepare((disk) => ({ ...withoutLinks(), rename: heldFor(3, disk.rename) }));
  await save();
  expect([files(), pauses]).toEqual([['Lease (1).pdf'], [100, 400, 1_500]]);
});

test('a copy that cannot be read is not saved a second time', async () => {
  const { save, files } = prepare((disk) => {
    let reads = 0;
    return {
      async *read(path) {
        reads += 1;
        // The first copy is read once, the second one meets it.
        if (reads > 1 && reads < 6) throw failing('EBUSY');
        yield* disk.read(path);
      },
    };
  });
  await save();
  await expect(save()).rejects.toThrow('EBUSY');
  expect(files()).toEqual(['Lease (1).pdf']);
});

test('a drive that stores other bytes than it was given is found', async () => {
  const { save } = prepare((disk) => ({
    async *read(path) {
      for await (const chunk of disk.read(path)) yield Buffer.from(chunk).fill(0, 0, 1);
    },
  }));
  await expect(save()).rejects.toThrow('reads differently');
});

test('a folder that cannot be flushed does not matter', async () => {
  const { save, files } = prepare();
  await nodeCopyDisk.syncFolder(join(tmpdir(), 'there-is-no-such-folder'));
  await save();
  expect(files()).toEqual(['Lease (1).pdf']);
});

test('the copy of another document is not taken for this one', async () => {
  const { save, files, folder } = prepare();
  await save();
  await save((path) => path === join(folder, 'Lease (1).pdf'));
  expect(files()).toEqual(['Lease (1).pdf', 'Lease (2).pdf']);
});
