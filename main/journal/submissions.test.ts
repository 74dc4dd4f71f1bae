import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashOf, type Stage } from '../submission/submission.ts';
import { accepted, changeOf, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { openDatabase } from './database.ts';
import { createEvents } from './events.ts';
import { openJournal } from './journal.ts';
import { createSettings } from './settings.ts';
import { createSubmissions } from './submissions.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-submissions-'));
  file = join(folder, 'journal.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

const inMemory = () => openJournal(':memory:').journal;

/** Changes the file behind the app's back, as with an SQL shell. */
function meddle(sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

test('open submissions come in parts, each once', () => {
  const { submissions, close } = inMemory();
  const all = Array.from({ length: 450 }, (_, at) => accepted(sampleSubmission(`s${at}`)));
  expect(submissions.commit(all)).toEqual({ ok: true });
  const parts = [...submissions.openInParts()];
  expect(parts.map((part) => part.length)).toEqual(Array.from({ length: 9 }, () => 50));
  expect(parts.flat().map(({ id }) => id)).toEqual(all.map(({ submission }) => submission.id));
  close();
});

describe('commit', () => {
  test('stores 16 changes or none', () => {
    const { submissions, verify: _, close } = inMemory();
    const group = Array.from({ length: 16 }, (__, at) => accepted(sampleSubmission(`s${at}`)));
    expect(submissions.commit(group)).toEqual({ ok: true });
    const second = [accepted(sampleSubmission('new')), accepted(sampleSubmission('s3'))];
    expect(submissions.commit(second)).toMatchObject({ ok: false, reason: 'stale' });
    expect(submissions.find('new')).toBeNull();
    expect(submissions.open().map(({ id }) => id)).toEqual(group.map(({ submission }) => submission.id));
    close();
  });

  test('refuses a change of an older revision, also in the history', () => {
    const { submissions, history, close } = inMemory();
    const first = sampleSubmission('s');
    submissions.commit([accepted(first)]);
    const intent = changeOf(first, { stage: { kind: 'calling', step: 'upload', since: 3 } });
    expect(submissions.commit([intent])).toEqual({ ok: true });
    expect(submissions.commit([changeOf(first, { cancelled: true })])).toMatchObject({ ok: false, reason: 'stale' });
    expect(submissions.find('s')).toEqual(intent.submission);
    expect(history('submission:s').map(({ kind }) => kind)).toEqual(['accepted', 'due']);
    close();
  });

  test('names the reason (full disk, read-only file) and writes nothing', async () => {
    const opened = openDatabase(file);
    if (!opened.ok) throw new Error(opened.details);
    const { database } = opened;
    const events = createEvents(database);
    const submissions = createSubmissions(database, {
      events,
      settings: createSettings(database),
      witness: { note() {}, newest: () => null },
      lease: { take() {}, renew() {} },
    });
    submissions.commit([accepted(sampleSubmission('before'))]);
    database.exec('PRAGMA max_page_count = 1');
    const large = sampleSubmission('large');
    const comment = 'x'.repeat(100_000);
    expect(submissions.commit([accepted({ ...large, wish: { ...large.wish, comment } })])).toMatchObject({
      ok: false,
      reason: 'unwritable',
      fault: 'disk-full',
    });
    database.exec('PRAGMA max_page_count = 1000000; PRAGMA query_only = 1');
    expect(submissions.setPaused(true, 1)).toMatchObject({ ok: false, reason: 'unwritable', fault: 'read-only' });
    database.exec('PRAGMA query_only = 0');
    expect(submissions.commit([accepted(large)])).toEqual({ ok: true });
    database.close();
    const { journal } = openJournal(file);
    expect(journal.submissions.open().map(({ id }) => id)).toEqual(['before', 'large']);
    expect(await journal.verify()).toEqual({ ok: true });
    journal.close();
  });

  test('finds earlier submissions of the same content', () => {
    const { submissions, close } = inMemory();
    const row = sampleSubmission('s');
    const cancelled = { ...row, id: 'cancelled', stage: { kind: 'done', as: 'cancelled' } } as const;
    const others = [{ ...row, id: 'other', connectionId: 'c2' }, { ...row, id: 'later' }, cancelled];
    submissions.commit([row, ...others].map(accepted));
    const sha256 = hashOf(row);
    const newer = (after: string | null) => submissions.newerOfContent(sha256, 'c1', after).map(({ id }) => id);
    expect(submissions.ofContent(sha256, 'c1').map(({ id }) => id)).toEqual(['s', 'later', 'cancelled']);
    expect([newer(null), newer('s'), newer('later')]).toEqual([['s', 'later'], ['later'], []]);
    // A submission that is not in the journal came before all.
    expect(newer('gone')).toEqual(['s', 'later']);
    expect(submissions.ofContent('0', 'c1')).toEqual([]);
    close();
  });

  test('a connection has open submissions until the last one is done', () => {
    const { submissions, close } = inMemory();
    const row = sampleSubmission('a');
    submissions.commit([accepted(row)]);
    expect([submissions.hasOpen('c1'), submissions.hasOpen('c2')]).toEqual([true, false]);
    submissions.commit([changeOf(row, { stage: { kind: 'done', as: 'started' } })]);
    expect(submissions.hasOpen('c1')).toBe(false);
    close();
  });

  test('submissions from the spool never replace existing ones and are marked as recovered', () => {
    const { submissions, close } = inMemory();
    const here = sampleSubmission('here', { goal: 'draft' });
    submissions.commit([accepted(here)]);
    const found = [sampleSubmission('here'), sampleSubmission('gone', { stage: { kind: 'held' } })];
    expect(submissions.restore(found, 9)).toEqual({ ok: true });
    expect(submissions.find('here')).toEqual(here);
    expect(submissions.find('gone')).toMatchObject({
      recovered: true,
      stage: { kind: 'unclear', step: 'upload', nextTryAt: null },
      reason: { kind: 'recovered' },
    });
    close();
  });
});

describe('the history', () => {
  const fill = () => {
    const { journal } = openJournal(file);
    for (let at = 0; at < 450; at += 1) journal.submissions.commit([accepted(sampleSubmission(`s${at}`))]);
    journal.close();
  };
  const verified = async () => {
    const { journal } = openJournal(file);
    const found = await journal.verify();
    journal.close();
    return found;
  };
  const withoutGuard = 'DROP TRIGGER journal_event_unchanged; DROP TRIGGER journal_event_kept;';

  test('cannot be changed, shortened or forged', () => {
    fill();
    for (const [sql, said] of [
      [`UPDATE journal_event SET content = '{}' WHERE seq = 3`, 'never changed'],
      ['DELETE FROM journal_event WHERE seq = 450', 'never shortened'],
      [`INSERT OR REPLACE INTO journal_event VALUES (3, 0, 's', 'k', '{}', zeroblob(32), zeroblob(32))`, 'next link'],
      [`INSERT INTO journal_event VALUES (451, 0, 's', 'k', '{}', zeroblob(32), zeroblob(32))`, 'next link'],
    ] as const) {
      expect(() => meddle(sql)).toThrow(said);
    }
  });

  test.each([
    ['a changed content', `UPDATE journal_event SET content = '{}' WHERE seq = 300`, { seq: 300, what: 'content' }],
    ['a changed moment', 'UPDATE journal_event SET at = at + 1 WHERE seq = 1', { seq: 1, what: 'content' }],
    ['a changed hash', 'UPDATE journal_event SET hash = zeroblob(32) WHERE seq = 7', { seq: 7, what: 'content' }],
    ['a changed link', 'UPDATE journal_event SET previous = zeroblob(32) WHERE seq = 9', { seq: 9, what: 'previous' }],
    ['a link taken out', 'DELETE FROM journal_event WHERE seq = 250', { seq: 250, what: 'missing' }],
    ['an end cut off', 'DELETE FROM journal_event WHERE seq > 440', { seq: 441, what: 'cut-off' }],
  ])('names the first broken link: %s', async (_name, sql, broken) => {
    fill();
    expect(await verified()).toEqual({ ok: true });
    meddle(`PRAGMA foreign_keys = 0; ${withoutGuard} ${sql}`);
    expect(await verified()).toEqual({ ok: false, broken });
  });

  test('names a submission that was changed behind its back', async () => {
    fill();
    meddle(`UPDATE submission SET content = replace(content, 'Anna', 'Mallory') WHERE id = 's207'`);
    expect(await verified()).toEqual({ ok: false, changedRow: 's207' });
  });
});

describe('pages', () => {
  const stages: readonly Stage[] = [
    { kind: 'ready', step: 'upload', nextTryAt: 0 },
    { kind: 'needs-you', step: 'start' },
    { kind: 'done', as: 'started' },
    { kind: 'done', as: 'draft' },
  ];
  const words = ['Müller', 'Søren', 'Vertrag', 'Straße', 'лето', 'Łódź', '契約'];
  const made = fc.record({
    connectionId: fc.constantFrom('c1', 'c2'),
    stage: fc.constantFrom(...stages),
    name: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((some) => some.join(' ')),
  });
  test('together form the whole list, newest first, each submission once', () => {
    fc.assert(
      fc.property(fc.array(made, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (rows, limit) => {
        const { submissions, pages, close } = inMemory();
        const all = rows.map((row, at) => sampleSubmission(`s${at}`, row));
        submissions.commit(all.map(accepted));
        const expected = all
          .filter(({ connectionId }) => connectionId === 'c1')
          .map(({ id }) => id)
          .toReversed();
        const seen: string[] = [];
        let before: number | null = null;
        do {
          const page = pages.page({ connectionId: 'c1', before, limit });
          expect(page.rows.length).toBeLessThanOrEqual(limit);
          // A next page is never empty.
          expect(page.rows.length > 0 || before === null).toBe(true);
          seen.push(...page.rows.map(({ id }) => id));
          before = page.next;
        } while (before !== null);
        expect(seen).toEqual(expected);
        close();
      }),
      { numRuns: 150 },
    );
  });
});
