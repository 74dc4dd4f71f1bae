/** Over real sockets: the service gets the expected content, or never a complete file. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createSigningClient } from './client.ts';
import { createNodeHttp } from './node-http.ts';
import { success } from './outcome.ts';
import { Secret } from './secret.ts';
import { answer, type RawRequest, rawServer } from './testing/raw-server.ts';

/** The piece size of the pump. */
const PIECE = 512 * 1024;
const DRAFT = { documentId: '0c1e4cd1-4f2b-4f4e-9f43-111122223333', documentStatus: 'draft' };
const folder = mkdtempSync(join(tmpdir(), 'countersign-transfer-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'spooled.pdf');
const sha256Of = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** A service that answers uploads by `respond`, and a signed-in client. */
async function service(respond: (socket: Socket, request: RawRequest) => void) {
  const closed = Promise.withResolvers<void>();
  const server = await rawServer({
    whole: (socket, request) => {
      if (!request.head.includes('/token ')) return respond(socket, request);
      socket.once('close', closed.resolve);
      answer(socket, 200, JSON.stringify({ access_token: `t${server.requests.length}`, expires_in: 900 }));
    },
  });
  const http = createNodeHttp({ allowLoopback: true });
  onTestFinished(() => http.close());
  const signing = createSigningClient({
    http,
    clock: { now: () => Date.now() },
    allowLoopback: true,
    addresses: { base: `${server.url}/api/v1`, auth: server.url },
    credentials: async () =>
      success({ username: 'u', password: new Secret('pass-word'), client: { form: 'public', clientId: 'c' } }),
  });
  const upload = (size: number, sha256?: string) =>
    signing.upload({
      file: { path, size, name: 'a.pdf', type: 'application/pdf', ...(sha256 === undefined ? {} : { sha256 }) },
      fields: { initiatorAliasName: 'A' },
    });
  /** Uploads that arrived completely. */
  const arrived = () => server.requests.filter(({ head }) => head.includes('/documents/file '));
  return { signing, upload, arrived, closed: closed.promise };
}

const taken = (socket: Socket) => answer(socket, 201, JSON.stringify(DRAFT));
const changed = { ok: false, failure: { kind: 'file-changed', certainty: 'permanent' } };

/** A file size with which the file ends exactly at the end of a piece. */
async function sizeThatFillsPieces(): Promise<number> {
  const { upload, arrived } = await service(taken);
  writeFileSync(path, 'x');
  await upload(1);
  const body = arrived()[0]?.body ?? Buffer.alloc(0);
  return 2 * PIECE - (body.indexOf('\r\n\r\nx\r\n') + 4);
}

describe('a spool copy whose content changed', () => {
  test.each([
    ['a few bytes', 7],
    ['one piece', PIECE],
    ['two pieces', 2 * PIECE],
    ['many pieces and a rest', 5 * PIECE + 17],
    ['a size that ends with a piece', null],
  ])('of %s never arrives completely', async (_, given) => {
    const size = given ?? (await sizeThatFillsPieces());
    const accepted = Buffer.alloc(size, 'pay 100');
    for (const at of [0, size - 1]) {
      const { upload, arrived, closed } = await service(taken);
      const rotten = Buffer.from(accepted);
      rotten[at] = '9'.charCodeAt(0);
      writeFileSync(path, rotten);
      expect(await upload(size, sha256Of(accepted))).toMatchObject(changed);
      await closed;
      expect(arrived()).toEqual([]);
    }
  });

  test('that should be empty is not sent at all', async () => {
    const { upload, arrived } = await service(taken);
    writeFileSync(path, '');
    expect(await upload(0, sha256Of('pay 100'))).toMatchObject(changed);
    expect(arrived()).toEqual([]);
    expect(await upload(0, sha256Of(''))).toMatchObject({ ok: true });
  });

  test('is noticed when it changes between a refused token and the resend', async () => {
    const { upload, arrived, closed } = await service((socket, { body }) => {
      expect(body.includes('pay 100')).toBe(true);
      writeFileSync(path, 'pay 999');
      answer(socket, 401);
    });
    writeFileSync(path, 'pay 100');
    expect(await upload(7, sha256Of('pay 100'))).toMatchObject(changed);
    await closed;
    expect(arrived()).toHaveLength(1);
  });
});

describe('a spool copy whose content is unchanged', () => {
  test.each([7, PIECE, 2 * PIECE, 5 * PIECE + 17])('of %i bytes arrives, also after a renewed token', async (size) => {
    const content = Buffer.alloc(size, 'pay 100');
    writeFileSync(path, content);
    let calls = 0;
    const { upload, arrived } = await service((socket) => {
      calls += 1;
      if (calls === 1) answer(socket, 401);
      else taken(socket);
    });
    expect(await upload(size, sha256Of(content))).toMatchObject({ ok: true });
    expect(arrived().map(({ body }) => body.includes(content))).toEqual([true, true]);
  });
});

test('a file without a hash can be scanned', async () => {
  writeFileSync(path, 'pay 999');
  const { signing } = await service((socket) => answer(socket, 200, JSON.stringify({ signatureFields: [] })));
  const outcome = await signing.scanPredefined({ path, size: 7, name: 'a.pdf', type: 'application/pdf' });
  expect(outcome.ok).toBe(true);
});
