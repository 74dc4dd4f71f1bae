import { describe, expect, test } from 'vitest';
import { sampleTracked } from '../journal/testing/sample-tracked.ts';
import type { TrackedDocument } from '../journal/tracked-documents.ts';
import { sampleFigures, unsignedFigures } from '../signatures/testing/sample-figures.ts';
import { newsOfDocument, newsOfSubmission, type Told } from './news.ts';

const DAY = 24 * 60 * 60_000;
const now = 100 * DAY;

const document = (more: Partial<TrackedDocument>): TrackedDocument => ({
  ...sampleTracked,
  since: now,
  notBefore: now - 15 * 60_000,
  ...more,
});

/** What was told, for a connection that we follow since ten days. */
function toldSoFar(...keys: readonly string[]): Told {
  return { has: (key) => keys.includes(key), beganAt: () => now - 10 * DAY };
}

const newsOf = (more: Partial<TrackedDocument>, told = toldSoFar()) =>
  newsOfDocument(document(more), told, now, 'service-1');
const kinds = (more: Partial<TrackedDocument>, told = toldSoFar()) => newsOf(more, told).news.map(({ kind }) => kind);

describe('a saved copy that is not signed as the service says', () => {
  const unsigned = { savedAt: now, signatures: unsignedFigures };

  test('is news in place of the signature, which is not told later either', () => {
    expect(newsOf(unsigned)).toMatchObject({
      news: [{ kind: 'needsYou', verdict: 'not-signed', problem: null, entry: 'd', name: 'Lease.pdf' }],
      settled: ['signed|c|d'],
    });
    expect(kinds({ savedAt: now, signatures: sampleFigures })).toEqual(['signed']);
  });

  test('is told once for each content and finding', () => {
    const told = toldSoFar('copy-not-signed|c|d|aa', 'signed|c|d');
    expect(newsOf(unsigned, told)).toMatchObject({ news: [], settled: [] });
    expect(kinds({ ...unsigned, signatures: { ...unsignedFigures, sha256: 'bb' } }, told)).toEqual(['needsYou']);
    expect(kinds({ ...unsigned, signatures: { ...unsignedFigures, state: 'unreadable' } }, told)).toEqual(['needsYou']);
  });

  test('is news also when it was saved long after, and when the service has deleted the document', () => {
    expect(kinds({ ...unsigned, since: now - 20 * DAY }, toldSoFar('signed|c|d'))).toEqual(['needsYou']);
    expect(kinds({ ...unsigned, goneAt: now })).toEqual(['needsYou']);
  });

  test('is due before the service deletes what it has, like a copy that nobody saved', () => {
    const told = toldSoFar('copy-not-signed|c|d|aa', 'signed|c|d');
    const late = { ...unsigned, since: now - 13.5 * DAY, completed: now - 13.5 * DAY };
    expect(newsOf(late, told)).toMatchObject({ news: [{ kind: 'expiring', loss: 'unsound' }] });
    expect(kinds({ ...late, signatures: sampleFigures }, told)).toEqual([]);
    expect(kinds({ ...late, goneAt: now }, told)).toEqual([]);
  });

  test('is no such news when its file was changed, or could not be checked', () => {
    const changed = { key: 'copy-changed', params: { path: '/' } } as const;
    expect(kinds({ ...unsigned, saveProblem: changed })).not.toContain('needsYou');
    expect(kinds({ ...unsigned, signatures: { ...unsignedFigures, state: 'unchecked' } })).toEqual(['signed']);
  });
});

describe('the file of a document that not everybody signed', () => {
  const anna = { email: 'anna@muster.ch', name: null, order: 0, status: 'signed' };
  const beat = { ...anna, email: 'beat@muster.ch', status: 'rejected' };
  const ended = (days: number) => ({ status: 'rejected', since: now - days * DAY, completed: now - days * DAY });
  const rejected = { ...ended(11.1), signees: [anna, beat], account: 'service-1' };
  const told = toldSoFar('rejected|c|d');

  test('is news once, some days before the service deletes it', () => {
    const early = newsOf({ ...rejected, ...ended(10) }, told);
    expect(early).toMatchObject({ news: [], nextAt: now + 1 * DAY });
    expect(newsOf(rejected, told).news).toMatchObject([
      { kind: 'expiring', loss: 'file', key: 'expiring-3|rejected|c|d', at: now + 2.9 * DAY },
    ]);
    const withdrawn = { ...rejected, status: 'withdrawn', notBefore: now - 11.1 * DAY };
    expect(newsOf(withdrawn).news).toMatchObject([{ loss: 'file', key: 'expiring-3|withdrawn|c|d' }]);
    const toldOnce = toldSoFar('rejected|c|d', 'expiring-3|rejected|c|d');
    expect(newsOf({ ...rejected, ...ended(13.5) }, toldOnce)).toEqual({ news: [], settled: [], nextAt: null });
  });

  test('is no news when nobody had signed, when it is saved or will be, and when it belongs to another account', () => {
    expect(kinds({ ...rejected, signees: [beat] }, told)).toEqual([]);
    expect(kinds({ ...rejected, signees: null }, told)).toEqual([]);
    expect(kinds({ ...rejected, rescued: true }, told)).toEqual([]);
    const rescued = (more: object) => newsOfDocument(document({ ...rejected, ...more }), told, now, 'service-1', true);
    expect(rescued({}).news).toEqual([]);
    // It will be saved only if that succeeds.
    const full = { saveProblem: { key: 'copy-folder-full', params: {} } };
    expect(rescued(full).news).toMatchObject([{ kind: 'expiring', loss: 'file' }]);
    expect(newsOfDocument(document(rejected), told, now, 'service-2').news).toEqual([]);
    expect(kinds({ ...rejected, goneAt: now }, told)).toEqual([]);
  });
});

describe('a document that has ended', () => {
  test('is news when a check saw it change', () => {
    expect(newsOf({ savedAt: now }).news).toEqual([
      {
        kind: 'signed',
        key: 'signed|c|d',
        connectionId: 'c',
        name: 'Lease.pdf',
        entry: 'd',
        documentId: 'd',
        saved: true,
        at: null,
      },
    ]);
  });

  test('says who rejected and why', () => {
    const beat = {
      email: 'b@x.ch',
      name: 'Beat Frei',
      order: null,
      status: 'rejected',
      reason: 'The price',
      decidedAt: 7,
    };
    const anna = { email: 'a@x.ch', name: null, order: null, status: 'signed' };
    const [found] = newsOf({ status: 'rejected', signees: [anna, beat], submissionId: 's' }).news;
    expect(found).toMatchObject({
      kind: 'rejected',
      by: 'Beat Frei',
      reason: 'The price',
      at: 7,
      entry: 'submission:s',
    });
  });

  test('is told once', () => {
    expect(kinds({ savedAt: now }, toldSoFar('signed|c|d'))).toEqual([]);
  });

  test('is no news on the first list of an account, now and later', () => {
    const fresh: Told = { has: () => false, beganAt: () => null };
    expect(newsOf({ notBefore: null, savedAt: now }, fresh)).toMatchObject({ news: [], settled: ['signed|c|d'] });
    // A long account is read over several checks.
    expect(newsOf({ notBefore: null, completed: now - 11 * DAY, savedAt: now })).toMatchObject({
      news: [],
      settled: ['signed|c|d'],
    });
  });

  test('is news when it began and ended between two checks', () => {
    expect(kinds({ notBefore: null, completed: now - DAY, savedAt: now })).toEqual(['signed']);
    expect(kinds({ notBefore: null, submissionId: 's', savedAt: now })).toEqual(['signed']);
  });

  test('is no news after the service has deleted it, or weeks later', () => {
    expect(kinds({ goneAt: now })).toEqual([]);
    expect(kinds({ since: now - 15 * DAY, notBefore: now - 16 * DAY, savedAt: now })).toEqual([]);
  });

  test('is no news when this person withdrew it', () => {
    expect(kinds({ status: 'withdrawn' })).toEqual([]);
  });
});

describe('a document that the service will delete', () => {
  const inDays = (days: number) => ({ completed: now - (14 - days) * DAY, since: now - (14 - days) * DAY });
  const told = toldSoFar('signed|c|d');

  test('is told 3 days and 1 day before, when it is not saved', () => {
    expect(newsOf(inDays(3.1), told)).toMatchObject({ news: [], nextAt: now + 0.1 * DAY });
    expect(newsOf(inDays(2.9), told)).toMatchObject({
      news: [{ kind: 'expiring', loss: 'copy', key: 'expiring-3|signed|c|d', at: now + 2.9 * DAY }],
      settled: [],
      nextAt: now + 1.9 * DAY,
    });
    expect(kinds(inDays(2), toldSoFar('signed|c|d', 'expiring-3|signed|c|d'))).toEqual([]);
    expect(kinds(inDays(0.9), toldSoFar('signed|c|d', 'expiring-3|signed|c|d'))).toEqual(['expiring']);
  });

  test('is told once when the app was closed until the last day', () => {
    expect(newsOf(inDays(0.5), told)).toMatchObject({
      news: [{ key: 'expiring-1|signed|c|d' }],
      settled: ['expiring-3|signed|c|d'],
      nextAt: null,
    });
  });

  test('is never told when it is safe, or too late', () => {
    expect(newsOf({ ...inDays(0.5), savedAt: now }, told)).toEqual({ news: [], settled: [], nextAt: null });
    expect(kinds(inDays(-1), told)).toEqual([]);
    for (const status of ['rejected', 'withdrawn', 'a status of tomorrow'])
      expect(kinds({ ...inDays(0.5), status }, toldSoFar(`${status}|c|d`))).toEqual([]);
  });

  test('is told when its saved copy was moved or changed', () => {
    const saveProblem = { key: 'copy-missing' as const, params: { path: '/signed/Lease.pdf' } };
    expect(kinds({ ...inDays(0.5), savedAt: now, saveProblem }, told)).toEqual(['expiring']);
    const receipt = { key: 'copy-receipt' as const, params: {} };
    expect(kinds({ ...inDays(0.5), savedAt: now, saveProblem: receipt }, told)).toEqual([]);
  });

  test('is a draft or a document that nobody finished, too', () => {
    const draft = { status: 'draft', created: now - 5 * DAY, since: now - 5 * DAY };
    expect(newsOf(draft).news).toMatchObject([{ kind: 'expiring', loss: 'draft', at: now + 2 * DAY }]);
    const running = { status: 'in-progress', started: now - 29.5 * DAY, since: now - 29 * DAY };
    expect(newsOf(running).news).toMatchObject([{ kind: 'expiring', loss: 'signing', at: now + 0.5 * DAY }]);
  });

  test('is told of a copy alone while nobody, or somebody else, is signed in: the others are not read', () => {
    const running = { status: 'in-progress', started: now - 29.5 * DAY, since: now - 29 * DAY, account: 'service-1' };
    const of = (more: Partial<TrackedDocument>, account: string | null) =>
      newsOfDocument(document(more), toldSoFar('signed|c|d'), now, account).news.length;
    expect([of(running, 'service-1'), of(running, null), of(running, 'service-2')]).toEqual([1, 0, 0]);
    expect(of({ ...inDays(2), account: 'service-1' }, null)).toBe(1);
  });
});

test('a submission is news once per problem', () => {
  const needy = { id: 's', connectionId: 'c', name: 'Lease.pdf', problem: { key: 'refused' as const, params: {} } };
  expect(newsOfSubmission(needy, toldSoFar())).toMatchObject([{ kind: 'needsYou', entry: 'submission:s' }]);
  expect(newsOfSubmission(needy, toldSoFar('needs-you|s|refused'))).toEqual([]);
  expect(newsOfSubmission({ ...needy, problem: null }, toldSoFar('needs-you|s|refused'))).toHaveLength(1);
});
