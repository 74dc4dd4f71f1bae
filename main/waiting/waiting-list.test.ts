import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { WaitingPerson } from '../../preload/contract/waiting.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { createPublishedState } from '../state/published-state.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createDrivenClock } from '../testing/clocks.ts';
import { measureTurnsBy } from '../time/slices.ts';
import { createTexts } from '../words/texts.ts';
import { deadlinesOf } from './deadlines.ts';
import { createWaitingList } from './waiting-list.ts';

const DAY = 24 * 60 * 60_000;
let folder: string;
let journal: Journal;
let opened: string[];
let opens: boolean;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-waiting-'));
  ({ journal } = openJournal(join(folder, 'journal.sqlite')));
  opened = [];
  able = [];
  resent = [];
  opens = true;
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

function createList(username: string | null = sampleConnection.username) {
  return createWaitingList({
    clock: createDrivenClock(100 * DAY),
    journal,
    state: createPublishedState({ ...emptyState, connections: [{ ...sampleConnection, username }], active: 'c' }),
    textsIn: createTexts().in,
    desktop: {
      async openMail(address) {
        opened.push(address);
        return opens;
      },
    },
    preferredLanguages: ['fr-CH'],
    invitations: {
      isOn: () => isOn,
      whyNot: (_, id) => {
        passedMs += 1;
        return able.includes(id) ? null : { key: 'not-now', params: {} };
      },
      resend(_, id, email) {
        resent.push(`${id} ${email}`);
        return able.includes(id) ? null : { key: 'not-now', params: {} };
      },
      last: (_, id) => {
        if (id === 'ordered') return { at: 99 * DAY, isSure: false };
        return id === 'again' ? { at: 99 * DAY, isSure: true } : null;
      },
    },
  });
}

/** Documents whose invitation the service can send again, and those that it was told to. */
let able: readonly string[];
let isOn = true;
/** The time that the questions for another invitation took. */
let passedMs = 0;
let resent: string[];

interface Running {
  readonly id: string;
  readonly emails: readonly string[];
  readonly started?: number;
}

/** Running documents as a check and a look at them leave them in the journal. */
function run(...documents: readonly Running[]): void {
  const entry = { mimeType: '', documentStatus: 'in-progress', signStatus: null, canWithdraw: true, canDelete: false };
  journal.documents.see(
    'c',
    documents.map(({ id }) => ({ ...entry, id, name: `${id}.pdf` })),
    90 * DAY,
  );
  const statuses = documents.map(({ id }) => ({ id, status: 'in-progress' }));
  journal.documentFacts.see('c', statuses, { at: 95 * DAY, before: null, account: 'service-1' });
  for (const { id, emails, started = 90 * DAY } of documents) {
    const signees = emails.map((email) => ({ email, name: null, order: null, status: 'pending' }));
    journal.documentFacts.keepDetails('c', id, { created: null, started, completed: null, signees }, 95 * DAY);
  }
}

const invitable = ({ documents }: WaitingPerson) => documents.flatMap(({ id, canInvite }) => (canInvite ? [id] : []));

const shownBy = (list: ReturnType<typeof createList>) => list.view({ band: 'all', search: '' });

test('shows a bounded number of signatures, and says how many are left out', async () => {
  const emails = Array.from({ length: limits.waitingRows + 20 }, (_none, number) => `p${number}@x.ch`);
  run(
    { id: 'New', emails: ['zoe@x.ch'], started: 94 * DAY },
    ...emails.map((email, number) => ({ id: `D${number}`, emails: [email], started: 90 * DAY - number })),
  );
  const { people, leftOut, counts } = await shownBy(createList());
  expect([people.length, leftOut, counts.all]).toEqual([limits.waitingRows, 21, limits.waitingRows + 21]);
  expect(people[0]?.email).toBe(emails.at(-1));
});

test('says of how many running documents the people are known', async () => {
  run({ id: 'Lease', emails: ['anna@x.ch'] });
  const seen = { at: 95 * DAY, before: null, account: 'service-1' };
  const more = ['Unread', 'Gone', 'Mine'].map((id) => ({ id, status: 'in-progress' }));
  journal.documentFacts.see('c', [...more, { id: 'Draft', status: 'draft' }], seen);
  journal.documentFacts.setGone('c', 'Gone', 96 * DAY);
  const stage = { kind: 'done', as: 'started' } as const;
  // Its people are in the fields of the PDF, which only a look at it tells.
  const byFields = sampleSubmission('s3', { connectionId: 'c', documentId: 'Fields', startedAt: 99 * DAY, stage });
  journal.submissions.commit([
    accepted(sampleSubmission('s1', { connectionId: 'c', documentId: 'Mine', startedAt: 99 * DAY, stage })),
    accepted(sampleSubmission('s2', { connectionId: 'c', documentId: 'Unchecked', startedAt: 99 * DAY, stage })),
    accepted({ ...byFields, wish: { ...byFields.wish, scanPredefined: true, signees: [] } }),
  ]);
  const list = createList();
  expect((await shownBy(list)).howFar).toEqual({ read: 3, all: 5 });
  expect(await list.among(new Set(['Lease', 'Unread']))).toMatchObject({ total: 1, unread: 1 });
});

test('leaves out documents of another account, which no check shows any more', async () => {
  const shown = { at: 95 * DAY, before: null };
  journal.documentFacts.see('c', [{ id: 'Theirs', status: 'in-progress' }], { ...shown, account: 'service-2' });
  const signees = [{ email: 'anna@x.ch', name: null, order: null, status: 'pending' }];
  const details = { created: null, started: 90 * DAY, completed: null, signees };
  journal.documentFacts.keepDetails('c', 'Theirs', details, 95 * DAY);
  expect(await shownBy(createList())).toMatchObject({ people: [], counts: { all: 0 } });
});

test('shows after signing out who had to sign', async () => {
  run({ id: 'Lease', emails: ['anna@x.ch'] });
  for (const username of ['service-1', null]) journal.connections.save({ ...sampleConnection, username }, 1);
  // Of a service user who was signed in before.
  const theirs = { at: 95 * DAY, before: null, account: 'service-2' };
  journal.documentFacts.see('c', [{ id: 'Theirs', status: 'in-progress' }], theirs);
  expect(await shownBy(createList(null))).toMatchObject({ counts: { all: 1 }, howFar: { read: 1, all: 1 } });
});

test.each([
  ['withdrawn', 0],
  ['deleted', 0],
  // Somebody started the draft on the service's page.
  ['draft', 1],
  ['given-up', 1],
] as const)('leaves out what was %s from here since the last check', async (as, count) => {
  run({ id: 'Lease', emails: ['anna@x.ch'] });
  const stage = { kind: 'done', as } as const;
  journal.submissions.commit([
    accepted(sampleSubmission('s1', { connectionId: 'c', documentId: 'Lease', startedAt: 90 * DAY, stage })),
  ]);
  expect(await shownBy(createList())).toMatchObject({ counts: { all: count }, howFar: { all: count } });
  const about = { journal, connectionId: 'c', account: 'service-1', locale: 'en', t: createTexts().in('en') };
  expect(await deadlinesOf(about, 'Lease')).toHaveLength(count);
});

test.each([
  ['this account', 'service-1', 1],
  ['another account', 'service-2', 0],
])('shows what was sent since the last check, if it was sent by %s', async (_whose, account, documents) => {
  const stage = { kind: 'done', as: 'started' } as const;
  const sent = sampleSubmission('s1', { connectionId: 'c', account, documentId: 'd1', startedAt: 99 * DAY, stage });
  journal.submissions.commit([accepted(sent)]);
  expect(await shownBy(createList())).toMatchObject({ counts: { all: documents } });
});

test('opens one mail for all documents of a person, and notes it at each', async () => {
  journal.people.save({ email: 'anna@x.ch', name: 'Anna Muster' }, 1);
  run({ id: 'Lease', emails: ['anna@x.ch', 'beat@x.ch'] }, { id: 'Plan', emails: ['Anna@x.ch'] });
  const list = createList();
  expect(await list.remind({ key: 'anna@x.ch', language: 'fr', chosen: null })).toEqual({ ok: true });
  expect(opened).toHaveLength(1);
  const address = new URL(opened[0] ?? '');
  expect(address.searchParams.get('subject')).toBe('Merci de signer 2 documents');
  expect(address.searchParams.get('body')).toMatch(/^Bonjour Anna Muster\r\n/);
  const { people } = await shownBy(list);
  // Nobody knows whether the mail was sent.
  const mail = { by: 'mail', at: 100 * DAY };
  const reminded = people.map(({ key, documents }) => [key, documents.map((one) => one.reminded)]);
  expect(reminded).toEqual([
    ['anna@x.ch', [mail, mail]],
    ['beat@x.ch', [null]],
  ]);
  for (const id of ['Lease', 'Plan']) {
    const last = journal.history(`document:${id}`).at(-1);
    expect(last?.kind).toBe('reminded');
    expect(last?.content).not.toContain('anna');
  }
  // The next one begins in the language of this person.
  expect(await list.reminder({ key: 'anna@x.ch', language: null, chosen: null })).toMatchObject({
    reminder: { language: 'fr' },
  });
  expect(await list.reminder({ key: 'beat@x.ch', language: null, chosen: null })).toMatchObject({
    reminder: { language: 'en' },
  });
  expect(await journal.verify()).toEqual({ ok: true });
});

test('a mail for chosen documents names and notes these alone', async () => {
  run(...['Lease', 'Plan', 'Offer'].map((id) => ({ id, emails: ['anna@x.ch'] })), { id: 'NDA', emails: ['beat@x.ch'] });
  const list = createList();
  const input = { key: 'anna@x.ch', language: 'en' as const, chosen: new Set(['Plan', 'NDA']) };
  const shown = await list.reminder(input);
  expect(shown).toMatchObject({ ok: true, reminder: { subject: expect.stringContaining('Plan.pdf') } });
  expect(await list.remind(input)).toEqual({ ok: true });
  const body = new URL(opened[0] ?? '').searchParams.get('body');
  expect(body).toContain('- Plan.pdf');
  expect(body).not.toMatch(/Lease|Offer|NDA/);
  const reminded = (await shownBy(list)).people.flatMap(({ documents }) =>
    documents.filter((one) => one.reminded !== null).map(({ id }) => id),
  );
  expect(reminded).toEqual(['Plan']);
  const kinds = (id: string) => journal.history(`document:${id}`).map(({ kind }) => kind);
  expect(kinds('Lease')).not.toContain('reminded');
});

test('writes no mail when nothing of what was chosen waits for the person any more', async () => {
  run({ id: 'Lease', emails: ['anna@x.ch'] }, { id: 'NDA', emails: ['beat@x.ch'] });
  const input = { key: 'anna@x.ch', language: null, chosen: new Set(['NDA']) };
  expect(await createList().remind(input)).toMatchObject({ problem: { key: 'nobody-waits' } });
  expect(opened).toEqual([]);
});

test('notes nothing when no mail program opened', async () => {
  run({ id: 'Lease', emails: ['anna@x.ch'] });
  opens = false;
  const list = createList();
  expect(await list.remind({ key: 'anna@x.ch', language: null, chosen: null })).toMatchObject({
    problem: { key: 'mail-not-opened' },
  });
  expect((await shownBy(list)).people[0]?.documents[0]?.reminded).toBeNull();
});

test('writes to nobody who does not wait, and to no address that is none', async () => {
  run({ id: 'Lease', emails: ['a@x.ch?cc=b@x.ch'] });
  const list = createList();
  expect(await list.remind({ key: 'a@x.ch?cc=b@x.ch', language: null, chosen: null })).toMatchObject({
    problem: { key: 'mail-no-address' },
  });
  expect(await list.remind({ key: 'someone@x.ch', language: null, chosen: null })).toMatchObject({
    problem: { key: 'nobody-waits' },
  });
  expect(opened).toEqual([]);
});

test('shows the people who were chosen here until a check and a look have told them', async () => {
  const sent = sampleSubmission('s', {
    connectionId: 'c',
    documentId: 'Lease',
    startedAt: 99 * DAY,
    stage: { kind: 'done', as: 'started' },
  });
  const draft = sampleSubmission('d', { connectionId: 'c', documentId: 'Plan', stage: { kind: 'done', as: 'draft' } });
  journal.submissions.commit([accepted(sent), accepted(draft)]);
  const list = createList();
  const shown = {
    people: [{ email: 'berta@example.ch', documents: [{ id: 'Lease', since: 99 * DAY }] }],
    counts: { all: 1 },
  };
  expect(await shownBy(list)).toMatchObject(shown);
  journal.documentFacts.see('c', [{ id: 'Lease', status: 'in-progress' }], {
    at: 100 * DAY,
    before: null,
    account: 'service-1',
  });
  expect(await shownBy(list)).toMatchObject({ people: [{ email: 'berta@example.ch' }], counts: { all: 1 } });
  journal.documentFacts.see('c', [{ id: 'Lease', status: 'signed' }], {
    at: 100 * DAY,
    before: null,
    account: 'service-1',
  });
  expect(await shownBy(list)).toMatchObject({ people: [], counts: { all: 0 } });
});

/** Somebody has signed a document of which the service tells addresses alone. */
function signedInPart(people: readonly string[]) {
  const { wish } = sampleSubmission('s');
  const submission = sampleSubmission('s', {
    connectionId: 'c',
    documentId: 'D',
    stage: { kind: 'done', as: 'started' },
    wish: { ...wish, signees: people.map((email, order) => ({ email, order })) },
  });
  journal.submissions.commit([accepted(submission)]);
  const entry = { mimeType: '', documentStatus: 'in-progress', canWithdraw: true, canDelete: false };
  journal.documents.see('c', [{ ...entry, id: 'D', name: 'D.pdf', signStatus: 'in-progress' }], 90 * DAY);
  journal.documentFacts.see('c', [{ id: 'D', status: 'in-progress' }], { at: 95 * DAY, before: null, account: null });
  const signees = people.map((email) => ({ email, name: null, order: null, status: null }));
  const moments = { created: null, started: 90 * DAY, completed: null };
  journal.documentFacts.keepDetails('c', 'D', { ...moments, signees }, 95 * DAY);
  return createList();
}

test('takes the order chosen here where the service tells addresses alone, and reminds nobody who has signed', async () => {
  const list = signedInPart(['anna@x.ch', 'beat@x.ch']);
  expect((await shownBy(list)).people.map(({ email, documents }) => [email, documents[0]?.perhaps])).toEqual([
    ['beat@x.ch', null],
  ]);
  expect(await list.remind({ key: 'anna@x.ch', language: null, chosen: null })).toMatchObject({ ok: false });
});

test('shows whose turn it perhaps is, and reminds nobody who perhaps cannot sign yet', async () => {
  const list = signedInPart(['anna@x.ch', 'beat@x.ch', 'cleo@x.ch']);
  const { people } = await shownBy(list);
  expect(people.map(({ email, canRemind, documents }) => [email, canRemind, documents[0]?.perhaps])).toEqual([
    ['beat@x.ch', true, 'signed'],
    ['cleo@x.ch', false, 'turn'],
  ]);
  const chosen = new Set(['D']);
  expect((await list.among(chosen)).people.map(({ key }) => key)).toEqual(['beat@x.ch']);
  expect(await list.reminder({ key: 'cleo@x.ch', language: null, chosen: null })).toMatchObject({ ok: false });
  expect(await list.reminder({ key: 'beat@x.ch', language: null, chosen })).toMatchObject({ ok: true });
});

test('the service sends its own invitation again where it can, and a document counts as reminded then', async () => {
  const emails = ['anna@x.ch'];
  run({ id: 'd1', emails }, { id: 'again', emails }, { id: 'ordered', emails });
  const list = createList();
  const anna = { key: 'anna@x.ch', language: null, chosen: null };
  expect(await list.reminder(anna)).toMatchObject({ reminder: { resendable: 0 } });
  expect(await list.resend(anna)).toMatchObject({ ok: false, problem: { key: 'not-now' } });
  expect((await shownBy(list)).people.flatMap(invitable)).toEqual([]);
  able = ['d1'];
  expect((await shownBy(list)).people.flatMap(invitable)).toEqual(['d1']);
  isOn = false;
  expect((await shownBy(list)).people.flatMap(invitable)).toEqual([]);
  isOn = true;
  expect(await list.reminder(anna)).toMatchObject({ reminder: { resendable: 1 } });
  expect(await list.resend(anna)).toEqual({ ok: true, count: 1 });
  expect(resent.slice(3).toSorted()).toEqual(['again anna@x.ch', 'd1 anna@x.ch', 'ordered anna@x.ch']);
  const [person] = (await shownBy(list)).people;
  expect(person?.documents.map(({ id, reminded }) => [id, reminded]).toSorted()).toEqual([
    ['again', { by: 'service', at: 99 * DAY }],
    ['d1', null],
    ['ordered', { by: 'ordered', at: 99 * DAY }],
  ]);
});

test('the service invites again for the documents that are shown, and says for how many', async () => {
  const emails = ['anna@x.ch'];
  run({ id: 'old', emails, started: 80 * DAY }, { id: 'fresh', emails, started: 100 * DAY });
  able = ['old', 'fresh'];
  const list = createList();
  const { people } = await list.view({ band: null, search: '' });
  expect(people.flatMap(invitable)).toEqual(['old']);
  const chosen = new Set(people.flatMap(invitable));
  expect(await list.resend({ key: 'anna@x.ch', language: null, chosen })).toEqual({ ok: true, count: 1 });
  expect(resent).toEqual(['old anna@x.ch']);
});

test.each([
  ['of one person', () => 'anna@x.ch'],
  ['of many people', (number: number) => `p${number}@x.ch`],
])('other work runs while it asks what can be invited again, for documents %s', async (_whose, emailOf) => {
  run(...Array.from({ length: 200 }, (_none, number) => ({ id: `D${number}`, emails: [emailOf(number)] })));
  onTestFinished(measureTurnsBy(() => passedMs));
  const list = createList();
  let [before, longest, isReading] = [passedMs, 0, true];
  const measure = () => {
    longest = Math.max(longest, passedMs - before);
    before = passedMs;
    if (isReading) setImmediate(measure);
  };
  setImmediate(measure);
  await shownBy(list);
  isReading = false;
  measure();
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThan(20);
});
