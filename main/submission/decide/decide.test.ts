import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fact, Seen } from '../fact.ts';
import { type Submission, submissionSchema } from '../submission.ts';
import { sampleSubmission } from '../testing/store-contract.ts';
import { decide } from './decide.ts';

const ids = fc.constantFrom('d1', 'd2');

function seen(documentId: string, status: string, people: number, sha256: string | null): Seen {
  const { wish } = sampleSubmission('s1');
  return {
    documentId,
    status,
    name: wish.file.name,
    type: wish.file.type,
    mode: wish.mode,
    jurisdiction: wish.jurisdiction,
    alias: wish.alias,
    comment: wish.comment,
    sha256,
    createdAt: 1_000_000,
    signees: wish.signees.slice(0, people).map(({ email }) => ({ email })),
  };
}

const trouble = fc.record(
  {
    kind: fc.constantFrom('busy', 'not-found', 'answer-lost', 'credentials-refused', 'conflict', 'quota'),
    certainty: fc.constantFrom('never-sent', 'refused', 'unclear', 'permanent'),
    details: fc.constant('x'),
    status: fc.constant(409),
    retryAfterMs: fc.nat(5_000),
    forAPerson: fc.boolean(),
  },
  { requiredKeys: ['kind', 'certainty', 'details', 'forAPerson'] },
);
const failing = trouble.map((what) => ({ ok: false, trouble: what }) as const);
const document = fc
  .tuple(ids, fc.constantFrom('draft', 'draft', 'in-progress', 'withdrawn', 'odd'), fc.nat(2), fc.boolean())
  .map(([id, status, people, own]) => seen(id, status, people, own ? 'ab'.repeat(32) : null));
const showing = document.map((value) => ({ ok: true, value }) as const);

const fact: fc.Arbitrary<Fact> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Fact>({ kind: 'due', skewMs: 0 }) },
  fc.constantFrom<Fact>(
    { kind: 'restarted' },
    { kind: 'recovered' },
    { kind: 'connection-ready' },
    { kind: 'finished' },
    { kind: 'clock-moved', byMs: 3_600_000 },
    { kind: 'clock-moved', byMs: -3_600_000 },
  ),
  fc.oneof(showing, failing).map((answer): Fact => ({ kind: 'uploaded', answer })),
  fc
    .oneof(fc.constant({ ok: true, value: null } as const), failing)
    .map((answer): Fact => ({ kind: 'called', answer })),
  fc.tuple(ids, fc.oneof(showing, failing)).map(
    ([documentId, answer]): Fact => ({
      kind: 'seen',
      documentId,
      skewMs: 0,
      answer,
    }),
  ),
  fc.tuple(fc.uniqueArray(ids), fc.boolean(), fc.boolean(), fc.nat(1), fc.boolean()).map(
    ([found, contested, whole, unreadable, proven]): Fact => ({
      kind: 'checked',
      candidates: found.map((documentId) => ({
        documentId,
        status: 'draft',
        createdAt: 1_000_000,
        signees: [],
        likeness: proven ? 'proven' : 'likely',
      })),
      more: unreadable,
      contested,
      whole,
      documents: 7,
      unreadable,
      undecided: 0,
      unread: 0,
    }),
  ),
  fc
    .constantFrom<Extract<Fact, { kind: 'command' }>['command']>(
      { kind: 'cancel' },
      { kind: 'undo' },
      { kind: 'send-now' },
      { kind: 'retry' },
      { kind: 'withdraw' },
      { kind: 'redo', id: 's2' },
      { kind: 'delete' },
      { kind: 'adopt', documentId: 'd1' },
      { kind: 'upload-again' },
      { kind: 'give-up' },
      { kind: 'take-over', account: 'service-2' },
      { kind: 'send', startAfter: 1_000_000 },
    )
    .map((command): Fact => ({ kind: 'command', command })),
);

/** The fact that follows if nothing fails. Random facts alone would hardly ever lead to a start. */
function usual({ stage, documentId }: Submission): Fact {
  if (stage.kind !== 'calling') return { kind: 'due', skewMs: 0 };
  const there = documentId ?? 'd1';
  const answer = { ok: true, value: seen(there, 'draft', stage.step === 'upload' ? 0 : 2, null) } as const;
  if (stage.step === 'upload') return { kind: 'uploaded', answer };
  if (stage.step === 'compare') return { kind: 'seen', documentId: there, skewMs: 0, answer };
  return { kind: 'called', answer: { ok: true, value: null } };
}

/** Commands by which a person agrees to the sending or chooses the document. */
const consents: readonly string[] = ['send', 'retry', 'adopt'];

test('any facts in any order lead to one document, and each start is wanted and follows a comparison', () => {
  const runs = Number(process.env['COUNTERSIGN_RUNS'] ?? 2_000);
  let starts = 0;
  fc.assert(
    fc.property(fc.array(fc.option(fact, { freq: 2 }), { minLength: 20, maxLength: 60 }), (facts) => {
      let submission: Submission = sampleSubmission('s1');
      let now = 1_000_000;
      let compared = false;
      let wanted = true;
      for (const strange of facts) {
        const one = strange ?? usual(submission);
        now += 20_000;
        const decision = decide(submission, one, { now, roll: () => 0.1 });
        if (decision === null) continue;
        const before = submission;
        submission = decision.submission;
        if (one.kind === 'recovered' || (one.kind === 'command' && one.command.kind === 'take-over')) wanted = false;
        if (one.kind === 'command' && consents.includes(one.command.kind)) wanted = true;
        expect(submission.revision).toBe(before.revision + 1);
        const undone = before.documentId !== null && submission.documentId === null;
        if (undone) {
          const { kind: end } = submission.stage;
          expect([before.undone, end, submission.goal]).toEqual([true, 'held', 'hold']);
          expect(before.startedAt).toBe(null);
          wanted = false;
          compared = false;
        } else if (before.documentId !== null) expect(submission.documentId).toBe(before.documentId);
        if (before.stage.kind === 'done' && submission.stage.kind === 'ready')
          expect(['withdraw', 'delete']).toContain(submission.stage.step);
        const called = decision.effects.some(({ kind }) => kind === 'call');
        if (!called) {
          compared ||= before.stage.kind === 'calling' && before.stage.step === 'compare' && one.kind === 'seen';
          continue;
        }
        if (submission.stage.kind !== 'calling') throw new Error('A call without an intent.');
        if (submission.stage.step === 'start') {
          expect(compared).toBe(true);
          expect([submission.cancelled, submission.recovered, wanted]).toEqual([false, false, true]);
          starts += 1;
        }
        compared = false;
      }
      submissionSchema.parse(submission);
    }),
    { numRuns: Math.min(runs, 50_000) },
  );
  // Without a start the test would prove nothing.
  expect(starts).toBeGreaterThan(0);
});
