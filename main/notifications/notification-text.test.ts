import { expect, test } from 'vitest';
import { createTexts } from '../words/texts.ts';
import type { News } from './news.ts';
import { notificationsOf } from './notification-text.ts';

const DAY = 24 * 60 * 60_000;
const now = new Date(2026, 4, 10, 12).getTime();
const signed = (name: string, more: Partial<News> = {}): News => ({
  kind: 'signed',
  documentId: 'd',
  saved: true,
  at: null,
  key: name,
  connectionId: more.connectionId ?? 'c',
  name,
  entry: name,
});
const texts = createTexts();
const tell = (news: readonly News[], hideNames = false, locale = 'en') =>
  notificationsOf(news, { t: texts.in(locale), locale, now, hideNames });

test('one document has its name and opens its row', () => {
  expect(tell([signed('Lease.pdf')])).toEqual([
    {
      title: 'Signed: Lease.pdf',
      body: 'The signed copy is saved on this computer.',
      connectionId: 'c',
      entry: 'Lease.pdf',
    },
  ]);
});

test('five documents signed at once are one notification, which opens the list', () => {
  const news = ['A.pdf', 'B.pdf', 'C.pdf', 'D.pdf', 'E.pdf'].map((name) => signed(name));
  expect(tell(news)).toEqual([
    { title: '5 documents signed', body: 'A.pdf, B.pdf, C.pdf, and 2 more', connectionId: 'c', entry: null },
  ]);
  expect(tell(news, false, 'fr')[0]?.body).toBe('A.pdf, B.pdf, C.pdf et 2 autres');
});

test('each connection and each kind has its own', () => {
  const rejected: News = { ...signed('R.pdf'), kind: 'rejected', by: null, reason: null, at: null };
  expect(tell([signed('A.pdf'), signed('B.pdf', { connectionId: 'x' }), rejected])).toHaveLength(3);
});

test('a file or a folder that waits says why', () => {
  const file: News = { ...signed('Lease.pdf'), kind: 'needsYou', problem: null, isFolder: false };
  const why = (kind: 'no-signee' | 'maybe-sent' | 'other-account', who = '') => ({ kind, who, at: now });
  expect(tell([{ ...file, why: why('no-signee') }])).toMatchObject([
    { title: 'Check Lease.pdf', body: 'Neither the profile nor the file names who signs.' },
  ]);
  expect(tell([{ ...file, why: why('maybe-sent') }])[0]?.body).toContain('May 10, 2026');
  expect(tell([{ ...file, why: why('other-account', 'anna') }])[0]?.body).toContain('for the account anna.');
  expect(tell([{ ...file, why: why('other-account') }])[0]?.body).toContain('not switched on for your account.');
  expect(tell([{ ...file, why: why('no-signee') }], true)[0]?.body).toBe('Open Countersign for details.');
  const replaced: News = { ...file, isFolder: true, why: { kind: 'replaced', who: '', at: null } };
  expect(tell([replaced])[0]?.body).toMatch(/^This is not the folder/);
});

test('a copy that is not signed says so', () => {
  const copy: News = {
    ...signed('Lease.pdf'),
    kind: 'needsYou',
    problem: null,
    verdict: 'not-signed',
    isFolder: false,
  };
  expect(tell([copy])).toMatchObject([
    {
      title: 'Check Lease.pdf',
      body: 'The service says that everyone signed, but the saved file has no electronic signature.',
    },
  ]);
});

test('hidden names stay hidden', () => {
  const rejected: News = { ...signed('Divorce.pdf'), kind: 'rejected', by: 'Beat', reason: 'no', at: null };
  const text = JSON.stringify(
    [...tell([rejected], true), ...tell([signed('Divorce.pdf'), signed('B')], true)].map(({ title, body }) => ({
      title,
      body,
    })),
  );
  expect(text).not.toMatch(/Divorce|Beat|no\b|B"/);
  expect(tell([rejected], true)[0]?.title).toBe('A document was rejected');
});

test('a rejection has the words of the person', () => {
  const news: News = { ...signed('R.pdf'), kind: 'rejected', by: 'Beat Frei', reason: 'Too\nexpensive', at: null };
  expect(tell([news])[0]?.body).toBe('Beat Frei: “Too expensive”');
  expect(tell([{ ...news, by: null }])[0]?.body).toBe('“Too expensive”');
  expect(tell([{ ...news, by: null, reason: null, at: null }])[0]?.body).toBe('');
  expect(tell([news], false, 'de-CH')[0]?.body).toBe('Beat Frei: «Too expensive»');
});

test('an end has the time that the service told, because a notification may come days later', () => {
  const at = new Date(2026, 4, 8, 9, 5).getTime();
  const rejected: News = { ...signed('R.pdf'), kind: 'rejected', by: 'Beat Frei', reason: 'Too expensive', at };
  expect(tell([rejected], false, 'de-CH')[0]?.body).toBe('08.05.2026, 09:05 · Beat Frei: «Too expensive»');
  expect(tell([{ ...rejected, by: null, reason: null }], false, 'de-CH')[0]?.body).toBe('08.05.2026, 09:05');
  const news: News = { ...signed('A.pdf'), kind: 'signed', documentId: 'd', saved: true, at };
  expect(tell([news], false, 'de-CH')[0]?.body).toMatch(/^08\.05\.2026, 09:05 · Die unterschriebene Kopie/);
});

test('a deadline is said in days', () => {
  const news: News = { ...signed('A.pdf'), kind: 'expiring', loss: 'copy', at: now + 3 * DAY, bound: 'exact' };
  expect(tell([news])[0]?.body).toBe('Its signed copy is not saved. The service deletes it in 3 days.');
  expect(tell([{ ...news, loss: 'signing', at: now + DAY }], false, 'de')[0]?.body).toContain('morgen');
  expect(tell([{ ...news, loss: 'file' }])[0]?.body).toBe(
    'Not everybody signed it, and its file is not saved. The service deletes it in 3 days.',
  );
  const signing: News = { ...news, loss: 'signing' };
  expect(tell([{ ...signing, bound: 'earliest' }])[0]?.body).toMatch(/withdraws it in 3 days at the earliest\.$/);
  expect(tell([{ ...signing, bound: 'latest' }])[0]?.body).toMatch(/withdraws it in 3 days at the latest\.$/);
});
