import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { failed } from '../signing/outcome.ts';
import { nodeCopyDisk } from './copy-disk.ts';
import type { SaverDeps } from './saver-parts.ts';
import { broken, DAY, NOW, sampleSaver } from './testing/sample-saver.ts';

const NAME = '1970-04-10 Lease signed.pdf';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-saver-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const prepare = (
  ids?: readonly string[],
  createBelow?: string | null,
  places?: Partial<Pick<SaverDeps, 'placeOfDocument' | 'profileOf'>>,
) => sampleSaver(folder, ids, createBelow, places);

test('a signed document is saved under its name, with its people and moments', async () => {
  const { journal, saver, files, problem } = prepare();
  await saver.run('c', []);
  expect(files()).toEqual([NAME]);
  expect(readFileSync(join(folder, 'signed', NAME)).equals(pdfOf('signed'))).toBe(true);
  expect(journal.savedCopies.of('c', 'd1')).toMatchObject([{ size: pdfOf('signed').length, at: NOW }]);
  expect(journal.documentFacts.find('c', 'd1')).toMatchObject({
    completed: NOW - DAY,
    signees: [{ email: 'anna@muster.ch', status: 'signed' }],
  });
  expect([problem(), saver.isMissing('c')]).toEqual([null, false]);
});

test('a person who finds the copy changed saves it again beside the changed one', async () => {
  const { saver, files } = prepare();
  await saver.run('c', []);
  writeFileSync(join(folder, 'signed', NAME), 'changed');
  await saver.saveNow('c', 'd1');
  expect(files()).toHaveLength(2);
  expect(readFileSync(join(folder, 'signed', NAME), 'utf8')).toBe('changed');
});

test('two runs at once save it once', async () => {
  const { saver, files, asked } = prepare();
  await Promise.all([saver.run('c', []), saver.saveNow('c', 'd1')]);
  expect([files().length, asked.filter((one) => one.startsWith('download')).length]).toEqual([1, 1]);
});

test('another file of that name is never written over', async () => {
  const { saver, files } = prepare();
  mkdirSync(join(folder, 'signed'));
  writeFileSync(join(folder, 'signed', NAME), 'my own notes');
  await saver.run('c', []);
  expect(files()).toEqual(['1970-04-10 Lease signed (2).pdf', NAME]);
  expect(readFileSync(join(folder, 'signed', NAME), 'utf8')).toBe('my own notes');
});

test('a copy that an app ended before recording is found again, not made twice', async () => {
  const { saver, files, journal } = prepare();
  mkdirSync(join(folder, 'signed'));
  writeFileSync(join(folder, 'signed', NAME), pdfOf('signed'));
  await saver.run('c', []);
  expect([files(), journal.savedCopies.of('c', 'd1').length]).toEqual([[NAME], 1]);
});

test('the most urgent is saved first', async () => {
  const { saver, asked, journal } = prepare(['late', 'early']);
  journal.documentFacts.keepDetails(
    'c',
    'early',
    {
      created: null,
      started: null,
      completed: NOW - 12 * DAY,
      signees: [],
    },
    NOW,
  );
  await saver.run('c', []);
  expect(asked[0]).toBe('details early');
});

describe('what goes wrong leaves nothing behind, and says why', () => {
  test.each([
    ['a file that is cut', { content: pdfOf('signed').subarray(0, 40) }, 'copy-not-whole'],
    ['a program in place of the file', { content: Buffer.from('MZ and the rest') }, 'copy-not-whole'],
    ['no address', { answer: { documentUrl: null } }, 'copy-no-address'],
    ['an error page', { refusal: broken('captive-portal') }, 'captive-portal'],
  ] as const)('%s', async (_what, value, key) => {
    const { saver, files, problem, set } = prepare();
    set(value);
    await saver.run('c', []);
    expect([files(), problem()]).toEqual([[], key]);
    set({ content: pdfOf('signed'), answer: { documentUrl: 'https://storage.test/d1' }, refusal: null });
    await saver.run('c', []);
    expect([files(), problem()]).toEqual([[NAME], null]);
  });

  test('a name from hell stays inside the folder', async () => {
    const { saver, files, set } = prepare();
    set({ answer: { documentName: '../../..\\CON\u202E\u0000.pdf' } });
    await saver.run('c', []);
    expect(readdirSync(folder)).toEqual(['signed']);
    expect(files()).toHaveLength(1);
    expect(files()[0]).not.toMatch(/[\\/\u202E]/);
  });

  test('a folder that cannot be written costs the service no request, and every document says so', async () => {
    const { saver, asked, problem } = prepare(['d1', 'd2']);
    writeFileSync(join(folder, 'signed'), '');
    await saver.run('c', []);
    expect([asked, problem('d1'), problem('d2')]).toEqual([[], 'copy-folder-unreachable', 'copy-folder-unreachable']);
  });

  test('a folder that is gone is noted at thousands of documents in few transactions, and once', async () => {
    const ids = Array.from({ length: 1_050 }, (_, number) => `d${number}`);
    const { saver, commits, problem } = prepare(ids);
    writeFileSync(join(folder, 'signed'), '');
    await saver.run('c', []);
    // The document that was tried, and the others a hundred at a time.
    expect(commits).toEqual([1, ...Array.from({ length: 10 }, () => 100), 49]);
    expect(new Set(ids.map((id) => problem(id)))).toEqual(new Set(['copy-folder-unreachable']));
    commits.length = 0;
    await saver.run('c', []);
    expect(commits).toEqual([]);
    rmSync(join(folder, 'signed'));
    await saver.run('c', []);
    expect(problem('d0')).toBeNull();
  });

  test('a service that asks for a pause is asked no more in this run', async () => {
    const { saver, asked, set } = prepare(['d1', 'd2']);
    set({ refusal: broken('busy') });
    await saver.run('c', ['d3']);
    expect(asked).toHaveLength(1);
  });

  test('a document that two looks far apart did not find is gone, and is not asked for again', async () => {
    const { saver, asked, set, journal, problem, pass } = prepare();
    const goneAt = () => journal.documentFacts.find('c', 'd1')?.goneAt;
    set({ refusal: broken('not-found', 'permanent') });
    await saver.run('c', []);
    expect([asked.length, goneAt(), problem()]).toEqual([1, null, 'copy-host-busy']);
    pass(limits.missesApartMs);
    await saver.run('c', []);
    await saver.run('c', []);
    expect([asked.length, goneAt()]).toEqual([2, NOW + limits.missesApartMs]);
  });

  test('a document that one run does not find twice, or two runs at once, is not gone', async () => {
    const { saver, asked, set, journal } = prepare();
    set({ refusal: broken('not-found', 'permanent') });
    await saver.run('c', ['d1']);
    await saver.saveNow('c', 'd1');
    expect([asked.length, journal.documentFacts.find('c', 'd1')?.goneAt]).toEqual([3, null]);
  });

  test('a document that a whole list does not show is gone when one look does not find it', async () => {
    const { saver, set, journal } = prepare();
    set({ refusal: broken('not-found', 'permanent') });
    saver.miss('c', ['d1']);
    await saver.run('c', []);
    expect(journal.documentFacts.find('c', 'd1')?.goneAt).toBe(NOW);
  });

  test('a deleted document that is listed again needs two looks far apart once more', async () => {
    const { saver, set, journal, pass } = prepare();
    const { documentFacts } = journal;
    set({ refusal: broken('not-found', 'permanent') });
    await saver.run('c', []);
    pass(limits.missesApartMs);
    await saver.run('c', []);
    const seen = { at: NOW, before: null, account: 'service-1' };
    documentFacts.see('c', [{ id: 'd1', status: 'signed' }], seen);
    await saver.run('c', []);
    expect(documentFacts.find('c', 'd1')?.goneAt).toBeNull();
    pass(limits.missesApartMs);
    await saver.run('c', []);
    expect(documentFacts.find('c', 'd1')?.goneAt).toBe(NOW + 2 * limits.missesApartMs);
  });

  test('a document that was not found once is saved by the next check', async () => {
    const { saver, set, files } = prepare();
    set({ refusal: broken('not-found', 'permanent') });
    await saver.run('c', []);
    set({ refusal: null });
    await saver.run('c', []);
    expect(files()).toHaveLength(1);
  });

  test('a document that the last check lists is not gone, however often it is not found', async () => {
    const { saver, set, journal, pass } = prepare();
    const listed = { id: 'd1', name: 'd1.pdf', mimeType: '', documentStatus: 'signed', signStatus: 'signed' };
    const document = { ...listed, canWithdraw: false, canDelete: false };
    journal.documentsSeen.put('c', [{ document, position: 0 }]);
    set({ refusal: broken('not-found', 'permanent') });
    for (let run = 0; run < 3; run += 1) {
      await saver.run('c', []);
      pass(limits.missesApartMs);
    }
    expect(journal.documentFacts.find('c', 'd1')?.goneAt).toBeNull();
    journal.documentsSeen.drop('c', ['d1']);
    await saver.run('c', []);
    expect(journal.documentFacts.find('c', 'd1')?.goneAt).toBe(NOW + 3 * limits.missesApartMs);
  });

  test('documents of the same name and content have a file each', async () => {
    const { saver, files, journal } = prepare(['d1', 'd2']);
    journal.documentFacts.keepDetails(
      'c',
      'd2',
      { created: null, started: null, completed: NOW - DAY, signees: [] },
      NOW,
    );
    await saver.run('c', []);
    expect(files()).toHaveLength(2);
    expect(journal.savedCopies.count('c')).toBe(2);
  });
});

describe('after another account has signed in', () => {
  test('nobody asks for the copies of the first one', async () => {
    const { saver, asked, signInAs } = prepare();
    signInAs('service-2');
    await saver.run('c', []);
    await saver.saveNow('c', 'd1');
    expect([asked, saver.isMissing('c')]).toEqual([[], false]);
    signInAs('service-1');
    expect(saver.isMissing('c')).toBe(true);
  });

  test('a document that the new one cannot see does not count as deleted', async () => {
    const { saver, asked, set, journal, signInAs, whileAsked } = prepare(['d1', 'd2']);
    set({ refusal: broken('not-found', 'permanent') });
    whileAsked(() => signInAs('service-2'));
    await saver.run('c', ['d3']);
    expect([asked, journal.documentFacts.find('c', 'd1')?.goneAt]).toEqual([['details d1'], null]);
  });

  test('a check of the first one that waits for its turn asks nothing, and marks nothing as deleted', async () => {
    const { saver, asked, set, journal, signInAs, whileAsked } = prepare(['d1']);
    const running = [{ id: 'd3', status: 'in-progress' }];
    journal.documentFacts.see('c', running, { at: NOW, before: null, account: 'service-1' });
    whileAsked(() => {
      set({ refusal: broken('not-found', 'permanent') });
      signInAs('service-2');
    });
    await Promise.all([saver.run('c', []), saver.run('c', ['d3'])]);
    expect([asked, journal.documentFacts.find('c', 'd3')?.goneAt]).toEqual([['details d1'], null]);
  });
});

test('a refusal with a pause is kept to, also after a restart; a person may ask before', async () => {
  const { saver, asked, set, problem, journal } = prepare(['d1', 'd2']);
  journal.connections.save({ ...sampleConnection, id: 'c' }, NOW);
  const { failure } = broken('busy');
  set({ refusal: failed({ ...failure, retryAfterMs: 3_600_000 }) });
  await saver.run('c', []);
  await saver.run('c', ['d3']);
  expect([asked, problem('d1'), problem('d2')]).toEqual([['details d1'], 'copy-host-busy', 'copy-host-busy']);
  set({ refusal: null });
  await saver.saveNow('c', null);
  expect(journal.savedCopies.count('c')).toBe(2);
});

test('a folder that a person chose and that is gone is created again only when a person asks', async () => {
  const { saver, files, problem } = prepare(['d1'], null);
  await saver.run('c', []);
  expect([files(), problem()]).toEqual([[], 'copy-folder-unreachable']);
  await saver.saveNow('c', null);
  expect([files(), problem()]).toEqual([[NAME], null]);
});

test('parts that an app left behind are deleted after a day, other files never', async () => {
  const { saver, files } = prepare();
  mkdirSync(join(folder, 'signed'));
  for (const [name, at] of [
    ['.countersign-old.part', NOW - 2 * DAY],
    ['.countersign-new.part', NOW - DAY / 2],
    ['notes.part', NOW - 50 * DAY],
  ] as const) {
    writeFileSync(join(folder, 'signed', name), 'half');
    utimesSync(join(folder, 'signed', name), at / 1_000, at / 1_000);
  }
  await saver.run('c', []);
  expect(files()).toEqual(['.countersign-new.part', NAME, 'notes.part']);
});

test('a document that is not ours to see holds up no other one; several in a row do', async () => {
  const { saver, asked, set, whileAsked, saved } = prepare(['d1', 'd2', 'd3', 'd4', 'd5']);
  const refusal = broken('not-allowed', 'permanent');
  let count = 0;
  whileAsked(() => {
    count += 1;
    set({ refusal: count === 1 ? refusal : null });
  });
  await saver.run('c', []);
  expect(saved).toHaveLength(4);
  whileAsked(() => set({ refusal }));
  const before = asked.length;
  await saver.run('c', ['d6', 'd7', 'd8', 'd9', 'd10']);
  expect(asked.length - before).toBeLessThanOrEqual(4);
});

test('several copies in a row that are not ours to see end the saving, and the others say so', async () => {
  const { saver, asked, set, problem } = prepare(['d1', 'd2', 'd3', 'd4', 'd5']);
  set({ refusal: broken('not-allowed', 'permanent') });
  await saver.run('c', []);
  expect(asked).toHaveLength(3);
  expect([problem('d1'), problem('d5')]).toEqual(['not-allowed', 'not-allowed']);
});

describe('a document that came from a watched folder', () => {
  const inbox = () => join(folder, 'Inbox');
  const fromInbox = async () => ({
    folder: join(inbox(), 'Signed'),
    createBelow: inbox(),
    base: 'https://service.test',
    name: 'Scan 7.pdf',
  });

  test('goes back there under the name of its original', async () => {
    mkdirSync(inbox());
    const { saver, saved, files } = prepare(['d1'], folder, { placeOfDocument: fromInbox });
    await saver.run('c', []);
    expect(saved).toEqual([`d1 ${join(inbox(), 'Signed/Scan 7.pdf')}`]);
    expect(files()).toEqual([]);
  });

  test('whose folder is full goes to the usual folder, and others are told nothing of it', async () => {
    mkdirSync(inbox());
    const full = new Error('ENOSPC: no space left on device');
    const disk = {
      ...nodeCopyDisk,
      async create(path: string) {
        const file = await nodeCopyDisk.create(path);
        return path.startsWith(inbox()) ? { ...file, write: () => Promise.reject(full) } : file;
      },
    };
    const placeOfDocument = async (_connection: string, id: string) => (id === 'd1' ? fromInbox() : null);
    const { saver, saved, problem } = sampleSaver(folder, ['d1', 'd2'], folder, { disk, placeOfDocument });
    await saver.run('c', []);
    expect(saved.map((one) => one.slice(0, 2))).toEqual(['d1', 'd2']);
    expect([problem('d1'), problem('d2'), readdirSync(join(inbox(), 'Signed'))]).toEqual([null, null, []]);
  });

  test('whose folder is not there goes to the usual folder under the usual name, and the folder is not made', async () => {
    const { saver, saved, files, problem } = prepare(['d1'], folder, { placeOfDocument: fromInbox });
    await saver.run('c', []);
    expect(saved).toEqual([`d1 ${join(folder, 'signed', NAME)}`]);
    expect([files(), readdirSync(folder), problem()]).toEqual([[NAME], ['signed'], null]);
  });
});

describe('a copy of a document with a profile', () => {
  const ofContracts = (createBelow: string | null) => {
    const prepared = prepare(['d1'], createBelow, { profileOf: () => 'Contracts' });
    prepared.journal.settings.set('copyName', '{profile}/{name}');
    return prepared;
  };

  test('goes to the folder that the pattern names', async () => {
    const { saver, saved, problem } = ofContracts(folder);
    await saver.run('c', []);
    expect(saved).toEqual([`d1 ${join(folder, 'signed', 'Contracts', 'Lease.pdf')}`]);
    expect(problem()).toBeNull();
  });

  test('goes to the usual folder while something else has the name of its own', async () => {
    const { saver, saved } = ofContracts(folder);
    mkdirSync(join(folder, 'signed'));
    writeFileSync(join(folder, 'signed', 'Contracts'), 'my notes');
    await saver.run('c', []);
    expect(saved).toEqual([`d1 ${join(folder, 'signed', 'Lease.pdf')}`]);
    expect(readFileSync(join(folder, 'signed', 'Contracts'), 'utf8')).toBe('my notes');
  });

  test('creates nothing where the drive of the usual folder is gone', async () => {
    const { saver, saved, files, problem } = ofContracts(null);
    await saver.run('c', []);
    expect([saved, files(), problem()]).toEqual([[], [], 'copy-folder-unreachable']);
    mkdirSync(join(folder, 'signed'));
    await saver.run('c', []);
    expect(saved).toEqual([`d1 ${join(folder, 'signed', 'Contracts', 'Lease.pdf')}`]);
  });
});
