import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { openJournal } from '../journal/journal.ts';
import { readDocument } from '../signing/answers/document.ts';
import type { Failure } from '../signing/failure.ts';
import { failed, success } from '../signing/outcome.ts';
import { stoppedClock } from '../testing/clocks.ts';
import { createSaver } from './saver.ts';
import type { SaverClient, SaverDeps } from './saver-deps.ts';

const DAY = 24 * 60 * 60_000;
const NOW = 100 * DAY;
const COMPLETED = new Date(NOW - DAY).toISOString();
const NAME = '1970-04-10 Lease signed.pdf';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-saver-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const broken = (kind: Failure['kind'], certainty: Failure['certainty'] = 'refused') =>
  failed({ kind, certainty, details: kind });

/** A saver with one signed document `d1`, or those named, over a service that answers as told. */
function prepare(
  ids: readonly string[] = ['d1'],
  createBelow: string | null = folder,
  placeOfDocument: SaverDeps['placeOfDocument'] = async () => null,
  profileOf: SaverDeps['profileOf'] = () => null,
) {
  const { journal: stored } = openJournal(':memory:');
  const commits: number[] = [];
  const journal = {
    ...stored,
    documentFacts: {
      ...stored.documentFacts,
      setSaveProblem(...given: Parameters<typeof stored.documentFacts.setSaveProblem>) {
        commits.push(given[1].length);
        stored.documentFacts.setSaveProblem(...given);
      },
    },
  };
  const asked: string[] = [];
  const saved: string[] = [];
  const faults: unknown[] = [];
  let content: Uint8Array = pdfOf('signed');
  let answer: Record<string, unknown> = {};
  let refusal: ReturnType<typeof broken> | null = null;
  let downloadOf: (id: string) => ReturnType<typeof broken> | null = () => null;
  let onDownload: () => Promise<void> = async () => {};
  let account = 'service-1';
  let onDetails = () => {};
  const client: SaverClient = {
    async details(id) {
      asked.push(`details ${id}`);
      onDetails();
      if (refusal) return refusal;
      const document = readDocument({
        documentId: id,
        documentName: 'Lease.pdf',
        documentStatus: 'signed',
        documentUrl: `https://storage.test/${id}`,
        completionTime: COMPLETED,
        signees: [{ email: 'anna@muster.ch', signStatus: 'signed' }],
        ...answer,
      });
      if (!document) throw new Error('not a document');
      return success(document);
    },
    async download({ url, write, maxBytes }) {
      asked.push(`download ${url}`);
      await onDownload();
      const broke = downloadOf(url.slice(url.lastIndexOf('/') + 1));
      if (broke) return broke;
      if (content.length > maxBytes) return broken('unexpected-answer');
      await write(content);
      const sha256 = createHash('sha256').update(content).digest('hex');
      return success({ bytes: content.length, sha256, contentType: 'text/plain' });
    },
  };
  journal.documentFacts.see(
    'c',
    ids.map((id) => ({ id, status: 'signed' })),
    { at: NOW, before: null, account: 'service-1' },
  );
  const saver = createSaver({
    clock: stoppedClock(NOW),
    journal,
    clientOf: () => client,
    accountOf: () => account,
    placeOf: () => ({ folder: join(folder, 'signed'), createBelow, base: 'https://service.test' }),
    placeOfDocument,
    profileOf,
    onSaved: (_connection, id, path) => void saved.push(`${id} ${path}`),
    onChanged() {},
    onFault: (error) => void faults.push(error),
  });
  const files = () => {
    try {
      return readdirSync(join(folder, 'signed'));
    } catch {
      return [];
    }
  };
  return {
    journal,
    saver,
    asked,
    saved,
    /** How many documents each transaction wrote a problem to. */
    commits,
    faults,
    files,
    problem: (id = 'd1') => journal.documentFacts.find('c', id)?.saveProblem?.key ?? null,
    signInAs(username: string) {
      account = username;
    },
    whileAsked(work: () => void) {
      onDetails = work;
    },
    whileDownloading(work: () => Promise<void>) {
      onDownload = work;
    },
    /** What the storage answers for each document. Null: its file. */
    storage(answers: typeof downloadOf) {
      downloadOf = answers;
    },
    set(next: { content?: Uint8Array; answer?: Record<string, unknown>; refusal?: ReturnType<typeof broken> | null }) {
      content = next.content ?? content;
      answer = next.answer ?? answer;
      refusal = next.refusal === undefined ? refusal : next.refusal;
    },
  };
}

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
  expect([problem(), saver.missing('c')]).toEqual([null, []]);
});

test('a person who finds the copy changed saves it again beside the changed one', async () => {
  const { saver, files } = prepare();
  await saver.run('c', []);
  writeFileSync(join(folder, 'signed', NAME), 'changed');
  await saver.saveNow('c', 'd1');
  expect(files()).toHaveLength(2);
  expect(readFileSync(join(folder, 'signed', NAME), 'utf8')).toBe('changed');
});

describe('a copy that was moved or changed', () => {
  const damaged = { key: 'copy-missing', params: { path: '' } } as const;

  test('is saved again by Save all and by a choice of rows, and not by a check', async () => {
    for (const wish of ['all', 'these'] as const) {
      const { saver, journal, asked } = prepare(['d1', 'd2']);
      await saver.run('c', []);
      journal.documentFacts.setSaveProblem('c', ['d1'], damaged);
      asked.length = 0;
      await saver.run('c', []);
      expect(asked).toEqual([]);
      await (wish === 'all' ? saver.saveNow('c', null) : saver.saveThese('c', ['d1', 'd2']));
      expect(asked).toEqual(['details d1', 'download https://storage.test/d1']);
      expect([...journal.documentFacts.damaged('c')]).toEqual([]);
    }
  });

  test('stays so while it cannot be saved again', async () => {
    const { saver, journal, set, problem } = prepare(['d1', 'd2', 'd3']);
    await saver.run('c', []);
    journal.documentFacts.setSaveProblem('c', ['d1', 'd2'], damaged);
    set({ refusal: broken('busy') });
    await saver.saveNow('c', null);
    // The first was asked for, and nobody knows more of the others.
    expect(['d1', 'd2', 'd3'].map(problem)).toEqual(['service-busy', 'copy-missing', null]);
    expect([...journal.documentFacts.damaged('c')].map(({ id }) => id)).toEqual(['d1', 'd2']);
  });

  test('is no loss that a look at a saved document could cause', async () => {
    const { saver, set, problem } = prepare(['d1']);
    await saver.run('c', []);
    set({ refusal: broken('server-error') });
    await saver.run('c', ['d1']);
    expect(problem()).toBeNull();
  });

  test('is whole again with its new copy, also when the app ends in the same moment', () => {
    const { journal, problem } = prepare(['d1']);
    journal.documentFacts.setSaveProblem('c', ['d1'], damaged);
    journal.savedCopies.add({ connectionId: 'c', documentId: 'd1', path: '/d1', sha256: '', size: 1, at: NOW });
    expect(problem()).toBeNull();
  });
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
  ] as const)('%s', async (_what, wish, key) => {
    const { saver, files, problem, set } = prepare();
    set(wish);
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

  test('a document that the service has deleted is gone, and is not asked for again', async () => {
    const { saver, asked, set, journal } = prepare();
    set({ refusal: broken('not-found', 'permanent') });
    await saver.run('c', []);
    await saver.run('c', []);
    expect([asked.length, journal.documentFacts.find('c', 'd1')?.goneAt]).toEqual([1, NOW]);
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
    expect(journal.savedCopies.latest('c').size).toBe(2);
  });
});

describe('after another account has signed in', () => {
  test('nobody asks for the copies of the first one', async () => {
    const { saver, asked, signInAs } = prepare();
    signInAs('service-2');
    await saver.run('c', []);
    await saver.saveNow('c', 'd1');
    expect([asked, saver.missing('c')]).toEqual([[], []]);
    signInAs('service-1');
    expect(saver.missing('c')).toHaveLength(1);
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
  expect([asked, problem('d1'), problem('d2')]).toEqual([['details d1'], 'service-busy', 'service-busy']);
  set({ refusal: null });
  await saver.saveNow('c', null);
  expect(journal.savedCopies.latest('c').size).toBe(2);
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
    const { saver, saved, files } = prepare(['d1'], folder, fromInbox);
    await saver.run('c', []);
    expect(saved).toEqual([`d1 ${join(inbox(), 'Signed/Scan 7.pdf')}`]);
    expect(files()).toEqual([]);
  });

  test('whose folder is not there goes to the usual folder under the usual name, and the folder is not made', async () => {
    const { saver, saved, files, problem } = prepare(['d1'], folder, fromInbox);
    await saver.run('c', []);
    expect(saved).toEqual([`d1 ${join(folder, 'signed', NAME)}`]);
    expect([files(), readdirSync(folder), problem()]).toEqual([[NAME], ['signed'], null]);
  });
});

describe('a copy of a document with a profile', () => {
  const ofContracts = (createBelow: string | null) => {
    const prepared = prepare(
      ['d1'],
      createBelow,
      async () => null,
      () => 'Contracts',
    );
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

const numbered = (count: number) => Array.from({ length: count }, (_, number) => `d${String(number).padStart(4, '0')}`);

describe('copies that fail', () => {
  const timedOut = broken('timed-out', 'unclear');
  const details = (asked: readonly string[]) => asked.filter((one) => one.startsWith('details'));

  test('hold up no others: 150 that always fail leave room for the one behind them', async () => {
    const ids = [...numbered(150), 'good'];
    const { saver, storage, problem, journal } = prepare(ids);
    storage((id) => (id === 'good' ? null : broken('not-found', 'permanent')));
    await saver.run('c', []);
    await saver.run('c', []);
    expect(journal.savedCopies.of('c', 'good')).toHaveLength(1);
    expect([problem('good'), problem('d0149')]).toEqual([null, 'wrong-address']);
  });

  test('are tried again in turns, also when each of them is deleted soon', async () => {
    const ids = numbered(250);
    const { saver, storage, asked, set } = prepare(ids);
    set({ answer: { completionTime: new Date(NOW - 12 * DAY).toISOString() } });
    storage(() => broken('not-found', 'permanent'));
    for (let run = 0; run < 4; run += 1) await saver.run('c', []);
    expect(new Set(details(asked)).size).toBe(250);
    asked.length = 0;
    for (let run = 0; run < 3; run += 1) await saver.run('c', []);
    expect(new Set(details(asked)).size).toBe(250);
  });

  test('and are deleted soon do not wait for hundreds that have time', async () => {
    const { saver, storage, asked, journal } = prepare(numbered(200));
    storage(() => broken('not-found', 'permanent'));
    await saver.run('c', []);
    await saver.run('c', []);
    const soon = { created: null, started: null, completed: NOW - 12 * DAY, signees: [] };
    journal.documentFacts.keepDetails('c', 'd0199', soon, NOW);
    asked.length = 0;
    await saver.run('c', []);
    expect(details(asked).slice(0, 10)).toContain('details d0199');
  });

  test('at one storage end the run after three in a row, and every document says why', async () => {
    const { saver, storage, asked, problem } = prepare(numbered(20));
    storage(() => timedOut);
    await saver.run('c', ['e1']);
    expect(asked.filter((one) => one.startsWith('download'))).toHaveLength(3);
    expect(asked.at(-1)).toBe('details e1');
    expect(new Set(numbered(20).map((id) => problem(id)))).toEqual(new Set(['timed-out']));
    storage(() => null);
    for (let run = 0; run < 2; run += 1) await saver.run('c', []);
    expect(numbered(20).map((id) => problem(id))).toEqual(numbered(20).map(() => null));
  });

  test('now and then do not end the run', async () => {
    const { saver, storage, journal } = prepare(numbered(12));
    storage((id) => (Number(id.slice(1)) % 3 === 0 ? null : timedOut));
    await saver.run('c', []);
    expect(journal.savedCopies.latest('c').size).toBe(4);
  });
});

describe('turns', () => {
  test('a copy that a person wants comes next after the download that runs now', async () => {
    const { saver, asked, whileDownloading } = prepare(numbered(5));
    const wish = Promise.withResolvers<void>();
    const first = Promise.withResolvers<void>();
    whileDownloading(() => {
      first.resolve();
      return wish.promise;
    });
    const run = saver.run('c', []);
    await first.promise;
    const all = saver.saveNow('c', null);
    const one = saver.saveNow('c', 'd0004');
    wish.resolve();
    await one;
    expect(asked.filter((text) => text.startsWith('details'))).toEqual(['details d0000', 'details d0004']);
    await Promise.all([run, all]);
    expect(asked.filter((text) => text.startsWith('download'))).toHaveLength(5);
  });

  test('checks that come while one waits join it, and nothing to read is lost', async () => {
    const { saver, asked, whileDownloading } = prepare(['d1']);
    const end = Promise.withResolvers<void>();
    whileDownloading(() => end.promise);
    const runs = [saver.run('c', ['e1']), ...numbered(20).map((id) => saver.run('c', [id, 'e2']))];
    end.resolve();
    await Promise.all(runs);
    expect(asked.filter((text) => text.startsWith('details'))).toEqual(
      ['d1', 'e1', 'd0000', 'e2', ...numbered(20).slice(1)].map((id) => `details ${id}`),
    );
  });
});
