import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import type { CompletedDraft } from '../../preload/contract/sending.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import type { StoredPersonOrder } from '../journal/person-orders.ts';
import { outboxFolder } from '../outbox/testing/outbox-folder.ts';
import { recordingClient } from '../outbox/testing/recording-client.ts';
import { checkOf, listed } from '../outbox/testing/submission-steps.ts';
import { readDocument } from '../signing/answers/document.ts';
import { failed, success } from '../signing/outcome.ts';
import { createPublishedState } from '../state/published-state.ts';
import { unclearAt } from '../submission/decide/change.ts';
import type { Submission } from '../submission/submission.ts';
import { sentFirst } from '../submission/testing/sample-seen.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { stoppedClock } from '../testing/clocks.ts';
import { createCompleteDraft, shownDraft } from './complete-draft.ts';

const USER = 'service-1';
const draft = {
  documentId: 'd1',
  documentStatus: 'draft',
  documentName: 'Lease.pdf',
  documentMimeType: 'application/pdf',
  signatureMode: 'qualified',
  jurisdiction: 'zertes',
  initiatorDisplayName: 'Web',
  comment: 'From the web',
  signees: [{ email: 'anna@muster.ch', signOrder: 0 }],
  observers: ['otto@muster.ch'],
};

function documentOf(answer: object) {
  const document = readDocument(answer);
  if (document === null) throw new Error('no document');
  return document;
}

let here: ReturnType<typeof outboxFolder>;
beforeEach(() => {
  here = outboxFolder();
});
afterEach(() => here[Symbol.asyncDispose]());

/** The press of Send, when the service says this of the draft. `account`: who is signed in. */
function prepare({ account = USER, now = draft }: { account?: string; now?: object | null } = {}) {
  const connections = [{ ...sampleConnection, username: account }];
  const state = createPublishedState({ ...emptyState, connections, active: 'c' });
  const found = async () => success(documentOf(now ?? draft));
  const download = async () => success({ sha256: 'ab'.repeat(32), bytes: 1, contentType: null });
  const clientOf = () => ({ ...recordingClient([]), details: found, download });
  const outbox = here.open({ state, accountOf: () => account, clientOf });
  const gone = failed({ kind: 'not-found', certainty: 'permanent', details: 'HTTP 404' });
  const complete = createCompleteDraft({
    clock: stoppedClock(5_000),
    journal: here.journal,
    state,
    outbox,
    documents: { details: async () => (now === null ? gone : success(documentOf(now))) },
    newId: () => 'taken',
  });
  const press = (patch: Partial<CompletedDraft> = {}) => {
    const asShown = shownDraft(documentOf(draft), null)?.asShown ?? '';
    const input = { documentId: 'd1', asShown, alias: 'Muster AG', comment: 'Please', signees: [personOf('beat')] };
    return complete('c', { ...input, ...patch });
  };
  return { outbox, press };
}

const personOf = (name: string) => ({ email: `${name}@muster.ch`, name: '', comment: '', order: 1 });

test('a draft that was made elsewhere becomes a submission without a file, whose people stay', async () => {
  const { outbox, press } = prepare();
  expect(await press({ signees: [personOf('ANNA'), personOf('beat'), personOf('Beat')] })).toEqual({
    ok: true,
    submissionId: 'taken',
  });
  const row = here.row('taken');
  expect(row).toMatchObject({ account: USER, documentId: 'd1', signeesAdded: 1, draft: { alias: 'Web' } });
  expect(row?.stage).toEqual({ kind: 'ready', step: 'compare', nextTryAt: 15_000 });
  // The last spelling of a person who is named twice.
  expect(row?.wish.signees.map(({ email }) => email)).toEqual(['anna@muster.ch', 'Beat@muster.ch']);
  // Nothing may pretend to know the content.
  expect(row?.wish.file).toEqual({ sha256: null, size: 0, name: 'Lease.pdf', type: 'application/pdf' });
  expect(here.copies()).toBe(0);
  const shown = row && outbox.rows.row(row);
  expect(shown).toMatchObject({ size: null, isDraftKept: true, undoUntil: 15_000 });
  expect(shown?.commands.toSorted()).toEqual(['cancel', 'send-now', 'undo']);
  // A second press finds it taken.
  expect(await press()).toMatchObject({ ok: false, problem: { key: 'not-now' } });
});

test('a draft to which somebody is just being added is not sent as it was shown', async () => {
  const { press } = prepare();
  const order = {
    connectionId: 'c',
    documentId: 'd1',
    account: USER,
    kind: 'add-observer',
    email: 'otto@x.ch',
  } as const;
  const added = { ...order, change: {}, personId: null, askedAt: 1, attempts: 0, problem: null } as const;
  const at = (stage: StoredPersonOrder['stage']) =>
    here.journal.personOrders.save([{ order: { ...added, stage }, isNews: false }], 1);
  at({ kind: 'unclear', nextTryAt: null, answer: null });
  expect(await press()).toMatchObject({ ok: false, problem: { key: 'not-now' } });
  at({ kind: 'done', at: 2 });
  expect(await press()).toMatchObject({ ok: true });
});

test('an upload that cannot have made it is no reason to wait', async () => {
  const doubt = { firstSent: sentFirst(1), stage: unclearAt('upload', 1, null) } as const;
  const common = { connectionId: 'c', account: USER } as const;
  for (const other of [
    sampleSubmission('named', { ...common, ...doubt, name: 'Other.pdf' }),
    sampleSubmission('held', { ...common, goal: 'hold', stage: { kind: 'held' }, name: 'Lease.pdf' }),
    sampleSubmission('known', { ...common, ...doubt, documentId: 'd2', name: 'Lease.pdf' }),
    sampleSubmission('another', { ...common, ...doubt, account: 'another', recovered: true, name: 'Lease.pdf' }),
  ])
    here.journal.submissions.commit([accepted(other)]);
  expect(await prepare().press()).toMatchObject({ ok: true });
});

test('after Undo it can be completed again, with what was chosen; nothing offers its file', async () => {
  const { outbox, press } = prepare();
  await press();
  expect(await outbox.command('taken', { kind: 'undo' })).toEqual({ ok: true });
  const row = here.row('taken');
  const shown = shownDraft(documentOf(draft), row);
  expect(shown).toMatchObject({ alias: 'Muster AG', comment: 'Please', lacking: [{ email: 'beat@muster.ch' }] });
  expect(row && outbox.rows.row(row).commands.toSorted()).toEqual(['complete', 'delete']);
  expect(await press({ alias: 'Other' })).toEqual({ ok: true, submissionId: 'taken' });
  expect(here.row('taken')).toMatchObject({ goal: 'send', wish: { alias: 'Other' } });
});

test('an own draft that differs is shown with the people who were not added yet', () => {
  const place = { page: 1, x: 60, y: 80, width: 170, height: 50 };
  const people = [
    { email: 'anna@muster.ch', order: 0 },
    { email: 'beat@muster.ch', order: 1, comment: 'page 3', place },
  ];
  const own = sampleSubmission('own', {
    documentId: 'd1',
    signeesAdded: 0,
    stage: { kind: 'needs-you', step: 'compare' },
  });
  const lackingOf = (added: number) =>
    shownDraft(documentOf(draft), { ...own, signeesAdded: added, wish: { ...own.wish, signees: people } })?.lacking;
  expect(lackingOf(0)).toEqual([{ email: 'beat@muster.ch', name: '', comment: 'page 3', order: 1, place }]);
  expect(lackingOf(2)).toEqual([]);
});

test('what others have changed since is shown as they left it', async () => {
  const { outbox, press } = prepare();
  await press();
  await outbox.command('taken', { kind: 'undo' });
  const shown = (patch: object) => shownDraft(documentOf({ ...draft, ...patch }), here.row('taken'));
  const people = [{ email: 'beat@muster.ch' }];
  // Nobody comes back whom somebody has removed.
  expect(shown({ signees: [] })?.lacking).toMatchObject(people);
  expect(shown({ signees: [] })?.lacking).toHaveLength(1);
  expect(shown({ comment: 'Theirs' })).toMatchObject({ alias: 'Muster AG', comment: 'Theirs', lacking: people });
  expect(shown({ initiatorDisplayName: 'Theirs' })).toMatchObject({ alias: 'Theirs', comment: 'Please' });
});

test('a lost journal forgets that a draft was taken, and nothing of it is sent', async () => {
  await prepare().press();
  await here.loseJournal();
  const { outbox } = prepare();
  await outbox.ready;
  expect([outbox.openOf('c'), here.row('taken')]).toEqual([[], null]);
});

test('an older journal with the draft waits for a look, and is not sent', async () => {
  const { press } = prepare();
  await press();
  await here.backUp();
  const { outbox } = prepare();
  await outbox.ready;
  await outbox.command('taken', { kind: 'send-now' });
  await here.putBack();
  const again = prepare().outbox;
  await again.ready;
  expect(again.find('taken')).toMatchObject({
    recovered: true,
    firstSent: null,
    stage: { kind: 'unclear', step: 'start' },
  });
});

test('an own draft keeps what was chosen for its people here', async () => {
  const own = sampleSubmission('own', {
    connectionId: 'c',
    account: USER,
    documentId: 'd1',
    goal: 'draft',
    stage: { kind: 'done', as: 'draft' },
    signeesAdded: 1,
  });
  const anna = { email: 'Anna@muster.ch', comment: 'page 3', order: 0 };
  const wish = { ...own.wish, signees: [anna] };
  here.journal.submissions.commit([
    { submission: { ...own, wish }, event: { at: 1, submissionId: 'own', fact: { kind: 'accepted' } } },
  ]);
  const { press } = prepare();
  expect(await press()).toEqual({ ok: true, submissionId: 'own' });
  const signees = here.row('own')?.wish.signees;
  expect(signees).toEqual([
    { ...anna, email: 'anna@muster.ch' },
    { email: 'beat@muster.ch', order: 1 },
  ]);
});

describe('nothing is taken', () => {
  const people = Array.from({ length: 498 }, (_, at) => personOf(`p${at}`));
  test.each([
    ['draft-changed', { now: { ...draft, signees: [...draft.signees, { email: 'carl@muster.ch' }] } }, {}],
    ['draft-changed', { now: { ...draft, observers: [] } }, {}],
    ['draft-changed', { now: { ...draft, comment: 'Other' } }, {}],
    ['draft-changed', { now: { ...draft, documentName: 'Other.pdf' } }, {}],
    ['draft-unreadable', { now: { ...draft, signees: [{ name: 'Anna' }] } }, {}],
    ['draft-unreadable', { now: { ...draft, signatureMode: undefined } }, {}],
    ['draft-unreadable', { now: { ...draft, jurisdiction: 'mars' } }, {}],
    ['not-now', { now: { ...draft, documentStatus: 'in-progress' } }, {}],
    ['document-gone', { now: null }, {}],
    ['no-sender', {}, { alias: ' ' }],
    // With the observer they are 501.
    ['too-many-signees', {}, { signees: [...people, personOf('q')] }],
  ] satisfies [string, Parameters<typeof prepare>[0], Partial<CompletedDraft>][])(
    '%s: %o',
    async (key, world, patch) => {
      expect(await prepare(world).press(patch)).toMatchObject({
        ok: false,
        problem: { key },
      });
      expect(here.row('taken')).toBeNull();
    },
  );

  test('while it is being deleted', async () => {
    const { press } = prepare();
    const stage = { kind: 'ready', nextTryAt: 0 } as const;
    const common = { connectionId: 'c', documentId: 'd1', account: USER, askedAt: 0, attempts: 0, problem: null };
    here.journal.documentOrders.ask([{ ...common, kind: 'delete', stage }]);
    expect(await press()).toMatchObject({ ok: false, problem: { key: 'not-now' } });
  });

  const called = { kind: 'calling', step: 'upload', since: 1 } as const;
  const inDoubt: readonly (readonly [string, Partial<Submission>])[] = [
    ['in doubt', { firstSent: sentFirst(1), stage: unclearAt('upload', 1, null) }],
    ['under way', { firstSent: sentFirst(1), stage: called }],
    ['cancelled in doubt', { firstSent: sentFirst(1), stage: unclearAt('upload', 1, null), cancelled: true }],
    ['in doubt on another connection', { connectionId: 'c2', firstSent: sentFirst(1), stage: called }],
    ['of an older journal', { recovered: true, stage: unclearAt('upload', 1, null) }],
    ['on hold after a loss', { goal: 'hold', perhapsSent: true, stage: { kind: 'held' } }],
  ];
  test.each(inDoubt)('while an upload of its name may be this draft: %s', async (_what, patch) => {
    const twin = { ...sampleConnection, id: 'c2' };
    here.journal.connections.save(sampleConnection, 1);
    here.journal.connections.save(twin, 1);
    const upload = sampleSubmission('up', { connectionId: 'c', account: USER, name: 'Lease.pdf', ...patch });
    here.journal.submissions.commit([accepted(upload)]);
    expect(await prepare().press()).toMatchObject({ ok: false, problem: { key: 'draft-may-be-own' } });
    expect(here.row('taken')).toBeNull();
  });

  const fresh = { initiatorDisplayName: 'Anna', comment: '', signees: [], documentUrl: 'https://storage.test/d1' };
  const second = { ...draft, documentName: 'Lease%2Epdf', ...fresh };
  const inTime = { ...second, creationTime: new Date(3_000_000).toISOString() };
  const started = { stage: { kind: 'done', as: 'started' }, startedAt: 1, firstSent: sentFirst(1_000_000) } as const;
  const sent = (patch: Partial<Submission>) =>
    sampleSubmission('sent', {
      connectionId: 'c',
      account: USER,
      name: 'Lease.pdf',
      documentId: 'd0',
      ...started,
      ...patch,
    });
  const leftBehind: readonly (readonly [string, object, Partial<Submission>, string])[] = [
    ['and is known by its id', draft, { orphans: ['d1'] }, 'draft-may-be-own'],
    ['and is known, under a name that the service has changed', second, { orphans: ['d1'] }, 'draft-may-be-own'],
    ['and was not found yet', inTime, {}, 'draft-may-be-own'],
    ['unless it was made much later', { ...inTime, creationTime: '2000-01-01T00:00:00Z' }, {}, ''],
    ['unless others have gone on with it', { ...inTime, signees: draft.signees }, {}, ''],
    ['unless the upload was of another account', inTime, { account: 'another' }, ''],
  ];
  test.each(leftBehind)(
    'that a second upload of a document that was sent left behind, %s',
    async (_what, now, patch, key) => {
      here.journal.connections.save(sampleConnection, 1);
      here.journal.submissions.commit([accepted(sent(patch))]);
      const asShown = shownDraft(documentOf(now), null)?.asShown ?? '';
      const answer = await prepare({ now }).press({ asShown });
      expect(answer.ok ? '' : answer.problem.key).toBe(key);
    },
  );

  test('that may be left behind, until a check has found another content in it', async () => {
    here.journal.connections.save(sampleConnection, 1);
    here.journal.submissions.commit([accepted(sent({}))]);
    const { outbox, press } = prepare({ now: inTime });
    const asShown = shownDraft(documentOf(inTime), null)?.asShown ?? '';
    expect(await press({ asShown })).toMatchObject({ problem: { key: 'draft-may-be-own' } });
    const check = checkOf(5_000, [listed('d1', 'Lease%2Epdf')], { account: USER });
    await outbox.checked('c', check, { documents: [], changed: [], total: 0 });
    await vi.waitFor(async () => expect(await press({ asShown })).toMatchObject({ ok: true }));
  });

  test('of a document that another connection has', async () => {
    const { press } = prepare();
    const other = sampleSubmission('other', { connectionId: 'c2', documentId: 'd1' });
    here.journal.submissions.commit([
      { submission: other, event: { at: 1, submissionId: 'other', fact: { kind: 'accepted' } } },
    ]);
    expect(await press()).toMatchObject({ ok: false, problem: { key: 'not-now' } });
  });
});
