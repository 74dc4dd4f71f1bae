/** Deadlines as a calendar file: RFC 5545, whatever a document is called. */
import { expect, test } from 'vitest';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { documentEntryOf } from '../documents/document-entry.ts';
import { openJournal } from '../journal/journal.ts';
import { createTexts } from '../words/texts.ts';
import { calendarText } from './calendar.ts';
import { deadlinesOf } from './deadlines.ts';

const AT = new Date(2026, 10, 30, 23, 30).getTime();
const NOW = Date.UTC(2026, 10, 26, 21, 5, 9);

/** Reads it as a calendar does: unfolds lines, then splits names from values. */
function read(text: string): readonly (readonly [string, string])[] {
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]);
}
const valueOf = (text: string, name: string) => read(text).find(([found]) => found === name)?.[1];

test('is an all-day entry of the local day, with nobody invited', () => {
  const text = calendarText([{ uid: 'a@b', at: AT, summary: 'Lease', description: 'Soon' }], NOW);
  expect(read(text)).toEqual([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Countersign//Deadlines//EN'],
    ['METHOD', 'PUBLISH'],
    ['BEGIN', 'VEVENT'],
    ['UID', 'a@b'],
    ['DTSTAMP', '20261126T210509Z'],
    ['SEQUENCE', String(Math.floor(NOW / 60_000))],
    ['DTSTART;VALUE=DATE', '20261130'],
    ['DTEND;VALUE=DATE', '20261201'],
    ['SUMMARY', 'Lease'],
    ['DESCRIPTION', 'Soon'],
    ['TRANSP', 'TRANSPARENT'],
    ['END', 'VEVENT'],
    ['END', 'VCALENDAR'],
  ]);
  expect(text).not.toMatch(/(?<!\r)\n|\r(?!\n)/);
});

test.each([
  ['Offer; 1,000 \\ year', String.raw`Offer\; 1\,000 \\ year`],
  ['two\r\nlines\nand\u2028more', String.raw`two\nlines\nand\nmore`],
  ['x\nATTENDEE:mailto:a@b.example\r\nBEGIN:VALARM', String.raw`x\nATTENDEE:mailto:a@b.example\nBEGIN:VALARM`],
  ['bell\u0007 and nul\u0000', 'bell and nul'],
])('escapes %j', (name, escaped) => {
  const text = calendarText([{ uid: 'a', at: AT, summary: name, description: name }], NOW);
  expect([valueOf(text, 'SUMMARY'), valueOf(text, 'DESCRIPTION')]).toEqual([escaped, escaped]);
  expect(read(text).map(([key]) => key)).not.toContain('ATTENDEE');
});

test.each(['é'.repeat(100), '𝒜'.repeat(60), 'a'.repeat(75), 'a'.repeat(300), `${'a'.repeat(66)}€€`])(
  'folds lines at 75 octets and never inside a character: %s',
  (name) => {
    const text = calendarText([{ uid: 'a', at: AT, summary: name, description: '' }], NOW);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).not.toContain('\ufffd');
    expect(valueOf(text, 'SUMMARY')).toBe(name);
  },
);

test('a second file replaces the first: same ids, a higher number', async () => {
  const { journal } = openJournal(':memory:');
  journal.connections.save({ ...sampleConnection, id: 'c' }, NOW);
  const see = (id: string, status: string, account: string) =>
    journal.documentFacts.see('c', [{ id, status }], { at: NOW, before: NOW - 1, account });
  see('d1', 'in-progress', 'me');
  see('d2', 'in-progress', 'somebody else');
  see('d3', 'signed', 'me');
  const t = createTexts().in('en');
  const deps = { journal, connectionId: 'c', account: 'me', locale: 'en', t };
  const first = calendarText(await deadlinesOf(deps, null), NOW);
  const second = calendarText(await deadlinesOf(deps, null), NOW + 60_000);
  const idsOf = (text: string) => read(text).flatMap(([key, value]) => (key === 'UID' ? [value] : []));
  expect(idsOf(first)).toEqual(['deadline-d1@countersign']);
  expect(idsOf(second)).toEqual(idsOf(first));
  expect(Number(valueOf(second, 'SEQUENCE'))).toBe(Number(valueOf(first, 'SEQUENCE')) + 1);
  expect(await deadlinesOf(deps, 'd3')).toMatchObject([{ summary: 'Deleted at the service: d3' }]);
  expect(await deadlinesOf(deps, 'd2')).toEqual([]);
  expect(await deadlinesOf(deps, 'unknown')).toEqual([]);
});

test('names no certain day where the list tells of a signature that the details do not know', async () => {
  const { journal } = openJournal(':memory:');
  journal.connections.save({ ...sampleConnection, id: 'c' }, NOW);
  const policy = { mimeType: '', canWithdraw: true, canDelete: false };
  journal.documentFacts.see('c', [{ id: 'd1', status: 'in-progress' }], { at: NOW, before: NOW - 1, account: 'me' });
  const signees = ['a@x.ch', 'b@x.ch'].map((email) => ({ email, name: null, order: null, status: 'pending' }));
  journal.documentFacts.keepDetails('c', 'd1', { created: null, started: NOW - 1, completed: null, signees }, NOW);
  const deps = { journal, connectionId: 'c', account: 'me', locale: 'en', t: createTexts().in('en') };
  for (const [signStatus, bound, words] of [
    ['pending', 'exact', 'withdraws this document on'],
    ['in-progress', 'earliest', 'can withdraw this document from'],
  ] as const) {
    const entry = { id: 'd1', name: 'Lease', documentStatus: 'in-progress', signStatus, ...policy };
    journal.documents.see('c', [entry], NOW);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await deadlinesOf(deps, 'd1'))[0]?.description).toContain(words);
    expect(documentEntryOf(journal, 'c', 'd1', 'me')?.due?.bound).toBe(bound);
  }
});
