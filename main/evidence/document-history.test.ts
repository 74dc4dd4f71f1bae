import { expect, test } from 'vitest';
import { toDocumentLines } from './document-history.ts';

const event = (seq: number, kind: string, content: unknown) => ({
  seq,
  at: seq * 1_000,
  subject: 'document:d',
  kind,
  content: JSON.stringify(content),
});
const status = (documentStatus: string, signStatus: string | null, connectionId = 'c') => ({
  connectionId,
  name: 'Lease.pdf',
  documentStatus,
  signStatus,
});
const nameOf = (person: string) => (person === 'person:1' ? 'Anna\u202E Muster' : null);
const linesOf = (...events: ReturnType<typeof event>[]) =>
  toDocumentLines({ connectionId: 'c', events, nameOf }).map(({ seq, kind, documentStatus, signStatus, who }) => [
    seq,
    kind,
    documentStatus ?? who,
    signStatus,
  ]);

test('tells each status once, the saved copy, reminders and the end', () => {
  expect(
    linesOf(
      event(1, 'document-seen', status('in-progress', 'pending')),
      // The service allows something else now. That is no step.
      event(2, 'document-changed', status('in-progress', 'pending')),
      event(3, 'document-changed', status('in-progress', 'in-progress')),
      event(4, 'reminded', { connectionId: 'c', person: 'person:1' }),
      event(5, 'reminded', { connectionId: 'c', person: 'person:2' }),
      event(6, 'document-changed', status('signed', 'signed')),
      event(7, 'saved', { connectionId: 'c', path: '/x.pdf', sha256: 'a', size: 1 }),
      event(8, 'document-gone', { connectionId: 'c' }),
    ),
  ).toEqual([
    [1, 'status', 'in-progress', 'pending'],
    [3, 'status', 'in-progress', 'in-progress'],
    [4, 'reminded', 'Anna Muster', undefined],
    [5, 'reminded', undefined, undefined],
    [6, 'status', 'signed', 'signed'],
    [7, 'saved', undefined, undefined],
    [8, 'gone', undefined, undefined],
  ]);
});

test('leaves out another connection, and what another version wrote', () => {
  expect(
    linesOf(
      event(1, 'document-seen', status('signed', null, 'other')),
      event(2, 'document-seen', { connectionId: 'c' }),
      event(3, 'saved', 'nothing'),
      event(4, 'toString', { connectionId: 'c' }),
    ),
  ).toEqual([]);
});
