import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import en from '../../../../assets/locales/en.json' with { type: 'json' };
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { restingRow, sampleRow } from '../testing/sample-entries.ts';
import { type Circumstances, longDoubtText, nextStepText, stateText } from './state-text.ts';

const words = createInstance({ lng: 'en', resources: { en: { translation: en } }, returnNull: false });
beforeAll(() => words.init());

const today = (hour: number, minute: number) => new Date().setHours(hour, minute, 0, 0);
const calm: Circumstances = { locale: 'en-GB', nextCheck: null, paused: false, signedOut: false, resumesAt: null };
const say = (more: Partial<SubmissionRow>, around: Partial<Circumstances> = {}) =>
  stateText(sampleRow('a', more), { ...calm, ...around, t: words.t });

const unreachable = { key: 'unreachable' as const, params: { host: 'sign.example' } };

test.each<[string, Partial<SubmissionRow>]>([
  ['Prepared: waits for you', { phase: 'held', step: null }],
  ['Waits its turn', {}],
  ['Uploading…', { phase: 'calling' }],
  ['Uploading 62\u00a0%', { phase: 'calling', progress: { bytes: 629, total: 1_000, bytesPerSecond: 0 } }],
  [
    'Uploading 99\u00a0% · 1.2 MB/s',
    { phase: 'calling', progress: { bytes: 1_000, total: 1_000, bytesPerSecond: 1_234_000 } },
  ],
  ['Adding signees…', { phase: 'calling', step: 'add-signee' }],
  ['Starting…', { phase: 'calling', step: 'start' }],
  ['Being cancelled…', { phase: 'calling', step: 'start', cancelled: true }],
  ['Deleting…', { phase: 'calling', step: 'delete', cancelled: true }],
  ['The service at sign.example could not be reached.', { phase: 'needs-you', problem: unreachable }],
  ['Not certain whether it was started: being looked up', { phase: 'unclear', step: 'start' }],
])('%s', (said, row) => {
  expect(say(row)).toBe(said);
});

test('what is tried again says when and why; what waits for the connection only why', () => {
  const row = { problem: unreachable, nextTryAt: today(14, 32), changedAt: today(14, 31) };
  expect(say(row)).toBe('Next try 14:32 · The service at sign.example could not be reached.');
  expect(say({ ...row, nextTryAt: null })).toBe('The service at sign.example could not be reached.');
  expect(say(row, { paused: true })).toBe('Paused · The service at sign.example could not be reached.');
});

test('an upload in doubt is settled by the next check, to the full minute', () => {
  expect(say({ phase: 'unclear' })).toBe('Not certain whether it arrived: asked at the next check');
  expect(say({ phase: 'unclear' }, { nextCheck: today(14, 44) + 5_000 })).toBe(
    'Not certain whether it arrived: asked at the next check, 14:45',
  );
  // Trying again is not what settles it, however the answer was lost.
  const lost = { phase: 'unclear' as const, problem: unreachable, nextTryAt: today(14, 32), changedAt: 0 };
  expect(say(lost)).toBe('Not certain whether it arrived: asked at the next check');
  expect(say({ ...lost, step: 'start' })).toBe('Not certain whether it was started: being looked up · Next try 14:32');
});

test('whoever reads of a doubt in full is told to leave it alone, and not to try again', () => {
  const full = (more: Partial<SubmissionRow>) =>
    longDoubtText(sampleRow('a', { phase: 'unclear', problem: unreachable, ...more }), {
      ...calm,
      nextCheck: today(14, 45),
      t: words.t,
    });
  expect(full({})).toBe(
    'Not certain whether it arrived: asked at the next check, 14:45. ' +
      'Do nothing, and do not send it again: after that it goes on by itself.',
  );
  expect(full({ step: 'withdraw' })).toBe(
    'Not certain whether it was withdrawn: being looked up. There is nothing for you to do: it goes on by itself.',
  );
});

test('a pause and the limit of a day are said in the rows they stop', () => {
  expect(say({}, { paused: true })).toBe('Paused');
  expect(say({ phase: 'calling' }, { paused: true })).toBe('Uploading…');
  const full = { resumesAt: today(16, 5) };
  expect(say({}, full)).toBe('Goes on 16:05: limit of the day reached');
  expect(say({ step: 'add-signee' }, full)).toBe('Waits its turn');
});

test('while everything is paused or nobody is signed in, no time of the next try is promised', () => {
  const late = { problem: unreachable, nextTryAt: today(14, 32), changedAt: today(14, 31) };
  const sequel = (around: Partial<Circumstances>, more: Partial<SubmissionRow> = late) =>
    nextStepText(sampleRow('a', more), { ...calm, ...around, t: words.t });
  expect(sequel({})).toBe('Countersign tries again by itself: 14:32.');
  expect(sequel({ paused: true })).toBe('Paused.');
  expect(sequel({ signedOut: true })).toBe('Waits until you sign in.');
  expect(sequel({}, { ...late, phase: 'needs-you' })).toBeUndefined();
  expect(say({}, { signedOut: true })).toBe('Waits until you sign in');
  expect(say({ ...late, phase: 'unclear', step: 'start' }, { paused: true })).not.toContain('Next try');
  const asked = say({ phase: 'unclear' }, { signedOut: true, nextCheck: today(14, 44) });
  expect(asked).toBe('Not certain whether it arrived: asked at the next check');
});

test('at its end a row says how it ended, and what is left to say about it', () => {
  const end = (row: SubmissionRow) => stateText(row, { ...calm, t: words.t });
  expect(end(restingRow('a', 'started'))).toBe('Started');
  expect(end(restingRow('a', 'cancelled'))).toBe('Cancelled: nothing was sent');
  expect(end(restingRow('a', 'draft', { orphans: ['x', 'y'] }))).toBe('2 drafts were left behind');
  const late = restingRow('a', 'started', { problem: { key: 'started-too-late', params: {} } });
  expect(end(late)).toBe(en.problem['started-too-late'].what);
});
