import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { practiceConnectionId } from '../../preload/contract/limits.ts';
import type { Profile } from '../../preload/contract/profile.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { mailOf } from '../intake/mail/testing/sample-mails.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { signPdf } from '../signatures/testing/sign-pdf.ts';
import { makeTestPeople } from '../signatures/testing/test-certificates.ts';
import { makePdf } from '../signatures/testing/test-pdf.ts';
import { type CommandWorld, commandWorld, contracts, type Given, statesOf } from './testing/command-world.ts';

const DAY = 86_400_000;

let here: CommandWorld;
beforeEach(() => {
  here = commandWorld();
});
afterEach(() => here[Symbol.asyncDispose]());

describe('a command', () => {
  test('hands whole files over with the choices of the profile, whatever the case of its name', async () => {
    const { send, rows } = here.prepare();
    const answer = await send([here.put('a.pdf'), here.put('b.pdf')]);
    expect(statesOf(answer)).toEqual(['sending', 'sending']);
    expect(rows()).toHaveLength(2);
    expect(rows()[0]).toMatchObject({
      connectionId: 'c',
      profileId: 'p',
      acceptedAt: 7_000,
      wish: { alias: 'Muster AG', signees: [{ email: 'anna@muster.ch' }] },
    });
    expect(new Set(answer.files.map(({ id }) => id))).toEqual(new Set(rows().map(({ id }) => id)));
  });

  test('only prepares with --hold', async () => {
    const { send, rows } = here.prepare();
    expect(statesOf(await send([here.put('a.pdf')], 'hold'))).toEqual(['prepared']);
    expect(rows()[0]?.stage.kind).toBe('held');
  });

  test('prepares a file that is signed already, and says by whom', async () => {
    const { send, rows } = here.prepare();
    const answer = await send([here.put('a.pdf', signPdf(makePdf(), { signer: makeTestPeople().anna }).bytes)]);
    expect(statesOf(answer)).toEqual(['prepared']);
    expect(rows()[0]?.stage.kind).toBe('held');
    expect(answer.files[0]?.message).toContain('Signed before, according to the certificates: Anna Muster');
    expect(answer.files[0]?.message).not.toContain('\n');
  });

  test('says what is wrong with each file, and takes the others', async () => {
    const { send, rows } = here.prepare();
    mkdirSync(join(here.home, 'folder'));
    symlinkSync(here.put('target.pdf'), join(here.home, 'link.pdf'));
    const answer = await send([
      join(here.home, 'gone.pdf'),
      join(here.home, 'folder'),
      join(here.home, 'link.pdf'),
      here.put('notes.txt', 'Nothing to sign.'),
      here.put('empty.pdf', ''),
      here.put('lease.eml', mailOf({ name: 'Lease.pdf', content: pdfOf() })),
      here.put('good.pdf'),
    ]);
    expect(statesOf(answer)).toEqual([
      'file-missing',
      'file-folder',
      'file-special',
      'file-unknown-type',
      'file-empty',
      // A script names the documents itself: nobody would see what else is in the mail.
      'file-mail',
      'sending',
    ]);
    expect(answer.files[0]?.message).toMatch(/\w+\. \w+/);
    expect(rows().map(({ wish }) => wish.file.name)).toEqual(['good.pdf']);
  });

  test.each([
    ['Word', 'Contract.docx', '~$ntract.docx'],
    ['Excel', 'Contract.pdf', '~$Contract.pdf'],
    ['LibreOffice', 'Contract.pdf', '.~lock.Contract.pdf#'],
  ])('of a file that is open in %s is refused, and says what to do', async (_program, name, owner) => {
    const { send, rows } = here.prepare();
    here.put(owner, 'anna');
    const [answer] = (await send([here.put(name)])).files;
    expect(answer).toMatchObject({ state: 'refused', reason: 'file-open' });
    expect(answer?.message).toContain(`“${name}” is open in another program. Save and close it`);
    expect(answer?.message).toContain(`delete the hidden file ${owner} beside`);
    expect(rows()).toEqual([]);
  });

  test('of a file that is opened in the moment of acting is refused', async () => {
    const { send, rows } = here.prepare({ meanwhile: async () => here.put('~$ntract.pdf', 'anna') });
    expect(statesOf(await send([here.put('Contract.pdf'), here.put('other.pdf')]))).toEqual(['file-open', 'sending']);
    expect(rows()).toHaveLength(1);
  });

  test('of a file beside which a crash left a lock days ago is taken', async () => {
    const { send } = here.prepare({ now: Date.now() + 2 * DAY });
    here.put('~$Contract.pdf', 'anna');
    expect(statesOf(await send([here.put('Contract.pdf')]))).toEqual(['sending']);
  });
});

describe('nothing is sent', () => {
  const again = { ...sampleConnection, signedIn: 'again' } as const;
  const second = { ...sampleConnection, id: 'd' };
  const nobody = { ...contracts, choices: { ...contracts.choices, signees: [] } };
  const nameless = { ...contracts, choices: { ...contracts.choices, alias: ' ' } };

  test.each<[string, Given, string]>([
    ['without a profile of this name', { profiles: {} }, 'profile-not-found'],
    ['without any connection', { connections: [] }, 'profile-not-found'],
    ['signed out', { connections: [again] }, 'signed-out'],
    [
      'when two services have a profile of this name',
      { connections: [sampleConnection, second], profiles: { c: [contracts], d: [contracts] } },
      'profile-ambiguous',
    ],
    ['without a sender name', { profiles: { c: [nameless] } }, 'no-sender'],
    ['without anybody who signs', { profiles: { c: [nobody] } }, 'no-signees'],
  ])('%s', async (_why, given, reason) => {
    const { send, rows, scanned } = here.prepare(given);
    const answer = await send([here.put('a.pdf'), here.put('b.pdf')]);
    expect(statesOf(answer)).toEqual([reason, reason]);
    expect([rows(), scanned]).toEqual([[], []]);
  });

  test('with a signature that the account cannot use', async () => {
    const { send, rows } = here.prepare();
    const none = { zertes: [], eidas: [] };
    here.journal.settings.set('modes', { c: { timestamp: true, advanced: none, qualified: none, asOf: 1 } });
    expect(statesOf(await send([here.put('a.pdf')]))).toEqual(['mode-not-open']);
    expect(rows()).toEqual([]);
  });
});

test('a journal that could not be opened says nothing of profiles and files', async () => {
  const { send, rows } = here.prepare({ durable: false, connections: [], profiles: {} });
  expect(statesOf(await send([here.put('a.pdf')]))).toEqual(['queue-stopped']);
  expect(rows()).toEqual([]);
});

test('the profiles of the practice that was left make no name ambiguous', async () => {
  const left = { ...sampleConnection, id: practiceConnectionId, signedIn: 'never', username: null } as const;
  const { send, rows } = here.prepare({
    connections: [sampleConnection, left],
    profiles: { c: [contracts], [practiceConnectionId]: [contracts] },
  });
  expect(statesOf(await send([here.put('a.pdf')]))).toEqual(['sending']);
  expect(rows()[0]?.connectionId).toBe('c');
});

test('people come from the fields of the PDF where the profile says so', async () => {
  const scan: Profile = { ...contracts, choices: { ...contracts.choices, signees: [], scanPredefined: true } };
  const { send, rows, scanned } = here.prepare({
    profiles: { c: [scan] },
    found: [{ email: 'clara@muster.ch', order: 0 }],
  });
  expect(statesOf(await send([here.put('a.pdf')]))).toEqual(['sending']);
  expect([scanned, rows()[0]?.wish.signees]).toEqual([['a.pdf'], [{ email: 'clara@muster.ch', order: 0 }]]);
  // With a weaker signature than the document asks for, she would sign something else.
  const weaker = { ...scan, choices: { ...scan.choices, mode: 'advanced' as const } };
  const strict = here.prepare({
    profiles: { c: [weaker] },
    found: [{ email: 'clara@muster.ch', order: 0 }],
    mode: 'qualified',
  });
  expect((await strict.send([here.put('c.pdf')])).files).toMatchObject([{ state: 'refused', reason: 'asks-stronger' }]);
});

test('a PDF that asks for more than the profile gives is refused also where the profile names the people', async () => {
  const scan: Profile = { ...contracts, choices: { ...contracts.choices, scanPredefined: true } };
  const usual = here.prepare({ profiles: { c: [scan] } });
  expect(statesOf(await usual.send([here.put('a.pdf')]))).toEqual(['sending']);
  expect(usual.scanned).toEqual(['a.pdf']);
  expect(usual.rows()[0]?.wish.fieldsRead).toBe(true);
  const strict = here.prepare({ profiles: { c: [scan] }, mode: 'sealed' });
  expect((await strict.send([here.put('b.pdf')])).files).toMatchObject([
    { state: 'refused', reason: 'asks-unknown-mode' },
  ]);
});

test('a service that gives no answer about one file is not asked about the others', async () => {
  const scan: Profile = { ...contracts, choices: { ...contracts.choices, scanPredefined: true } };
  const { send, scanned } = here.prepare({ profiles: { c: [scan] }, isSilent: true });
  expect(statesOf(await send([here.put('a.pdf'), here.put('b.pdf'), here.put('c.pdf')]))).toEqual([
    'unreachable',
    'unreachable',
    'unreachable',
  ]);
  expect(scanned).toEqual(['a.pdf']);
});

test.each([
  [['#ACME#{email};{order}#'], ['sending', 'marks-differ']],
  [[], ['sending', 'sending']],
])('with the forms %j of text marks, documents with marks for anna and ben are %j', async (textMarks, states) => {
  const marking = { ...sampleConnection, fields: { ...sampleConnection.fields, textMarks } };
  const paths = ['anna', 'ben'].map((who) => here.put(`${who}.pdf`, makePdf(`#ACME#${who}@muster.ch;0#`).bytes));
  expect(statesOf(await here.prepare({ connections: [marking] }).send(paths))).toEqual(states);
});

test('a document whose marks ask for another signature than the profile is not sent', async () => {
  const textMarks = ['#ACME#{email};{order}#', '#ACME-mode#{mode}#'];
  const marking = { ...sampleConnection, fields: { ...sampleConnection.fields, textMarks } };
  const paths = ['qes', 'ses'].map((mode) =>
    here.put(`${mode}.pdf`, makePdf(`#ACME#anna@muster.ch;0# #ACME-mode#${mode}#`).bytes),
  );
  expect(statesOf(await here.prepare({ connections: [marking] }).send(paths))).toEqual(['asks-stronger', 'sending']);
});

test('a file that cannot be read as what it is waits for a person', async () => {
  const { send, rows } = here.prepare();
  const torn = pdfOf()
    .toString('latin1')
    .replace(/startxref\n\d+/, 'startxref\n999999');
  expect(statesOf(await send([here.put('torn.pdf', torn)]))).toEqual(['prepared']);
  expect(rows()[0]?.stage.kind).toBe('held');
});
