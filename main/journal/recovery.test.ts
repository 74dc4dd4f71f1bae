import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { accepted, changeOf, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { LONGEST_WAIT_MS } from '../tracking/pace.ts';
import { type Journal, openJournal } from './journal.ts';
import { migrations } from './migrations.ts';
import { recover } from './recovery.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-recovery-'));
  file = join(folder, 'journal.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

const setAsideFiles = () => readdirSync(folder).filter((name) => name.includes('.damaged-'));

/** Writes 200 submissions, every third of them done, and closes the journal. */
function fill(): void {
  const { journal } = openJournal(file, 0);
  journal.settings.set('language', 'de');
  const rows = Array.from({ length: 200 }, (_, at) => sampleSubmission(`s${at}`, { name: `Vertrag ${at}.pdf` }));
  expect(journal.submissions.commit(rows.map(accepted))).toEqual({ ok: true });
  const done = rows.filter((_, at) => at % 3 === 0);
  expect(
    journal.submissions.commit(done.map((row) => changeOf(row, { stage: { kind: 'done', as: 'started' } }))),
  ).toEqual({ ok: true });
  journal.people.remember([{ email: 'berta@example.ch', name: 'Berta Müller' }], 5);
  journal.archive.add('c1', [{ key: 'submission:s0', end: 'started', status: null }]);
  journal.close();
}

function withJournal<T>(read: (journal: Journal) => T): T {
  const { journal } = openJournal(file, 1);
  try {
    return read(journal);
  } finally {
    journal.close();
  }
}

/** The pages of a table, so that a test can damage one. */
function pagesOf(table: string): number[] {
  const database = new DatabaseSync(file);
  const pages = database
    .prepare(`SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno`)
    .all(table)
    .map((row) => Number(row['pageno']));
  database.close();
  return pages;
}

function strike(page: number): Buffer {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, (page - 1) * 4096, page * 4096);
  writeFileSync(file, bytes);
  return bytes;
}

describe('a damaged journal', () => {
  test.each([
    ['no database at all', Buffer.from('This is a letter to my aunt.'.repeat(400))],
    ['a header and random bytes', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8_000, 7)])],
  ])('%s: set aside unchanged, said so, and a new one is in its place', (_name, content) => {
    writeFileSync(file, content);
    const { journal, failure, recovered, durable } = openJournal(file, 0);
    expect([failure?.fault, durable]).toEqual(['damaged', true]);
    expect(recovered).toMatchObject({ setAside: expect.stringContaining(`${file}.damaged-20`), rows: 0 });
    expect(readFileSync(recovered?.setAside ?? '').equals(content)).toBe(true);
    journal.settings.set('language', 'fr');
    journal.close();
    const again = openJournal(file, 1);
    expect([again.failure, again.recovered, again.journal.settings.get('language')]).toEqual([null, null, 'fr']);
    again.journal.close();
  });

  test.each(['submission', 'journal_event', 'submission_list', 'sqlite_autoindex_submission_1'])(
    'one page of %s destroyed: every row outside of it is carried over and found',
    async (table) => {
      fill();
      const pages = pagesOf(table);
      const struck = strike(pages[Math.floor(pages.length / 2)] ?? 0);
      const { journal, failure, recovered, durable } = openJournal(file, 0);
      expect([failure?.fault, durable]).toEqual(['damaged', true]);
      expect(readFileSync(recovered?.setAside ?? '').equals(struck)).toBe(true);
      expect(journal.settings.get('language')).toBe('de');
      expect(journal.people.suggest('mull', 5)).toHaveLength(1);
      expect(journal.archive.find('c1', 'submission:s0')).toMatchObject({ end: 'started' });
      const survivors = Array.from({ length: 200 }, (_, at) => journal.submissions.find(`s${at}`)).filter(Boolean);
      const rowsPerPage = Math.ceil(200 / Math.max(1, pages.length - 1));
      expect(survivors.length).toBeGreaterThanOrEqual(table === 'submission' ? 200 - 2 * rowsPerPage : 200);
      const page = journal.pages.page({ connectionId: 'c1', limit: 500 });
      expect(page.rows).toHaveLength(survivors.length);
      expect(await journal.verify()).toEqual({ ok: true });
      journal.close();
    },
  );

  test('marks open submissions as recovered and leaves finished ones as they are', () => {
    fill();
    strike(pagesOf('journal_event')[3] ?? 0);
    const { journal } = openJournal(file, 77);
    const open = journal.submissions.open();
    expect(open).toHaveLength(133);
    expect(open.every(({ stage, changedAt }) => stage.kind === 'unclear' && changedAt === 77)).toBe(true);
    expect(open.every(({ recovered, reason }) => recovered && reason?.kind === 'recovered')).toBe(true);
    expect(journal.submissions.find('s0')?.stage).toEqual({ kind: 'done', as: 'started' });
    journal.close();
  });

  test('carries the contents of watched folders over, and counts no loss where there is none', () => {
    fill();
    const kept = [{ path: 'Offer.pdf', look: '1-2', sha256: 'a'.repeat(64), isSafe: true }];
    withJournal(({ folderFiles }) => folderFiles.keepContents('f', kept, []));
    expect(recover(file, 1)).toMatchObject({ lost: 0 });
    expect(withJournal(({ folderFiles }) => [...folderFiles.contents('f')].flat())).toEqual(kept);
  });

  test('knows where the originals of watched folders lie that were moved', () => {
    fill();
    const first = openJournal(file, 0).journal;
    const taken = { ...sampleSubmission('taken'), folder: { id: 'f', path: 'Offer.pdf', sidecar: '' } };
    expect(first.submissions.commit([accepted(taken)])).toEqual({ ok: true });
    first.folderFiles.settle('f', 'taken', { at: 5, movedTo: 'Sent/Offer.pdf' });
    first.close();
    const before = withJournal(({ folderFiles }) => folderFiles.of('taken'));
    expect(before).toMatchObject({ settledAt: 5 });
    recover(file, 1);
    expect(
      withJournal(({ folderFiles }) => [folderFiles.of('taken'), folderFiles.wasMovedTo('f', 'Sent/Offer.pdf')]),
    ).toEqual([before, true]);
  });

  test('leaves the list behind, and forgets that it was read to its end', () => {
    fill();
    const first = openJournal(file, 0).journal;
    first.connections.save({ ...sampleConnection, id: 'c1' }, 1);
    first.deadlines.set('c1', 'read-whole', 5);
    first.deadlines.set('c1', 'next-check', 6);
    first.close();
    recover(file, 1);
    const { journal } = openJournal(file, 1);
    expect([journal.deadlines.get('c1', 'read-whole'), journal.deadlines.get('c1', 'next-check')]).toEqual([null, 6]);
    journal.close();
  });

  test('asks nobody earlier than allowed when it is lost who was asked when', () => {
    fill();
    const first = openJournal(file, 0).journal;
    first.connections.save({ ...sampleConnection, id: 'c1' }, 1);
    first.deadlines.set('c1', 'asked', 5);
    first.deadlines.set('c1', 'next-check', 6);
    first.close();
    strike(pagesOf('deadline')[0] ?? 0);
    const { journal } = openJournal(file, 1_000);
    const known = (['asked', 'next-check'] as const).map((name) => journal.deadlines.get('c1', name));
    expect(known).toEqual([1_000, 1_000 + LONGEST_WAIT_MS]);
    journal.close();
  });

  test('remembers over a restart that the spool must still be searched', () => {
    fill();
    strike(pagesOf('submission')[0] ?? 0);
    openJournal(file, 0).journal.close();
    const { journal, recovered } = openJournal(file, 1);
    expect([recovered, journal.settings.get('rebuild')]).toEqual([null, true]);
    journal.close();
  });

  test('does not hang if the end of a table is destroyed', () => {
    fill();
    strike(pagesOf('submission').at(-1) ?? 0);
    const { journal, recovered } = openJournal(file, 0);
    expect(recovered?.lost).toBeGreaterThan(0);
    expect(journal.submissions.find('s10')).not.toBeNull();
    journal.close();
  });

  test.each([
    ['no file was moved yet', ['', '-wal']],
    ['the old file was moved', ['-wal']],
    ['its log was moved as well', []],
  ])('a power cut while the files change places, when %s: the change is carried to its end', (_when, left) => {
    fill();
    renameSync(file, `${file}.recovered`);
    for (const part of left) writeFileSync(`${file}${part}`, `old${part}`);
    const { journal, failure } = openJournal(file, 0);
    expect(failure).toBeNull();
    expect(journal.submissions.find('s1')).not.toBeNull();
    expect(existsSync(`${file}.recovered`)).toBe(false);
    const aside = setAsideFiles();
    expect(aside.map((name) => readFileSync(join(folder, name), 'utf8')).toSorted()).toEqual(
      left.map((part) => `old${part}`).toSorted(),
    );
    expect(new Set(aside.map((name) => name.replace(/-wal$/, ''))).size).toBe(Math.min(1, left.length));
    journal.close();
  });

  test('leaves a journal in place that cannot be replaced, and opens one in memory', () => {
    fill();
    const struck = strike(pagesOf('submission')[0] ?? 0);
    mkdirSync(`${file}.recovering`);
    const { journal, failure, recovered, durable } = openJournal(file, 0);
    expect([failure !== null, recovered, durable]).toEqual([true, null, false]);
    expect(readFileSync(file).equals(struck)).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual(['journal.sqlite', 'journal.sqlite.recovering']);
    journal.close();
  });

  test('does not touch a folder of this name', () => {
    mkdirSync(file);
    const { journal, failure, durable } = openJournal(file, 0);
    expect([failure?.fault, durable, readdirSync(folder)]).toEqual(['not-reachable', false, ['journal.sqlite']]);
    journal.close();
  });

  test('checks a large journal once a week and after every crash', () => {
    const { journal } = openJournal(file, 0);
    journal.settings.set('authorityFile', 'x'.repeat(20_000_000));
    journal.submissions.commit([accepted(sampleSubmission('s'))]);
    journal.close();
    strike(pagesOf('submission_list')[0] ?? 0);
    const soon = openJournal(file, 1_000);
    expect(soon.failure).toBeNull();
    soon.journal.close();
    copyFileSync(file, `${file}.kept`);
    const later = openJournal(file, 8 * 86_400_000);
    expect(later.failure?.fault).toBe('damaged');
    later.journal.close();
    renameSync(`${file}.kept`, file);
    writeFileSync(`${file}-wal`, 'the app was killed');
    const killed = openJournal(file, 1_000);
    expect(killed.failure?.fault).toBe('damaged');
    killed.journal.close();
  });

  test.each<[string, (journal: Journal) => void]>([
    ['reading', ({ pages }) => expect(() => pages.page({ connectionId: 'c1', limit: 9 })).toThrow('malformed')],
    [
      'writing',
      ({ submissions }) =>
        expect(submissions.commit([accepted(sampleSubmission('t'))])).toMatchObject({ ok: false, fault: 'damaged' }),
    ],
  ])('damage met while %s in a large one makes the next start look at once', (_what, meet) => {
    const { journal } = openJournal(file, 0);
    journal.settings.set('authorityFile', 'x'.repeat(20_000_000));
    journal.submissions.commit([accepted(sampleSubmission('s'))]);
    journal.close();
    strike(pagesOf('submission_list')[0] ?? 0);
    const soon = openJournal(file, 1_000);
    expect(soon.failure).toBeNull();
    meet(soon.journal);
    soon.journal.close();
    const next = openJournal(file, 2_000);
    expect(next.failure?.fault).toBe('damaged');
    expect(next.journal.submissions.find('s')).not.toBeNull();
    next.journal.close();
    const after = openJournal(file, 3_000);
    expect([after.failure, existsSync(`${file}.suspect`)]).toEqual([null, false]);
    after.journal.close();
  });

  test('does not set a sound journal aside', () => {
    fill();
    openJournal(file, 0).journal.close();
    expect(setAsideFiles()).toEqual([]);
  });
});

describe('migrations', () => {
  const versions = Array.from({ length: migrations.length }, (_, version) => version);

  test.each(versions)('from version %i keep all data', (version) => {
    const old = new DatabaseSync(file);
    for (const script of migrations.slice(0, version)) old.exec(script);
    old.exec(`PRAGMA user_version = ${version}`);
    if (version >= 1)
      old.exec(`INSERT INTO setting VALUES ('language', '"it"');
        INSERT INTO connection (id, fields, colour, signed_in, has_secret, username, person, saved_copies, created)
          VALUES ('c1', '{}', 1, 'yes', 0, NULL, NULL, '/', 1);
        INSERT INTO deadline VALUES ('c1', 'next-check', 42);`);
    old.close();
    const { journal, failure } = openJournal(file, 0);
    expect(failure).toBeNull();
    expect(journal.submissions.commit([accepted(sampleSubmission('s1'))])).toEqual({ ok: true });
    if (version >= 1) {
      expect([journal.settings.get('language'), journal.deadlines.get('c1', 'next-check')]).toEqual(['it', 42]);
    }
    journal.close();
    const backups = readdirSync(folder).filter((name) => name.includes('.backup-'));
    expect(backups).toEqual(version === 0 ? [] : [`journal.sqlite.backup-1970-01-01T00-00-00.000Z-v${version}`]);
  });

  test('give documents of earlier versions one spelling, and lose nothing of two', () => {
    const id = '0d4e7c1a-1b2c-4d3e-8f90-abcdefabcdef';
    const old = new DatabaseSync(file);
    const before = migrations.findIndex((script) => script.includes('lost the copy of the one that went'));
    for (const script of migrations.slice(0, before)) old.exec(script);
    old.exec(`PRAGMA user_version = ${before}`);
    old.exec(`INSERT INTO connection (id, fields, colour, signed_in, has_secret, username, person, saved_copies, created)
        VALUES ('c1', '{}', 1, 'yes', 0, NULL, NULL, '/', 1)`);
    for (const [number, spelling] of [`{${id}}`, id.toUpperCase(), id, 'DOC_7'].entries()) {
      const status = spelling === id ? 'signed' : 'in-progress';
      const entry = JSON.stringify({ id: spelling, status });
      const order = JSON.stringify({ documentId: spelling });
      for (const statement of [
        `document_seen VALUES ('c1', '${spelling}', ${number}, '${entry}')`,
        `document VALUES (NULL, 'c1', '${spelling}', '${status}', '${entry}', 1, 2)`,
        `document_command VALUES ('c1', '${spelling}', '${order}')`,
        `document_fact (connection_id, id, status, since) VALUES ('c1', '${spelling}', '${status}', 1)`,
        `saved_copy (connection_id, document_id, path, sha256, size, at) VALUES ('c1', '${spelling}', '${number}', '', 1, 1)`,
        `reminder VALUES (NULL, 'c1', '${spelling}', 'anna', 'de', ${number})`,
        `archived_row VALUES (NULL, 'c1', '${spelling}', NULL, '${status}')`,
        `reading_document VALUES ('c1', '${spelling}', 'A', '${status}')`,
      ])
        old.exec(`INSERT INTO ${statement}`);
    }
    old.exec(`UPDATE document_fact SET copied = 0 WHERE id = '${id}'`);
    old.close();
    openJournal(file, 0).journal.close();
    const now = new DatabaseSync(file);
    const both = [id, 'DOC_7'].toSorted();
    const inAll = (query: string) =>
      now
        .prepare(query)
        .all()
        .map((row) => Object.values(row)[0]);
    for (const [table, column] of [
      ['document_seen', 'id'],
      ['document', 'id'],
      ['document_fact', 'id'],
      ['reading_document', 'id'],
      ['archived_row', 'row_key'],
    ])
      expect(inAll(`SELECT ${column} FROM ${table} ORDER BY ${column} COLLATE BINARY`)).toEqual(both);
    expect(inAll(`SELECT entry ->> '$.id' FROM document ORDER BY 1`)).toEqual(both);
    expect(inAll(`SELECT content ->> '$.documentId' FROM document_command ORDER BY 1`)).toEqual(both);
    expect(inAll(`SELECT status FROM document WHERE id = '${id}'`)).toEqual(['signed']);
    expect(inAll(`SELECT count(*) FROM saved_copy WHERE document_id = '${id}'`)).toEqual([3]);
    expect(inAll(`SELECT count(*) FROM reminder WHERE document_id = '${id}'`)).toEqual([3]);
    expect(inAll(`SELECT copied FROM document_fact WHERE id = '${id}'`)).toEqual([1]);
    now.close();
  });

  test('are made all or none: if one of the last fails, the journal stays at its old version', () => {
    const old = new DatabaseSync(file);
    const made = migrations.flatMap((script) => /CREATE (?:TABLE|INDEX) (\w+)/.exec(script)?.[1] ?? []).at(-1) ?? '';
    // What one of the last migrations makes is there already.
    old.exec(`${migrations[0]}; PRAGMA user_version = 1; CREATE TABLE ${made} (x)`);
    const names = () => old.prepare('SELECT name FROM sqlite_schema ORDER BY name').all();
    const before = names();
    old.close();
    const { journal, failure } = openJournal(file, 0);
    expect(failure?.fault).toBe('unexpected');
    journal.close();
    old.open();
    expect([names(), old.prepare('PRAGMA user_version').get()]).toEqual([before, { user_version: 1 }]);
    old.close();
  });

  test('are preceded by a whole copy of the old version; the oldest of four copies is removed', () => {
    const makeOld = () => {
      rmSync(file, { force: true });
      const old = new DatabaseSync(file);
      old.exec(`${migrations[0]}; PRAGMA user_version = 1; INSERT INTO setting VALUES ('language', '"it"')`);
      old.close();
    };
    for (const day of [4, 2, 3, 1]) {
      makeOld();
      openJournal(file, day * 86_400_000).journal.close();
    }
    const backups = readdirSync(folder).filter((name) => name.includes('.backup-'));
    expect(backups.toSorted()).toEqual(
      ['03', '04', '05'].map((day) => `journal.sqlite.backup-1970-01-${day}T00-00-00.000Z-v1`),
    );
    const copy = new DatabaseSync(join(folder, backups[0] ?? ''));
    expect(copy.prepare('SELECT value FROM setting').all()).toEqual([{ value: '"it"' }]);
    expect(copy.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
    copy.close();
  });
});
