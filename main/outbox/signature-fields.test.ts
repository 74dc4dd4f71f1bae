import { describe, expect, test } from 'vitest';
import { success } from '../signing/outcome.ts';
import type { Wish } from '../submission/submission.ts';
import { problemOf } from './problem-of-reason.ts';
import { documentOf, done, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { BEGIN, checkOf, listed, submissionOf } from './testing/submission-steps.ts';

const addresses = (...names: readonly string[]) => names.map((name) => ({ email: `${name}@x.test` }));

function wanting(...names: readonly string[]) {
  const { wish } = submissionOf('s1');
  return submissionOf('s1', { wish: { ...wish, scanPredefined: true, signees: addresses(...names) } });
}

/** The service's reading of the fields of a PDF. */
const fieldsOf = (emails: readonly (string | null)[], more: object = {}) =>
  success({
    signatureMode: 'timestamp',
    jurisdiction: 'zertes',
    attachments: false,
    ...more,
    signatureFields: emails.map((email) => ({ signatureType: 'signature', sealKey: null, email })),
  });

/** A document whose signature fields name people: the service adds them at the upload. */
async function uploaded(wanted: readonly string[], inFields: readonly string[]) {
  const driven = drivenOutbox(BEGIN);
  const submission = wanting(...wanted);
  const show = (...names: readonly string[]) =>
    driven.answer('details d1', documentOf(submission, 'd1', { signees: addresses(...names) }));
  driven.accept(submission);
  await driven.answer('scan s1.pdf', fieldsOf(['zoe@x.test']));
  await driven.answer('upload s1.pdf', documentOf(submission, 'd1', { signees: [] }));
  if (wanted.length > 0) await show(...inFields);
  return { driven, show };
}

test('a file whose fields the service refuses to read says so, and is not uploaded', async () => {
  const driven = drivenOutbox(BEGIN);
  driven.accept(wanting('anna'));
  await driven.answer('scan s1.pdf', refused({ kind: 'invalid-request', certainty: 'permanent', status: 400 }));
  const row = driven.store.find('s1');
  expect([driven.calls(), row && problemOf(row, 'host')?.key]).toEqual([[], 'fields-unread']);
});

test('a file that cannot be read here says that, and not that the service could not read its fields', async () => {
  const driven = drivenOutbox(BEGIN);
  driven.accept(wanting('anna'));
  await driven.answer('scan s1.pdf', refused({ kind: 'file-unreadable', certainty: 'permanent' }));
  const row = driven.store.find('s1');
  expect([driven.calls(), row && problemOf(row, 'host')?.key]).toEqual([[], 'file-unreadable']);
});

test('what a person takes back while its fields are read is not uploaded', async () => {
  const driven = drivenOutbox(BEGIN);
  driven.accept(wanting('anna'));
  expect(driven.calls()).toEqual(['scan s1.pdf']);
  expect(driven.worker.command('s1', { kind: 'undo' })).toEqual({ ok: true });
  await driven.answer('scan s1.pdf', fieldsOf(['anna@x.test']));
  await driven.advance(10_000);
  expect([driven.calls(), driven.stage('s1')]).toEqual([[], { kind: 'held' }]);
});

describe('with signature fields', () => {
  test('nobody is added whom the service has added already', async () => {
    const { driven, show } = await uploaded(['anna', 'berta'], ['Anna', 'berta']);
    expect(driven.calls()).toEqual([]);
    await driven.advance(11_000);
    await show('Anna', 'berta');
    expect(driven.calls()).toEqual(['start d1']);
  });

  test('only who is missing is added, after another look each', async () => {
    const { driven, show } = await uploaded(['anna', 'berta', 'carla'], ['carla', 'anna']);
    expect(driven.calls()).toEqual(['add berta@x.test to d1']);
    await driven.answer('add berta@x.test to d1', done);
    await show('carla', 'anna', 'berta');
    await driven.advance(11_000);
    await show('carla', 'anna', 'berta');
    expect(driven.calls()).toEqual(['start d1']);
  });

  test('an address without an answer is looked for, not added again', async () => {
    const { driven, show } = await uploaded(['anna', 'berta'], ['anna']);
    await driven.answer('add berta@x.test to d1', refused({ kind: 'answer-lost', certainty: 'unclear' }));
    await driven.advance(10_000);
    await show('anna', 'berta');
    expect(driven.store.find('s1')).toMatchObject({ signeesAdded: 2 });
    expect(driven.calls()).toEqual(['details d1']);
  });

  test.each([
    ['somebody is there twice', ['anna'], ['anna', 'anna']],
    ['somebody is there whom nobody chose', ['anna'], ['anna', 'zoe']],
    ['nobody was named, and the fields name somebody twice', [], ['zoe', 'Zoe']],
    ['nobody was named, and the service does not show whom the fields name', [], []],
  ])('a person decides if %s', async (_, wanted, found) => {
    const { driven, show } = await uploaded(wanted, found);
    await driven.advance(11_000);
    await show(...found);
    expect(driven.store.find('s1')).toMatchObject({
      stage: { kind: 'needs-you' },
      reason: { kind: 'differs', differences: [{ what: 'signees' }] },
    });
    expect(driven.calls()).toEqual([]);
  });

  test('whom the fields name is asked if a person named nobody', async () => {
    const { driven, show } = await uploaded([], ['zoe', 'anna']);
    await driven.advance(11_000);
    await show('zoe', 'anna');
    expect(driven.calls()).toEqual(['start d1']);
  });

  test('an upload without an answer is found although the service added people', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = wanting('anna');
    driven.accept(submission);
    await driven.answer('scan s1.pdf', fieldsOf(['anna@x.test']));
    await driven.answer('upload s1.pdf', refused({ kind: 'answer-lost', certainty: 'unclear' }));
    await driven.worker.checked('one', checkOf(BEGIN, [listed('d1', 's1.pdf')]));
    const there = documentOf(submission, 'd1', { signees: addresses('anna') });
    await driven.answer('details d1', there);
    await driven.answer('download https://storage.test/d1', { ok: true, value: submission.wish.file.sha256 });
    expect(driven.store.find('s1')).toMatchObject({ documentId: 'd1' });
    await driven.answer('details d1', there);
    expect(driven.store.find('s1')).toMatchObject({ signeesAdded: 1, stage: { kind: 'ready', step: 'compare' } });
  });

  describe('and a chosen order', () => {
    const ordered = (...orders: readonly (number | undefined)[]) =>
      addresses('anna', 'berta').map(({ email }, at) => ({ email, order: orders[at] }));

    async function compared(wanted: readonly (number | undefined)[], found: readonly (number | undefined)[]) {
      const driven = drivenOutbox(BEGIN);
      const { wish } = submissionOf('s1');
      const submission = submissionOf('s1', { wish: { ...wish, scanPredefined: true, signees: ordered(...wanted) } });
      const there = documentOf(submission, 'd1', {
        signees: ordered(...found).map(({ email, order }) => ({ email, signOrder: order })),
      });
      driven.accept(submission);
      await driven.answer('scan s1.pdf', fieldsOf([]));
      await driven.answer('upload s1.pdf', documentOf(submission, 'd1', { signees: [] }));
      await driven.answer('details d1', there);
      await driven.advance(11_000);
      await driven.answer('details d1', there);
      return driven;
    }

    test.each([
      ['the fields give everybody one turn', [0, 1], [0, 0], '0, 0'],
      ['the fields turn the order round', [0, 1], [1, 0], '1, 0'],
      ['the service shows no order', [0, 1], [undefined, undefined], '?, ?'],
      ['the service shows the order of some', [0, 1], [undefined, 1], '?, 1'],
    ])('a person decides if %s', async (_, wanted, found, shown) => {
      const driven = await compared(wanted, found);
      expect(driven.calls()).toEqual([]);
      expect(driven.store.find('s1')).toMatchObject({
        stage: { kind: 'needs-you' },
        reason: { kind: 'differs', differences: [{ what: 'order', wanted: '0, 1', found: shown }] },
      });
    });

    test.each([
      ['the same sequence has other numbers', [0, 1], [2, 5]],
      ['everybody has one turn', [0, 0], [undefined, undefined]],
      ['no order was chosen', [undefined, undefined], [undefined, undefined]],
    ])('the document starts if %s', async (_, wanted, found) => {
      expect((await compared(wanted, found)).calls()).toEqual(['start d1']);
    });
  });
});

describe('the fields of a PDF are read before its upload', () => {
  function accepted(patch: Partial<Wish> = {}, goal: 'send' | 'draft' = 'send') {
    const driven = drivenOutbox(BEGIN);
    const submission = wanting('anna');
    driven.accept({ ...submission, goal, wish: { ...submission.wish, mode: 'timestamp', ...patch } });
    const now = () => driven.store.find('s1') ?? submission;
    return { driven, now, problem: () => problemOf(now(), 'sign.test')?.key };
  }

  test.each([
    ['a stronger signature', fieldsOf(['anna@x.test'], { signatureMode: 'qualified' }), 'asks-stronger'],
    ['another law', fieldsOf(['anna@x.test'], { signatureMode: 'advanced', jurisdiction: 'eidas' }), 'asks-stronger'],
    ['nobody in a field', fieldsOf(['anna@x.test', null]), 'field-names-nobody'],
    ['attachments', fieldsOf(['anna@x.test'], { attachments: true }), 'asks-attachments'],
    ['too many people', fieldsOf(Array.from({ length: 500 }, (_, at) => `p${at}@x.test`)), 'too-many-signees'],
  ] as const)('a person decides where they ask for %s', async (_, fields, key) => {
    for (const goal of ['send', 'draft'] as const) {
      const { driven, now, problem } = accepted({}, goal);
      await driven.answer('scan s1.pdf', fields);
      expect([driven.calls(), now().stage, problem()]).toEqual([[], { kind: 'needs-you', step: 'upload' }, key]);
      await driven.advance(60_000);
      expect(driven.calls()).toEqual([]);
    }
  });

  test('a person who was shown them sends the document', async () => {
    const { driven, now } = accepted();
    await driven.answer('scan s1.pdf', fieldsOf([null]));
    const { file: _file, ...choices } = now().wish;
    driven.worker.command('s1', { kind: 'revise', choices: { ...choices, fieldsRead: true } });
    driven.worker.command('s1', { kind: 'send', startAfter: driven.now() });
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });

  test('trying again without a look reads them again', async () => {
    const { driven, problem } = accepted();
    await driven.answer('scan s1.pdf', fieldsOf([null]));
    driven.worker.command('s1', { kind: 'retry' });
    await driven.answer('scan s1.pdf', fieldsOf([null]));
    expect([driven.calls(), problem()]).toEqual([[], 'field-names-nobody']);
  });

  test.each<[string, Partial<Wish>]>([
    ['a person was shown them', { fieldsRead: true }],
    ['nobody wants them', { scanPredefined: false }],
    ['the file is no PDF', { file: { ...wanting().wish.file, type: 'application/msword' } }],
  ])('and not if %s', (_, patch) => {
    expect(accepted(patch).driven.calls()).toEqual(['upload s1.pdf']);
  });

  test.each(['answer-lost', 'not-found'] as const)(
    'without an answer (%s) nothing is uploaded or in doubt',
    async (kind) => {
      const { driven, now } = accepted();
      await driven.answer('scan s1.pdf', refused({ kind, certainty: kind === 'not-found' ? 'permanent' : 'unclear' }));
      expect(now()).toMatchObject({ firstSent: null, reason: { kind: 'failed' } });
      expect(now().stage).toMatchObject({ kind: kind === 'not-found' ? 'needs-you' : 'ready', step: 'upload' });
      if (kind === 'not-found') driven.worker.command('s1', { kind: 'retry' });
      await driven.advance(10_000);
      expect(driven.calls()).toEqual(['scan s1.pdf']);
    },
  );

  test('an upload that is tried again reads nothing twice', async () => {
    const { driven } = accepted();
    await driven.answer('scan s1.pdf', fieldsOf(['anna@x.test']));
    await driven.answer('upload s1.pdf', refused());
    await driven.advance(10_000);
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });
});
