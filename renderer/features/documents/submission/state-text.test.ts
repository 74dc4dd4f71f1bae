import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import en from '../../../../assets/locales/en.json' with { type: 'json' };
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { restingRow, sampleRow } from '../testing/sample-entries.ts';
import { type Circumstances, longDoubtText, nextStepText, peopleText, stateText } from './state-text.ts';

const words = createInstance({ lng: 'en', resources: { en: { translation: en } }, returnNull: false });
void words.init({ initAsync: false });
const { t } = words;

const today = (hour: number, minute: number) => new Date().setHours(hour, minute, 0, 0);
const calm: Circumstances = {
  locale: 'en-GB',
  online: true,
  probeAt: null,
  nextCheck: null,
  paused: false,
  signedOut: false,
};
const say = (more: Partial<SubmissionRow>, around: Partial<Circumstances> = {}) =>
  stateText(sampleRow('a', more), { ...calm, ...around, t });

const unreachable = { key: 'unreachable' as const, params: { host: 'sign.example' } };
const away = t('submission.unreachable');

test.each<[string, Partial<SubmissionRow>]>([
  [t('submission.held'), { phase: 'held', step: null }],
  [t('submission.queued'), {}],
  [t('submission.doing.upload'), { phase: 'calling' }],
  [
    t('submission.uploading', { share: 62 }),
    { phase: 'calling', progress: { bytes: 629, total: 1_000, bytesPerSecond: 0 } },
  ],
  [
    t('submission.uploadingAt', { share: 99, speed: '1.2 MB/s' }),
    { phase: 'calling', progress: { bytes: 1_000, total: 1_000, bytesPerSecond: 1_234_000 } },
  ],
  [t('submission.doing.add-signee'), { phase: 'calling', step: 'add-signee' }],
  [t('submission.doing.start'), { phase: 'calling', step: 'start' }],
  [t('submission.stopping'), { phase: 'calling', step: 'start', cancelled: true }],
  [t('submission.doing.delete'), { phase: 'calling', step: 'delete', cancelled: true }],
  [t('problem.unreachable.what', unreachable.params), { phase: 'needs-you', problem: unreachable }],
  [t('submission.doubt.start'), { phase: 'unclear', step: 'start' }],
])('%s', (said, row) => {
  expect(say(row)).toBe(said);
});

test('says how many people sign, and that nobody was chosen', () => {
  expect([0, 1, 12].map((signeeCount) => peopleText({ signeeCount }, t))).toEqual([
    'No people chosen',
    '1 person',
    '12 people',
  ]);
});

test('a retry says when and why; where the whole queue rests, the line above the list does', () => {
  const row = { problem: unreachable, nextTryAt: today(14, 32), changedAt: today(14, 31) };
  expect(say(row)).toBe(`${t('submission.nextTry', { time: '14:32' })} · ${away}`);
  expect(say({ ...row, nextTryAt: null })).toBe(away);
  const waits = [{ online: false }, { paused: true }, { signedOut: true }, { probeAt: today(14, 32) }];
  // Also where nothing failed yet.
  expect(waits.flatMap((around) => [say(row, around), say({}, around)])).toEqual(
    waits.flatMap(() => [t('submission.queued'), t('submission.queued')]),
  );
  const full = { key: 'spool-disk-full' as const, params: {} };
  expect(say({ ...row, problem: full }, { paused: true })).toBe(t('problem.spool-disk-full.what'));
});

test('an uncertain upload says so, and leaves the time of the check to the status line', () => {
  expect(say({ phase: 'unclear' }, { nextCheck: today(14, 44) + 5_000 })).toBe(t('submission.doubt.upload'));
  // A retry does not settle it, however the answer was lost.
  const lost = { phase: 'unclear' as const, problem: unreachable, nextTryAt: today(14, 32), changedAt: 0 };
  expect(say(lost)).toBe(t('submission.doubt.upload'));
  expect(say({ ...lost, step: 'start' })).toBe(
    `${t('submission.doubt.start')} · ${t('submission.nextTry', { time: '14:32' })}`,
  );
});

test('an uncertain row of another account says whose it is, and promises no check', () => {
  const problem = { key: 'other-account' as const, params: { account: 'A', now: 'B' } };
  const row = { phase: 'unclear' as const, problem, otherAccount: { of: 'A', now: 'B' } };
  expect(say(row, { nextCheck: today(14, 45) })).toBe(t('problem.other-account.what', problem.params));
});

test('the long text of an uncertain upload says when it is checked, rounded up to a minute, and not to send again', () => {
  const full = (more: Partial<SubmissionRow>, around: Partial<Circumstances> = {}) =>
    longDoubtText(sampleRow('a', { phase: 'unclear', problem: unreachable, ...more }), {
      ...calm,
      nextCheck: today(14, 44) + 5_000,
      ...around,
      t,
    });
  expect(full({}, { signedOut: true })).toBe(`${t('submission.doubt.upload')}. ${t('submission.doNotSendAgain')}`);
  expect(full({})).toBe(`${t('submission.askedAt', { time: '14:45' })}. ${t('submission.doNotSendAgain')}`);
  expect(full({ step: 'withdraw' })).toBe(`${t('submission.doubt.withdraw')}. ${t('submission.nothingToDo')}`);
  expect(full({ step: 'start', recovered: true })).toBe(
    `${t('submission.doubt.start')}. ${t('submission.doNotSendAgain')}`,
  );
});

test('promises no next try during a pause or without a sign-in', () => {
  const late = { problem: unreachable, nextTryAt: today(14, 32), changedAt: today(14, 31) };
  const sequel = (around: Partial<Circumstances>, more: Partial<SubmissionRow> = late) =>
    nextStepText(sampleRow('a', more), { ...calm, ...around, t });
  expect(sequel({})).toBe(t('submission.goesOn', { time: '14:32' }));
  expect(sequel({ paused: true })).toBe(`${t('submission.paused')}.`);
  expect(sequel({ signedOut: true })).toBe(`${t('submission.signedOut')}.`);
  expect(sequel({}, { ...late, phase: 'needs-you' })).toBeUndefined();
  expect(say({ ...late, phase: 'unclear', step: 'start' }, { paused: true })).not.toContain('14:32');
});

test('a finished row says how it ended, and what is left to do', () => {
  const end = (row: SubmissionRow) => stateText(row, { ...calm, t });
  expect(end(restingRow('a', 'started'))).toBe(t('submission.end.started'));
  expect(end(restingRow('a', 'cancelled'))).toBe(t('submission.end.cancelled'));
  expect(end(restingRow('a', 'draft', { orphans: ['x', 'y'] }))).toBe(t('submission.orphans', { count: 2 }));
  const late = restingRow('a', 'started', { problem: { key: 'started-too-late', params: {} } });
  expect(end(late)).toBe(en.problem['started-too-late'].what);
});
