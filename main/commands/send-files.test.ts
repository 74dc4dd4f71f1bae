import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { practiceConnectionId } from '../../preload/contract/limits.ts';
import type { Profile } from '../../preload/contract/profile.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import type { FoundSignees } from '../hand-over/signee-scan.ts';
import { noWishes } from '../hand-over/testing/no-wishes.ts';
import { mailOf } from '../intake/mail/testing/sample-mails.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { outboxFolder } from '../outbox/testing/outbox-folder.ts';
import { sampleChoices } from '../profiles/testing/sample-choices.ts';
import { directSignatureReader } from '../signatures/testing/direct-signature-reader.ts';
import { signPdf } from '../signatures/testing/sign-pdf.ts';
import { makeTestPeople } from '../signatures/testing/test-certificates.ts';
import { makePdf } from '../signatures/testing/test-pdf.ts';
import { sampleSubmission } from '../submission/testing/sample-submission.ts';
import { directTextMarkReader } from '../text-marks/testing/direct-text-mark-reader.ts';
import { createTexts } from '../words/texts.ts';
import { createSendFiles } from './send-files.ts';

const DAY = 86_400_000;

let home: string;
let here: ReturnType<typeof outboxFolder>;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-command-'));
  here = outboxFolder();
});
afterEach(async () => {
  await here[Symbol.asyncDispose]();
  rmSync(home, { recursive: true });
});

const contracts: Profile = {
  id: 'p',
  name: 'Contracts',
  choices: { ...sampleChoices, alias: 'Muster AG' },
  isDefault: false,
};
const put = (name: string, content: Buffer | string = pdfOf(`% ${name}`)) => {
  writeFileSync(join(home, name), content);
  return join(home, name);
};

interface Given {
  readonly profiles?: Readonly<Record<string, readonly Profile[]>>;
  readonly connections?: readonly (typeof sampleConnection)[];
  readonly found?: FoundSignees;
  /** The signature that the document asks for. */
  readonly mode?: string;
  /** The service gives no answer about the people in a file. */
  readonly isSilent?: boolean;
  readonly durable?: boolean;
  readonly now?: number;
  /** Happens after the files were judged, and before they are taken. */
  readonly meanwhile?: (outbox: Outbox) => Promise<unknown>;
}

function prepare({
  profiles = { c: [contracts] },
  connections = [sampleConnection],
  found = [],
  mode = 'timestamp',
  isSilent = false,
  durable = true,
  now = 7_000,
  meanwhile,
}: Given = {}) {
  let ids = 0;
  const outbox = here.open();
  const texts = createTexts();
  const scanned: string[] = [];
  const files = createSendFiles({
    durable,
    clock: { now: () => now, monotonic: () => now },
    state: { get: () => ({ connections: [...connections], locale: 'en' }) },
    journal: here.journal,
    documentReader: { ...directTextMarkReader, ...directSignatureReader },
    outbox: {
      async take(offers, report) {
        await meanwhile?.(outbox);
        await outbox.take(offers, report);
      },
    },
    profilesOf: (connectionId) => profiles[connectionId] ?? [],
    async findSignees(_connectionId, { name }) {
      scanned.push(name);
      if (isSilent) return { kind: 'failed', problem: { key: 'unreachable', params: {} }, forAll: true, waitMs: 0 };
      return { kind: 'found', signees: found, asks: { ...noWishes, mode } };
    },
    texts: () => texts.in('en'),
    newId: () => `n${(ids += 1)}`,
  });
  const send = (paths: readonly string[], goal: 'send' | 'hold' = 'send', profile = 'contracts') =>
    files.send({ version: 1, files: [...paths], profile, goal });
  const rows = () => here.journal.pages.page({ connectionId: 'c', limit: 100 }).rows;
  return { send, rows, scanned };
}

const statesOf = ({ files }: Awaited<ReturnType<ReturnType<typeof prepare>['send']>>) =>
  files.map(({ state, reason }) => reason ?? state);

describe('a command', () => {
  test('hands whole files over with the choices of the profile, whatever the case of its name', async () => {
    const { send, rows } = prepare();
    const answer = await send([put('a.pdf'), put('b.pdf')]);
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
    const { send, rows } = prepare();
    expect(statesOf(await send([put('a.pdf')], 'hold'))).toEqual(['prepared']);
    expect(rows()[0]?.stage.kind).toBe('held');
  });

  test('prepares a file that is signed already, and says by whom', async () => {
    const { send, rows } = prepare();
    const answer = await send([put('a.pdf', signPdf(makePdf(), { signer: makeTestPeople().anna }).bytes)]);
    expect(statesOf(answer)).toEqual(['prepared']);
    expect(rows()[0]?.stage.kind).toBe('held');
    expect(answer.files[0]?.message).toContain('Signed before, according to the certificates: Anna Muster');
    expect(answer.files[0]?.message).not.toContain('\n');
  });

  test('says what is wrong with each file, and takes the others', async () => {
    const { send, rows } = prepare();
    mkdirSync(join(home, 'folder'));
    symlinkSync(put('target.pdf'), join(home, 'link.pdf'));
    const answer = await send([
      join(home, 'gone.pdf'),
      join(home, 'folder'),
      join(home, 'link.pdf'),
      put('notes.txt', 'Nothing to sign.'),
      put('empty.pdf', ''),
      put('lease.eml', mailOf({ name: 'Lease.pdf', content: pdfOf() })),
      put('good.pdf'),
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
    const { send, rows } = prepare();
    put(owner, 'anna');
    const [answer] = (await send([put(name)])).files;
    expect(answer).toMatchObject({ state: 'refused', reason: 'file-open' });
    expect(answer?.message).toContain(`“${name}” is open in another program. Save and close it`);
    expect(answer?.message).toContain(`delete the hidden file ${owner} beside`);
    expect(rows()).toEqual([]);
  });

  test('of a file that is opened in the moment of acting is refused', async () => {
    const { send, rows } = prepare({ meanwhile: async () => put('~$ntract.pdf', 'anna') });
    expect(statesOf(await send([put('Contract.pdf'), put('other.pdf')]))).toEqual(['file-open', 'sending']);
    expect(rows()).toHaveLength(1);
  });

  test('of a file beside which a crash left a lock days ago is taken', async () => {
    const { send } = prepare({ now: Date.now() + 2 * DAY });
    put('~$Contract.pdf', 'anna');
    expect(statesOf(await send([put('Contract.pdf')]))).toEqual(['sending']);
  });

  test('that is named twice is sent once and has two lines', async () => {
    const { send, rows } = prepare();
    const [path, gone] = [put('a.pdf'), join(home, 'gone.pdf')];
    const answer = await send([path, gone, path, gone]);
    expect(statesOf(answer)).toEqual(['sending', 'file-missing', 'sending', 'file-missing']);
    expect(answer.files.map(({ file }) => file)).toEqual([path, gone, path, gone]);
    expect(rows()).toHaveLength(1);
  });

  test('that is repeated sends nothing a second time, under whatever name', async () => {
    const { send, rows } = prepare();
    const [first] = (await send([put('a.pdf')])).files;
    writeFileSync(join(home, 'copy.pdf'), pdfOf('% a.pdf'));
    const again = await send([join(home, 'a.pdf'), join(home, 'copy.pdf')]);
    expect(again.files.map(({ state, id }) => [state, id])).toEqual([
      ['already', first?.id],
      ['already', first?.id],
    ]);
    expect(rows()).toHaveLength(1);
  });

  test.each([
    ['before its time: it was withdrawn', 'in-progress', 0, 14 * DAY - 1, 'sending'],
    ['soon after it was still seen running: it was withdrawn', 'in-progress', 20 * DAY, 21 * DAY, 'sending'],
    ['before it was seen running, by a clock that was wrong once', 'in-progress', 30 * DAY, 21 * DAY, 'already'],
    ['after a time in which it may have been signed', 'in-progress', 0, 14 * DAY, 'already'],
    ['after it was signed', 'signed', 0, DAY, 'already'],
  ] as const)('of a document that the service deleted %s', async (_why, status, seen, after, state) => {
    const { send, rows } = prepare();
    await send([put('a.pdf')]);
    const [row] = rows();
    if (row === undefined) throw new Error('There is no row.');
    const startedAt = 10_000;
    const started = { stage: { kind: 'done', as: 'started' }, documentId: 'd1', startedAt } as const;
    const submission = { ...row, ...started, revision: row.revision + 1 };
    const event = { at: startedAt, submissionId: row.id, fact: { kind: 'restarted' } } as const;
    expect(here.journal.submissions.commit([{ submission, event }]).ok).toBe(true);
    here.journal.documentFacts.see('c', [{ id: 'd1', status }], { at: startedAt, before: null, account: 'service-1' });
    const flags = { signStatus: null, canWithdraw: true, canDelete: false };
    const listed = { id: 'd1', name: 'a.pdf', mimeType: 'application/pdf', documentStatus: status, ...flags };
    here.journal.documents.see('c', [listed], startedAt + seen);
    expect(statesOf(await send([join(home, 'a.pdf')]))).toEqual(['already']);
    here.journal.documentFacts.setGone('c', 'd1', startedAt + after);
    expect(statesOf(await send([join(home, 'a.pdf')]))).toEqual([state]);
  });

  test('that a watched folder forestalls says that the document is already there', async () => {
    const signees = [{ email: 'berta@example.ch', name: '', comment: '', order: 0 }];
    const theSame = { ...contracts, choices: { ...contracts.choices, signees } };
    const { send, rows } = prepare({
      profiles: { c: [theSame] },
      meanwhile: (outbox) => here.take(outbox, ['folder'], { connectionId: 'c' }),
    });
    const answer = await send([put('a.pdf', pdfOf('% folder'))]);
    expect(answer.files.map(({ state, id }) => [state, id])).toEqual([['already', 'folder']]);
    expect(rows()).toHaveLength(1);
  });

  test.each([
    ['is prepared', { stage: { kind: 'held' } }, /waits for a person/u],
    ['is a draft', { stage: { kind: 'done', as: 'draft' } }, /waits for a person/u],
    ['needs a person', { stage: { kind: 'needs-you', step: 'start' }, documentId: 'd1' }, /may have been sent/u],
    ['may have been sent, as far as a person knew', { stage: { kind: 'done', as: 'given-up' } }, /may have been sent/u],
  ] as const)('of a document that %s says so, and sends nothing', async (_why, state, message) => {
    const { send, rows } = prepare();
    await send([put('a.pdf')]);
    const [row] = rows();
    if (row === undefined) throw new Error('There is no row.');
    const submission = { ...row, ...state, revision: row.revision + 1 };
    const event = { at: 8_000, submissionId: row.id, fact: { kind: 'restarted' } } as const;
    expect(here.journal.submissions.commit([{ submission, event }]).ok).toBe(true);
    const answer = await send([join(home, 'a.pdf')]);
    expect(answer.files).toMatchObject([{ state: 'already', id: row.id, message: expect.stringMatching(message) }]);
    expect(rows()).toHaveLength(1);
  });

  test('of a document that went to the people of its fields sends it to nobody named', async () => {
    const { send, rows } = prepare({
      meanwhile: async (outbox) => {
        const wish = { ...sampleSubmission('folder').wish, signees: [], scanPredefined: true };
        await here.take(outbox, ['folder'], { connectionId: 'c', wish });
      },
    });
    expect(statesOf(await send([put('a.pdf', pdfOf('% folder'))]))).toEqual(['already']);
    expect(rows()).toHaveLength(1);
  });

  test('takes the same content once from two names in one command, and from two commands at once', async () => {
    const { send, rows } = prepare();
    const [a, b] = [put('a.pdf', pdfOf('% same')), put('b.pdf', pdfOf('% same'))];
    const [one, other] = await Promise.all([send([a, b]), send([b])]);
    expect([...statesOf(one), ...statesOf(other)]).toEqual(['sending', 'already', 'already']);
    expect(new Set([...one.files, ...other.files].map(({ id }) => id)).size).toBe(1);
    expect(rows()).toHaveLength(1);
  });

  test('takes the second name of a content when the file of the first changed meanwhile', async () => {
    const [a, b] = [put('a.pdf', pdfOf('% same')), put('b.pdf', pdfOf('% same'))];
    const { send, rows } = prepare({ meanwhile: async () => writeFileSync(a, pdfOf('% changed by now')) });
    expect(statesOf(await send([a, b]))).toEqual(['file-modified', 'sending']);
    expect(rows().map(({ wish }) => wish.file.name)).toEqual(['b.pdf']);
  });

  test('sends the same content to other people', async () => {
    const beat = { email: 'beat@muster.ch', name: '', comment: '', order: null };
    const other: Profile = { ...contracts, id: 'q', name: 'Beat', choices: { ...contracts.choices, signees: [beat] } };
    const { send, rows } = prepare({ profiles: { c: [contracts, other] } });
    const file = put('terms.pdf');
    expect(statesOf(await send([file]))).toEqual(['sending']);
    expect(statesOf(await send([file], 'send', 'Beat'))).toEqual(['sending']);
    expect(rows()).toHaveLength(2);
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
    const { send, rows, scanned } = prepare(given);
    const answer = await send([put('a.pdf'), put('b.pdf')]);
    expect(statesOf(answer)).toEqual([reason, reason]);
    expect([rows(), scanned]).toEqual([[], []]);
  });

  test('with a signature that the account cannot use', async () => {
    const { send, rows } = prepare();
    const none = { zertes: [], eidas: [] };
    here.journal.settings.set('modes', { c: { timestamp: true, advanced: none, qualified: none, asOf: 1 } });
    expect(statesOf(await send([put('a.pdf')]))).toEqual(['mode-not-open']);
    expect(rows()).toEqual([]);
  });
});

test('a journal that could not be opened says nothing of profiles and files', async () => {
  const { send, rows } = prepare({ durable: false, connections: [], profiles: {} });
  expect(statesOf(await send([put('a.pdf')]))).toEqual(['queue-stopped']);
  expect(rows()).toEqual([]);
});

test('the profiles of the practice that was left make no name ambiguous', async () => {
  const left = { ...sampleConnection, id: practiceConnectionId, signedIn: 'never', username: null } as const;
  const { send, rows } = prepare({
    connections: [sampleConnection, left],
    profiles: { c: [contracts], [practiceConnectionId]: [contracts] },
  });
  expect(statesOf(await send([put('a.pdf')]))).toEqual(['sending']);
  expect(rows()[0]?.connectionId).toBe('c');
});

test('people come from the fields of the PDF where the profile says so', async () => {
  const scan: Profile = { ...contracts, choices: { ...contracts.choices, signees: [], scanPredefined: true } };
  const { send, rows, scanned } = prepare({ profiles: { c: [scan] }, found: [{ email: 'clara@muster.ch', order: 0 }] });
  expect(statesOf(await send([put('a.pdf')]))).toEqual(['sending']);
  expect([scanned, rows()[0]?.wish.signees]).toEqual([['a.pdf'], [{ email: 'clara@muster.ch', order: 0 }]]);
  // With a weaker signature than the document asks for, she would sign something else.
  const weaker = { ...scan, choices: { ...scan.choices, mode: 'advanced' as const } };
  const strict = prepare({
    profiles: { c: [weaker] },
    found: [{ email: 'clara@muster.ch', order: 0 }],
    mode: 'qualified',
  });
  expect((await strict.send([put('c.pdf')])).files).toMatchObject([{ state: 'refused', reason: 'asks-stronger' }]);
});

test('a PDF that asks for more than the profile gives is refused also where the profile names the people', async () => {
  const scan: Profile = { ...contracts, choices: { ...contracts.choices, scanPredefined: true } };
  const usual = prepare({ profiles: { c: [scan] } });
  expect(statesOf(await usual.send([put('a.pdf')]))).toEqual(['sending']);
  expect(usual.scanned).toEqual(['a.pdf']);
  expect(usual.rows()[0]?.wish.fieldsRead).toBe(true);
  const strict = prepare({ profiles: { c: [scan] }, mode: 'sealed' });
  expect((await strict.send([put('b.pdf')])).files).toMatchObject([{ state: 'refused', reason: 'asks-unknown-mode' }]);
});

test('a service that gives no answer about one file is not asked about the others', async () => {
  const scan: Profile = { ...contracts, choices: { ...contracts.choices, scanPredefined: true } };
  const { send, scanned } = prepare({ profiles: { c: [scan] }, isSilent: true });
  expect(statesOf(await send([put('a.pdf'), put('b.pdf'), put('c.pdf')]))).toEqual([
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
  const paths = ['anna', 'ben'].map((who) => put(`${who}.pdf`, makePdf(`#ACME#${who}@muster.ch;0#`).bytes));
  expect(statesOf(await prepare({ connections: [marking] }).send(paths))).toEqual(states);
});

test('a file that cannot be read as what it is waits for a person', async () => {
  const { send, rows } = prepare();
  const torn = pdfOf()
    .toString('latin1')
    .replace(/startxref\n\d+/, 'startxref\n999999');
  expect(statesOf(await send([put('torn.pdf', torn)]))).toEqual(['prepared']);
  expect(rows()[0]?.stage.kind).toBe('held');
});
