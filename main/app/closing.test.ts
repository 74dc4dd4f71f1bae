import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ListQuery } from '../../preload/contract/list.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { openJournal } from '../journal/journal.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { measureTurnsBy } from '../time/slices.ts';
import { startApp } from './testing/start-app.ts';

let root: string;
let given: string;
let measureAsBefore: () => void;

/** More than fit into one part of any reading. */
const ROWS = 210;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-closing-'));
  given = join(root, 'given');
  const { journal } = openJournal(join(root, 'journal.sqlite'), 1);
  journal.connections.save(sampleConnection, 1);
  journal.settings.set('activeConnection', 'c');
  const rows = Array.from({ length: ROWS }, (_none, at) =>
    sampleSubmission(`${at}`, {
      connectionId: 'c',
      ...(at % 3 === 0 ? {} : { stage: { kind: 'done', as: 'started' }, documentId: `d${at}` }),
    }),
  );
  journal.submissions.commit(rows.map(accepted));
  const seen = { name: 'A.pdf', mimeType: '', documentStatus: 'draft', signStatus: null } as const;
  journal.documentsSeen.replace(
    'c',
    rows.map(({ id }) => ({ ...seen, id: `d${id}`, canWithdraw: false, canDelete: true })),
  );
  journal.archive.add(
    'c',
    rows.map(({ id }) => ({ key: `submission:${id}`, end: 'started', status: null })),
  );
  journal.close();
  cpSync(join(root, 'journal.sqlite'), join(given, 'journal.sqlite'), { recursive: true });
  let moment = 0;
  // Each part of a long work takes a turn of its own, so the app can be closed between any two of them.
  measureAsBefore = measureTurnsBy(() => {
    moment += 10;
    return moment;
  });
});
afterEach(() => {
  measureAsBefore();
  // What the disk was asked for before the end may still arrive.
  rmSync(root, { recursive: true, maxRetries: 10 });
});

const query: ListQuery = {
  group: 'all',
  sort: 'due',
  statuses: [],
  signStatuses: [],
  person: 'berta',
  profile: '',
  folder: '',
  soon: false,
  unsaved: false,
  folded: [],
  search: 'pdf',
};

/** Closes the app after so many turns of the loop. Returns what it has logged, and whether it had read all by then. */
async function closedAfter(turns: number) {
  const dataFolder = join(root, `run-${turns}`);
  cpSync(given, dataFolder, { recursive: true });
  const logged: unknown[] = [];
  const log = { error: (place: string, error: unknown) => void logged.push([place, error]), info() {} };
  const app = startApp(dataFolder, { log });
  const working = Promise.resolve(app.handlers['documents.rows']({ query, from: 0, count: 50 })).catch(
    (error: unknown) => void logged.push(error),
  );
  let isOver = false;
  void working.finally(() => {
    isOver = true;
  });
  for (let turn = 0; turn < turns; turn += 1) await setImmediate();
  const wasOver = isOver;
  app.close();
  await working;
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  return { logged, wasOver };
}

test('nothing asks a closed journal, in whatever turn of the loop the app is closed while it reads its list', async () => {
  for (let turns = 0; ; turns += 1) {
    const { logged, wasOver } = await closedAfter(turns);
    expect([turns, logged]).toEqual([turns, []]);
    if (wasOver) break;
  }
});
