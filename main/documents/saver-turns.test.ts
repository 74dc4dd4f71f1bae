import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failed } from '../signing/outcome.ts';
import { broken, DAY, NOW, sampleSaver } from './testing/sample-saver.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-saver-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const prepare = (ids: readonly string[], isSavingAll = () => false) =>
  sampleSaver(folder, ids, folder, { isSavingAll });

describe('a copy that was moved or changed', () => {
  const damaged = { key: 'copy-missing', params: { path: '' } } as const;

  test('is saved again by Save all and by a choice of rows, and not by a check', async () => {
    for (const request of ['all', 'these'] as const) {
      const { saver, journal, asked } = prepare(['d1', 'd2']);
      await saver.run('c', []);
      journal.documentFacts.setSaveProblem('c', ['d1'], damaged);
      asked.length = 0;
      await saver.run('c', []);
      expect(asked).toEqual([]);
      await (request === 'all' ? saver.saveNow('c', null) : saver.saveThese('c', ['d1', 'd2']));
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
    expect(['d1', 'd2', 'd3'].map(problem)).toEqual(['copy-host-busy', 'copy-missing', null]);
    expect([...journal.documentFacts.damaged('c')].map(({ id }) => id)).toEqual(['d1', 'd2']);
  });

  test('is saved again with all that a person chose, also beyond those of one check', async () => {
    const ids = Array.from({ length: 150 }, (_, number) => `d${number}`);
    const { saver, journal } = prepare(ids);
    for (let runs = 0; runs < 2; runs += 1) await saver.run('c', []);
    journal.documentFacts.setSaveProblem('c', ids, damaged);
    await saver.saveThese('c', ids);
    expect([...journal.documentFacts.damaged('c')]).toEqual([]);
  });

  test('is saved by the next checks where the service stops after the first that a person chose', async () => {
    const { saver, journal, set } = prepare(['d1', 'd2', 'd3']);
    await saver.run('c', []);
    journal.documentFacts.setSaveProblem('c', ['d1', 'd2', 'd3'], damaged);
    set({ refusal: broken('unavailable') });
    await saver.saveThese('c', ['d1', 'd2']);
    set({ refusal: null });
    await saver.run('c', []);
    expect([...journal.documentFacts.damaged('c')].map(({ id }) => id)).toEqual(['d3']);
  });

  test('is what counts again when the service has deleted the document before a new one was saved', async () => {
    const { saver, files, set, problem, journal } = prepare(['d1']);
    await saver.run('c', []);
    rmSync(join(folder, 'signed', files()[0] ?? ''));
    journal.documentFacts.setSaveProblem('c', ['d1'], damaged);
    set({ refusal: broken('not-found', 'permanent') });
    await saver.saveNow('c', 'd1');
    expect(problem()).toBe('copy-host-busy');
    saver.miss('c', ['d1']);
    await saver.run('c', []);
    expect([journal.documentFacts.find('c', 'd1')?.goneAt, problem()]).toEqual([NOW, 'copy-missing']);
  });

  test('is told when a new copy cannot be saved, and the next checks try again', async () => {
    const { saver, set, problem, journal } = prepare(['d1']);
    await saver.run('c', []);
    set({ refusal: broken('server-error') });
    await saver.saveNow('c', 'd1');
    const told = problem();
    expect(told).not.toBeNull();
    expect(told).not.toBe('copy-missing');
    set({ refusal: null });
    const before = journal.savedCopies.of('c', 'd1').length;
    await saver.run('c', []);
    expect([problem(), journal.savedCopies.of('c', 'd1').length]).toEqual([null, before + 1]);
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

describe('a document at which something breaks', () => {
  test('keeps none of the others from being saved, is reported, and says so itself', async () => {
    const fault = new Error('no place');
    const { saver, files, faults, problem, asked } = sampleSaver(folder, ['d1', 'd2', 'd3'], folder, {
      async placeOfDocument(_connectionId, id) {
        if (id === 'd1') throw fault;
        return null;
      },
    });
    await saver.run('c', ['d4']);
    expect([files().length, faults, asked.at(-1)]).toEqual([2, [fault], 'details d4']);
    expect(['d1', 'd2', 'd3'].map(problem)).toEqual(['unknown', null, null]);
  });

  test('keeps none of the others from being read', async () => {
    const { saver, asked, faults, whileAsked } = prepare([]);
    whileAsked(() => {
      if (asked.at(-1) === 'details d1') throw new Error('d1');
    });
    await saver.run('c', ['d1', 'd2']);
    expect([asked, faults]).toEqual([['details d1', 'details d2'], [new Error('d1')]]);
  });

  test('that has a copy already keeps it, and what is known of it', async () => {
    const { saver, faults, journal, problem, files, asked, whileAsked } = prepare(['d1', 'd2']);
    await saver.run('c', []);
    const damaged = { key: 'copy-changed', params: { path: '' } } as const;
    journal.documentFacts.setSaveProblem('c', ['d1', 'd2'], damaged);
    asked.length = 0;
    whileAsked(() => {
      if (asked.length === 1) throw new Error('first');
    });
    await saver.saveNow('c', null);
    expect([faults, files().length]).toEqual([[new Error('first')], 2]);
    expect([problem('d1'), problem('d2')]).toEqual(['copy-changed', null]);
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
    expect([problem('good'), problem('d0149')]).toEqual([null, 'copy-address-refused']);
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
    expect(new Set(numbered(20).map((id) => problem(id)))).toEqual(new Set(['copy-unreachable']));
    storage(() => null);
    for (let run = 0; run < 2; run += 1) await saver.run('c', []);
    expect(numbered(20).map((id) => problem(id))).toEqual(numbered(20).map(() => null));
  });

  test('now and then do not end the run', async () => {
    const { saver, storage, journal } = prepare(numbered(12));
    storage((id) => (Number(id.slice(1)) % 3 === 0 ? null : timedOut));
    await saver.run('c', []);
    expect(journal.savedCopies.count('c')).toBe(4);
  });
});

describe('turns', () => {
  test('a copy that a person wants comes next after the download that runs now', async () => {
    const { saver, asked, whileDownloading } = prepare(numbered(5));
    const request = Promise.withResolvers<void>();
    const first = Promise.withResolvers<void>();
    whileDownloading(() => {
      first.resolve();
      return request.promise;
    });
    const run = saver.run('c', []);
    await first.promise;
    const all = saver.saveNow('c', null);
    const one = saver.saveNow('c', 'd0004');
    request.resolve();
    await one;
    expect(asked.filter((text) => text.startsWith('details'))).toEqual(['details d0000', 'details d0004']);
    await Promise.all([run, all]);
    expect(asked.filter((text) => text.startsWith('download'))).toHaveLength(5);
  });

  test('details that nobody knows yet come after copies at risk, and before those that have time', async () => {
    const { saver, asked, journal } = sampleSaver(folder, ['d1'], folder, { onRead: () => void asked.push('told') });
    const long = { at: NOW - 12 * DAY, before: null, account: 'service-1' };
    journal.documentFacts.see('c', [{ id: 'soon', status: 'signed' }], long);
    await saver.run('c', ['later'], ['first']);
    expect(asked.filter((what) => !what.startsWith('download'))).toEqual([
      'details soon',
      'details first',
      'told',
      'details d1',
      'details later',
    ]);
  });

  test('details that cannot be read now keep no copy from being saved', async () => {
    const { saver, asked, whileAsked, set, saved } = prepare(['d1']);
    whileAsked(() => set({ refusal: asked.at(-1) === 'details first' ? broken('unavailable') : null }));
    await saver.run('c', [], ['first', 'second']);
    expect(asked).toEqual(['details first', 'details d1', 'download https://storage.test/d1']);
    expect(saved).toHaveLength(1);
  });

  test('details that the service refuses for a while come after the copies the next time', async () => {
    const { saver, asked, set, journal } = prepare(['d1']);
    for (const round of ['held up', 'saved'] as const) {
      asked.length = 0;
      set({ refusal: round === 'saved' ? null : broken('busy') });
      await saver.run('c', ['later'], ['first', 'second']);
      // What the service asked us to wait is over.
      journal.deadlines.set('c', 'pause-ends', NOW);
      if (round === 'held up') expect(asked).toEqual(['details first']);
    }
    expect(asked).toEqual(
      ['d1', 'first', 'second', 'later'].flatMap((id) =>
        id === 'd1' ? ['details d1', 'download https://storage.test/d1'] : [`details ${id}`],
      ),
    );
    asked.length = 0;
    journal.documentFacts.see('c', [{ id: 'd2', status: 'signed' }], { at: NOW, before: null, account: 'service-1' });
    await saver.run('c', [], ['third']);
    expect(asked.slice(0, 2)).toEqual(['details third', 'details d2']);
  });

  test('a copy at risk that fails is asked for once in a run', async () => {
    const { saver, asked, storage, journal } = prepare([]);
    const long = { at: NOW - 12 * DAY, before: null, account: 'service-1' };
    journal.documentFacts.see('c', [{ id: 'soon', status: 'signed' }], long);
    storage(() => broken('not-found', 'permanent'));
    await saver.run('c', [], ['first']);
    expect(asked.filter((what) => what.startsWith('details'))).toEqual(['details soon', 'details first']);
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

describe('all copies that a person wants', () => {
  const damaged = { key: 'copy-missing', params: { path: '' } } as const;

  test('are saved by the next checks, to the end: those that were moved or changed, too', async () => {
    const ids = numbered(150);
    const { saver, journal, asked } = prepare(ids, () => true);
    for (let run = 0; run < 2; run += 1) await saver.run('c', []);
    journal.documentFacts.setSaveProblem('c', ids, damaged);
    asked.length = 0;
    expect(await saver.beginAll('c')).toBe(150);
    await saver.saveNow('c', null);
    expect([await saver.isAllTried('c'), saver.isMissing('c')]).toEqual([false, true]);
    await saver.run('c', []);
    expect([await saver.isAllTried('c'), saver.isMissing('c')]).toEqual([true, false]);
    expect(asked.filter((one) => one.startsWith('details'))).toHaveLength(150);
  });

  test('end with a copy that cannot be saved, once it was tried', async () => {
    const { saver, storage } = prepare(numbered(3), () => true);
    storage((id) => (id === 'd0001' ? broken('not-found', 'permanent') : null));
    await saver.beginAll('c');
    await saver.saveNow('c', null);
    expect([await saver.isAllTried('c'), saver.isMissing('c')]).toEqual([true, true]);
  });

  test('go on after a refusal that concerns all of them', async () => {
    const { saver, set } = prepare(numbered(3), () => true);
    set({ refusal: broken('unavailable', 'unclear') });
    await saver.beginAll('c');
    await saver.saveNow('c', null);
    expect(await saver.isAllTried('c')).toBe(false);
    set({ refusal: null });
    await saver.run('c', []);
    expect(await saver.isAllTried('c')).toBe(true);
  });
});

test.each([
  ['of the service counts', { status: 429 }, NOW],
  ['that the app keeps itself counts not', {}, null],
] as const)('for what a run may read, a wait %s as a refusal', async (_what, status, at) => {
  const { saver, journal, set } = prepare(['d1']);
  set({ refusal: failed({ kind: 'busy', certainty: 'refused', details: '', ...status }) });
  await saver.run('c', []);
  expect(journal.deadlines.get('c', 'reads-doubted')).toBe(at);
});
