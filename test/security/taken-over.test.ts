import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { pdfOf } from '../../main/intake/testing/sample-files.ts';
import { app, record } from './recording-electron.ts';

/** A window that was taken over sends any message to main, also paths that no person handed over. */
const folder = mkdtempSync(join(tmpdir(), 'countersign-taken-over-'));
const put = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
let contentsId: number;

beforeAll(async () => {
  await import('../../main/main.ts');
  await vi.waitFor(() => expect(record.windows).toHaveLength(1), 30_000);
  await vi.waitFor(() => expect(record.menus).not.toEqual([]), 30_000);
  contentsId = record.windows[0]?.webContents.id ?? 0;
});
afterAll(() => {
  app.emit('will-quit', {});
  rmSync(folder, { recursive: true });
});

async function invoke(name: string, input: unknown): Promise<unknown> {
  const handler = record.calls.get(name);
  if (!handler) throw new Error(`No handler for ${name}`);
  const senderFrame = { url: 'app://bundle/index.html', origin: 'app://bundle', parent: null };
  return Reflect.apply(handler, undefined, [{ sender: { id: contentsId }, senderFrame }, input]);
}

const offered = z.object({ value: z.object({ files: z.array(z.object({ id: z.string(), name: z.string() })) }) });
const refused = (key: string) => ({ ok: true, value: { ok: false, problem: expect.objectContaining({ key }) } });

async function offer(...paths: string[]): Promise<readonly string[]> {
  return offered.parse(await invoke('files.offer', { paths })).value.files.map(({ id }) => id);
}

describe('of a file that is no document', () => {
  test.each<[string, string | Buffer]>([
    ['id_ed25519', '-----BEGIN OPENSSH PRIVATE KEY-----\nsecret\n'],
    ['Login Data', 'SQLite format 3\0secret'],
    ['notes.pdf', 'the password is secret'],
    ['setup.exe', 'MZ secret'],
  ])('no byte of %s leaves main, and nothing goes to the service', async (name, content) => {
    const [id = ''] = await offer(put(name, content));
    const read = await invoke('files.read', { id, from: 0, to: 100 });
    expect(read).toMatchObject({ ok: true, value: { ok: false } });
    expect(read).not.toHaveProperty('value.bytes');
    expect(await invoke('files.remarks', { ids: [id] })).toEqual({ ok: true, value: { found: [{ id, remarks: [] }] } });
    expect(await invoke('bulk.contents', { ids: [id] })).toEqual({
      ok: true,
      value: { contents: [{ id, content: null }] },
    });
  });

  test('that took the place of a document, nothing is read', async () => {
    const path = put('Offer.pdf', pdfOf('% first'));
    const [id = ''] = await offer(path);
    expect(await invoke('files.read', { id, from: 0, to: 5 })).toMatchObject({ ok: true, value: { ok: true } });
    rmSync(path);
    put('Offer.pdf', 'the password is secret, in another file');
    expect(await invoke('files.read', { id, from: 0, to: 5 })).toEqual(refused('file-modified'));
  });

  test('that a link leads to, nothing is taken', async () => {
    const link = join(folder, 'Link.pdf');
    symlinkSync(put('Target.pdf', pdfOf('% elsewhere')), link);
    expect(await offer(link)).toEqual([]);
  });
});

test('a document is read in pieces', async () => {
  const [id = ''] = await offer(put('Contract.pdf', pdfOf('% contract')));
  const read = await invoke('files.read', { id, from: 0, to: 5 });
  expect(read).toEqual({ ok: true, value: { ok: true, bytes: new Uint8Array(Buffer.from('%PDF-')) } });
});
