import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { documentOf } from './testing/driven-outbox.ts';
import { accepted, WINDOW } from './testing/recovered-outbox.ts';
import { BEGIN, missForLong, notFound } from './testing/submission-steps.ts';

describe('a recovered submission with a known document', () => {
  test('that was not started waits for a person, and then continues where it was', async () => {
    const { answer, command, submission, row, calls, driven } = accepted({ documentId: 'd1' });
    await answer('details d1', documentOf(submission, 'd1'));
    await driven.advance(WINDOW);
    expect([calls(), row()?.stage, row()?.reason]).toEqual([
      [],
      { kind: 'needs-you', step: 'start' },
      { kind: 'recovered' },
    ]);
    command('retry');
    await answer('details d1', documentOf(submission, 'd1'));
    // All signees are there: compare, then start.
    await answer('details d1', documentOf(submission, 'd1'));
    expect(calls()).toEqual(['start d1']);
  });

  test.each([
    ['in-progress', 'started', null],
    ['signed', 'started', BEGIN],
    ['withdrawn', 'withdrawn', BEGIN],
  ] as const)('that is %s by now has come so far', async (documentStatus, as, finishedAt) => {
    const { answer, submission, row, calls } = accepted({ documentId: 'd1' });
    await answer('details d1', documentOf(submission, 'd1', { documentStatus }));
    expect(calls()).toEqual([]);
    expect(row()).toMatchObject({ stage: { kind: 'done', as }, finishedAt, recovered: false });
  });

  test('that is gone by two looks says so, and not by one', async () => {
    const { answer, row, driven } = accepted({ documentId: 'd1' });
    await answer('details d1', notFound);
    expect(row()?.stage.kind).toBe('unclear');
    await driven.advance(10_000);
    await answer('details d1', notFound);
    expect(row()?.stage.kind).toBe('unclear');
    await driven.advance(limits.missesApartMs + 1_000);
    await answer('details d1', notFound);
    expect(row()).toMatchObject({ stage: { kind: 'needs-you' }, reason: { kind: 'gone' } });
  });

  test('that is gone and cancelled is no longer tracked: a later draft may have been sent', async () => {
    const { row, command, calls, driven } = accepted({ documentId: 'd1' });
    await missForLong(driven);
    command('cancel');
    expect(row()).toMatchObject({ stage: { kind: 'done', as: 'given-up' }, cancelled: true });
    expect(calls()).toEqual([]);
  });

  test('waits with the look as long as the service asked', async () => {
    const stage = { kind: 'ready', step: 'start', nextTryAt: BEGIN + WINDOW } as const;
    const { calls, driven } = accepted({ documentId: 'd1', stage });
    await driven.advance(WINDOW - 1_000);
    expect(calls()).toEqual([]);
    await driven.advance(2_000);
    expect(calls()).toEqual(['details d1']);
  });

  test('stays a draft if it was on hold', async () => {
    const { answer, submission, row, driven, calls } = accepted({ documentId: 'd1', goal: 'hold' });
    await answer('details d1', documentOf(submission, 'd1'));
    await driven.advance(WINDOW);
    expect([calls(), row()?.stage]).toEqual([[], { kind: 'done', as: 'draft' }]);
  });
});
