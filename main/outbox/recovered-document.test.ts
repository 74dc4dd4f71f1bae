import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { documentOf, done, refused } from './testing/driven-outbox.ts';
import { accepted, WINDOW } from './testing/recovered-outbox.ts';
import { BEGIN, listed, missForLong, notFound } from './testing/submission-steps.ts';

describe('a recovered submission with a known document', () => {
  test('that was not started waits for a person, and then continues where it was', async () => {
    const { answer, check, command, submission, row, calls, driven } = accepted({ documentId: 'd1' });
    await answer('details d1', documentOf(submission, 'd1'));
    expect([calls(), row()?.stage.kind]).toEqual([[], 'unclear']);
    await check([listed('d1', 's1.pdf')]);
    // A list may show late what another computer has started.
    expect(row()?.stage.kind).toBe('unclear');
    await check([listed('d1', 's1.pdf')]);
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

  test('is not sent beside one that another computer has started', async () => {
    const { answer, check, command, submission, row, calls, driven } = accepted({ documentId: 'd1' });
    await answer('details d1', documentOf(submission, 'd1'));
    const both = [listed('d2', 's1.pdf', 'in-progress'), listed('d1', 's1.pdf')];
    const started = documentOf(submission, 'd2', { documentStatus: 'in-progress' });
    await check(both);
    await answer('details d2', started);
    expect(row()).toMatchObject({ stage: { kind: 'needs-you' }, documentId: 'd1' });
    expect(row()?.reason).toMatchObject({ kind: 'several', candidates: [{ documentId: 'd2' }] });
    // "Try again" looks for it once more, and sends nothing.
    expect(command('retry')).toEqual({ ok: true });
    await check(both);
    expect(row()?.reason?.kind).toBe('several');
    driven.worker.command('s1', { kind: 'adopt', documentId: 'd2' });
    await answer('details d2', started);
    expect(row()).toMatchObject({ stage: { kind: 'done', as: 'started' }, documentId: 'd2' });
    expect(calls()).toEqual([]);
  });

  test('is asked about as before when a person says that the started one is another', async () => {
    const { answer, check, command, submission, row, calls } = accepted({ documentId: 'd1' });
    await answer('details d1', documentOf(submission, 'd1'));
    const both = [listed('d2', 's1.pdf', 'in-progress'), listed('d1', 's1.pdf')];
    await check(both);
    await answer('details d2', documentOf(submission, 'd2', { documentStatus: 'in-progress' }));
    command('upload-again');
    await check(both);
    expect(row()).toMatchObject({ stage: { kind: 'needs-you', step: 'start' }, reason: { kind: 'recovered' } });
    command('retry');
    expect(calls()).toEqual(['details d1']);
  });

  test('is deleted after the search when a person cancels meanwhile', async () => {
    const { answer, check, command, submission, row, calls } = accepted({ documentId: 'd1' });
    await answer('details d1', documentOf(submission, 'd1'));
    expect(command('cancel')).toEqual({ ok: true });
    expect(calls()).toEqual([]);
    await check([listed('d1', 's1.pdf')]);
    await check([listed('d1', 's1.pdf')]);
    await answer('delete d1', done);
    await answer('details d1', notFound);
    expect(row()?.stage).toEqual({ kind: 'done', as: 'cancelled' });
  });

  test('is searched for as well when a person cancels before the first look', async () => {
    const { answer, check, command, submission, row, calls } = accepted({ documentId: 'd1' });
    expect(command('cancel')).toEqual({ ok: true });
    await answer('details d1', documentOf(submission, 'd1'));
    await check([listed('d2', 's1.pdf', 'in-progress'), listed('d1', 's1.pdf')]);
    await answer('details d2', documentOf(submission, 'd2', { documentStatus: 'in-progress' }));
    expect([calls(), row()?.reason?.kind]).toEqual([[], 'several']);
  });

  test.each([
    ['cancels', 'cancel', { kind: 'done', as: 'given-up' }],
    ['undoes', 'undo', { kind: 'held' }],
  ] as const)(
    'is deleted, and not called cancelled, where a person %s and no list is whole',
    async (_what, act, end) => {
      const { answer, check, command, submission, row, calls } = accepted({ documentId: 'd1' });
      await answer('details d1', documentOf(submission, 'd1'));
      expect(command(act)).toEqual({ ok: true });
      for (let checks = 0; checks < 3; checks += 1) await check([listed('d1', 's1.pdf')], { whole: false });
      expect(calls()).toEqual(['delete d1']);
      await answer('delete d1', done);
      await answer('details d1', notFound);
      expect(row()?.stage).toEqual(end);
      if (act === 'undo') expect(row()).toMatchObject({ documentId: null, reason: { kind: 'perhaps-sent' } });
    },
  );

  test('is not called cancelled beside a started one: a person is asked again', async () => {
    const { answer, check, command, submission, row, calls, driven } = accepted({ documentId: 'd1' });
    await answer('details d1', documentOf(submission, 'd1'));
    const both = [listed('d2', 's1.pdf', 'in-progress'), listed('d1', 's1.pdf')];
    const started = documentOf(submission, 'd2', { documentStatus: 'in-progress' });
    await check(both);
    await answer('details d2', started);
    expect(command('cancel')).toEqual({ ok: true });
    await check(both);
    expect([calls(), row()?.reason?.kind, row()?.cancelled]).toEqual([[], 'several', true]);
    driven.worker.command('s1', { kind: 'adopt', documentId: 'd2' });
    await answer('details d2', started);
    expect(row()).toMatchObject({ stage: { kind: 'done', as: 'started' }, reason: { kind: 'too-late' } });
  });

  test('is asked about with a started one that was found, whatever else could not be read', async () => {
    const { answer, check, submission, row } = accepted({ documentId: 'd1' });
    await answer('details d1', documentOf(submission, 'd1'));
    const all = [listed('d2', 's1.pdf', 'in-progress'), listed('d3', 's1.pdf', 'in-progress')];
    for (let checks = 0; checks < 3; checks += 1) {
      await check(all);
      if (checks === 0) await answer('details d2', documentOf(submission, 'd2', { documentStatus: 'in-progress' }));
      await answer('details d3', refused({ kind: 'not-allowed', certainty: 'permanent', status: 403 }));
    }
    expect(row()?.reason).toMatchObject({ kind: 'several', candidates: [{ documentId: 'd2' }], whole: false });
  });

  test('is asked about where only other drafts have its name', async () => {
    const { answer, check, submission, row } = accepted({ documentId: 'd1' });
    await answer('details d1', documentOf(submission, 'd1'));
    // In the first reading also to find out if it was left behind by an upload.
    for (const looks of [2, 1]) {
      await check([listed('d2', 's1.pdf'), listed('d1', 's1.pdf')]);
      for (let look = 0; look < looks; look += 1) await answer('details d2', documentOf(submission, 'd2'));
      await answer('download https://storage.test/d2', { ok: true, value: submission.wish.file.sha256 });
    }
    expect(row()).toMatchObject({ stage: { kind: 'needs-you', step: 'start' }, reason: { kind: 'recovered' } });
  });

  test('is asked about after three checks where no list is whole', async () => {
    const { answer, check, submission, row } = accepted({ documentId: 'd1' });
    await answer('details d1', documentOf(submission, 'd1'));
    for (let checks = 0; checks < 2; checks += 1) await check([listed('d1', 's1.pdf')], { whole: false });
    expect(row()?.stage.kind).toBe('unclear');
    await check([listed('d1', 's1.pdf')], { whole: false });
    expect(row()?.stage).toEqual({ kind: 'needs-you', step: 'start' });
    expect(row()?.reason).toEqual({ kind: 'recovered', isPartial: true });
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

  test('that the service shows nobody is asked about, also after another try', async () => {
    const { answer, row, driven, command, calls } = accepted({ documentId: 'd1' });
    const forbidden = refused({ kind: 'not-allowed', certainty: 'permanent', status: 403 });
    for (let tries = 0; tries < 2; tries += 1) {
      let looks = 0;
      for (let passed = 0; passed < 48; passed += 1) {
        for (; calls().includes('details d1'); looks += 1) await answer('details d1', forbidden);
        await driven.advance(WINDOW);
      }
      expect(row()?.stage.kind).toBe('needs-you');
      expect(looks).toBeLessThanOrEqual(24);
      expect(command('retry')).toEqual({ ok: true });
    }
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
