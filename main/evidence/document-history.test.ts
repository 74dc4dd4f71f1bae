import { expect, test } from 'vitest';
import { unsignedFigures } from '../signatures/testing/sample-figures.ts';
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

test('tells an order with its problem, and each step only of this connection', () => {
  const about = (more: object = {}) => ({ connectionId: 'c', command: 'withdraw', ...more });
  const problem = { key: 'refused', params: { host: 'h' } };
  const events = [
    event(1, 'document-command-asked', about()),
    event(2, 'document-command-began', about()),
    event(3, 'document-command-unclear', about({ problem })),
    event(4, 'document-command-done', about()),
    event(5, 'document-command-asked', { connectionId: 'other', command: 'delete' }),
    event(6, 'document-command-done', about({ command: 'something new' })),
    event(7, 'document-command-done', about({ command: 'delete' })),
  ];
  const lines = toDocumentLines({ connectionId: 'c', events, nameOf });
  expect(lines.map(({ kind, step, command }) => [kind, step, command])).toEqual([
    ['asked', null, 'withdraw'],
    ['began', 'withdraw', null],
    ['unclear', 'withdraw', null],
    ['withdrawn', 'withdraw', null],
    ['deleted', 'delete', null],
  ]);
  expect(lines[2]?.problem?.key).toBe('refused');
});

test('a check of the signed copy says what was found then', () => {
  const check = { connectionId: 'c', ...unsignedFigures };
  const events = [
    event(1, 'copy-checked', check),
    event(2, 'copy-checked', { ...check, connectionId: 'other' }),
    event(3, 'copy-checked', { connectionId: 'c' }),
    event(4, 'copy-checked', { ...check, state: 'unchecked' }),
  ];
  const lines = toDocumentLines({ connectionId: 'c', events, nameOf });
  expect(lines.map(({ seq, kind, verdict }) => [seq, kind, verdict?.kind, verdict?.at])).toEqual([
    [1, 'copy-checked', 'not-signed', 1_000],
    [4, 'copy-checked', 'unchecked', 4_000],
  ]);
});
