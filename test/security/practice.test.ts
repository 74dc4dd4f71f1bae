import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAccountSecrets } from '../../main/account/account-secrets.ts';
import { createSigningClients } from '../../main/account/signing-clients.ts';
import { sampleConnection, sampleFields } from '../../main/account/testing/sample-connection.ts';
import { createPractice } from '../../main/practice/practice.ts';
import { practiceHost } from '../../main/practice/practice-http.ts';
import type { HttpPort } from '../../main/signing/http-port.ts';
import { Secret } from '../../main/signing/secret.ts';
import { stoppedClock } from '../../main/testing/clocks.ts';
import { memoryKeychain } from '../../main/testing/memory-keychain.ts';
import { practiceConnectionId } from '../../preload/contract/limits.ts';
import { deedsOf } from '../practice-service/deeds.ts';

let home: string;
let ended: (() => void)[];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-practice-'));
  ended = [];
});
afterEach(() => {
  for (const end of ended) end();
  rmSync(home, { recursive: true, force: true });
});

function begin(isAllowed = true) {
  const practice = createPractice({ folder: join(home, 'practice'), isAllowed, onDecision() {} });
  ended.push(practice.close);
  return practice;
}

const fields = {
  ...sampleFields,
  base: `https://${practiceHost}/api/v1`,
  auth: `https://${practiceHost}`,
  clientForm: 'public' as const,
};

describe('the way to the practice service', () => {
  test('a connection with the addresses of the practice service from a file goes to the network', async () => {
    const secrets = createAccountSecrets({ keychain: memoryKeychain(new Map()) });
    const ways: string[] = [];
    const way = (name: string): HttpPort => ({
      async send() {
        ways.push(name);
        return { kind: 'notSent', problem: { kind: 'unreachable', details: '' } };
      },
    });
    const clients = createSigningClients({
      http: way('network'),
      practiceHttp: way('practice'),
      clock: stoppedClock(),
      secrets,
      keyPairs: { privateKey: async () => ({ kind: 'none' }) },
      find: (id) => ({ ...sampleConnection, id, fields, username: 'service-1' }),
      onSecretLost: () => {},
      allowLoopback: false,
    });
    // oxlint-disable-next-line no-await-in-loop
    for (const id of ['0a1b', practiceConnectionId])
      await secrets.savePassword({ id, environment: fields.environment }, new Secret('password'));
    await clients.of('0a1b')?.signIn();
    await clients.of(practiceConnectionId)?.signIn();
    expect(ways).toEqual(['network', 'practice']);
  });

  test.each([
    'https://sign.example.ch/api/v1/overview',
    `http://${practiceHost}/`,
    'http://127.0.0.1:1/',
    `https://x.${practiceHost}/`,
    `https://${practiceHost}:8443/`,
  ])('no other address leads there (%s)', async (url) => {
    const answer = await begin().http.send({ method: 'GET', url, headers: {}, maxAnswerBytes: 1 });
    expect(answer).toMatchObject({ kind: 'notSent', problem: { kind: 'bad-address' } });
    expect(existsSync(join(home, 'practice'))).toBe(false);
  });

  test('it does not start where it is forbidden', async () => {
    const practice = begin(false);
    const url = `https://${practiceHost}/api/v1/overview`;
    expect(await practice.http.send({ method: 'GET', url, headers: {}, maxAnswerBytes: 1 })).toMatchObject({
      kind: 'notSent',
      problem: { kind: 'unreachable' },
    });
    await expect(practice.pages('en')).rejects.toThrow();
    expect(existsSync(join(home, 'practice'))).toBe(false);
  });
});

describe('the port of the practice service', () => {
  async function opened() {
    const practice = begin();
    const service = deedsOf(await practice.running());
    const { id } = service.people.createServiceUser('public');
    await service.documents.add(id, { name: 'Lease.pdf', status: 'in-progress' });
    const address = new URL(await practice.pages('en'));
    const key = `countersign-practice=${address.pathname.split('/').at(-1) ?? ''}`;
    const get = (path: string, headers: Readonly<Record<string, string>>) =>
      new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port: address.port, path, headers }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        });
        sent.on('error', reject).end();
      });
    return { get, key, entry: address.pathname };
  }

  test('shows nothing to who did not come from the app', async () => {
    const { get, key, entry } = await opened();
    for (const cookie of ['', 'countersign-practice=', `x${key}`, `${key}0`]) {
      // oxlint-disable-next-line no-await-in-loop
      const { status, text } = await get('/mail', { cookie });
      expect([status, text.includes('Lease')]).toEqual([403, false]);
    }
    expect((await get(`/enter/${'0'.repeat(48)}`, {})).status).toBe(403);
    expect((await get(entry, {})).status).toBe(303);
    expect((await get('/mail', { cookie: key })).text).toContain('Lease.pdf');
  });

  test('shows nothing under the name of another site', async () => {
    const { get, key, entry } = await opened();
    // oxlint-disable-next-line no-await-in-loop
    for (const path of [entry, '/mail'])
      expect((await get(path, { cookie: key, host: 'evil.example' })).status).toBe(403);
  });

  test('shows the pages of signees and nothing else', async () => {
    const { get, key } = await opened();
    // oxlint-disable-next-line no-await-in-loop
    for (const path of ['/', '/operator', '/api/v1/overview', '/third-party-connection/', '/identity/api/v1/users/me'])
      expect([path, (await get(path, { cookie: key })).status]).toEqual([path, 404]);
    expect((await get('/mail', { cookie: key })).text).not.toContain('/operator');
  });
});
