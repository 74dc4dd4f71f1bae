import { describe, expect, test } from 'vitest';
import { documentOf, done, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { BEGIN, checkOf, listed, submissionOf } from './testing/submission-steps.ts';

const addresses = (...names: readonly string[]) => names.map((name) => ({ email: `${name}@x.test` }));

function wanting(...names: readonly string[]) {
  const { wish } = submissionOf('s1');
  return submissionOf('s1', { wish: { ...wish, scanPredefined: true, signees: addresses(...names) } });
}

/** A document whose signature fields name people: the service adds them at the upload. */
async function uploaded(wanted: readonly string[], inFields: readonly string[]) {
  const driven = drivenOutbox(BEGIN);
  const submission = wanting(...wanted);
  const show = (...names: readonly string[]) =>
    driven.answer('details d1', documentOf(submission, 'd1', { signees: addresses(...names) }));
  driven.accept(submission);
  await driven.answer('upload s1.pdf', documentOf(submission, 'd1', { signees: [] }));
  if (wanted.length > 0) await show(...inFields);
  return { driven, show };
}

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
