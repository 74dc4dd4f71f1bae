import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wholeList } from '../../preload/contract/list-choices.ts';
import { inSlices } from '../time/slices.ts';
import { createListIndex } from './list-index.ts';
import { placeOf, readWholeView, rowsAt } from './list-view.ts';
import type { SubmissionKey } from './row-key.ts';
import { DAY, groups, indexOf, keys, NOW, viewOf } from './testing/sample-index.ts';
import { documentKey, sampleDocuments as documents, endedKey, submissionKey } from './testing/sample-keys.ts';

const groupOf = async (submission: SubmissionKey, status?: string) => {
  const ofSubmission = status === undefined ? [] : [documentKey(submission.documentId ?? '', status)];
  const [[group] = []] = await groups(await indexOf(ofSubmission, [submission]));
  return group;
};

test('counts the documents whose people nobody knows: a search for a person cannot find them', async () => {
  const unread = (id: string) => documentKey(id, 'in-progress', { unread: true });
  const index = await indexOf(
    [unread('web'), unread('mine'), unread('fields'), documentKey('read', 'in-progress')],
    [
      endedKey('a', 'started', { documentId: 'mine' }),
      endedKey('b', 'started', { documentId: 'fields', hasPeople: false }),
      submissionKey('c', { hasPeople: false }),
    ],
  );
  expect(index.unread()).toBe(2);
  index.putDocument({ ...unread('web'), unread: false });
  expect(index.unread()).toBe(1);
  index.removeDocument('fields');
  expect(index.unread()).toBe(0);
});

describe('groups', () => {
  test('puts what needs the person first, and unknown statuses into a group of their own', async () => {
    const index = await indexOf(documents);
    expect(await groups(index)).toEqual([
      ['needsYou', ['3']],
      ['waiting', ['2', '5']],
      ['finished', ['1', '7']],
      ['drafts', ['4']],
      ['other', ['6']],
    ]);
    const counts = { all: 7, needsYou: 1, waiting: 2, finished: 2, drafts: 1, other: 1 };
    expect(index.counts()).toEqual({ ...counts, ready: 0, sending: 0, archive: 0 });
  });

  test.each<[string, SubmissionKey]>([
    ['held with a problem', submissionKey('a', { phase: 'held', step: null, troubled: true })],
    ['stopped', submissionKey('a', { phase: 'needs-you', step: 'compare' })],
    ['with drafts left behind, wherever else it stands', endedKey('a', 'started', { orphans: true })],
  ])('a submission that is %s needs you', async (_, key) => {
    expect(await groupOf(key)).toBe('needsYou');
  });

  test('one that is held is ready: nothing but a person sends it', async () => {
    expect(await groupOf(submissionKey('a', { phase: 'held', step: null }))).toBe('ready');
  });

  test.each<[SubmissionKey['phase'], SubmissionKey['step']]>([
    ['ready', 'upload'],
    ['calling', 'add-signee'],
    ['unclear', 'upload'],
    ['unclear', 'start'],
  ])('one that is %s at %s is on its way', async (phase, step) => {
    expect(await groupOf(submissionKey('a', { phase, step }))).toBe('sending');
  });

  test('keeps a finished document in its group while a command runs, but not while Undo cleans up', async () => {
    const at = (step: SubmissionKey['step'], more = {}) => submissionKey('a', { step, documentId: 'd', ...more });
    expect(await groupOf(at('withdraw'), 'in-progress')).toBe('waiting');
    expect(await groupOf(at('withdraw', { documentId: null }))).toBe('waiting');
    expect(await groupOf(at('update', { phase: 'calling' }), 'draft')).toBe('drafts');
    expect(await groupOf(at('delete', { phase: 'calling' }), 'withdrawn')).toBe('finished');
    expect(await groupOf(at('delete', { phase: 'calling', cancelled: true, documentId: null }))).toBe('sending');
  });

  test('groups a row by its document or submission, whichever is further', async () => {
    const at = (end: NonNullable<SubmissionKey['end']>, status?: string) =>
      groupOf(endedKey('a', end, { documentId: 'd' }), status);
    // The service listed the document before the start.
    expect(await at('started', 'draft')).toBe('waiting');
    expect(await at('started', 'signed')).toBe('finished');
    expect(await at('started', 'rejected')).toBe('needsYou');
    expect(await at('started')).toBe('waiting');
    expect(await groupOf(endedKey('a', 'started', { finished: true }))).toBe('finished');
    expect(await at('draft', 'draft')).toBe('drafts');
    // Somebody started it in the web application.
    expect(await at('draft', 'in-progress')).toBe('waiting');
    expect(await at('draft')).toBe('drafts');
    for (const end of ['withdrawn', 'deleted', 'cancelled'] as const) {
      expect(await at(end, 'in-progress')).toBe('finished');
      expect(await at(end)).toBe('finished');
    }
  });

  test('a person checks a copy that is not signed, also when the service has deleted the document', async () => {
    const alarm = { saved: true, alarm: true };
    const index = await indexOf([
      documentKey('unsigned', 'signed', alarm),
      documentKey('gone', 'signed', { ...alarm, gone: true }),
      documentKey('withdrawn', 'withdrawn', alarm),
    ]);
    expect((await groups(index)).map(([group, found]) => [group, found?.length])).toEqual([
      ['needsYou', 2],
      ['finished', 1],
    ]);
  });

  test('nobody waits for a document that the service has deleted', async () => {
    expect(await groups(await indexOf([documentKey('gone', 'in-progress', { gone: true })]))).toEqual([
      ['finished', ['gone']],
    ]);
  });
});

describe('one row for a document and its submission', () => {
  test('the row keeps the key of the submission, in whichever order main learns of the two', async () => {
    const submission = endedKey('a', 'started', { documentId: '2' });
    expect(await keys(await indexOf([], [submission]))).toEqual(['submission:a']);
    expect(await keys(await indexOf(documents.slice(1, 2), [submission]))).toEqual(['submission:a']);
    const late = await indexOf([], [submission]);
    late.putDocument(documentKey('2', 'signed'));
    expect(await groups(late)).toEqual([['finished', ['submission:a']]]);
    expect(late.counts().all).toBe(1);
    expect(late.find('2')?.key).toBe('submission:a');
    late.removeDocument('2');
    expect(await groups(late)).toEqual([['waiting', ['submission:a']]]);
  });

  test('of two submissions with one document the newer has it', async () => {
    const index = await indexOf([documentKey('d', 'signed')], [endedKey('old', 'started', { documentId: 'd' })]);
    index.putSubmission(endedKey('new', 'started', { documentId: 'd', acceptedAt: 2_000 }));
    expect(await groups(index)).toEqual([
      ['waiting', ['submission:old']],
      ['finished', ['submission:new']],
    ]);
  });

  test('a document that its submission lets go of has its own row again', async () => {
    const index = await indexOf([documentKey('d', 'draft')], [submissionKey('a', { documentId: 'd' })]);
    index.putSubmission(submissionKey('a', { phase: 'needs-you' }));
    expect(await groups(index)).toEqual([
      ['needsYou', ['submission:a']],
      ['drafts', ['d']],
    ]);
  });

  test('lists every document and every submission exactly once, whatever comes, changes and goes', async () => {
    const digit = fc.integer({ min: 0, max: 7 }).map(String);
    const change = fc.oneof(
      fc.record({ kind: fc.constant('document' as const), id: digit }),
      fc.record({ kind: fc.constant('gone' as const), id: digit }),
      fc.record({ kind: fc.constant('submission' as const), id: digit, documentId: fc.option(digit, { nil: null }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 30 }), async (changes) => {
        const index = createListIndex();
        const listed = new Set<string>();
        const sent = new Map<string, string | null>();
        for (const one of changes) {
          if (one.kind === 'document') index.putDocument(documentKey(one.id, 'draft'));
          else if (one.kind === 'gone') index.removeDocument(one.id);
          else
            index.putSubmission(
              endedKey(one.id, 'started', { documentId: one.documentId, acceptedAt: Number(one.id) }),
            );
          if (one.kind === 'document') listed.add(one.id);
          else if (one.kind === 'gone') listed.delete(one.id);
          else sent.set(one.id, one.documentId);
          // Read in between, too: what was in order before takes the changes in.
          await viewOf(index, wholeList);
        }
        await inSlices(index.placeDocuments());
        const owned = new Set(sent.values());
        const expected = [
          ...[...sent.keys()].map((id) => `submission:${id}`),
          ...[...listed].filter((id) => !owned.has(id)),
        ];
        expect((await keys(index)).toSorted()).toEqual(expected.toSorted());
        expect(index.counts().all).toBe(expected.length);
      }),
    );
  });

  test('knows the copy of a submission unless it was given up, so that nobody makes a second one', async () => {
    const index = await indexOf([], [endedKey('a', 'withdrawn'), submissionKey('b', { phase: 'held', redoOf: 'a' })]);
    expect(index.copyOf('a')).toBe('b');
    expect(index.find('submission:b')?.group).toBe('ready');
    // One that goes by itself after the withdrawal is on its way.
    index.putSubmission(submissionKey('b', { phase: 'held', redoOf: 'a', promised: true }));
    expect(index.find('submission:b')?.group).toBe('sending');
    index.putSubmission(submissionKey('b', { redoOf: 'a', phase: 'calling' }));
    expect(index.copyOf('a')).toBe('b');
    index.putSubmission(endedKey('b', 'started', { redoOf: 'a' }));
    expect(index.copyOf('a')).toBe('b');
    index.putSubmission(endedKey('b', 'cancelled', { redoOf: 'a' }));
    expect(index.copyOf('a')).toBeNull();
  });
});

describe('the order', () => {
  const list = (...ids: readonly string[]) => ids.map((id) => documentKey(id, 'in-progress'));

  test('is that of the service, and a submission without a document stands among them by its time', async () => {
    const submissions = [
      endedKey('newest', 'started', { acceptedAt: 9_000 }),
      endedKey('n', 'started', { acceptedAt: 8_000, documentId: 'n' }),
      endedKey('between', 'started', { acceptedAt: 7_000 }),
      endedKey('o', 'started', { acceptedAt: 6_000, documentId: 'o' }),
      endedKey('oldest', 'started', { acceptedAt: 5_000 }),
    ];
    expect(await keys(await indexOf(list('n', 'w', 'o'), submissions))).toEqual([
      'submission:newest',
      'submission:n',
      'submission:between',
      'w',
      'submission:o',
      'submission:oldest',
    ]);
  });

  test('documents of which only some have a time stay as the service lists them', async () => {
    const some = list('a', 'b', 'c', 'd', 'e').map((one) => (one.id === 'c' ? { ...one, created: 5_000_000 } : one));
    expect(await keys(await indexOf(some))).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await keys(await indexOf(list('a', 'b', 'c')))).toEqual(['a', 'b', 'c']);
  });

  test('files of one gesture come by name, in whatever order they arrived', async () => {
    const at = (acceptedAt: number, ...names: string[]) =>
      names.map((name) => submissionKey(name, { acceptedAt, name, documentId: name }));
    const submissions = [
      ...at(3_000, 'Z'),
      ...at(2_000, 'L 10', 'L 9', 'L 12', 'É 1', 'L 11'),
      ...at(1_000, 'A 2', 'A 1'),
    ];
    const expected = ['Z', 'É 1', 'L 9', 'L 10', 'L 11', 'L 12', 'A 1', 'A 2'].map((name) => `submission:${name}`);
    expect(await keys(await indexOf([], submissions))).toEqual(expected);
  });

  test('can be by name, or by what the service does next', async () => {
    const some = [
      documentKey('a', 'signed', { name: 'Zebra 2.pdf', due: NOW + 2 * DAY }),
      documentKey('b', 'signed', { name: 'Zebra 10.pdf' }),
      documentKey('c', 'signed', { name: 'ähnlich.pdf', due: NOW + DAY }),
    ];
    expect(await keys(await indexOf(some), { sort: 'name' })).toEqual(['c', 'a', 'b']);
    expect(await keys(await indexOf(some), { sort: 'due' })).toEqual(['c', 'a', 'b']);
  });

  test('finds rows by their place and the place of a row', async () => {
    const index = await indexOf(documents);
    const view = await viewOf(index, wholeList);
    const all = rowsAt(view, 0, 100);
    expect(rowsAt(view, 2, 3)).toEqual(all.slice(2, 5));
    expect(rowsAt(view, 6, 9)).toHaveLength(1);
    expect(rowsAt(view, 7, 9)).toEqual([]);
    expect(all.map((row) => placeOf(view, wholeList, row))).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const drafts = await viewOf(index, { ...wholeList, group: 'drafts' });
    expect(all.map((row) => placeOf(drafts, wholeList, row))).toEqual([null, null, null, null, null, 0, null]);
  });

  test('a change that moves nothing keeps the version, and one that does raises it', async () => {
    const index = await indexOf([], [submissionKey('a')]);
    const before = index.version();
    index.putSubmission(submissionKey('a', { step: 'add-signee' }));
    expect(index.version()).toBe(before);
    index.putSubmission(endedKey('a', 'started'));
    expect(index.version()).toBeGreaterThan(before);
  });
});

test('a submission on hold is offered for whom it belongs to now, and without what it waited for', async () => {
  const held = submissionKey('a', { phase: 'held', step: null, account: 'anna', troubled: true });
  const index = await indexOf([], [held]);
  index.putSubmission({ ...held, account: 'beat' });
  expect(index.find('submission:a')?.submission?.account).toBe('beat');
  index.putSubmission({ ...held, account: 'beat', troubled: false });
  expect(index.find('submission:a')?.submission?.troubled).toBe(false);
});

test('rows that come while others are sorted belong to a later version', async () => {
  const index = await indexOf(Array.from({ length: 5_000 }, (_, at) => documentKey(`d${at}`, 'draft')));
  const reading = inSlices(readWholeView(index, 'name'));
  index.putDocument(documentKey('late', 'draft'));
  const { version, total } = await reading;
  expect([total, version < index.version()]).toEqual([5_000, true]);
});
