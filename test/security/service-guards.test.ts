import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { nodeCopyDisk } from '../../main/documents/copy-disk.ts';
import { createCopyReader } from '../../main/documents/copy-reader.ts';
import { createSentCopies } from '../../main/documents/sent-copies.ts';
import { safeStem } from '../../main/files/safe-name.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { readPolicy } from '../../main/policy/policy-file.ts';
import { trustedAddress } from '../../main/signing/address.ts';
import { downloadFile } from '../../main/signing/download.ts';
import { createNodeHttp } from '../../main/signing/node-http.ts';
import { createRedactor } from '../../main/signing/redactor.ts';
import { Secret } from '../../main/signing/secret.ts';
import { createServerClock } from '../../main/signing/server-clock.ts';
import { fakeHttp, response } from '../../main/signing/testing/fake-http.ts';
import { answer, rawServer } from '../../main/signing/testing/raw-server.ts';
import { sampleSubmission } from '../../main/submission/testing/sample-submission.ts';
import { isNewer, readFeed } from '../../main/updates/release.ts';

/** The guards of main that no window and no call shows: each has its line in guards.ts. */
const folder = mkdtempSync(join(tmpdir(), 'countersign-guards-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('secrets and documents', () => {
  test('go over https, to a host without a password in its address', () => {
    const rules = { allowLoopback: false };
    for (const address of [
      'http://service.example/',
      'http://127.0.0.1/',
      'ftp://service.example/',
      'https://anna@service.example/',
      'https://anna:secret@service.example/',
      'file:///etc/passwd',
    ])
      expect([address, trustedAddress(address, rules)]).toEqual([address, null]);
    expect(trustedAddress('https://service.example/', rules)?.host).toBe('service.example');
    expect(trustedAddress('http://127.0.0.1.evil.example/', { allowLoopback: true })).toBeNull();
  });

  test('a storage hears no token, nor does the one it leads to, and it sends no more than was allowed', async () => {
    const elsewhere = await rawServer({ whole: (socket) => answer(socket, 200, '%PDF-') });
    const storage = await rawServer({
      whole: (socket, { head }) =>
        head.includes('/leads')
          ? answer(socket, 302, '', [`Location: ${elsewhere.url}/file`])
          : answer(socket, 200, `%PDF-${'x'.repeat(1_000)}`, ['Content-Type: application/pdf']),
    });
    const http = createNodeHttp({ allowLoopback: true });
    try {
      const context = { redactor: createRedactor(), clock: createServerClock({ now: () => Date.now() }) };
      const written: number[] = [];
      const load = (url: string, maxBytes: number, allowLoopback = true) =>
        downloadFile(
          { http, context, rules: { allowLoopback } },
          { url, maxBytes, write: async ({ length }) => void written.push(length) },
        );
      expect(await load(`${storage.url}/file`, 10_000)).toMatchObject({ ok: true });
      expect(await load(`${storage.url}/leads`, 10_000)).toMatchObject({ ok: true });
      const heard = [...storage.requests, ...elsewhere.requests];
      expect([heard.length, heard.map(({ head }) => head).join()]).toEqual([
        3,
        expect.not.stringMatching(/authorization|cookie/i),
      ]);
      expect(await load(`${storage.url}/file`, 10)).toMatchObject({ ok: false });
      const before = storage.requests.length;
      expect(await load(`${storage.url}/file`, 10_000, false)).toMatchObject({
        ok: false,
        failure: { kind: 'bad-address' },
      });
      expect(storage.requests).toHaveLength(before);
    } finally {
      http.close();
    }
  });

  test('a storage of the internet leads to no server of the own network, and to nothing but https', async () => {
    const context = { redactor: createRedactor(), clock: createServerClock({ now: () => Date.now() }) };
    for (const location of [
      'https://192.168.0.1/lease',
      'https://localhost/lease',
      'https://files.intranet/lease',
      'http://a.example/lease',
    ]) {
      const http = fakeHttp(() => response(302, '', { location }));
      const download = { url: 'https://storage.example/lease', maxBytes: 1_000, write: async () => {} };
      await downloadFile({ http, context, rules: { allowLoopback: false } }, download);
      expect(http.sent.map(({ url }) => url)).toEqual(['https://storage.example/lease']);
    }
  });

  test('a secret prints as nothing, and is taken out of what a service answers', () => {
    const secret = new Secret('correct horse battery');
    expect([String(secret), JSON.stringify({ secret }), inspect({ secret })].join()).not.toContain('horse');
    const redactor = createRedactor();
    redactor.know(secret);
    expect(redactor.redact('you sent "correct horse battery"')).toBe('you sent "[secret]"');
    expect(redactor.redact('Authorization: Bearer abc.def-123')).not.toContain('abc.def');
  });
});

test.each([
  '../../.bashrc',
  String.raw`..\\..\\Startup\\evil.bat`,
  'a\u0000b',
  'invoice\u202efdp.exe',
  'con',
  'LPT1.pdf',
  '...',
  'name. ',
  'x'.repeat(5_000),
])('a document named %j has a name that leads nowhere', (name) => {
  const stem = safeStem(name);
  // oxlint-disable-next-line no-control-regex
  expect(stem).not.toMatch(/[\\/:*?"<>|\u0000-\u001f\u202e]|^\.|[. ]$|^(?:con|lpt1)(?:\.|$)/i);
  expect(Buffer.byteLength(stem)).toBeLessThanOrEqual(121);
});

test('a saved copy that somebody changed is not given out', async () => {
  const { journal } = openJournal(':memory:');
  try {
    const path = join(folder, 'Lease signed.pdf');
    const content = '%PDF-1.7 signed by both';
    writeFileSync(path, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    journal.savedCopies.add({ connectionId: 'c', documentId: 'd', path, sha256, size: content.length, at: 1 });
    const find = (connection: string, id: string) => journal.savedCopies.of(connection, id).at(-1);
    const reader = createCopyReader({ find, disk: nodeCopyDisk });
    expect(await reader.verified('c', 'd')).toEqual({ path, size: content.length });
    writeFileSync(path, content.replace('both', 'Anna'));
    expect(await createCopyReader({ find, disk: nodeCopyDisk }).verified('c', 'd')).toMatchObject({
      key: 'copy-changed',
    });
  } finally {
    journal.close();
  }
});

test('our copy of what was sent is given out by its id, in its own connection, as long as it is what was sent', async () => {
  const content = '%PDF-1.7 for Anna';
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { sha256, size: content.length, name: 'Lease.pdf', type: 'application/pdf' };
  const sent = sampleSubmission('s', { connectionId: 'c', wish: { ...sampleSubmission('s').wish, file } });
  const path = join(folder, `${sha256}.bin`);
  writeFileSync(path, content);
  const outbox = {
    find: (id: string) => (id === sent.id ? sent : null),
    copyPath: (hash: string) => (hash === sha256 ? path : null),
  };
  const copies = createSentCopies({ outbox, disk: nodeCopyDisk });
  const part = { from: 0, to: 5 };
  expect(await copies.read('c', sent.id, part)).toMatchObject({ bytes: new Uint8Array(Buffer.from('%PDF-')) });
  // oxlint-disable-next-line no-await-in-loop
  for (const [connection, id] of [
    ['other', sent.id],
    ['c', `../${sha256}`],
    ['c', path],
  ] as const)
    expect(await copies.read(connection, id, part)).toEqual({ key: 'copy-missing', params: { path: '' } });
  writeFileSync(path, 'the password, here');
  expect(await createSentCopies({ outbox, disk: nodeCopyDisk }).read('c', sent.id, part)).not.toHaveProperty('bytes');
});

test('a policy that ordinary users can write decides nothing', () => {
  const file = join(folder, 'policy.json');
  writeFileSync(file, JSON.stringify({ format: 'countersign-policy', version: 1, forceHold: true }));
  expect(readPolicy(file, () => true)).toMatchObject({
    policy: { forceHold: false },
    problem: { key: 'policy-writable' },
  });
  expect(readPolicy(file, () => false)).toMatchObject({ policy: { forceHold: true }, problem: null });
});

describe('an update', () => {
  const maker = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = [maker.publicKey.export({ type: 'spki', format: 'pem' }).toString()];
  const file = { name: 'Countersign.AppImage', sha512: `${'A'.repeat(86)}==`, size: 10 };
  const parts = {
    channel: 'latest',
    system: 'linux',
    cpu: 'x64',
    version: '1.5.0',
    notes: '',
    validUntil: '2099-01-01T00:00:00.000Z',
    rollout: 100,
    file,
  };
  const feed = (release: object, { privateKey } = maker, changed = release) => {
    const signature = sign('sha256', Buffer.from(JSON.stringify(release)), privateKey).toString('base64');
    return readFeed(JSON.stringify({ release: JSON.stringify(changed), signature }), keys).kind;
  };

  test('counts when one of our keys has signed all of it', () => {
    expect(feed(parts)).toBe('ok');
    expect(feed(parts, stranger)).toBe('unsigned');
    expect(feed(parts, maker, { ...parts, version: '9.0.0' })).toBe('unsigned');
  });

  test('names a file beside its feed', () => {
    for (const name of ['../evil', 'https://evil.example/x', 'a/b', ''])
      expect(feed({ ...parts, file: { ...file, name } })).toBe('damaged');
  });

  test('never goes back', () => {
    for (const version of ['1.4.0', '1.3.9', '0.99.99']) expect(isNewer(version, '1.4.0')).toBe(false);
    expect(isNewer('1.4.1', '1.4.0')).toBe(true);
  });
});
