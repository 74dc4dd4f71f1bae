import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { anyFolder, usualChoice } from '../../preload/contract/list-choices.ts';
import { openJournal } from './journal.ts';

test.each([
  ['the id of a folder', { ...usualChoice, folder: 'f1' }, { ...usualChoice, folder: 'f1' }],
  [
    'any folder, of an earlier version',
    { ...usualChoice, soon: true, folder: true },
    { ...usualChoice, soon: true, folder: anyFolder },
  ],
  [
    'no folder, of an earlier version',
    { ...usualChoice, person: 'Anna', folder: false },
    { ...usualChoice, person: 'Anna' },
  ],
  ['nonsense', { ...usualChoice, folder: 7 }, usualChoice],
])('the filters of the list are kept: %s', (_what, stored, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-choice-'));
  try {
    const file = join(folder, 'journal.sqlite');
    openJournal(file).journal.close();
    const database = new DatabaseSync(file);
    database.prepare("INSERT INTO setting (name, value) VALUES ('listChoice', ?)").run(JSON.stringify(stored));
    database.close();
    const { journal } = openJournal(file);
    expect(journal.settings.get('listChoice')).toEqual(expected);
    journal.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
