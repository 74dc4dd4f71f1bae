/** A file gets its new name and then loses its old one: what a system refuses, and what comes meanwhile, loses no file. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rename as renameFile, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lookOf } from './file-look.ts';
import { dropHolder, giveName } from './give-name.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-names-'));
  writeFileSync(at('held'), 'a document');
});
afterEach(() => rmSync(home, { recursive: true }));
const at = (name: string) => join(home, name);
const failing = (code: string) => Object.assign(new Error(code), { code });

/** Refuses this many times to take a name away, as Windows does while another program has the file open. */
function refusing(times: number, code: string, meanwhile = () => {}): typeof unlink {
  let left = times;
  return async (path) => {
    left -= 1;
    if (left < 0) return unlink(path);
    meanwhile();
    throw failing(code);
  };
}

test.each(['EBUSY', 'EPERM', 'EACCES'])(
  'an old name that is held for a moment (%s) is taken away after it',
  async (code) => {
    expect(await giveName(at('held'), at('Lease.pdf'), { drop: refusing(2, code) })).toBe(true);
    expect(readdirSync(home)).toEqual(['Lease.pdf']);
  },
);

test.each(['EBUSY', 'EIO'])('a file keeps its old name alone when that one stays held (%s)', async (code) => {
  await expect(giveName(at('held'), at('Lease.pdf'), { drop: refusing(100, code) })).rejects.toMatchObject({ code });
  expect(readdirSync(home)).toEqual(['held']);
  expect(readFileSync(at('held'), 'utf8')).toBe('a document');
});

/** Does what was asked and answers with an error all the same, as a server does whose first answer was lost. */
const unsure = (code: string): { readonly drop: typeof unlink; readonly rename: typeof renameFile } => ({
  async drop(path) {
    await unlink(path);
    throw failing(code);
  },
  async rename(from, to) {
    await renameFile(from, to);
    throw failing(code);
  },
});

describe.each([
  ['with links', {}],
  ['without links', { link: () => Promise.reject(failing('EPERM')) }],
])('on a disk %s', (_what, disk) => {
  test.each(['ENOENT', 'EIO', 'ETIMEDOUT', 'EPERM'])(
    'a file whose old name is gone in spite of an error (%s) has its new one',
    async (code) => {
      expect(await giveName(at('held'), at('Lease.pdf'), { ...disk, ...unsure(code) })).toBe(true);
      expect(readdirSync(home)).toEqual(['Lease.pdf']);
      expect(readFileSync(at('Lease.pdf'), 'utf8')).toBe('a document');
    },
  );
});

/** A disk that gives every file the same inode. */
const oneInode = (looked: Parameters<typeof lookOf>[0]) => lookOf({ ...looked, ino: 0n });

test.each([
  ['a disk', {}],
  ['a disk that gives every file the same inode', { lookOf: oneInode }],
])('on %s another file keeps its name, also one that comes while ours is being moved', async (_what, disk) => {
  writeFileSync(at('Plan.pdf'), 'another document');
  expect(await giveName(at('held'), at('Plan.pdf'), disk)).toBe(false);
  const replace = () => {
    rmSync(at('Lease.pdf'), { force: true });
    writeFileSync(at('Lease.pdf'), 'another document');
  };
  const drop = refusing(100, 'EBUSY', replace);
  await expect(giveName(at('held'), at('Lease.pdf'), { ...disk, drop })).rejects.toThrow('EBUSY');
  const kept = Object.fromEntries(readdirSync(home).map((name) => [name, readFileSync(at(name), 'utf8')]));
  expect(kept).toEqual({ held: 'a document', 'Lease.pdf': 'another document', 'Plan.pdf': 'another document' });
});

describe.each([
  ['', {}],
  [' or inodes', { lookOf: oneInode }],
])('where a disk has no links%s', (_what, disk) => {
  const link = () => Promise.reject(failing('EPERM'));

  test('a file gets its name with its content and its date, and no name that another file has', async () => {
    utimesSync(at('held'), 1_000, 2_000);
    writeFileSync(at('Plan.pdf'), 'another document');
    expect(await giveName(at('held'), at('Plan.pdf'), { ...disk, link })).toBe(false);
    expect(await giveName(at('held'), at('Lease.pdf'), { ...disk, link })).toBe(true);
    expect(readdirSync(home).toSorted()).toEqual(['Lease.pdf', 'Plan.pdf']);
    expect(readFileSync(at('Plan.pdf'), 'utf8')).toBe('another document');
    expect(readFileSync(at('Lease.pdf'), 'utf8')).toBe('a document');
    expect(statSync(at('Lease.pdf')).mtimeMs).toBe(2_000_000);
  });

  /** Refuses this many times to rename. */
  const refusingRename = (times: number, code: string, meanwhile = () => {}): typeof renameFile => {
    let left = times;
    return async (from, to) => {
      left -= 1;
      if (left < 0) return renameFile(from, to);
      meanwhile();
      throw failing(code);
    };
  };
  const replace = () => {
    writeFileSync(at('draft'), 'a newer document');
    renameSync(at('draft'), at('Lease.pdf'));
  };

  test('a document that a program renames over the name while it is held is not destroyed, and ours keeps its own', async () => {
    const tell = 'lookOf' in disk ? disk.lookOf : lookOf;
    let looks = 0;
    const giving = giveName(at('held'), at('Lease.pdf'), {
      link,
      lookOf(seen) {
        looks += 1;
        if (looks === 1) replace();
        return tell(seen);
      },
    });
    expect(await giving).toBe(false);
    expect(readFileSync(at('Lease.pdf'), 'utf8')).toBe('a newer document');
    expect(readFileSync(at('held'), 'utf8')).toBe('a document');
  });

  test('a file that is not there, or whose old name stays held, leaves no second file', async () => {
    await expect(giveName(at('nowhere'), at('Lease.pdf'), { ...disk, link })).rejects.toMatchObject({ code: 'ENOENT' });
    expect(readdirSync(home)).toEqual(['held']);
    const rename = refusingRename(100, 'EIO');
    await expect(giveName(at('held'), at('Lease.pdf'), { ...disk, link, rename })).rejects.toMatchObject({
      code: 'EIO',
    });
    expect(readdirSync(home)).toEqual(['held']);
  });

  test.each(['EBUSY', 'EPERM', 'EACCES'])('a file that is held for a moment (%s) is renamed after it', async (code) => {
    const rename = refusingRename(2, code);
    expect(await giveName(at('held'), at('Lease.pdf'), { ...disk, link, rename })).toBe(true);
    expect(readdirSync(home)).toEqual(['Lease.pdf']);
  });

  test('a half-written copy never has the name, so that an end of the app in the middle leaves none', async () => {
    const ours = 'a document'.repeat(500_000);
    writeFileSync(at('held'), ours);
    const sizes = new Set<number>();
    const state = { isOver: false };
    const giving = giveName(at('held'), at('Lease.pdf'), { ...disk, link }).finally(() => void (state.isOver = true));
    while (!state.isOver) {
      if (existsSync(at('Lease.pdf'))) sizes.add(statSync(at('Lease.pdf')).size);
      // oxlint-disable-next-line no-await-in-loop -- until the file has its name
      await setImmediate();
    }
    expect(await giving).toBe(true);
    expect([...sizes].filter((size) => size !== 0 && size !== ours.length)).toEqual([]);
    expect(readFileSync(at('Lease.pdf'), 'utf8')).toBe(ours);
  });

  test('a document that comes while a rename is refused stays', async () => {
    const rename = refusingRename(1, 'EBUSY', replace);
    expect(await giveName(at('held'), at('Lease.pdf'), { ...disk, link, rename })).toBe(false);
    expect(readFileSync(at('Lease.pdf'), 'utf8')).toBe('a newer document');
    expect(readFileSync(at('held'), 'utf8')).toBe('a document');
  });
});

test('an empty file that holds a name may get another date meanwhile, and leaves nothing behind', async () => {
  let left = 1;
  const touched: typeof renameFile = async (from, to) => {
    left -= 1;
    if (left < 0) return renameFile(from, to);
    utimesSync(to, 3_000, 3_000);
    throw failing('EBUSY');
  };
  const link = () => Promise.reject(failing('EPERM'));
  expect(await giveName(at('held'), at('Lease.pdf'), { link, rename: touched })).toBe(true);
  expect(readdirSync(home)).toEqual(['Lease.pdf']);
  expect(readFileSync(at('Lease.pdf'), 'utf8')).toBe('a document');
});

describe('an empty file that held a name when the app ended', () => {
  test('is known by the date of the file that shall have the name, and goes', async () => {
    utimesSync(at('held'), 1_000, 2_000);
    writeFileSync(at('Lease.pdf'), '');
    utimesSync(at('Lease.pdf'), 1_000, 2_000);
    await dropHolder(at('held'), at('Lease.pdf'));
    expect(readdirSync(home)).toEqual(['held']);
  });

  test('is told from an empty file of a person, and from a file with a content', async () => {
    utimesSync(at('held'), 1_000, 2_000);
    writeFileSync(at('Empty.pdf'), '');
    writeFileSync(at('Lease.pdf'), 'x');
    utimesSync(at('Lease.pdf'), 1_000, 2_000);
    await Promise.all(['Empty.pdf', 'Lease.pdf', 'Nowhere.pdf'].map((name) => dropHolder(at('held'), at(name))));
    expect(readdirSync(home).toSorted()).toEqual(['Empty.pdf', 'Lease.pdf', 'held']);
  });
});
