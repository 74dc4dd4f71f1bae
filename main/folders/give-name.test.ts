/** A file gets its new name and then loses its old one: what a system refuses, and what comes meanwhile, loses no file. */
import {
  appendFileSync,
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
import { unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { errorCode } from '../files/error-code.ts';
import { giveName } from './give-name.ts';
import { lookOf } from './inside-folder.ts';

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

/** Takes a name away and answers with an error all the same, as a server does whose first answer was lost. */
const unsure =
  (code: string): typeof unlink =>
  async (path) => {
    await unlink(path);
    throw failing(code);
  };

describe.each([
  ['with links', {}],
  ['without links', { link: () => Promise.reject(failing('EPERM')) }],
])('on a disk %s', (_what, disk) => {
  test.each(['ENOENT', 'EIO', 'ETIMEDOUT', 'EPERM'])(
    'a file whose old name is gone in spite of an error (%s) has its new one',
    async (code) => {
      expect(await giveName(at('held'), at('Lease.pdf'), { ...disk, drop: unsure(code) })).toBe(true);
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

  test('a document that a program renames over the new name in this moment is not destroyed, and ours keeps its own', async () => {
    const ours = 'a document'.repeat(500_000);
    writeFileSync(at('held'), ours);
    writeFileSync(at('draft'), 'a newer document');
    const giving = giveName(at('held'), at('Lease.pdf'), { ...disk, link });
    // oxlint-disable-next-line no-await-in-loop -- until the name is there
    while (!existsSync(at('Lease.pdf'))) await setImmediate();
    renameSync(at('draft'), at('Lease.pdf'));
    expect(await giving).toBe(false);
    expect(readFileSync(at('Lease.pdf'), 'utf8')).toBe('a newer document');
    expect(readFileSync(at('held'), 'utf8')).toBe(ours);
  });

  test('a copy that cannot be made, or whose old name stays held, leaves no second file', async () => {
    await expect(giveName(at('nowhere'), at('Lease.pdf'), { ...disk, link })).rejects.toMatchObject({ code: 'ENOENT' });
    expect(readdirSync(home)).toEqual(['held']);
    const drop = refusing(100, 'EIO');
    await expect(giveName(at('held'), at('Lease.pdf'), { ...disk, link, drop })).rejects.toMatchObject({ code: 'EIO' });
    expect(readdirSync(home)).toEqual(['held']);
  });

  test('a document that a program writes on in while it is copied keeps its name alone', async () => {
    writeFileSync(at('held'), 'a document'.repeat(500_000));
    const giving = giveName(at('held'), at('Lease.pdf'), { ...disk, link }).catch(errorCode);
    // oxlint-disable-next-line no-await-in-loop -- until something is copied
    while (!existsSync(at('Lease.pdf')) || statSync(at('Lease.pdf')).size === 0) await setImmediate();
    appendFileSync(at('held'), 'more');
    expect(await giving).toBe('EBUSY');
    expect(readdirSync(home)).toEqual(['held']);
  });

  test('a document that comes while a copy fails stays', async () => {
    const replace = () => {
      writeFileSync(at('draft'), 'a newer document');
      renameSync(at('draft'), at('Lease.pdf'));
    };
    const drop = refusing(100, 'EBUSY', replace);
    await expect(giveName(at('held'), at('Lease.pdf'), { ...disk, link, drop })).rejects.toThrow('EBUSY');
    expect(readFileSync(at('Lease.pdf'), 'utf8')).toBe('a newer document');
    expect(readFileSync(at('held'), 'utf8')).toBe('a document');
  });
});
