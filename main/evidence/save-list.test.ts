import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ListRow } from '../../preload/contract/list.ts';
import { wholeList } from '../../preload/contract/list-choices.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { toRow } from '../outbox/row.ts';
import { unsignedFigures } from '../signatures/testing/sample-figures.ts';
import { sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createTexts } from '../words/texts.ts';
import { createSaveList } from './save-list.ts';

let folder: string;
let journal: Journal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-list-'));
  ({ journal } = openJournal(join(folder, 'journal.sqlite')));
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const words = createTexts();

function row(id: string, name: string): ListRow {
  const status = { documentStatus: 'signed', signStatus: 'signed', canWithdraw: false, canDelete: false };
  const unknown = {
    since: null,
    due: null,
    signees: null,
    saved: null,
    rescued: null,
    verdict: null,
    saveProblem: null,
    goneAt: null,
    command: null,
    orders: [],
  };
  const document = { id, name, mimeType: '', ...status, ...unknown, people: { all: 0, signed: 0, waiting: 0 } };
  return { key: id, group: 'finished', canArchive: true, document, submission: null };
}

function saving(rows: () => AsyncGenerator<ListRow>) {
  const path = join(folder, 'list.csv');
  const selection = { query: wholeList, except: [] };
  const options = { connectionId: 'c', selection, path, separator: ';' as const, t: words.in('de') };
  return { path, saved: createSaveList({ journal, rowsOf: rows })(options) };
}

test('has a heading in the language, people with their state, moments and hashes', async () => {
  const completed = new Date(2026, 4, 3, 14, 5).getTime();
  journal.documentFacts.see('c', [{ id: 'd', status: 'signed' }], { at: completed, before: null, account: null });
  const anna = { email: 'anna@x.ch', name: 'Anna; Muster', order: null, status: 'signed' };
  journal.documentFacts.keepDetails('c', 'd', { created: null, started: null, completed, signees: [anna] }, 1);
  const figures = { ...unsignedFigures, sha256: 'f0', at: completed + 60_000 };
  journal.signatureChecks.put({ connectionId: 'c', documentId: 'd', figures, report: null, more: 0 });
  journal.savedCopies.add({ connectionId: 'c', documentId: 'd', path: '/a/=x.pdf', sha256: 'f0', size: 1, at: 1 });
  const { path, saved } = saving(async function* () {
    yield row('d', '=HYPERLINK("http://evil")');
  });
  await saved;
  const [head, first] = readFileSync(path, 'utf8').split('\r\n');
  expect(head).toBe(
    '\uFEFFDokument;Status;Personen;Gesendet;Abgeschlossen;Frist;Unterschriebene Kopie;' +
      'SHA-256 der unterschriebenen Kopie;Prüfung der unterschriebenen Kopie;Unterschriebene Kopie geprüft;' +
      'SHA-256 der gesendeten Datei;Kommentar;Dokument-ID;Beim Dienst gelöscht',
  );
  expect(first).toBe(
    '"\'=HYPERLINK(""http://evil"")";Unterschrieben;"Anna; Muster <anna@x.ch>: Unterschrieben";;2026-05-03 14:05;;\'=x.pdf;f0;Nicht signiert!;2026-05-03 14:06;;;d;',
  );
});

test('says when a person opened, signed or rejected, and why, on one line', async () => {
  const at = (minute: number) => new Date(2026, 4, 3, 14, minute).getTime();
  journal.documentFacts.see('c', [{ id: 'd', status: 'rejected' }], { at: at(9), before: null, account: null });
  const anna = { email: 'anna@x.ch', name: null, order: null, status: 'signed', viewedAt: at(1), decidedAt: at(2) };
  const beat = { ...anna, email: 'beat@x.ch', status: 'rejected', decidedAt: at(5), reason: '=1\nToo\u202E expensive' };
  const zoe = { email: 'zoe@x.ch', name: null, order: null, status: 'pending', viewedAt: at(3) };
  const details = { created: null, started: null, completed: at(5), signees: [anna, beat, zoe] };
  journal.documentFacts.keepDetails('c', 'd', details, 1);
  const { path, saved } = saving(async function* () {
    yield row('d', 'Lease.pdf');
  });
  await saved;
  const text = readFileSync(path, 'utf8');
  for (const said of [
    'anna@x.ch: Unterschrieben 2026-05-03 14:02, Geöffnet 2026-05-03 14:01;',
    'beat@x.ch: Abgelehnt 2026-05-03 14:05, Geöffnet 2026-05-03 14:01, «=1 Too expensive»;',
    // Nobody is asked any more.
    'zoe@x.ch: Geöffnet 2026-05-03 14:03',
  ])
    expect(text).toContain(said);
});

test('says no end that nobody saw: the document was finished before the first look', async () => {
  journal.documentFacts.see('c', [{ id: 'd', status: 'signed' }], { at: 9_000, before: null, account: null });
  const { path, saved } = saving(async function* () {
    yield row('d', 'Lease.pdf');
  });
  await saved;
  expect(readFileSync(path, 'utf8').split('\r\n')[1]).toMatch(/^Lease\.pdf;Unterschrieben;;;;/);
});

test('says no end that was noticed only days later', async () => {
  const noticed = new Date(2026, 4, 6, 9, 0).getTime();
  for (const [id, before] of [
    ['soon', noticed - 60_000],
    ['late', noticed - 3 * 24 * 60 * 60_000],
  ] as const) {
    journal.documentFacts.see('c', [{ id, status: 'in-progress' }], { at: before, before: null, account: null });
    journal.documentFacts.see('c', [{ id, status: 'signed' }], { at: noticed, before, account: null });
  }
  const { path, saved } = saving(async function* () {
    yield row('soon', 'Soon.pdf');
    yield row('late', 'Late.pdf');
  });
  await saved;
  const [, soon, late] = readFileSync(path, 'utf8').split('\r\n');
  expect(soon).toMatch(/^Soon\.pdf;Unterschrieben;;;2026-05-06 09:00;/);
  expect(late).toMatch(/^Late\.pdf;Unterschrieben;;;;/);
});

test.each([
  [null, 'in-progress', 9, 'Gelöscht'],
  [null, 'signed', 9, 'Unterschrieben'],
  [null, 'in-progress', null, 'Wartet auf Unterschriften'],
  ['started', 'draft', null, 'Wartet auf Unterschriften'],
  ['started', null, null, 'Wartet auf Unterschriften'],
  ['withdrawn', 'in-progress', null, 'Zurückgezogen'],
  ['withdrawn', null, null, 'Zurückgezogen'],
  ['deleted', 'draft', null, 'Gelöscht'],
  ['deleted', null, null, 'Gelöscht'],
  ['cancelled', 'draft', null, 'Nicht gesendet'],
  ['given-up', null, null, 'Nicht mehr verfolgt'],
] as const)(
  'what was %s here, last seen as %s and deleted at %s is in the table: %s',
  async (as, seen, goneAt, said) => {
    const sent = as === null ? null : sampleSubmission('d', { connectionId: 'c', stage: { kind: 'done', as } });
    const around = { now: 0, host: '', progress: null, account: null, listed: null };
    const shown = row('d', 'd.pdf');
    const document =
      seen === null || shown.document === null ? null : { ...shown.document, documentStatus: seen, goneAt };
    const { path, saved } = saving(async function* () {
      yield { ...shown, document, submission: sent && toRow(sent, around) };
    });
    await saved;
    expect(readFileSync(path, 'utf8').split('\r\n')[1]).toMatch(new RegExp(`^d\\.pdf;${said};`));
  },
);

test('says how a document ended, and when it was deleted: the list only says that it is', async () => {
  const goneAt = new Date(2026, 4, 20, 8, 30).getTime();
  const { path, saved } = saving(async function* () {
    const { document, ...shown } = row('d', 'd.pdf');
    yield { ...shown, document: document && { ...document, goneAt } };
  });
  await saved;
  expect(readFileSync(path, 'utf8').split('\r\n')[1]).toMatch(/^d\.pdf;Unterschrieben;.*;d;2026-05-20 08:30$/);
});

test('says the group of what has no document yet', async () => {
  const around = { now: 0, host: '', progress: null, account: null, listed: null };
  const { path, saved } = saving(async function* () {
    const submission = toRow(sampleSubmission('d', { connectionId: 'c', documentId: null }), around);
    yield { ...row('d', 'd.pdf'), group: 'sending', document: null, submission };
  });
  await saved;
  expect(readFileSync(path, 'utf8').split('\r\n')[1]).toMatch(/^d\.pdf;Wird gesendet;/);
});

test('has as many rows as the list', async () => {
  const { path, saved } = saving(async function* () {
    for (let number = 0; number < 3_000; number += 1) yield row(`d${number}`, `Plan ${number}.pdf`);
  });
  await saved;
  expect(readFileSync(path, 'utf8').trimEnd().split('\r\n')).toHaveLength(3_001);
});

test('leaves an earlier table alone when the new one fails half-way', async () => {
  writeFileSync(join(folder, 'list.csv'), 'earlier');
  const { path, saved } = saving(async function* () {
    yield row('d', 'Plan.pdf');
    throw new Error('Another connection is shown.');
  });
  await expect(saved).rejects.toThrow('Another connection');
  expect(readFileSync(path, 'utf8')).toBe('earlier');
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});
