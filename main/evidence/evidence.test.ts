import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { sampleFigures } from '../signatures/testing/sample-figures.ts';
import { createPublishedState } from '../state/published-state.ts';
import { accepted, changeOf, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createDrivenClock } from '../testing/clocks.ts';
import { createEvidence } from './evidence.ts';
import { createHistory } from './history.ts';

let folder: string;
let journal: Journal;

const file = () => join(folder, 'journal.sqlite');
const open = () => openJournal(file()).journal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-evidence-'));
  journal = open();
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const clock = createDrivenClock(1_000_000);
const evidenceOf = (kept: Journal) =>
  createEvidence({
    clock,
    journal: kept,
    state: createPublishedState({ ...emptyState, connections: [sampleConnection], active: 'c' }),
    historyOf: createHistory({ journal: kept, hostOf: () => 'sign.example.ch' }),
  });

/** A document that was sent from here, signed, saved, and deleted by the service. */
function completeJourney(): void {
  const sent = sampleSubmission('s', { connectionId: 'c', account: 'service-1' });
  journal.submissions.commit([accepted(sent)]);
  journal.submissions.commit([
    changeOf(sent, { documentId: 'd', startedAt: 5_000, stage: { kind: 'done', as: 'started' } }),
  ]);
  const entry = { mimeType: '', signStatus: 'signed', canWithdraw: false, canDelete: false };
  journal.documents.see('c', [{ ...entry, id: 'd', name: 'Lease.pdf', documentStatus: 'signed' }], 6_000);
  journal.documentFacts.see('c', [{ id: 'd', status: 'signed' }], { at: 6_000, before: 5_500, account: 'service-1' });
  const anna = { email: 'berta@example.ch', name: 'Berta', order: 0, status: 'signed', decidedAt: 5_900 };
  journal.documentFacts.keepDetails(
    'c',
    'd',
    { created: 4_000, started: 5_000, completed: 5_900, signees: [anna] },
    6_000,
  );
  const copy = { connectionId: 'c', documentId: 'd', path: '/copies/Lease signed.pdf', sha256: 'f0'.repeat(32) };
  journal.savedCopies.add({ ...copy, size: 3, at: 7_000 });
  journal.reminders.add({
    connectionId: 'c',
    documentIds: ['d'],
    person: 'berta@example.ch',
    language: 'de',
    at: 7_500,
  });
  journal.documentFacts.setGone('c', 'd', 8_000);
}

test('has who, when, what and both hashes long after the service has deleted the document', () => {
  completeJourney();
  const found = evidenceOf(journal).sheet({ submissionId: 's', documentId: 'd' });
  expect(found).toMatchObject({
    ok: true,
    sheet: {
      name: 'Lease.pdf',
      documentId: 'd',
      service: 'sign.example.ch',
      account: 'service-1',
      documentStatus: 'signed',
      mode: 'qualified',
      started: 5_000,
      completed: 5_900,
      goneAt: 8_000,
      signees: [{ email: 'berta@example.ch', name: 'Berta', status: 'signed', decidedAt: 5_900 }],
      sent: { name: 's.pdf', sha256: 's'.padEnd(64, '0') },
      copies: [{ name: 'Lease signed.pdf', sha256: 'f0'.repeat(32), at: 7_000 }],
      head: journal.historyHead(),
    },
  });
  const lines = found.ok ? found.sheet.lines.map(({ kind }) => kind) : [];
  expect(lines.slice(-4)).toEqual(['status', 'saved', 'reminded', 'gone']);
  expect(lines[0]).toBe('accepted');
});

test('has every step, however many people were reminded', () => {
  completeJourney();
  for (let at = 7_501; at < 7_540; at += 1)
    journal.reminders.add({ connectionId: 'c', documentIds: ['d'], person: 'berta@example.ch', language: 'de', at });
  const found = evidenceOf(journal).sheet({ submissionId: 's', documentId: 'd' });
  const lines = found.ok ? found.sheet.lines.map(({ kind }) => kind) : [];
  expect([lines[0], lines.filter((kind) => kind === 'reminded').length]).toEqual(['accepted', 40]);
});

test('names the files that a document was made from', () => {
  const sent = sampleSubmission('s', { connectionId: 'c' });
  const parts = ['Contract.pdf', 'Annex.pdf'];
  journal.submissions.commit([accepted({ ...sent, wish: { ...sent.wish, file: { ...sent.wish.file, parts } } })]);
  const sheetOf = (submissionId: string) => evidenceOf(journal).sheet({ submissionId, documentId: null });
  expect(sheetOf('s')).toMatchObject({ sheet: { sent: { name: 's.pdf', parts } } });
  // Most are one file.
  journal.submissions.commit([accepted(sampleSubmission('o', { connectionId: 'c' }))]);
  expect(sheetOf('o')).toMatchObject({ sheet: { sent: { name: 'o.pdf', parts: [] } } });
});

test('has what was found in a copy with the time of the check, and of no other copy', () => {
  completeJourney();
  const verdicts = () => {
    const found = evidenceOf(journal).sheet({ submissionId: 's', documentId: 'd' });
    return found.ok ? found.sheet.copies.map(({ verdict }) => verdict && [verdict.kind, verdict.at]) : [];
  };
  expect(verdicts()).toEqual([null]);
  const figures = { ...sampleFigures, sha256: '0f'.repeat(32), at: 9_000 };
  journal.signatureChecks.put({ connectionId: 'c', documentId: 'd', figures, report: null, more: 0 });
  expect(verdicts()).toEqual([null]);
  const copy = { connectionId: 'c', documentId: 'd', path: '/copies/Lease signed (2).pdf', sha256: figures.sha256 };
  journal.savedCopies.add({ ...copy, size: 3, at: 9_000 });
  expect(verdicts()).toEqual([null, ['signed', 9_000]]);
  journal.documentFacts.setSaveProblem('c', ['d'], { key: 'copy-changed', params: { path: copy.path } });
  expect(verdicts()).toEqual([null, null]);
});

test('has no time of an end that was noticed only days later', () => {
  const days = 3 * 24 * 60 * 60_000;
  for (const [id, at] of [
    ['soon', 60_000],
    ['late', days],
  ] as const) {
    journal.documentFacts.see('c', [{ id, status: 'in-progress' }], { at: 0, before: null, account: 'service-1' });
    journal.documentFacts.see('c', [{ id, status: 'signed' }], { at, before: 0, account: 'service-1' });
  }
  const endOf = (documentId: string) => evidenceOf(journal).sheet({ submissionId: null, documentId });
  expect(endOf('soon')).toMatchObject({ sheet: { completed: 60_000 } });
  expect(endOf('late')).toMatchObject({ sheet: { completed: null } });
});

test('has a document made elsewhere, and nothing of another connection', () => {
  journal.documentFacts.see('c', [{ id: 'e', status: 'in-progress' }], { at: 1, before: null, account: 'service-1' });
  journal.submissions.commit([accepted(sampleSubmission('x', { connectionId: 'other' }))]);
  const evidence = evidenceOf(journal);
  const sheet = () => evidence.sheet({ submissionId: null, documentId: 'e' });
  expect(sheet()).toMatchObject({ sheet: { sent: null, copies: [], mode: null, jurisdiction: null } });
  const read = { created: null, started: null, completed: null, signees: [] };
  journal.documentFacts.keepDetails('c', 'e', { ...read, mode: 'qualified', jurisdiction: 'eidas' }, 2);
  // An answer that says nothing of it takes nothing back.
  journal.documentFacts.keepDetails('c', 'e', { ...read, mode: null }, 3);
  expect(sheet()).toMatchObject({ sheet: { mode: 'qualified', jurisdiction: 'eidas' } });
  // Whoever is signed in by now.
  journal.documentFacts.see('c', [{ id: 'f', status: 'in-progress' }], { at: 1, before: null, account: 'service-0' });
  expect(evidence.sheet({ submissionId: null, documentId: 'f' })).toMatchObject({ sheet: { account: 'service-0' } });
  expect(evidence.sheet({ submissionId: 'x', documentId: null })).toMatchObject({ ok: false });
  expect(evidence.sheet({ submissionId: null, documentId: 'nobody' })).toMatchObject({ ok: false });
});

/** Somebody changes the journal with another program. */
function tamper(statement: string): Journal {
  journal.close();
  const database = new DatabaseSync(file());
  database.exec('DROP TRIGGER journal_event_unchanged; DROP TRIGGER journal_event_kept;');
  database.exec(statement);
  database.close();
  journal = open();
  return journal;
}

test('says that the history is whole', async () => {
  completeJourney();
  expect(await evidenceOf(journal).verify()).toEqual({ ok: true });
});

test.each([
  ['changed', `UPDATE journal_event SET content = '{}' WHERE seq = 3`, 'history-broken', { number: 3 }],
  ['shortened', 'DELETE FROM journal_event WHERE seq >= 5', 'history-cut-off', { number: 5 }],
  ['without an entry', 'DELETE FROM journal_event WHERE seq = 4', 'history-broken', { number: 4 }],
])('says where a history %s breaks', async (_how, statement, key, params) => {
  completeJourney();
  expect(await evidenceOf(tamper(`PRAGMA foreign_keys = OFF; ${statement}`)).verify()).toMatchObject({
    problem: { key, params },
  });
});

test('says which document of the list was changed behind the history', async () => {
  completeJourney();
  const changed = tamper(`UPDATE submission SET content = replace(content, 'qualified', 'timestamp')`);
  expect(await evidenceOf(changed).verify()).toMatchObject({
    problem: { key: 'history-differs', params: { name: 's.pdf' } },
  });
});
