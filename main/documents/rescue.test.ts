/** The files of rejected and withdrawn documents: on demand, by the setting, and never as a signed copy. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { documentEntryOf } from './document-entry.ts';
import type { SaverDeps } from './saver-parts.ts';
import { broken, NOW, sampleSaver } from './testing/sample-saver.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-rescue-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const place = () => join(folder, 'signed', 'Not signed');
const names = () => {
  try {
    return readdirSync(place());
  } catch {
    return [];
  }
};

/** One document that ended without all signatures. */
function prepare(status: 'rejected' | 'withdrawn', places: Partial<Pick<SaverDeps, 'disk'>> = {}) {
  const sample = sampleSaver(folder, [], folder, places);
  const see = (id: string, as: string) =>
    sample.journal.documentFacts.see('c', [{ id, status: as }], { at: NOW, before: null, account: 'service-1' });
  see('d1', status);
  sample.set({ answer: { documentStatus: status } });
  const rescued = () => sample.journal.rescuedFiles.of('c', 'd1');
  return { ...sample, see, rescued };
}

test.each(['rejected', 'withdrawn'] as const)(
  'saves the file of a %s document only when a person asks',
  async (status) => {
    const { saver, asked, journal, rescued, saved } = prepare(status);
    await saver.run('c', []);
    expect(asked).toEqual([]);
    expect(saver.isMissing('c')).toBe(false);
    await saver.saveNow('c', 'd1');
    expect(names()).toEqual([`1970-04-10 Lease (${status}).pdf`]);
    expect(readFileSync(join(place(), names()[0] ?? ''))).toEqual(Buffer.from(pdfOf('signed')));
    expect(rescued()).toMatchObject([{ documentId: 'd1', path: join(place(), names()[0] ?? '') }]);
    expect(journal.savedCopies.of('c', 'd1')).toEqual([]);
    expect(journal.documentFacts.find('c', 'd1')?.copied).toBe(false);
    expect(saved).toEqual([]);
    expect(journal.historyOf('document:d1', ['rescued'], 10)).toHaveLength(1);
  },
);

test('saves by itself when the setting is on, signed copies first', async () => {
  const { saver, asked, see, journal, set, rescued } = prepare('rejected');
  journal.settings.set('rescue', true);
  expect(saver.isMissing('c')).toBe(true);
  see('s1', 'signed');
  set({ answer: {} });
  await saver.run('c', []);
  expect(asked.filter((call) => call.startsWith('details'))).toEqual(['details s1', 'details d1']);
  expect(journal.savedCopies.of('c', 's1')).toHaveLength(1);
  // The details told that d1 is signed by now: a file of that name would be a lie.
  expect(rescued()).toEqual([]);
  expect(names()).toEqual([]);
  set({ answer: { documentStatus: 'rejected' } });
  await saver.run('c', []);
  expect(rescued()).toHaveLength(1);
  expect(saver.isMissing('c')).toBe(false);
  const before = asked.length;
  await saver.run('c', []);
  expect(asked).toHaveLength(before);
});

test('says why the file could not be saved, tries again, and says so no longer when it is here', async () => {
  const { saver, set, problem, rescued, journal } = prepare('withdrawn');
  journal.settings.set('rescue', true);
  set({ content: new Uint8Array(12) });
  await saver.run('c', []);
  expect([problem(), rescued(), names()]).toEqual(['copy-not-whole', [], []]);
  set({ content: pdfOf('signed'), refusal: broken('server-error') });
  await saver.run('c', []);
  expect(problem()).toBe('copy-host-busy');
  set({ refusal: null });
  await saver.run('c', []);
  expect([problem(), rescued().length]).toEqual([null, 1]);
});

test('never writes over another file, and never names a file a copy that is one', async () => {
  const { saver, rescued, journal } = prepare('rejected');
  mkdirSync(place(), { recursive: true });
  writeFileSync(join(place(), '1970-04-10 Lease (rejected).pdf'), 'mine');
  await saver.saveNow('c', 'd1');
  expect(readFileSync(join(place(), '1970-04-10 Lease (rejected).pdf'), 'utf8')).toBe('mine');
  expect(rescued().map(({ path }) => path)).toEqual([join(place(), '1970-04-10 Lease (rejected) (2).pdf')]);
  journal.documents.see(
    'c',
    [
      {
        id: 'd1',
        name: 'Lease.pdf',
        mimeType: '',
        documentStatus: 'rejected',
        signStatus: null,
        canWithdraw: false,
        canDelete: false,
      },
    ],
    NOW,
  );
  const entry = documentEntryOf(journal, 'c', 'd1', 'service-1');
  expect(entry).toMatchObject({ saved: null, verdict: null, rescued: { name: '1970-04-10 Lease (rejected) (2).pdf' } });
});

test('leaves the file of another account alone, and one that the service has deleted', async () => {
  const { saver, asked, journal, signInAs } = prepare('rejected');
  journal.settings.set('rescue', true);
  signInAs('service-2');
  await saver.run('c', []);
  await saver.saveNow('c', 'd1');
  expect(asked).toEqual([]);
  signInAs('service-1');
  journal.documentFacts.setGone('c', 'd1', NOW);
  await saver.run('c', []);
  expect(asked).toEqual([]);
});
