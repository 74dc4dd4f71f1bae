import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { downloadFile } from './download.ts';
import type { HttpPort } from './http-port.ts';
import { createNodeHttp } from './node-http.ts';
import { createRedactor } from './redactor.ts';
import { createServerClock } from './server-clock.ts';
import { fakeHttp, response } from './testing/fake-http.ts';
import { answer, type RawBehaviour, rawServer } from './testing/raw-server.ts';

const CONTENT = `%PDF-${'x'.repeat(300_000)}%%EOF`;

const context = { redactor: createRedactor(), clock: createServerClock({ now: () => Date.now() }) };

async function download(whole: NonNullable<RawBehaviour['whole']>, maxBytes = 1_000_000) {
  const server = await rawServer({ whole });
  const http = createNodeHttp({ allowLoopback: true });
  onTestFinished(() => http.close());
  const written: Uint8Array[] = [];
  const progress: (readonly [number, number | null])[] = [];
  const outcome = await downloadFile(
    { http, context, rules: { allowLoopback: true } },
    {
      url: `${server.url}/file`,
      maxBytes,
      write: async (chunk) => void written.push(chunk),
    },
    { onProgress: (bytes, total) => progress.push([bytes, total]) },
  );
  return { server, outcome, written: Buffer.concat(written).toString(), progress };
}

test('downloads a file without sending the token', async () => {
  const { server, outcome, written, progress } = await download((socket) =>
    answer(socket, 200, CONTENT, ['Content-Type: application/pdf']),
  );
  expect(written).toBe(CONTENT);
  expect(outcome).toEqual({
    ok: true,
    value: {
      bytes: CONTENT.length,
      sha256: createHash('sha256').update(CONTENT).digest('hex'),
      contentType: 'application/pdf',
    },
  });
  expect(progress.at(-1)).toEqual([CONTENT.length, CONTENT.length]);
  expect(server.requests[0]?.head).not.toMatch(/authorization/i);
});

describe('a storage that sends on to another one', () => {
  /** Each step is answered with a redirect to the next one, the last with the file. */
  async function follow(steps: readonly string[], { status = 302, allowLoopback = false } = {}) {
    const asked: string[] = [];
    const http: HttpPort = {
      async send({ url, headers, receive }) {
        // No storage hears the token.
        expect(headers).toEqual({});
        asked.push(url);
        const next = steps[steps.indexOf(url) + 1];
        if (next !== undefined) return response(status, '', { location: next });
        await receive?.(Buffer.from(CONTENT), {});
        return response(200);
      },
    };
    const written: Uint8Array[] = [];
    const outcome = await downloadFile(
      { http, context, rules: { allowLoopback } },
      { url: steps[0] ?? '', maxBytes: 1_000_000, write: async (chunk) => void written.push(chunk) },
    );
    return { outcome, asked, written: Buffer.concat(written).toString() };
  }

  const files = (count: number) => Array.from({ length: count }, (_, at) => `https://storage-${at}.example/lease`);

  test.each([301, 302, 303, 307, 308])('is followed after a %d', async (status) => {
    const { outcome, asked, written } = await follow(files(3), { status });
    expect(outcome).toMatchObject({ ok: true, value: { bytes: CONTENT.length } });
    expect([asked, written]).toEqual([files(3), CONTENT]);
  });

  test('is followed five times and no more', async () => {
    expect(await follow(files(6))).toMatchObject({ outcome: { ok: true } });
    const { outcome, asked } = await follow(files(7));
    // The last one is at fault, and not the one that is allowed and answers.
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'redirect', host: 'storage-5.example' } });
    expect(asked).toHaveLength(6);
  });

  test.each([
    'http://other.example/lease',
    'https://localhost/lease',
    'https://localhost./lease',
    'https://files.localhost/lease',
    'https://100.100.1.2/lease',
    'https://127.0.0.1/lease',
    'https://10.1.2.3/lease',
    'https://192.168.0.1/lease',
    'https://[::1]/lease',
    'https://[::ffff:127.0.0.1]/lease',
    'https://0.0.0.0/lease',
    'https://files.intranet/lease',
    'https://anna:secret@other.example/lease',
    'ftp://other.example/lease',
    'nonsense://',
    '',
  ])('is not followed to %s', async (next) => {
    const { outcome, asked, written } = await follow(['https://storage.example/lease', next]);
    expect(outcome).toMatchObject({ ok: false });
    expect([asked, written]).toEqual([['https://storage.example/lease'], '']);
  });

  test('is not followed into the own network after a step outside of it', async () => {
    const { asked } = await follow([...files(2), 'https://10.1.2.3/lease']);
    expect(asked).toEqual(files(2));
  });

  test('in the own network is followed there', async () => {
    const steps = ['https://signing.intranet/lease', 'https://10.1.2.3/lease'];
    expect(await follow(steps)).toMatchObject({ outcome: { ok: true }, asked: steps });
  });
});

describe('fails', () => {
  test.each<[string, NonNullable<RawBehaviour['whole']>, object]>([
    ['gone', (socket) => answer(socket, 404), { kind: 'not-found', certainty: 'permanent' }],
    [
      'broken off',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n%PDF'),
      { kind: 'answer-lost' },
    ],
    ['a web page', (socket) => answer(socket, 200, '<html>', ['Content-Type: text/html']), { kind: 'captive-portal' }],
    ['part of it', (socket) => answer(socket, 206, 'x'), { kind: 'unexpected-answer' }],
    ['a redirect', (socket) => answer(socket, 302, '', ['Location: http://evil.example']), { kind: 'redirect' }],
  ])('when the answer is: %s', async (_, whole, failure) => {
    expect((await download(whole)).outcome).toMatchObject({ ok: false, failure });
  });

  test('when a long web page calls itself a PDF', async () => {
    const page = `<!doctype html><p>${'Please sign in. '.repeat(20_000)}`;
    const { outcome, written } = await download((socket) =>
      answer(socket, 200, page, ['Content-Type: application/pdf']),
    );
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'captive-portal' } });
    expect(written).toBe('');
  });

  test('when the file is larger than allowed', async () => {
    const { outcome, written } = await download((socket) => answer(socket, 200, CONTENT), 1_000);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unexpected-answer' } });
    expect(written.length).toBeLessThanOrEqual(1_000);
  });

  test.each(['http://storage.example/x', 'http://127.0.0.1/x', 'ftp://127.0.0.1/x', ''])(
    'without a request when the address is not safe: %s',
    async (url) => {
      const http = fakeHttp(() => response(200, CONTENT));
      const deps = { http, context, rules: { allowLoopback: false } };
      const outcome = await downloadFile(deps, { url, maxBytes: 1_000, write: async () => {} });
      expect(outcome).toMatchObject({ ok: false, failure: { kind: 'bad-address', certainty: 'permanent' } });
      expect(http.sent).toEqual([]);
    },
  );
});
