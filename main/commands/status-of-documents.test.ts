import { expect, test } from 'vitest';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { openJournal } from '../journal/journal.ts';
import { figuresOf } from '../signatures/copy-verdict.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { statusAnswer } from './status-answer.ts';
import { statusOfDocuments } from './status-of-documents.ts';

const NOW = Date.parse('2026-11-26T12:00:00.000Z');
const guid = '3f2a9c1e-7b8d-4e6f-9a0b-1c2d3e4f5a6b';
const hash = 'c'.repeat(64);
const connections = [
  { ...sampleConnection, id: 'c1' },
  { ...sampleConnection, id: 'c2' },
];

/** A journal with a submission on its way, a sent one whose document is signed and saved, and a document made elsewhere. */
function prepare() {
  const { journal } = openJournal(':memory:');
  for (const connection of connections) journal.connections.save(connection, NOW);
  const waiting = sampleSubmission('a1', { name: 'Plan.pdf' });
  const sent = sampleSubmission('b2', {
    name: 'Lease.pdf',
    documentId: guid,
    connectionId: 'c2',
    account: 'service-1',
  });
  journal.submissions.commit([accepted(waiting), accepted(sent)]);
  const seen = { at: NOW, before: null, account: 'service-1' };
  journal.documentFacts.see('c1', [{ id: 'elsewhere', status: 'in-progress' }], seen);
  journal.documentFacts.see('c2', [{ id: guid, status: 'signed' }], seen);
  const copy = { path: '/signed/Lease.pdf', sha256: hash, size: 7, at: NOW };
  journal.savedCopies.add({ connectionId: 'c2', documentId: guid, ...copy });
  const figures = figuresOf(null, { sha256: hash, at: NOW }, { mode: 'timestamp', signed: 1 });
  journal.signatureChecks.put({ connectionId: 'c2', documentId: guid, figures, report: null, more: 0 });
  journal.documentFacts.setSaveProblem('c2', [guid], { key: 'copy-missing', params: { path: copy.path } });
  return (...ids: readonly string[]) => statusOfDocuments(journal, connections, ids);
}

test('a document is found by its id, however it is written, and by that of its submission', () => {
  const status = prepare();
  const [byId, bySubmission, inBraces] = status(guid, 'b2', `{${guid.toUpperCase()}}`);
  expect(byId).toMatchObject({
    id: guid,
    found: true,
    phase: 'waiting',
    document: { documentId: guid, submissionId: 'b2', name: 'Lease.pdf', status: 'signed', account: 'service-1' },
    copy: { path: '/signed/Lease.pdf', name: 'Lease.pdf', sha256: hash, size: 7, at: '2026-11-26T12:00:00.000Z' },
    signatures: { verdict: 'unchecked', checkedAt: '2026-11-26T12:00:00.000Z' },
    problem: 'copy-missing',
  });
  expect([bySubmission, inBraces]).toEqual([
    { ...byId, id: 'b2' },
    { ...byId, id: `{${guid.toUpperCase()}}` },
  ]);
});

test('what has no document yet, what was made elsewhere and what nobody knows are told apart', () => {
  const status = prepare();
  expect(status('a1', 'elsewhere', 'nobody')).toMatchObject([
    { found: true, phase: 'waiting', document: null, copy: null },
    { found: true, phase: null, document: { submissionId: null, original: null, status: 'in-progress' }, copy: null },
    { found: false, phase: null, document: null, copy: null },
  ]);
});

test('a document that no check has shown yet has the status that its submission leads to, and the chosen people', () => {
  const { journal } = openJournal(':memory:');
  const ended = (id: string, as: 'started' | 'withdrawn' | 'deleted') =>
    sampleSubmission(id, { documentId: `d-${id}`, stage: { kind: 'done', as } });
  const all = [sampleSubmission('a1', { documentId: 'd-a1' }), ended('b2', 'started'), ended('c3', 'withdrawn')];
  journal.submissions.commit([...all, ended('d4', 'deleted')].map(accepted));
  const found = statusOfDocuments(journal, connections, ['a1', 'b2', 'c3', 'd4']);
  expect(found.map(({ document }) => document?.status)).toEqual(['draft', 'in-progress', 'withdrawn', undefined]);
  expect(found[1]?.document?.signees).toMatchObject([{ email: 'berta@example.ch', order: 0, status: null }]);
});

test.each([
  ['started', 'draft', null, 'in-progress'],
  ['withdrawn', 'in-progress', null, 'withdrawn'],
  ['withdrawn', 'signed', null, 'signed'],
  ['started', 'in-progress', NOW, 'deleted'],
  ['started', 'signed', NOW, 'signed'],
  ['withdrawn', 'in-progress', NOW, 'withdrawn'],
  ['deleted', 'draft', null, 'deleted'],
] as const)('what was %s here and seen as %s before has the newer status', (as, status, goneAt, expected) => {
  const { journal } = openJournal(':memory:');
  const stage = { kind: 'done', as } as const;
  journal.submissions.commit([accepted(sampleSubmission('a1', { documentId: 'd', stage }))]);
  journal.documentFacts.see('c1', [{ id: 'd', status }], { at: NOW, before: null, account: null });
  if (goneAt !== null) journal.documentFacts.setGone('c1', 'd', goneAt);
  const { document } = statusOfDocuments(journal, connections, ['a1'])[0] ?? {};
  expect([document?.status, document?.completed ?? null]).toEqual([expected, null]);
});

test.each([
  ['a minute', 60_000, new Date(NOW).toISOString()],
  ['days', 3 * 24 * 60 * 60_000, null],
])('an end that was noticed %s after the last check has a time only if it is closely known', (_gap, gap, completed) => {
  const { journal } = openJournal(':memory:');
  const at = NOW - gap;
  journal.documentFacts.see('c1', [{ id: 'd', status: 'in-progress' }], { at, before: null, account: null });
  journal.documentFacts.see('c1', [{ id: 'd', status: 'signed' }], { at: NOW, before: at, account: null });
  expect(statusOfDocuments(journal, connections, ['d'])).toMatchObject([{ document: { status: 'signed', completed } }]);
});

test('the answer passes its own schema on the way to the command', () => {
  const documents = prepare()(guid, 'a1', 'elsewhere', 'nobody');
  expect(statusAnswer.shape.documents.parse(documents)).toEqual(documents);
});
