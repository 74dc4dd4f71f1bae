import { expect, test } from 'vitest';
import { openJournal } from '../journal/journal.ts';
import { decide } from '../submission/decide/decide.ts';
import type { Fact, Seen } from '../submission/fact.ts';
import type { Submission } from '../submission/submission.ts';
import { sampleSubmission } from '../submission/testing/store-contract.ts';
import { toHistoryLines } from './history-line.ts';

const one = sampleSubmission('s', { startAfter: 0 });
const seen: Seen = {
  documentId: 'd',
  status: 'draft',
  name: one.wish.file.name,
  type: one.wish.file.type,
  mode: one.wish.mode,
  jurisdiction: one.wish.jurisdiction,
  alias: one.wish.alias,
  comment: one.wish.comment,
  sha256: one.wish.file.sha256,
  createdAt: 1_000,
  signees: [],
};
const people = one.wish.signees.map(({ email, order }) => ({ email, ...(order === undefined ? {} : { order }) }));
const due: Fact = { kind: 'due', skewMs: 0 };
const called: Fact = { kind: 'called', answer: { ok: true, value: null } };
const uploaded: Fact = { kind: 'uploaded', answer: { ok: true, value: seen } };
const look = (patch: Partial<Seen> = {}): Fact => ({
  kind: 'seen',
  documentId: 'd',
  skewMs: 0,
  answer: { ok: true, value: { ...seen, signees: people, ...patch } },
});
const trouble = { kind: 'timed-out', details: 'No answer.', forAPerson: false } as const;
const lost = { ok: false, trouble: { ...trouble, certainty: 'unclear' } } as const;

/** The history lines after these facts. */
const told = (...facts: readonly Fact[]): string[] => toldOf(one, ...facts);

function toldOf(first: Submission, ...facts: readonly Fact[]): string[] {
  const { journal } = openJournal(':memory:');
  let now = 1_000;
  let row = first;
  const accepted = { at: now, submissionId: 's', fact: { kind: 'accepted' } } as const;
  journal.submissions.commit([{ submission: row, event: accepted }]);
  for (const fact of facts) {
    now += 1_000;
    const decision = decide(row, fact, { now, roll: () => 0 });
    if (decision === null) throw new Error(`${fact.kind} means nothing to ${JSON.stringify(row.stage)}.`);
    row = decision.submission;
    expect(journal.submissions.commit([{ submission: row, event: { at: now, submissionId: 's', fact } }]).ok).toBe(
      true,
    );
  }
  const lines = toHistoryLines(journal.history('submission:s'), 'h');
  journal.close();
  return lines.map(({ kind, step, command, problem }) => [kind, step, command, problem?.key].filter(Boolean).join(' '));
}

const added = [due, called, due, called] as const;

test('shows the steps of a submission without failures', () => {
  expect(told(due, uploaded, ...added, due, look(), due, called)).toEqual([
    'accepted upload',
    'began upload',
    'uploaded upload',
    'began add-signee',
    'signee-added add-signee',
    'began add-signee',
    'signee-added add-signee',
    'began compare',
    'compared compare',
    'began start',
    'started start',
  ]);
});

test('says of a draft that was made elsewhere that a person completed it, and of no copy', () => {
  expect(toldOf({ ...one, documentId: 'd1' })).toEqual(['draft-completed upload']);
});

test('shows what became of the document that a copy replaces', () => {
  const copy: Submission = { ...one, stage: { kind: 'held' }, goal: 'send', redoOf: 'old' };
  expect(toldOf(copy, { kind: 'replaced', asOrdered: true })).toEqual(['accepted', 'replaced']);
  expect(toldOf(copy, { kind: 'replaced', asOrdered: false })).toEqual(['accepted', 'overtaken']);
});

test('shows a doubt, its end and the commands of the person', () => {
  const checked: Fact = {
    kind: 'checked',
    candidates: [{ documentId: 'd', status: 'draft', createdAt: 1, signees: [], likeness: 'proven' }],
    more: 0,
    undecided: 0,
    unread: 0,
    contested: false,
    whole: true,
    documents: 1,
    unreadable: 0,
  };
  const command: Fact = { kind: 'command', command: { kind: 'cancel' } };
  expect(told(due, { kind: 'uploaded', answer: lost }, checked, command)).toEqual([
    'accepted upload',
    'began upload',
    'unclear upload timed-out',
    'uploaded upload',
    'asked cancel',
  ]);
});

test('shows that a start in doubt had arrived', () => {
  const lines = told(
    due,
    uploaded,
    ...added,
    due,
    look(),
    due,
    { kind: 'called', answer: lost },
    due,
    look({ status: 'in-progress' }),
  );
  expect(lines.slice(-3)).toEqual(['began start', 'unclear start timed-out', 'started start']);
});

test('shows that a draft was deleted, when a look no longer finds it', () => {
  const draft: Submission = { ...one, documentId: 'd', stage: { kind: 'done', as: 'draft' } };
  const gone = { ...trouble, kind: 'not-found', certainty: 'permanent' } as const;
  const command: Fact = { kind: 'command', command: { kind: 'delete' } };
  const notFound: Fact = { kind: 'seen', documentId: 'd', skewMs: 0, answer: { ok: false, trouble: gone } };
  expect(toldOf(draft, command, due, called, due, notFound).slice(1)).toEqual([
    'asked delete',
    'began delete',
    'deleted delete',
  ]);
});

test('shows a difference and a failed call', () => {
  expect(told(due, uploaded, ...added, due, look({ mode: 'timestamp' })).at(-1)).toBe('differs compare');
  const refused = { ok: false, trouble: { ...trouble, kind: 'busy', certainty: 'refused' } } as const;
  expect(told(due, { kind: 'uploaded', answer: refused }).at(-1)).toBe('failed upload service-busy');
  expect(told(due, { kind: 'restarted' }).at(-1)).toBe('restarted upload');
});

test('shows as much as possible of events by another version', () => {
  const event = (content: unknown) => ({ seq: 1, at: 1, content: JSON.stringify(content) });
  const strange = [
    event({ anything: 1 }),
    event({ fact: { kind: 'folded' }, stage: { kind: 'ready', step: 'upload' } }),
    event({ fact: { kind: 'due' }, stage: { kind: 'calling', step: 'fax' } }),
    event({ fact: { kind: 'command', command: { kind: 'dance' } }, stage: { kind: 'held' } }),
    event({ fact: { kind: 'accepted' }, stage: { kind: 'ready', step: 'fax' } }),
  ];
  expect(toHistoryLines(strange, 'h').map(({ kind, step, command }) => [kind, step, command])).toEqual([
    ['began', null, null],
    ['asked', null, null],
    ['accepted', null, null],
  ]);
});
