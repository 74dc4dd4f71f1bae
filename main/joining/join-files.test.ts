import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { directReader } from '../intake/document-reader.ts';
import { docx } from '../intake/testing/sample-files.ts';
import { createTray } from '../intake/tray.ts';
import { makePdf } from '../signatures/testing/test-pdf.ts';
import { joinFiles } from './join-files.ts';
import { joinPdfs } from './join-pdfs.ts';
import type { PdfJoiner } from './pdf-joiner.ts';
import { plainPdf } from './testing/plain-pdf.ts';
import { textsOf } from './testing/seen-pages.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-join-'));
});
afterEach(() => rmSync(home, { recursive: true }));

/** Joins where it is called, and tells of each reading. */
function joinerOf(onRead: () => void = () => undefined): PdfJoiner {
  return {
    async join(bytes, sizes) {
      const pieces: Buffer[] = [];
      for (let at = 0; at < bytes.size; ) {
        onRead();
        // oxlint-disable-next-line no-await-in-loop -- one piece after the other
        const piece = await bytes.read(at, Math.min(50_000, bytes.size - at));
        pieces.push(piece);
        at += piece.length;
      }
      const all = Buffer.concat(pieces);
      let at = 0;
      return joinPdfs(sizes.map((size) => all.subarray(at, (at += size))));
    },
  };
}

async function prepare(files: Readonly<Record<string, Buffer>>) {
  let ids = 0;
  const tray = createTray({ folder: join(home, 'tray'), newId: () => `n${(ids += 1)}`, documentReader: directReader });
  const paths = Object.keys(files).map((name) => join(home, name));
  for (const [at, content] of Object.values(files).entries()) writeFileSync(paths[at] ?? '', content);
  const offered = await tray.offer(paths);
  return { tray, paths, ids: offered.files.map(({ id }) => id) };
}

const three = { 'a.pdf': plainPdf('one'), 'b.pdf': plainPdf('two'), 'c.pdf': plainPdf('three') };

describe('joining files of the tray', () => {
  test('makes a new file of the tray, in the given order, and leaves the others as they are', async () => {
    const { tray, paths, ids } = await prepare(three);
    const [a = '', b = '', c = ''] = ids;
    const found = await joinFiles({ tray, documentReader: joinerOf() }, [c, a, b], ' Contract ');
    if (found.kind !== 'joined') throw new Error(found.kind);
    expect(found.file.name).toBe('Contract.pdf');
    const place = await tray.place(found.file.id);
    if (!('path' in place)) throw new Error(place.kind);
    expect(await textsOf(readFileSync(place.path))).toEqual(['three', 'one', 'two']);
    expect(paths.map((path) => readFileSync(path))).toEqual(Object.values(three));
    expect(await tray.judge(found.file.id)).toMatchObject({ ok: true, kind: 'pdf', remarks: [] });
    // It is ours: it goes with its last use.
    await tray.drop([found.file.id]);
    expect(existsSync(place.path)).toBe(false);
    expect(await tray.place(a)).toMatchObject({ name: 'a.pdf' });
  });

  test('knows the names of its parts, also of those that were joined before', async () => {
    const { tray, ids } = await prepare(three);
    const [a = '', b = '', c = ''] = ids;
    const whole = async (parts: readonly string[]) => {
      const found = await joinFiles({ tray, documentReader: joinerOf() }, parts, 'Contract');
      return found.kind === 'joined' ? found.file.id : '';
    };
    const made = await whole([c, await whole([b, a])]);
    expect(await tray.place(made)).toMatchObject({ name: 'Contract.pdf', parts: ['c.pdf', 'b.pdf', 'a.pdf'] });
    expect(await tray.place(a)).toMatchObject({ parts: [] });
  });

  test('takes the same file twice, and never a name with a folder in it', async () => {
    const { tray, ids } = await prepare(three);
    const [a = ''] = ids;
    const found = await joinFiles({ tray, documentReader: joinerOf() }, [a, a], '../../out.PDF');
    expect(found).toMatchObject({ kind: 'joined', file: { name: expect.not.stringMatching(/[\\/]/) } });
    expect(readdirSync(home).toSorted()).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'tray']);
  });

  test('names each file that stays alone', async () => {
    const form = makePdf('form').bytes;
    const { tray, ids } = await prepare({ ...three, 'd.pdf': form, 'e.pdf': form, 'f.docx': docx });
    const found = await joinFiles({ tray, documentReader: joinerOf() }, ids, 'x');
    expect(found).toEqual({ kind: 'alone', files: [{ id: ids[5], why: 'unreadable' }] });
    const forms = await joinFiles({ tray, documentReader: joinerOf() }, ids.slice(0, 5), 'x');
    expect(forms).toEqual({ kind: 'alone', files: [{ id: ids[4], why: 'fields' }] });
  });

  test('reads nothing that intake does not accept', async () => {
    const { tray, ids } = await prepare({ ...three, 'secret.txt': Buffer.from('PRIVATE KEY') });
    const read: number[] = [];
    const found = await joinFiles({ tray, documentReader: joinerOf(() => read.push(1)) }, [ids[3] ?? '', 'none'], 'x');
    expect(found).toEqual({ kind: 'alone', files: [{ id: 'none', why: 'changed' }] });
    const secret = await joinFiles({ tray, documentReader: joinerOf() }, [ids[0] ?? '', ids[3] ?? ''], 'x');
    expect(secret).toEqual({ kind: 'alone', files: [{ id: ids[3], why: 'changed' }] });
    expect(read).toEqual([]);
  });

  test('refuses a file that changed after it was added, also while it is read', async () => {
    const { tray, ids, paths } = await prepare({
      ...three,
      'large.pdf': Buffer.concat([plainPdf('x'), Buffer.alloc(200_000, ' ')]),
    });
    writeFileSync(paths[1] ?? '', plainPdf('two, changed'));
    expect(await joinFiles({ tray, documentReader: joinerOf() }, ids.slice(0, 2), 'x')).toEqual({
      kind: 'alone',
      files: [{ id: ids[1], why: 'changed' }],
    });
    let reads = 0;
    const meanwhile = joinerOf(() => {
      reads += 1;
      if (reads === 3) writeFileSync(paths[3] ?? '', 'Another content');
    });
    expect(await joinFiles({ tray, documentReader: meanwhile }, [ids[0] ?? '', ids[3] ?? ''], 'x')).toEqual({
      kind: 'alone',
      files: [{ id: ids[3], why: 'changed' }],
    });
    expect(existsSync(join(home, 'tray'))).toBe(false);
  });

  test('reads none of files that are too large together', async () => {
    const half = Buffer.concat([plainPdf('half'), Buffer.alloc(limits.fileBytes / 2, ' ')]);
    const { tray, ids } = await prepare({ 'a.pdf': half, 'b.pdf': half });
    const read: number[] = [];
    expect(await joinFiles({ tray, documentReader: joinerOf(() => read.push(1)) }, ids, 'x')).toEqual({
      kind: 'too-large',
    });
    expect(read).toEqual([]);
  });

  test('that fails leaves nothing, and the next start removes what was not sent', async () => {
    const { tray, ids } = await prepare(three);
    expect(await joinFiles({ tray, documentReader: { join: async () => null } }, ids, 'x')).toEqual({ kind: 'failed' });
    expect(existsSync(join(home, 'tray'))).toBe(false);
    await joinFiles({ tray, documentReader: joinerOf() }, ids, 'x');
    expect(readdirSync(join(home, 'tray'))).toHaveLength(1);
    const next = createTray({ folder: join(home, 'tray'), newId: () => 'n', documentReader: directReader });
    await next.offer([]);
    expect(existsSync(join(home, 'tray'))).toBe(false);
  });
});
