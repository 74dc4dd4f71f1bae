import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { startPracticeService } from '../../test/practice-service/practice-service.ts';
import { samplePdf } from '../../test/practice-service/sample-pdf.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import type { Forced } from '../practice-service/options.ts';
import { createSigningClient } from '../signing/client.ts';
import { createNodeHttp } from '../signing/node-http.ts';
import { success } from '../signing/outcome.ts';
import { Secret } from '../signing/secret.ts';
import { createPublishedState } from '../state/published-state.ts';
import { findSignees, refusalOf } from './signee-scan.ts';
import { noWishes } from './testing/no-wishes.ts';

const field = { x: 10, y: 10, width: 100, height: 20 };

async function asking(content: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-signees-'));
  const service = await startPracticeService();
  const http = createNodeHttp({ allowLoopback: true });
  onTestFinished(async () => {
    http.close();
    await service.close();
    rmSync(folder, { recursive: true });
  });
  const user = service.people.createServiceUser('client-secret');
  const { clientId, clientSecret = '' } = service.connectionOf('client-secret');
  const client = createSigningClient({
    http,
    clock: service.clock,
    allowLoopback: true,
    addresses: service.connection,
    credentials: async () =>
      success({
        username: user.username,
        password: new Secret(user.password),
        client: { form: 'client-secret', clientId, clientSecret: new Secret(clientSecret) },
      }),
  });
  const path = join(folder, 'Contract.pdf');
  writeFileSync(path, content);
  const state = createPublishedState({ ...emptyState, connections: [sampleConnection] });
  const ask = findSignees({ state, clientOf: (id) => (id === sampleConnection.id ? client : null) });
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = {
    path,
    size: content.length,
    name: 'Contract.pdf',
    sha256,
    open: () => open(join(folder, 'Contract.pdf')),
  };
  return {
    service,
    path,
    ask: (connectionId = sampleConnection.id) => ask(connectionId, file),
    force: (force: Forced) => service.options.forced.push({ operation: 'scan-predefined', times: 1, force }),
  };
}

test('the people in the fields of a PDF are found in their order, each once', async () => {
  const fields = ['anna@example.ch', 'beat@example.ch', 'Anna@example.ch'].map((email, order) => ({
    ...field,
    email,
    order,
  }));
  const { ask, service } = await asking(await samplePdf({ title: 'Offer', fields }));
  expect(await ask()).toMatchObject({
    kind: 'found',
    signees: [
      { email: 'anna@example.ch', order: 0 },
      { email: 'beat@example.ch', order: 1 },
    ],
    asks: { mode: 'timestamp' },
  });
  expect(service.documents.all()).toEqual([]);
  expect(service.records.breaches).toEqual([]);
});

test('a PDF without fields names nobody', async () => {
  const { ask } = await asking(await samplePdf({ title: 'Offer' }));
  expect(await ask()).toMatchObject({ kind: 'found', signees: [], asks: { fields: [], mode: 'timestamp' } });
});

test('a field that names nobody leaves it to a person to name all people', async () => {
  const named = { ...field, email: 'anna@example.ch' };
  const { ask } = await asking(await samplePdf({ title: 'Offer', fields: [named, { ...field, email: 'anybody' }] }));
  const answer = await ask();
  expect(answer).toMatchObject({ kind: 'found', signees: [] });
  expect(refusalOf(answer, { mode: 'timestamp', jurisdiction: 'zertes', signees: [] }, null)).toMatchObject({
    key: 'field-names-nobody',
  });
});

test.each([
  ['mode:qualified', 'asks-stronger'],
  ['law:eidas', 'asks-law'],
  ['seal:anna@example.ch', 'asks-seal'],
  ['observer:zoe@example.ch', 'asks-observers'],
  ['attachments:yes', 'asks-attachments'],
  ['within:14', 'asks-deadline'],
  ['reminder:3', 'asks-reminder'],
] as const)('what a PDF asks for by %s is known, and refused if the choices do not give it', async (tooltip, key) => {
  const fields = [
    { ...field, email: 'anna@example.ch' },
    { ...field, email: tooltip },
  ];
  const { ask } = await asking(await samplePdf({ title: 'Offer', fields }));
  const choices = { mode: 'timestamp', jurisdiction: 'zertes', signees: [] } as const;
  expect(refusalOf(await ask(), choices, null)).toMatchObject({ key });
});

test('the people of the fields and the observers count together with those who are chosen', () => {
  const people = (count: number, at: string) => Array.from({ length: count }, (_, one) => ({ email: `p${one}@${at}` }));
  const fields = people(60, 'b.ch').map((one) => ({ ...one, type: null, isSealed: false }));
  const asks = { ...noWishes, fields };
  const keyOf = (chosen: number, at = 'a.ch') =>
    refusalOf(
      { kind: 'found', signees: [], asks },
      { mode: 'timestamp', jurisdiction: 'zertes', signees: people(chosen, at) },
      null,
    )?.key;
  expect([keyOf(440), keyOf(441), keyOf(500, 'B.ch')]).toEqual([undefined, 'too-many-signees', undefined]);
});

test('a service that refuses the file is not asked for it again', async () => {
  const { ask, force } = await asking(await samplePdf({ title: 'Offer' }));
  force({ kind: 'answer', status: 400, body: 'The file is encrypted.' });
  expect(await ask()).toMatchObject({ kind: 'refused', problem: { key: 'refused' } });
});

test.each([
  ['a pause that the service asks for', { status: 429, headers: { 'retry-after': '90' } }, true, 90_000],
  ['an error of the service', { status: 500 }, false, 0],
])('%s says whether other files would meet it', async (_name, answer, forAll, waitMs) => {
  const { ask, force } = await asking(await samplePdf({ title: 'Offer' }));
  force({ kind: 'answer', ...answer });
  expect(await ask()).toMatchObject({ kind: 'failed', forAll, waitMs });
  expect((await ask()).kind).toBe('found');
});

test('without a network, and without a sign-in, no file gets an answer', async () => {
  const { ask, service } = await asking(await samplePdf({ title: 'Offer' }));
  await service.close();
  expect(await ask()).toMatchObject({ kind: 'failed', problem: { key: 'unreachable' }, forAll: true });
  expect(await ask('other')).toMatchObject({ kind: 'failed', problem: { key: 'signed-out' }, forAll: true });
});

test('a file of the same size that was put in its place since it was judged is not read by the service', async () => {
  const judged = await samplePdf({ title: 'Offer' });
  const { ask, path } = await asking(judged);
  writeFileSync(path, Buffer.alloc(judged.length, 'private'));
  expect(await ask()).toMatchObject({ kind: 'failed', forAll: false });
});
