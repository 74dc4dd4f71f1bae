import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { createPublishedState } from '../state/published-state.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createInsight } from './insight.ts';

const HOUR = 60 * 60_000;
const may = (day: number) => new Date(2026, 4, day, 12).getTime();

let folder: string;
let journal: Journal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-insight-'));
  ({ journal } = openJournal(join(folder, 'journal.sqlite')));
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What people see: a profile of the IT department, and their own under another name beside it. */
const profilesOf = () => [
  { id: 'policy-leases', name: 'Leases' },
  { id: 'p', name: 'Leases (2)' },
];

test('counts documents made elsewhere, those sent from here, and those of no check yet', async () => {
  const done = { connectionId: 'c', stage: { kind: 'done', as: 'started' } } as const;
  journal.profiles.save({ id: 'p', connectionId: 'c', label: 'Leases', content: {} }, 1);
  journal.submissions.commit([
    accepted(sampleSubmission('a', { ...done, documentId: 'Lease', startedAt: may(2), profileId: 'p' })),
    accepted(sampleSubmission('b', { ...done, documentId: 'Fresh', startedAt: may(20) })),
    accepted(sampleSubmission('x', { ...done, connectionId: 'other', documentId: 'Theirs', startedAt: may(20) })),
  ]);
  journal.documentFacts.see('c', [{ id: 'Plan', status: 'in-progress' }], { at: may(8), before: null, account: null });
  const shown = [
    { id: 'Lease', status: 'signed' },
    { id: 'Plan', status: 'rejected' },
  ];
  journal.documentFacts.see('c', shown, { at: may(9), before: may(8), account: null });
  const anna = { email: 'anna@x.ch', name: null, order: null, status: 'signed' };
  const details = { created: null, started: null, completed: may(2) + 5 * HOUR, signees: [anna] };
  journal.documentFacts.keepDetails('c', 'Lease', details, may(9));
  const state = createPublishedState({ ...emptyState, connections: [sampleConnection], active: 'c' });
  expect(await createInsight({ journal, state, profilesOf }).month('2026-05')).toEqual({
    month: '2026-05',
    sent: 2,
    signed: 1,
    rejected: 1,
    days: Array.from({ length: 31 }, (_none, at) => ({
      sent: at === 1 || at === 19 ? 1 : 0,
      signed: at === 1 ? 1 : 0,
    })),
    medianMs: 5 * HOUR,
    people: [{ key: 'anna@x.ch', name: 'anna@x.ch', count: 1, medianMs: 5 * HOUR }],
    profiles: [{ key: 'Leases (2)', name: 'Leases (2)', count: 1, medianMs: 5 * HOUR }],
    first: '2026-05',
    // The start of the document made elsewhere is in its details.
    howFar: { read: 2, all: 3 },
    // Nobody knows who signed the rejected one, nor the one that no check has shown.
    signatures: { read: 1, all: 3 },
  });
});

test('counts nothing of another account', async () => {
  const done = { connectionId: 'c', stage: { kind: 'done', as: 'started' }, startedAt: may(2) } as const;
  journal.submissions.commit([
    accepted(sampleSubmission('a', { ...done, documentId: 'Lease', account: 'before' })),
    accepted(sampleSubmission('b', { ...done, documentId: 'Offer', account: 'service-1' })),
  ]);
  for (const account of ['before', 'service-1'])
    journal.documentFacts.see('c', [{ id: `Plan ${account}`, status: 'signed' }], {
      at: may(9),
      before: null,
      account,
    });
  const connections = [{ ...sampleConnection, username: 'service-1' }];
  const state = createPublishedState({ ...emptyState, connections, active: 'c' });
  expect(await createInsight({ journal, state, profilesOf }).month('2026-05')).toMatchObject({ sent: 1 });
});

test('counts a signature on a document made elsewhere under the kind that its details told', async () => {
  journal.documentFacts.see('c', [{ id: 'Plan', status: 'signed' }], { at: may(9), before: may(8), account: null });
  const anna = { email: 'anna@x.ch', name: null, order: null, status: 'signed' };
  const details = { created: null, started: null, completed: may(9), signees: [anna], mode: 'advanced' };
  journal.documentFacts.keepDetails('c', 'Plan', details, may(9));
  const state = createPublishedState({ ...emptyState, connections: [sampleConnection], active: 'c' });
  expect((await createInsight({ journal, state, profilesOf }).signatures('c')).lines).toMatchObject([
    { month: '2026-05', profile: null, mode: 'advanced', signatures: 1 },
  ]);
});
