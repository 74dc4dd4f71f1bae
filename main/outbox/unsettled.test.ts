import { describe, expect, test } from 'vitest';
import type { CheckSeen, Listed } from '../tracking/reading.ts';
import { documentOf, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { BEGIN, checkOf, listed, submissionOf } from './testing/submission-steps.ts';

const WINDOW = 900_000;

async function inDoubt() {
  const driven = drivenOutbox(BEGIN);
  const submission = submissionOf('s1');
  driven.accept(submission);
  await driven.answer('upload s1.pdf', refused({ kind: 'answer-lost', certainty: 'unclear' }));
  const row = () => driven.store.find('s1');
  const check = async (documents: readonly Listed[] = [], patch: Partial<CheckSeen> = {}) => {
    await driven.advance(WINDOW);
    await driven.worker.checked('one', checkOf(driven.now(), documents, patch));
  };
  const unsettled = async (patch: Partial<CheckSeen>) => {
    for (let windows = 0; windows < 3; windows += 1) await check([listed('d9', 'other.pdf')], patch);
  };
  const command = (kind: 'retry' | 'upload-again' | 'cancel') => driven.worker.command('s1', { kind });
  return { ...driven, driven, submission, row, check, unsettled, command };
}

describe('a doubt that three checks could not end', () => {
  test.each([
    ['the overview was not read to its end', { whole: false }, { whole: false, unreadable: 0 }],
    ['an entry cannot be read', { unreadable: 1 }, { whole: true, unreadable: 1 }],
  ])('asks a person with what is known: %s', async (_, patch, known) => {
    const { unsettled, row, calls } = await inDoubt();
    await unsettled(patch);
    expect([calls(), row()?.stage]).toEqual([[], { kind: 'needs-you', step: 'upload' }]);
    expect(row()?.reason).toEqual({ kind: 'unsettled', documents: 1, missed: 0, passed: [], since: BEGIN, ...known });
  });

  test('asks no person after two checks', async () => {
    const { check, row } = await inDoubt();
    await check([], { whole: false });
    await check([], { whole: false });
    expect(row()?.stage).toMatchObject({ kind: 'unclear', windows: 2, missed: 0 });
  });

  test('still ends with a draft of the same content', async () => {
    const { unsettled, check, answer, submission, row, driven } = await inDoubt();
    await unsettled({ whole: false });
    expect(driven.worker.wantsCheck('one')).toBe(true);
    await check([listed('d1', 's1.pdf')], { whole: false });
    await answer('details d1', documentOf(submission, 'd1', { signees: [] }));
    await answer('download https://storage.test/d1', { ok: true, value: submission.wish.file.sha256 });
    expect(row()?.documentId).toBe('d1');
  });

  test('ends after two whole readings without a trace', async () => {
    const { unsettled, check, calls } = await inDoubt();
    await unsettled({ unreadable: 1 });
    await check();
    expect(calls()).toEqual([]);
    await check();
    expect(calls()).toEqual(['upload s1.pdf']);
  });

  test('lets a person upload the file again', async () => {
    const { unsettled, command, calls } = await inDoubt();
    await unsettled({ whole: false });
    expect(command('upload-again')).toEqual({ ok: true });
    expect(calls()).toEqual(['upload s1.pdf']);
  });

  test('lets a person search again and keeps the readings since the doubt arose', async () => {
    const { unsettled, command, driven, row } = await inDoubt();
    await unsettled({ whole: false });
    expect(command('retry')).toEqual({ ok: true });
    await driven.worker.checked('one', checkOf(BEGIN + WINDOW));
    expect(row()?.stage).toMatchObject({ kind: 'unclear', missed: 1 });
  });
});

describe('a reading over several checks', () => {
  test('counts if it began after the doubt arose, also if its checks changed the submission', async () => {
    const { driven, calls, row } = await inDoubt();
    await driven.advance(WINDOW);
    const began = driven.now();
    for (const whole of [false, true]) {
      // The answer comes one second after the request.
      await driven.advance(1_000);
      await driven.worker.checked('one', checkOf(began, [], { whole }));
      await driven.advance(WINDOW);
    }
    expect([calls(), row()?.stage]).toMatchObject([[], { kind: 'unclear', missed: 1 }]);
    const second = driven.now();
    for (const whole of [false, true]) {
      await driven.advance(1_000);
      await driven.worker.checked('one', checkOf(second, [], { whole }));
      await driven.advance(WINDOW);
    }
    expect(calls()).toEqual(['upload s1.pdf']);
  });

  test('does not count as the second one if it began before the first ended', async () => {
    const { driven, row, check } = await inDoubt();
    await check();
    await driven.advance(WINDOW);
    await driven.worker.checked('one', checkOf(BEGIN + WINDOW - 1));
    expect(row()?.stage).toMatchObject({ kind: 'unclear', missed: 1 });
  });

  test('proves nothing if it began before the doubt arose', async () => {
    const { driven, row } = await inDoubt();
    await driven.worker.checked('one', checkOf(BEGIN - 1));
    expect(row()?.stage).toMatchObject({ kind: 'unclear', missed: 0, windows: 1 });
  });
});

describe('a candidate', () => {
  test('is downloaded with a fresh address if the first has expired', async () => {
    const { check, answer, submission, row, calls } = await inDoubt();
    await check([listed('d1', 's1.pdf')]);
    const expired = refused({ kind: 'not-allowed', certainty: 'permanent', status: 403 });
    await answer('details d1', documentOf(submission, 'd1', { signees: [] }));
    await answer('download https://storage.test/d1', expired);
    expect(calls()).toEqual(['details d1']);
    const documentUrl = 'https://storage.test/fresh';
    await answer('details d1', documentOf(submission, 'd1', { signees: [], documentUrl }));
    await answer('download https://storage.test/fresh', { ok: true, value: submission.wish.file.sha256 });
    expect(row()?.documentId).toBe('d1');
  });

  test('is shown to a person if its file is refused twice', async () => {
    const { check, answer, submission, row } = await inDoubt();
    await check([listed('d1', 's1.pdf')]);
    const expired = refused({ kind: 'invalid-request', certainty: 'permanent', status: 410 });
    for (let tries = 0; tries < 2; tries += 1) {
      await answer('details d1', documentOf(submission, 'd1', { signees: [] }));
      await answer('download https://storage.test/d1', expired);
    }
    expect(row()?.reason).toMatchObject({ kind: 'several', candidates: [{ documentId: 'd1', likeness: 'likely' }] });
  });

  test('without a status is looked at', async () => {
    const { check, calls } = await inDoubt();
    await check([listed('d1', 's1.pdf', ''), listed('d2', 's1.pdf', 'signed')]);
    expect(calls()).toEqual(['details d1']);
  });
});
