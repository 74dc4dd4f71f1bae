import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { storeContract } from '../submission/testing/store-contract.ts';
import { openJournal } from './journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
storeContract('on SQLite', () => {
  count += 1;
  const file = join(folder, `${count}.sqlite`);
  let { journal } = openJournal(file);
  return {
    store: journal.submissions,
    reopen() {
      journal.close();
      ({ journal } = openJournal(file));
      return journal.submissions;
    },
  };
});
