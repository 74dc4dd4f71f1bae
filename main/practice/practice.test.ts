import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deedsOf } from '../../test/practice-service/deeds.ts';
import { onePage } from '../practice-service/signatures/one-page.ts';
import { checkSignatures } from '../signatures/check-signatures.ts';
import { createPractice } from './practice.ts';
import { practiceHost } from './practice-http.ts';
import { MOST_DOCUMENTS } from './practice-start.ts';

let folder: string;
let decisions: number;
const begin = () =>
  createPractice({ folder: join(folder, 'practice'), isAllowed: true, onDecision: () => (decisions += 1) });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-practice-'));
  decisions = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (path: string) => ({
  method: 'GET' as const,
  url: `https://${practiceHost}${path}`,
  headers: {},
  maxAnswerBytes: 1_000_000,
});

describe('the practice service in the app', () => {
  test('starts with the first request, inside of this process, and is the same after a restart', async () => {
    const practice = begin();
    expect(existsSync(join(folder, 'practice'))).toBe(false);
    expect(await practice.http.send(at('/api/v1/overview'))).toMatchObject({
      kind: 'response',
      response: { status: 401 },
    });
    const service = await practice.running();
    const { username } = deedsOf(service).people.createServiceUser('public');
    const again = begin();
    expect((await again.running()).connectionOf('public').clientId).toBe(service.connectionOf('public').clientId);
    expect(await again.pages('en')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/enter\/[0-9a-f]{48}$/);
    again.close();
    expect(username).toMatch(/^service-/);
  });

  test('starts also where a power cut left files empty', async () => {
    const first = deedsOf(await begin().running());
    const user = first.people.createServiceUser('public');
    const [lost, kept] = [
      await first.documents.add(user.id, { name: 'lost.pdf', status: 'in-progress' }),
      await first.documents.add(user.id, { name: 'kept.pdf', status: 'in-progress' }),
    ];
    writeFileSync(join(folder, 'practice', 'documents', `${lost.documentId}.json`), '');
    const found = (await begin().running()).practice.documents.all();
    expect(found.map(({ documentId }) => documentId)).toEqual([kept.documentId]);
  });

  test('keeps the newest documents alone, and nothing after its end', async () => {
    const first = deedsOf(await begin().running());
    const user = first.people.createServiceUser('public');
    const content = onePage('Lease');
    for (let number = 0; number < MOST_DOCUMENTS + 2; number += 1)
      // oxlint-disable-next-line no-await-in-loop
      await first.documents.add(user.id, { name: `${number}.pdf`, status: 'in-progress', content });
    const practice = begin();
    const names = (await practice.running()).practice.documents.all().map(({ documentName }) => documentName);
    expect([names.length, names.includes('0.pdf'), names.includes('2.pdf')]).toEqual([MOST_DOCUMENTS, false, true]);
    await practice.remove();
    expect(existsSync(join(folder, 'practice'))).toBe(false);
    expect((await practice.running()).practice.documents.all()).toEqual([]);
  });

  test('a person signs for somebody else on its pages, and the app hears of it', async () => {
    const practice = begin();
    const service = deedsOf(await practice.running());
    const user = service.people.createServiceUser('public');
    const document = await service.documents.add(user.id, { name: 'Lease.pdf', status: 'in-progress' });
    const address = new URL(await practice.pages('en'));
    const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(new URL(path, address), { headers, redirect: 'manual' });
    const entered = await get(address.pathname);
    const cookie = entered.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict$/);
    const key = { cookie: cookie.split(';')[0] ?? '' };
    const mail = await (await get('/mail', key)).text();
    expect(mail).toContain('Lease.pdf');
    await practice.pages('de');
    expect(await (await get('/mail', key)).text()).toContain('<html lang="de">');
    const link = /href="(\/sign\/[0-9a-f]+)"/.exec(mail)?.[1] ?? '';
    await fetch(new URL(link, address), {
      method: 'POST',
      headers: key,
      body: new URLSearchParams({ action: 'sign' }),
      redirect: 'manual',
    });
    expect([service.documents.find(document.documentId)?.documentStatus, decisions]).toEqual(['signed', 1]);
    practice.close();
  });

  test('what was signed can be read again, with the signature in the file', async () => {
    const service = deedsOf(await begin().running());
    const user = service.people.createServiceUser('public');
    const document = await service.documents.add(user.id, { name: 'Lease (1).pdf', status: 'signed' });
    const copy = Buffer.from(await service.documents.contentOf(document.documentId));
    const report = checkSignatures(copy);
    expect(report.signatures.map(({ isPractice }) => [report.state, isPractice])).toEqual([['intact', true]]);
    // The keys are in the folder of the service: the copy is the same after a restart.
    const again = deedsOf(await begin().running());
    expect(copy.equals(await again.documents.contentOf(document.documentId))).toBe(true);
  });
});
