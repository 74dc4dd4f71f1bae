import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusalOfSource } from './refusal.ts';
import { openSpool, type Spool, type Staged } from './spool.ts';
import { nodeDisk, type SpoolDisk } from './spool-disk.ts';
import { takeFile } from './take-file.ts';
import { docx, pdfOf } from './testing/sample-files.ts';

let folder: string;
let file: string;
let spool: Spool;
const taken: Staged[] = [];
const large = pdfOf('x'.repeat(700_000));

const open = (disk: SpoolDisk = nodeDisk, limitBytes = 100_000_000) =>
  openSpool({ folder: join(folder, 'spool'), disk, limitBytes });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-take-'));
  file = join(folder, 'offer.pdf');
  spool = await open();
});
afterEach(async () => {
  await Promise.all(taken.splice(0).map((staged) => staged.drop()));
  rmSync(folder, { recursive: true });
});

/** Takes a file, and drops its copy when the test ends. */
async function take() {
  const result = await takeFile(spool, file);
  if (result.ok) taken.push(result.taken.staged);
  return result;
}

const failing = (code: string): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));
const leftovers = () => readdirSync(join(folder, 'spool/incoming'));

describe('takes a file', () => {
  test('byte for byte', async () => {
    writeFileSync(file, large);
    const result = await take();
    expect(result).toMatchObject({ ok: true, taken: { kind: 'pdf' } });
    if (result.ok) expect(readFileSync(result.taken.staged.at).equals(large)).toBe(true);
  });

  test('by its content, whatever its name says', async () => {
    writeFileSync(file, docx);
    expect(await take()).toMatchObject({ ok: true, taken: { kind: 'docx' } });
  });
});

describe('refuses a file with a reason and leaves no copy', () => {
  const refusal = async (path = file) => {
    const result = await takeFile(spool, path);
    expect(leftovers()).toEqual([]);
    return result.ok ? null : result.refusal;
  };

  test('missing, empty, one byte too large', async () => {
    expect(await refusal()).toEqual({ kind: 'missing' });
    writeFileSync(file, '');
    expect(await refusal()).toEqual({ kind: 'empty' });
    truncateSync(file, 40 * 1024 * 1024 + 1);
    expect(await refusal()).toEqual({ kind: 'too-large', size: 41_943_041, limit: 41_943_040 });
  });

  test('a folder, a link, a pipe, a socket', async () => {
    mkdirSync(join(folder, 'folder'));
    writeFileSync(file, large);
    symlinkSync(file, join(folder, 'link'));
    execFileSync('/usr/bin/mkfifo', [join(folder, 'pipe')]);
    const server = createServer().listen(join(folder, 'socket'));
    await new Promise((resolve) => {
      server.once('listening', resolve);
    });
    for (const what of ['folder', 'link', 'pipe', 'socket'])
      expect(await refusal(join(folder, what))).toEqual({ kind: 'not-a-file', what });
    await new Promise((resolve) => {
      server.close(resolve);
    });
    expect(await refusal('/dev/null')).toEqual({ kind: 'not-a-file', what: 'device' });
  });

  test('a renamed program, an old format, text', async () => {
    for (const [content, kind] of [
      ['MZ and so on', 'program'],
      ['Dear Anna', 'unknown-type'],
      [large.subarray(0, -20), 'incomplete'],
    ] as const) {
      writeFileSync(file, content);
      expect(await refusal()).toEqual({ kind });
    }
  });

  test.each([
    ['deleted', () => unlinkSync(file), 'vanished'],
    ['renamed away', () => renameSync(file, `${file}.away`), 'vanished'],
    ['grown', () => appendFileSync(file, 'more'), 'changed'],
    ['cut', () => truncateSync(file, 400_000), 'changed'],
    ['touched', () => utimesSync(file, 1, 1), 'changed'],
    [
      'replaced by another of the same size',
      () => {
        renameSync(file, `${file}.away`);
        writeFileSync(file, large);
      },
      'changed',
    ],
  ])('%s while it is copied', async (_name, meddle, kind) => {
    writeFileSync(file, large);
    let met = false;
    spool = await open({
      ...nodeDisk,
      async create(path) {
        const copy = await nodeDisk.create(path);
        const write = async (bytes: Uint8Array) => {
          await copy.write(bytes);
          if (!met) meddle();
          met = true;
        };
        return { ...copy, write };
      },
    });
    const result = await take();
    expect(result).toEqual({ ok: false, refusal: { kind } });
    expect(leftovers()).toEqual([]);
    expect(spool.use().used).toBe(0);
  });

  test('no room in the spool', async () => {
    spool = await open(nodeDisk, large.length - 1);
    writeFileSync(file, large);
    expect(await refusal()).toEqual({ kind: 'spool-full', used: 0, limit: large.length - 1 });
  });

  test.each([
    ['ENOSPC', 'disk-full'],
    ['EDQUOT', 'disk-full'],
    ['EACCES', 'disk-read-only'],
    ['EROFS', 'disk-read-only'],
    ['EIO', 'disk-error'],
  ])('%s of the disk under the spool', async (code, kind) => {
    writeFileSync(file, large);
    const broken: readonly Partial<SpoolDisk>[] = [
      { create: () => failing(code) },
      { create: async (path) => ({ ...(await nodeDisk.create(path)), write: () => failing(code) }) },
    ];
    for (const part of broken) {
      spool = await open({ ...nodeDisk, ...part });
      expect(await refusal()).toEqual({ kind, code });
      expect(spool.use().used).toBe(0);
    }
  });

  test.each([
    ['ENOENT', { kind: 'vanished' }],
    ['ELOOP', { kind: 'not-a-file', what: 'link' }],
    ['EACCES', { kind: 'no-permission', code: 'EACCES' }],
    ['EBUSY', { kind: 'locked', code: 'EBUSY' }],
    ['EIO', { kind: 'unreadable', code: 'EIO' }],
  ])('%s of the file itself', (code, expected) => {
    expect(refusalOfSource(Object.assign(new Error(code), { code }))).toEqual(expected);
  });
});
