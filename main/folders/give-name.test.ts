/** A file gets its new name and then loses its old one: a system that refuses the second step leaves no file behind. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveName } from './inside-folder.ts';

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
    expect(await giveName(at('held'), at('Lease.pdf'), refusing(2, code))).toBe(true);
    expect(readdirSync(home)).toEqual(['Lease.pdf']);
  },
);

test.each(['EBUSY', 'EIO'])('a file keeps its old name alone when that one stays held (%s)', async (code) => {
  await expect(giveName(at('held'), at('Lease.pdf'), refusing(100, code))).rejects.toMatchObject({ code });
  expect(readdirSync(home)).toEqual(['held']);
  expect(readFileSync(at('held'), 'utf8')).toBe('a document');
});

test('a file that came under the new name meanwhile is not deleted', async () => {
  const replace = () => {
    rmSync(at('Lease.pdf'), { force: true });
    writeFileSync(at('Lease.pdf'), 'another document');
  };
  await expect(giveName(at('held'), at('Lease.pdf'), refusing(100, 'EBUSY', replace))).rejects.toThrow('EBUSY');
  expect(readdirSync(home).toSorted()).toEqual(['Lease.pdf', 'held']);
  expect(readFileSync(at('Lease.pdf'), 'utf8')).toBe('another document');
});

test('a name that another file has is left to it', async () => {
  writeFileSync(at('Lease.pdf'), 'another document');
  expect(await giveName(at('held'), at('Lease.pdf'))).toBe(false);
  expect(readFileSync(at('held'), 'utf8')).toBe('a document');
});
