/** A service and a storage that mean harm, over real sockets and on a real disk. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { openJournal } from '../journal/journal.ts';
import { readDocument } from '../signing/answers/document.ts';
import { createSigningClient } from '../signing/client.ts';
import { createNodeHttp } from '../signing/node-http.ts';
import { success } from '../signing/outcome.ts';
import { Secret } from '../signing/secret.ts';
import { answer, type RawBehaviour, rawServer } from '../signing/testing/raw-server.ts';
import { createSaver } from './saver.ts';

const NOW = Date.UTC(2026, 4, 4, 12);
const signed = pdfOf('signed');

type Storage = NonNullable<RawBehaviour['whole']>;
const plain: Storage = (socket) => answer(socket, 200, signed.toString('latin1'));

/** A saver whose service gives this address and name, and whose storage behaves like this. */
async function prepare({ storage = plain, url = (own: string) => own, name = 'Lease.pdf' }) {
  const home = mkdtempSync(join(tmpdir(), 'countersign-hostile-'));
  const folder = join(home, 'documents', 'signed');
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const server = await rawServer({ whole: storage });
  const elsewhere = await rawServer({ whole: plain });
  const http = createNodeHttp({ allowLoopback: true });
  onTestFinished(() => http.close());
  const client = createSigningClient({
    http,
    clock: { now: () => NOW },
    addresses: { base: server.url, auth: server.url },
    allowLoopback: true,
    credentials: async () =>
      success({ username: 'u', password: new Secret('p'), client: { form: 'public', clientId: 'c' } }),
  });
  const { journal } = openJournal(':memory:');
  journal.documentFacts.see('c', [{ id: 'd1', status: 'signed' }], { at: NOW, before: null, account: null });
  const timers: (() => void)[] = [];
  const saver = createSaver({
    clock: { now: () => NOW, monotonic: () => 0, after: (_ms, callback) => (timers.push(callback), () => {}) },
    journal,
    clientOf: () => ({
      async details() {
        const documentUrl = url(`${server.url}/file`);
        const completionTime = new Date(NOW).toISOString();
        const document = readDocument({
          documentId: 'd1',
          documentName: name,
          documentStatus: 'signed',
          documentUrl,
          completionTime,
        });
        if (document === null) throw new Error('no document');
        return success(document);
      },
      download: client.download,
    }),
    accountOf: () => null,
    placeOf: () => ({ folder, createBelow: null, base: 'https://service.test' }),
    onChanged() {},
    onFault(error) {
      throw error;
    },
  });
  return {
    saver,
    server,
    elsewhere,
    elapse: () => timers.splice(0).forEach((callback) => callback()),
    files: () => readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
    folder,
    problem: () => journal.documentFacts.find('c', 'd1')?.saveProblem?.key ?? null,
    copies: () => journal.savedCopies.of('c', 'd1'),
  };
}

describe('a name', () => {
  test.each([
    '../../../../evil.pdf',
    '..\\..\\evil.pdf',
    '/etc/passwd',
    'C:\\Windows\\evil.pdf',
    '\\\\server\\share\\evil.pdf',
    'CON',
    'aux.pdf',
    'COM1',
    'LPT9.docx',
    'x'.repeat(300),
    '😀'.repeat(300),
    '\u202Efdp.exe',
    'two\r\nlines\u0000.pdf',
    'ends. . .',
    '   ',
    '.',
    '..',
    'a:stream.pdf',
    '~$Lease.pdf',
    '-rf',
  ])('%j gives one file in the folder', async (name) => {
    const { saver, files, folder, copies } = await prepare({ name });
    await saver.run('c', []);
    const found = files();
    expect(found).toHaveLength(1);
    const [file] = found;
    expect(file?.parentPath).toBe(folder);
    expect(Buffer.byteLength(file?.name ?? '')).toBeLessThanOrEqual(255);
    expect(file?.name).toMatch(/^[^\\/:*?"<>|\p{Cc}\p{Cf}]+\.pdf$/u);
    expect(file?.name).not.toMatch(/^(?:con|aux|com\d|lpt\d)(?:$|\.)|^[.~ ]|[. ]\.pdf$/i);
    expect(readFileSync(copies()[0]?.path ?? '').equals(signed)).toBe(true);
  });
});

describe('an address is refused without a request:', () => {
  test.each([
    ['http on the network', () => 'http://storage.example/file'],
    ['a file', () => 'file:///etc/passwd'],
    ['with a password', (own: string) => own.replace('://', '://user:secret@')],
    ['of another program', () => 'ftp://storage.example/file'],
    ['nothing', () => ''],
    ['a script', () => 'javascript:alert(1)'],
  ])('%s', async (_what, url) => {
    const { saver, server, elsewhere, files, problem } = await prepare({ url });
    await saver.run('c', []);
    expect([server.requests, elsewhere.requests, files()]).toEqual([[], [], []]);
    expect(problem()).not.toBeNull();
  });
});

test.each(['http://storage.example/file', 'http://127.0.0.1:1/latest'])(
  'a redirect to %s brings no copy, and the token goes nowhere',
  async (target) => {
    const { saver, server, elsewhere, files, problem } = await prepare({
      storage: (socket) => answer(socket, 302, '', [`Location: ${target}`]),
    });
    await saver.run('c', []);
    expect([server.requests.length, elsewhere.requests.length, files()]).toEqual([1, 0, []]);
    expect(server.requests[0]?.head).not.toMatch(/authorization|cookie/i);
    expect(problem()).not.toBeNull();
  },
);

test('a redirect to another storage is followed without the token', async () => {
  const { saver, elsewhere, files } = await prepare({
    storage: (socket) => answer(socket, 302, '', [`Location: ${elsewhere.url}`]),
  });
  await saver.run('c', []);
  expect(elsewhere.requests.map(({ head }) => head)).toEqual([expect.not.stringMatching(/authorization|cookie/i)]);
  expect(files()).toHaveLength(1);
});

describe('a body is not saved:', () => {
  const head = (...lines: string[]) => `HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`;
  test.each<[string, Storage]>([
    [
      'a page that says it is a PDF',
      (socket) => answer(socket, 200, '<!doctype html>', ['Content-Type: application/pdf']),
    ],
    [
      'a PDF that says it is a page',
      (socket) => answer(socket, 200, signed.toString('latin1'), ['Content-Type: text/html']),
    ],
    ['a program', (socket) => answer(socket, 200, `MZ${signed.toString('latin1')}`, ['Content-Type: application/pdf'])],
    [
      'shorter than it says',
      (socket) => void socket.end(head(`Content-Length: ${signed.length + 9}`) + signed.toString('latin1')),
    ],
    ['longer than it says', (socket) => void socket.end(head('Content-Length: 40') + signed.toString('latin1'))],
    [
      'of no known length and broken off',
      (socket) => void socket.end(`${head('Transfer-Encoding: chunked')}28\r\n${signed.toString('latin1', 0, 40)}\r\n`),
    ],
    ['empty', (socket) => answer(socket, 200)],
  ])('%s', async (_what, storage) => {
    const { saver, files, problem, copies } = await prepare({ storage });
    await saver.run('c', []);
    expect([files(), copies()]).toEqual([[], []]);
    expect(problem()).not.toBeNull();
  });

  test('without an end: the download stops at its limit and leaves nothing', async () => {
    let sent = 0;
    const piece = Buffer.alloc(1024 * 1024, 'x');
    const { saver, files, problem } = await prepare({
      storage(socket) {
        socket.write(`${head('Content-Type: application/pdf')}%PDF-1.7\n`);
        const more = () => {
          while (sent < 500 && socket.writable) {
            sent += 1;
            if (socket.write(piece)) continue;
            socket.once('drain', more);
            break;
          }
        };
        more();
      },
    });
    await saver.run('c', []);
    expect([files(), problem()]).toEqual([[], 'copy-not-sent']);
    expect(sent).toBeLessThan(300);
  });

  test('drop by drop: the download is given up after a minute', async () => {
    const { saver, files, problem, elapse, server } = await prepare({
      storage: (socket) => void socket.write(`${head('Content-Length: 9000')}%PDF-1.7\n`),
    });
    const done = saver.run('c', []);
    while (server.requests.length === 0) await setImmediate();
    elapse();
    await done;
    expect([files(), problem()]).toEqual([[], 'copy-unreachable']);
  });
});
