import { describe, expect, test } from 'vitest';
import { markRecovered } from '../submission/decide/recovered.ts';
import type { Submission } from '../submission/submission.ts';
import { documentOf, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { BEGIN, checkOf, HOUR, listed, start, submissionOf } from './testing/submission-steps.ts';

/** Two accounts of one connection. `signIn` changes the signed-in account. */
function twoAccounts() {
  let account: string | null = 'service-1';
  const driven = drivenOutbox(BEGIN, { accountOf: () => account });
  return {
    driven,
    async signIn(as: string | null): Promise<void> {
      account = as;
      await driven.worker.connectionReady('one');
    },
    row: () => driven.store.find('s1'),
  };
}

const mine = (patch: Partial<Submission> = {}) => submissionOf('s1', { account: 'service-1', ...patch });

describe('a submission continues only under its own account', () => {
  test('waits while another account is signed in, and continues with its own', async () => {
    const { driven, signIn } = twoAccounts();
    await signIn('service-2');
    driven.accept(mine());
    await driven.advance(HOUR);
    expect(driven.calls()).toEqual([]);
    await signIn(null);
    expect(driven.calls()).toEqual([]);
    await signIn('service-1');
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });

  test('waits, if it was handed over while nobody was signed in, until somebody claims it', async () => {
    const { driven, signIn, row } = twoAccounts();
    await signIn(null);
    driven.accept(mine({ account: null }));
    await driven.answer('upload s1.pdf', refused({ kind: 'credentials-missing', certainty: 'never-sent' }));
    await signIn('service-1');
    expect(driven.calls()).toEqual([]);
    const claim = (account: string) => driven.worker.command('s1', { kind: 'claim', account }).ok;
    expect([claim('service-1'), claim('service-2'), row()?.account]).toEqual([true, false, 'service-1']);
    await driven.answer('upload s1.pdf', refused({ kind: 'answer-lost', certainty: 'unclear' }));
    // Two whole lists of another account without it prove nothing: it would be uploaded again, and started there.
    await signIn('service-2');
    for (let checks = 0; checks < 3; checks += 1) {
      await driven.advance(HOUR);
      await driven.worker.checked('one', checkOf(driven.now(), [], { account: 'service-2' }));
    }
    expect([driven.calls(), row()?.stage.kind]).toEqual([[], 'unclear']);
  });

  test('does not look at its document under another account, which would not find it', async () => {
    const { driven, signIn, row } = twoAccounts();
    await start(driven, mine());
    driven.worker.command('s1', { kind: 'withdraw' });
    await driven.answer('withdraw d1', refused({ kind: 'answer-lost', certainty: 'unclear' }));
    await signIn('service-2');
    await driven.advance(HOUR);
    expect([driven.calls(), row()?.stage.kind]).toEqual([[], 'unclear']);
  });

  test('neither wants nor uses a check under another account', async () => {
    const { driven, signIn, row } = twoAccounts();
    driven.accept(mine());
    await driven.answer('upload s1.pdf', refused({ kind: 'answer-lost', certainty: 'unclear' }));
    await signIn('service-2');
    expect(driven.worker.wantsCheck('one')).toBe(false);
    for (let checks = 0; checks < 2; checks += 1) {
      await driven.advance(HOUR);
      const other = checkOf(driven.now(), [listed('d1', 's1.pdf')], { account: 'service-2' });
      await driven.worker.checked('one', other);
    }
    expect(driven.calls()).toEqual([]);
    expect(row()?.stage).toMatchObject({ kind: 'unclear', candidates: [], missed: 0, windows: 0 });
  });

  test('does not take a draft of another account for an orphan', async () => {
    const { driven, signIn, row } = twoAccounts();
    await start(driven, mine());
    await signIn('service-2');
    const other = checkOf(driven.now(), [listed('d2', 's1.pdf')], { account: 'service-2' });
    await driven.worker.checked('one', other);
    expect([driven.calls(), row()?.orphans]).toEqual([[], []]);
  });

  test('does not look for orphans, nor count one as gone, when another account has signed in', async () => {
    const { driven, signIn, row } = twoAccounts();
    const submission = mine();
    await start(driven, submission);
    const drafts = [listed('d2', 's1.pdf'), listed('d3', 's1.pdf')];
    const checked = driven.worker.checked('one', checkOf(driven.now(), drafts, { account: 'service-1' }));
    await driven.answer('details d2', documentOf(submission, 'd2', { signees: [] }));
    await signIn('service-2');
    await driven.answer('download https://storage.test/d2', { ok: true, value: submission.wish.file.sha256 });
    await checked;
    expect([driven.calls(), row()?.orphans]).toEqual([[], ['d2']]);
    expect(await driven.worker.deleteOrphan('s1', 'd2')).toBe(false);
    expect([driven.calls(), row()?.orphans]).toEqual([[], ['d2']]);
  });
});

describe('another account takes a submission over', () => {
  const takeOver = { kind: 'take-over', account: 'service-2' } as const;

  test('before the upload: it is on hold until a person presses Send', async () => {
    const { driven, signIn, row } = twoAccounts();
    await signIn('service-2');
    driven.accept(mine());
    expect(driven.worker.command('s1', takeOver)).toEqual({ ok: true });
    await driven.advance(HOUR);
    expect(driven.calls()).toEqual([]);
    expect(row()).toMatchObject({ account: 'service-2', stage: { kind: 'held' }, goal: 'hold' });
    driven.worker.command('s1', { kind: 'send', startAfter: driven.now() });
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });

  test.each<[string, Submission]>([
    ['the file was uploaded', mine({ documentId: 'd1' })],
    ['the file may have been uploaded', mine({ firstSent: { at: 1, skewMs: 0, alias: '', comment: '', earlier: [] } })],
    ['the submission is recovered', markRecovered(mine(), BEGIN)],
    ['it is at rest', mine({ stage: { kind: 'done', as: 'started' } })],
    ['a call is out', mine({ stage: { kind: 'calling', step: 'upload', since: BEGIN } })],
    ['the account is its own already', mine({ account: 'service-2' })],
  ])('not when %s', async (_, submission) => {
    const { driven, signIn, row } = twoAccounts();
    await signIn('service-3');
    driven.accept(submission);
    expect(driven.worker.command('s1', takeOver)).toEqual({ ok: false, reason: 'not-now' });
    expect(row()?.account).toBe(submission.account);
  });
});

test('a submission that replaces another belongs to the same account', async () => {
  const { driven } = twoAccounts();
  await start(driven, mine());
  driven.worker.command('s1', { kind: 'redo', id: 's9' });
  expect(driven.store.find('s9')?.account).toBe('service-1');
  await driven.answer('withdraw d1', documentOf(mine(), 'd1'));
});
