import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Connection } from '../../preload/contract/connection.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { broken, NOW, sampleSaver } from './testing/sample-saver.ts';

const NAME = '1970-04-10 Lease signed.pdf';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-saver-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Connections c and d, each with a folder of its own, that both show the signed document d1. */
function prepare(second: Partial<Connection> = {}) {
  const prepared = sampleSaver(folder, ['d1'], folder, {
    placeOf: (id) => ({ folder: join(folder, id), createBelow: folder, base: 'https://service.test' }),
  });
  const { journal } = prepared;
  const show = (connection: Connection) => {
    journal.connections.save(connection, NOW);
    const seen = { at: NOW, before: null, account: 'service-1' };
    journal.documentFacts.see(connection.id, [{ id: 'd1', status: 'signed' }], seen);
  };
  show({ ...sampleConnection, id: 'd', ...second });
  return { ...prepared, show, downloads: () => prepared.asked.filter((one) => one.startsWith('download')).length };
}

const filesOf = (id: string) => {
  try {
    return readdirSync(join(folder, id));
  } catch {
    return [];
  }
};

describe('an account that is connected twice', () => {
  test('has one copy of a document, which both connections know, without a second request', async () => {
    const { saver, journal, asked } = prepare();
    await saver.run('c', []);
    const before = asked.length;
    await saver.run('d', []);
    expect([filesOf('c'), filesOf('d'), asked.length]).toEqual([[NAME], [], before]);
    expect(journal.savedCopies.of('d', 'd1')).toMatchObject([{ path: join(folder, 'c', NAME) }]);
    expect(saver.isMissing('d')).toBe(false);
  });

  test('has one copy also when both connections save at once', async () => {
    const { saver, downloads } = prepare();
    await Promise.all([saver.run('c', []), saver.run('d', []), saver.saveNow('d', null)]);
    expect([downloads(), [...filesOf('c'), ...filesOf('d')]]).toEqual([1, [NAME]]);
  });

  test('has a whole copy: one that was changed since is saved again, in the own folder', async () => {
    const { saver } = prepare();
    await saver.run('c', []);
    writeFileSync(join(folder, 'c', NAME), 'changed');
    await saver.run('d', []);
    expect(readFileSync(join(folder, 'd', NAME)).equals(pdfOf('signed'))).toBe(true);
    expect(readFileSync(join(folder, 'c', NAME), 'utf8')).toBe('changed');
  });

  test('has its copy beside the original when the document came from a watched folder of this connection', async () => {
    const inbox = join(folder, 'Inbox');
    const prepared = sampleSaver(folder, ['d1'], folder, {
      placeOfDocument: async (id) =>
        id === 'd' ? { folder: inbox, createBelow: folder, base: 'https://service.test', name: 'Scan.pdf' } : null,
    });
    const { journal, saver } = prepared;
    journal.connections.save({ ...sampleConnection, id: 'd' }, NOW);
    const seen = { at: NOW, before: null, account: 'service-1' };
    journal.documentFacts.see('d', [{ id: 'd1', status: 'signed' }], seen);
    await saver.run('c', []);
    await saver.run('d', []);
    expect(readdirSync(inbox)).toEqual(['Scan.pdf']);
  });
});

test('a sign-in that changes during a run ends it, and is no problem of any document', async () => {
  const { saver, set, problem, files, journal } = sampleSaver(folder, ['d1', 'd2']);
  set({ refusal: broken('sign-in-changed', 'never-sent') });
  await saver.run('c', []);
  expect([problem('d1'), problem('d2'), journal.documentFacts.find('c', 'd1')?.goneAt]).toEqual([null, null, null]);
  set({ refusal: null });
  await saver.run('c', []);
  expect(files()).toHaveLength(2);
});

describe('an account that was connected anew', () => {
  test('knows what it has saved, also when its old connection leads to another service now', async () => {
    const { saver, journal, show, downloads } = prepare({ username: null });
    await saver.run('c', []);
    const { fields } = sampleConnection;
    const moved = { ...fields, base: 'https://other.test/api/v1' };
    journal.connections.save({ ...sampleConnection, id: 'c', fields: moved, username: null }, NOW);
    show({ ...sampleConnection, id: 'new' });
    await saver.run('new', []);
    expect([downloads(), journal.savedCopies.of('new', 'd1').length, filesOf('new')]).toEqual([1, 1, []]);
  });
});

describe('a connection that was moved to another service', () => {
  test('asks for no document of the former one, and for its own again when it comes back', async () => {
    const { saver, journal, asked, set, files, problem } = sampleSaver(folder);
    journal.connections.leaveService('c');
    set({ refusal: broken('not-found', 'permanent') });
    await saver.run('c', ['d1']);
    await saver.saveNow('c', 'd1');
    expect([asked, saver.isMissing('c'), problem(), journal.documentFacts.find('c', 'd1')?.goneAt]).toEqual([
      [],
      false,
      null,
      null,
    ]);
    set({ refusal: null });
    const seen = { at: NOW, before: null, account: 'service-1' };
    journal.documentFacts.see('c', [{ id: 'd1', status: 'signed' }], seen);
    await saver.run('c', []);
    expect(files()).toEqual([NAME]);
  });
});

describe('the copy of another account', () => {
  test.each<[string, Partial<Connection>]>([
    ['at the same service', { username: 'service-2' }],
    [
      'of the same name at another service',
      { fields: { ...sampleConnection.fields, base: 'https://other.test/api/v1' } },
    ],
  ])('%s counts for no document of this one', async (_what, second) => {
    const { saver, journal, signInAs, downloads } = prepare(second);
    await saver.run('c', []);
    const username = second.username ?? 'service-1';
    signInAs(username);
    journal.documentFacts.see('d', [{ id: 'd1', status: 'signed' }], { at: NOW, before: null, account: username });
    await saver.run('d', []);
    expect([downloads(), filesOf('d')]).toEqual([2, [NAME]]);
  });
});
