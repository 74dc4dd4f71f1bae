import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Connection } from '../../preload/contract/connection.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { openJournal } from './journal.ts';
import { migrations } from './migrations.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-journal-'));
  file = join(folder, 'journal.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

const fields = { ...sampleConnection.fields, name: 'Müller & Söhne' };
const connection: Connection = { ...sampleConnection, id: 'c1', fields, hasSecret: true };

const document = (id: string) => ({
  id,
  name: `${id}.pdf`,
  mimeType: 'application/pdf',
  documentStatus: 'a status of tomorrow',
  signStatus: null,
  canWithdraw: false,
  canDelete: true,
});

describe('journal', () => {
  test('keeps its content over a restart', () => {
    const first = openJournal(file);
    expect(first.failure).toBeNull();
    first.journal.connections.save(connection, 1);
    first.journal.connections.save({ ...connection, person: 'Anna' }, 2);
    first.journal.settings.set('language', 'de');
    first.journal.settings.set('activeConnection', 'c1');
    first.journal.deadlines.set('c1', 'next-check', 900_000);
    first.journal.documentsSeen.replace('c1', [document('b'), document('a')]);
    first.journal.documentsSeen.replace('c1', [document('z'), document('y'), document('z')]);
    first.journal.close();

    const { journal } = openJournal(file);
    expect(journal.connections.list()).toEqual([{ ...connection, person: 'Anna' }]);
    expect([journal.settings.get('language'), journal.settings.get('activeConnection')]).toEqual(['de', 'c1']);
    expect(journal.deadlines.get('c1', 'next-check')).toBe(900_000);
    expect(journal.deadlines.get('c1', 'checked')).toBeNull();
    expect(journal.documentsSeen.list('c1')).toEqual([document('z'), document('y')]);
    journal.close();
  });

  test('flushes every write and locks the file for one process', () => {
    const { journal } = openJournal(file);
    const second = openJournal(file);
    expect(second.failure?.fault).toBe('in-use');
    second.journal.close();
    journal.close();
    const after = openJournal(file);
    expect(after.failure).toBeNull();
    after.journal.close();
  });

  test('leaves the journal of a newer Countersign untouched', () => {
    const newer = new DatabaseSync(file);
    newer.exec(
      `PRAGMA user_version = ${migrations.length + 1}; CREATE TABLE future (x); INSERT INTO future VALUES (1)`,
    );
    newer.close();
    const before = readFileSync(file);
    const { journal, failure } = openJournal(file);
    expect(failure?.fault).toBe('newer');
    journal.settings.set('language', 'fr');
    journal.close();
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('replaces an invalid setting by its default', () => {
    const { journal } = openJournal(file);
    journal.close();
    const database = new DatabaseSync(file);
    database.exec(`INSERT INTO setting VALUES ('language', '"klingon"'), ('activeConnection', 'not json')`);
    database.close();
    const again = openJournal(file).journal;
    expect([again.settings.get('language'), again.settings.get('activeConnection')]).toEqual(['system', null]);
    again.close();
  });
});
