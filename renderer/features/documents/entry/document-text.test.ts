import { createInstance } from 'i18next';
import { describe, expect, test } from 'vitest';
import de from '../../../../assets/locales/de.json' with { type: 'json' };
import en from '../../../../assets/locales/en.json' with { type: 'json' };
import type { DocumentEntry, DocumentSignee } from '../../../../preload/contract/document.ts';
import { sayMoment } from '../../../language/say-moment.ts';
import { sampleDocument } from '../testing/sample-entries.ts';
import { detailsText, documentState, documentText, type Speaker, sentAt, spokenDocument } from './document-text.ts';
import { sayPerson } from './people-of-document.ts';

const words = createInstance({
  lng: 'en',
  resources: { en: { translation: en }, de: { translation: de } },
  returnNull: false,
});
void words.init({ initAsync: false });

const DAY = 24 * 60 * 60_000;
const now = new Date(2026, 4, 20, 12).getTime();
const english: Speaker = { t: words.getFixedT('en'), locale: 'en-GB', now };
const german: Speaker = { t: words.getFixedT('de'), locale: 'de-CH', now };

const person = (name: string, status: string | null): DocumentSignee => ({
  name,
  email: `${name.split(' ')[0]}@example.ch`,
  order: null,
  status,
});
const lease = (status: string, more: Partial<DocumentEntry> = {}) =>
  sampleDocument('Lease', status, { since: now - 9 * DAY, ...more });
const running = (...signees: DocumentSignee[]) =>
  lease('in-progress', {
    signStatus: 'pending',
    signees,
    due: { what: 'withdrawn', at: now + 3 * DAY, bound: 'exact' },
  });

const anna = person('Anna Muster', 'pending');
const beat = person('Beat Frei', 'on-hold');

describe('the state in a row', () => {
  test('names the one who is waited for, and since when', () => {
    expect(documentText(running(person('Clara Gut', 'signed'), anna, beat), english)).toBe('Waiting for Anna · 9 days');
    expect(documentText(running(anna, beat), german)).toBe('Wartet auf Anna · 9 Tage');
  });

  test.each([
    [7, 'in-progress', 'quiet'],
    [8, 'in-progress', 'warn'],
    [15, 'in-progress', 'danger'],
    [15, 'signed', 'quiet'],
  ])('%s days of %s are %s', (days, status, tone) => {
    expect(documentState(lease(status, { since: now - days * DAY }), english).tone).toBe(tone);
  });

  test('counts several people', () => {
    expect(documentText(running(anna, person('Beat Frei', 'pending')), english)).toBe('Waiting for 2 people · 9 days');
  });

  test('tells apart people with the same first name', () => {
    const other = person('Anna Frei', 'signed');
    expect(documentText(running(anna, other), english)).toBe('Waiting for Anna Muster · 9 days');
  });

  test('says how far the signing is while nobody has looked at the people', () => {
    const unread = lease('in-progress', { signStatus: 'pending', signees: null });
    expect(documentText(unread, english)).toBe('No signature yet · 9 days');
  });

  test('names the one who rejected', () => {
    expect(documentText(lease('rejected', { signees: [person('Beat Frei', 'rejected')] }), english)).toBe(
      'Rejected by Beat · 9 days',
    );
    expect(documentText(lease('rejected'), english)).toBe('Rejected · 9 days');
  });

  test('does not say Draft among the drafts', () => {
    expect(documentText(lease('draft', { since: null }), english)).toBe('Not sent');
  });

  test('says since when a deleted document is gone', () => {
    expect(documentText(lease('in-progress', { goneAt: now - 2 * DAY }), english)).toBe('Deleted · 2 days');
  });

  test('shows an unknown status unchanged', () => {
    expect(documentText(lease('archived', { since: null }), english)).toBe('archived');
  });
});

describe('a row as it is spoken', () => {
  test('says name, state, since when and the deadline', () => {
    expect(spokenDocument(running(anna, beat), english)).toBe(
      'Lease.pdf, waiting for Anna Muster, 9 days, withdrawn in 3 days',
    );
    expect(spokenDocument(running(anna, beat), german)).toBe(
      'Lease.pdf, wartet auf Anna Muster, 9 Tage, Rückzug: in 3 Tagen',
    );
  });

  test('says that the deadline may come later', () => {
    const due = { what: 'withdrawn', at: now + 3 * DAY, bound: 'earliest' } as const;
    const signed = lease('in-progress', { due, signStatus: 'in-progress' });
    expect(spokenDocument(signed, english)).toMatch(/, withdrawn in 3 days at the earliest$/);
    expect(spokenDocument(signed, german)).toMatch(/, Rückzug: frühestens in 3 Tagen$/);
  });

  test('says who has opened it and not signed yet', () => {
    const opened = { ...anna, viewedAt: now };
    expect(spokenDocument(running({ ...beat, viewedAt: now, decidedAt: now }, opened), english)).toBe(
      'Lease.pdf, waiting for Anna Muster, opened by Anna Muster, 9 days, withdrawn in 3 days',
    );
  });

  test('says why somebody rejected', () => {
    const rejecting = { ...person('Beat Frei', 'rejected'), reason: 'The price' };
    expect(spokenDocument(lease('rejected', { signees: [rejecting] }), english)).toBe(
      'Lease.pdf, rejected by Beat Frei, “The price”, 9 days',
    );
  });

  test('says whether a signed document is saved', () => {
    expect(spokenDocument(lease('signed'), english)).toBe('Lease.pdf, signed, 9 days, signed copy not saved');
    const saved = lease('signed', { saved: { name: 'Lease signed.pdf', at: now }, since: null });
    expect(spokenDocument(saved, english)).toBe('Lease.pdf, signed, signed copy saved');
  });
});

test('details that are newer than the row say the state in its words', () => {
  const details = { documentStatus: 'in-progress', signStatus: 'pending', signees: [anna, beat] };
  expect(detailsText(details, english.t)).toBe('Waiting for Anna');
  expect(detailsText({ ...details, signees: [] }, english.t)).toBe('No signature yet');
  expect(detailsText({ ...details, documentStatus: 'draft' }, english.t)).toBe('Draft');
});

test('a person is said with the state, both times and the reason', () => {
  const decided = { ...person('Beat Frei', 'rejected'), reason: 'The price', viewedAt: now, decidedAt: now };
  const time = sayMoment(now, 'en-GB');
  expect(sayPerson(decided, english)).toBe(`Beat Frei: Rejected · ${time} · Opened ${time} · “The price”`);
  expect(sayPerson({ ...anna, viewedAt: now }, english)).toBe(`Anna Muster: Not signed yet · Opened ${time}`);
  expect(sayPerson(person('Clara Gut', null), english)).toBe('Clara Gut');
});

test('when it was sent is what the service says, and before it answers the beginning of the wait', () => {
  const started = new Date(now).toISOString();
  expect(sentAt(lease('in-progress'), { started })).toBe(now);
  expect(sentAt(lease('in-progress'), { started: null })).toBe(now - 9 * DAY);
  // Since then it is signed, and not sent.
  expect([sentAt(lease('signed'), null), sentAt(null, { started: 'a word of tomorrow' })]).toEqual([null, null]);
});

describe('a saved copy', () => {
  const saved = { name: 'Lease signed.pdf', at: now };
  const verdict = { kind: 'signed', level: 'good', people: 2, signed: 2, at: now } as const;

  test('that is signed says by how many', () => {
    expect(spokenDocument(lease('signed', { saved, verdict }), english)).toBe(
      'Lease.pdf, signed, 9 days, signed copy saved, signed by 2',
    );
  });

  test('that is not signed has that as its state, also when the service has deleted the document', () => {
    const bad = { saved, verdict: { ...verdict, kind: 'not-signed', level: 'alarm' } as const };
    expect(documentText(lease('signed', bad), english)).toBe('Not signed! · 9 days');
    expect(documentText(lease('signed', { ...bad, goneAt: now }), english)).toMatch(/^Not signed! · /);
    expect(spokenDocument(lease('signed', bad), english)).toBe('Lease.pdf, not signed!, 9 days, signed copy saved');
  });
});
