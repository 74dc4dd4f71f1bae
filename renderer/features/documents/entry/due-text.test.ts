import { createInstance } from 'i18next';
import { describe, expect, test } from 'vitest';
import en from '../../../../assets/locales/en.json' with { type: 'json' };
import type { CopyVerdict, VerdictKind } from '../../../../preload/contract/copy-verdict.ts';
import type { DocumentEntry } from '../../../../preload/contract/document.ts';
import { sampleDocument } from '../testing/sample-entries.ts';
import { chipOf, deadlineOf, dueSentence } from './due-text.ts';

const words = createInstance({ lng: 'en', resources: { en: { translation: en } }, returnNull: false });
void words.init({ initAsync: false });

const DAY = 24 * 60 * 60_000;
const now = new Date(2026, 4, 20, 12).getTime();
const speaker = { t: words.getFixedT('en'), locale: 'en-GB', now };
const dueIn = (days: number, what: 'deleted' | 'withdrawn' = 'withdrawn') =>
  ({ what, at: now + days * DAY, bound: 'exact' }) as const;
const chip = (status: string, more: Partial<DocumentEntry>) => chipOf(sampleDocument('Lease', status, more), speaker);

describe('the deadline in the details', () => {
  const deadline = (status: string, more: Partial<DocumentEntry>) =>
    deadlineOf(sampleDocument('Lease', status, more), speaker);

  test.each([
    [21, 'Due in 21 days', 'quiet'],
    [5, 'Due in 5 days', 'warn'],
    [2, 'Due in 2 days', 'danger'],
    [-1, 'Due soon', 'danger'],
  ] as const)('in %s days is "%s", %s', (days, text, tone) => {
    expect(deadline('in-progress', { due: dueIn(days) })).toMatchObject({ text, tone });
  });

  test('says that it may come later', () => {
    const due = { ...dueIn(5), bound: 'earliest' } as const;
    expect(deadline('in-progress', { due })?.text).toBe('Due in 5 days at the earliest');
    expect(deadline('in-progress', { due: { ...due, at: now - DAY } })?.text).toBe('Due soon');
  });

  test('says that it may come sooner', () => {
    const due = { ...dueIn(5, 'deleted'), bound: 'latest' } as const;
    expect(deadline('draft', { due })?.text).toBe('Deleted in 5 days at the latest');
  });

  test('is told only while something can be lost', () => {
    const due = dueIn(2, 'deleted');
    expect(deadline('signed', { due })?.tone).toBe('danger');
    expect(deadline('signed', { due, saved: { name: 'Lease signed.pdf', at: now } })).toBeNull();
    expect([deadline('rejected', { due }), deadline('in-progress', {})]).toEqual([null, null]);
    expect(deadline('in-progress', { due, goneAt: now })).toBeNull();
  });
});

describe('the chip of a row', () => {
  test.each([
    [30, 'in 30 days', 'quiet'],
    [8, 'in 8 days', 'quiet'],
    [7, 'in 7 days', 'warn'],
    [3, 'in 3 days', 'warn'],
    [2, 'in 2 days', 'danger'],
    [0.1, 'today', 'danger'],
    [-1, 'soon', 'danger'],
  ] as const)('a deadline in %s days is "%s", %s', (days, text, tone) => {
    expect(chip('in-progress', { due: dueIn(days) })).toMatchObject({ text, tone });
  });

  test('a deadline that may come sooner or later does not name a day', () => {
    expect(chip('draft', { due: { ...dueIn(5, 'deleted'), bound: 'latest' } })?.text).toBe('within 5 days');
    expect(chip('draft', { due: { ...dueIn(5, 'deleted'), bound: 'earliest' } })?.text).toBe('at least 5 days');
    expect(chip('draft', { due: { ...dueIn(0.1, 'deleted'), bound: 'earliest' } })?.text).toBe('today at the earliest');
    // It is noon: tomorrow morning is no day away.
    expect(chip('draft', { due: { ...dueIn(0.9, 'deleted'), bound: 'earliest' } })?.text).toBe(
      'tomorrow at the earliest',
    );
  });

  test('the deletion of a rejected document is no deadline of anybody', () => {
    expect(chip('rejected', { due: dueIn(1, 'deleted') })).toBeNull();
  });

  test('a signed document says whether its copy is saved, in place of the deadline', () => {
    const due = dueIn(9, 'deleted');
    expect(chip('signed', { due, saved: { name: 'Lease signed.pdf', at: now } })).toMatchObject({
      text: 'Saved',
      tone: 'ok',
    });
    expect(chip('signed', { due })).toMatchObject({ text: 'Not saved', tone: 'warn' });
    const moved = { due, saved: { name: 'Lease signed.pdf', at: now } };
    const problemWith = (key: 'copy-missing' | 'copy-receipt') => ({ key, params: { path: '/signed/Lease.pdf' } });
    expect(chip('signed', { ...moved, saveProblem: problemWith('copy-missing') })).toMatchObject({
      text: 'Not saved',
      tone: 'danger',
    });
    expect(chip('signed', { ...moved, saveProblem: problemWith('copy-receipt') })).toMatchObject({ isSaved: true });
    expect(chip('signed', { ...moved, saveProblem: problemWith('copy-missing'), goneAt: now })).toMatchObject({
      isSaved: true,
    });
  });

  test.each<[string, Partial<DocumentEntry>]>([
    ['the last try failed', { due: dueIn(9, 'deleted'), saveProblem: { key: 'copy-not-whole', params: {} } }],
    ['time runs out', { due: dueIn(2, 'deleted') }],
    ['the service has deleted it', { goneAt: now }],
  ])('a missing copy is red when %s', (_when, more) => {
    expect(chip('signed', more)).toMatchObject({ text: 'Not saved', tone: 'danger' });
  });

  test('the tooltip of a missing copy gives the reason and the deadline', () => {
    const title = chip('signed', {
      due: dueIn(9, 'deleted'),
      saveProblem: { key: 'copy-not-whole', params: {} },
    })?.title;
    expect(title).toContain(en.problem['copy-not-whole'].what);
    expect(title).toContain('29 May 2026');
  });

  test('a document without a known deadline has none', () => {
    expect(chip('in-progress', {})).toBeNull();
    expect(chip('archived', {})).toBeNull();
  });
});

test('the deadline is a sentence with its certainty and its rule', () => {
  const say = (status: string, due: DocumentEntry['due']) => dueSentence(sampleDocument('a', status, { due }), speaker);
  const at = now + 3 * DAY;
  expect(say('in-progress', { what: 'withdrawn', at, bound: 'latest' })).toBe(
    'If not everyone has signed, the service withdraws this document on 23 May 2026 at the latest. People have 30 days to sign.',
  );
  expect(say('signed', { what: 'deleted', at, bound: 'earliest' })).toBe(
    'The service can delete this document from 23 May 2026 on. Finished documents are kept for 14 days.',
  );
  expect(say('draft', null)).toBeNull();
});

describe('a copy that was checked', () => {
  const saved = { name: 'Lease signed.pdf', at: now };
  const verdict = (kind: VerdictKind, level: CopyVerdict['level']) => ({ kind, level, people: 1, signed: 2, at: now });
  test.each<[VerdictKind, CopyVerdict['level'], string, string]>([
    ['signed', 'good', 'Signed by 1', 'ok'],
    ['sealed', 'good', 'Sealed', 'ok'],
    ['unchecked', 'look', 'Not checked', 'warn'],
  ])('and is %s says so in place of Saved, without a tick', (kind, level, text, tone) => {
    const shown = chip('signed', { saved, verdict: verdict(kind, level) });
    expect([shown?.text, shown?.tone, shown?.isSaved]).toEqual([text, tone, undefined]);
    expect(chip('signed', { saved })?.isSaved).toBe(true);
  });

  test('and is an alarm says it once: the state of the row has the words', () => {
    expect(chip('signed', { saved, verdict: verdict('not-signed', 'alarm') })).toBeNull();
  });
});
