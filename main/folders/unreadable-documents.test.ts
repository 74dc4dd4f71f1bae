import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createSendFiles } from '../commands/send-files.ts';
import { noWishes } from '../hand-over/testing/no-wishes.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { directSignatureReader } from '../signatures/testing/direct-signature-reader.ts';
import { directTextMarkReader } from '../text-marks/testing/direct-text-mark-reader.ts';
import { createTexts } from '../words/texts.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { profile } from './testing/folder-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const pdf = (catalog: string, trailer = '<< /Size 2 /Root 1 0 R >>') => {
  const head = `%PDF-1.7\n1 0 obj\n${catalog}\n`;
  const table = `xref\n0 2\n0000000000 65535 f \n0000000009 00000 n \ntrailer\n${trailer}\n`;
  return Buffer.from(`${head}${table}startxref\n${head.length}\n%%EOF\n`, 'latin1');
};
const catalog = '<< /Type /Catalog >>\nendobj';

/** Whole by their marks and their tables, and yet nobody can open them here and look. */
const unreadable: readonly (readonly [string, Buffer])[] = [
  ['that needs a password', pdfOf('', '<< /Size 2 /Root 1 0 R /Encrypt 5 0 R >>')],
  [
    'that needs a certificate',
    pdfOf('', '<< /Size 2 /Root 1 0 R /Encrypt << /Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s5 >> >>'),
  ],
  ['whose trailer names no catalog', pdf(catalog, '<< /Size 2 >>')],
  ['whose catalog is nowhere', pdf(catalog, '<< /Size 2 /Root 7 0 R >>')],
  ['whose catalog is another object', pdf('<< /Type /Font >>\nendobj')],
  ['whose catalog has no end', pdf('<< /Type /Catalog /Pages')],
  ['whose catalog is noise', pdf('\x93\x02\xff\x00\x17\xe0\x81')],
];

describe.each(unreadable)('a PDF %s', (_what, content) => {
  test('is only prepared by a folder that sends', async () => {
    writeFileSync(world.path('Unreadable.pdf'), content);
    world.put('Plan.pdf');
    const app = await world.begin();
    await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    const goals = Object.fromEntries(world.submissions().map(({ wish, goal }) => [wish.file.name, goal]));
    expect(goals).toEqual({ 'Plan.pdf': 'send', 'Unreadable.pdf': 'hold' });
    await app.end();
  });

  test('is only prepared by the command that sends', async () => {
    writeFileSync(world.path('Unreadable.pdf'), content);
    world.put('Plan.pdf');
    const outbox = world.here.open();
    await outbox.ready;
    let ids = 0;
    const files = createSendFiles({
      durable: true,
      clock: { now: () => 7_000, monotonic: () => 7_000 },
      state: { get: () => ({ connections: [world.connection], locale: 'en' }) },
      journal: world.here.journal,
      documentReader: { ...directTextMarkReader, ...directSignatureReader },
      outbox,
      profilesOf: () => [profile],
      findSignees: async () => ({ kind: 'found', signees: [], asks: noWishes }),
      texts: () => createTexts().in('en'),
      newId: () => `n${(ids += 1)}`,
    });
    const paths = [world.path('Plan.pdf'), world.path('Unreadable.pdf')];
    const answer = await files.send({ version: 1, files: paths, profile: 'Contracts', goal: 'send' });
    expect(answer.files.map(({ state }) => state)).toEqual(['sending', 'prepared']);
    const goals = Object.fromEntries(world.submissions().map(({ wish, goal }) => [wish.file.name, goal]));
    expect(goals).toEqual({ 'Plan.pdf': 'send', 'Unreadable.pdf': 'hold' });
  });
});

test('a document that nobody can open here is only prepared also when a person names its people', async () => {
  const [[, locked] = ['', Buffer.alloc(0)]] = unreadable;
  writeFileSync(world.path('Locked.pdf'), locked);
  world.put('Plan.pdf');
  const nobody = { ...profile, choices: { ...profile.choices, signees: [] } };
  const app = await world.begin({ profilesOf: () => [nobody] });
  const id = await app.add({ goal: 'send' });
  await app.pass(A_WHILE);
  const signees = [{ email: 'berta@example.ch', name: '', comment: '', order: null }];
  // oxlint-disable-next-line no-await-in-loop -- one answer after the other
  for (const key of ['Locked.pdf', 'Plan.pdf'])
    expect(await app.act({ id, key, action: 'complete', signees, remember: false })).toEqual({ ok: true });
  const goals = Object.fromEntries(world.submissions().map(({ wish, goal }) => [wish.file.name, goal]));
  expect(goals).toEqual({ 'Plan.pdf': 'send', 'Locked.pdf': 'hold' });
  await app.end();
});
