import { change, readyFor } from '../../../main/submission/decide/change.ts';
import { type Planted, whenever } from './planted-bugs.ts';

/** Wrong decisions about a document that exists already. A judge that misses one proves nothing. */
export const plantedDecisions: readonly Planted[] = [
  {
    bug: 'Send forgets that a document may have been sent before',
    quirks: {
      decide: whenever(
        ({ before, fact }) => before.perhapsSent && fact.kind === 'command' && fact.command.kind === 'send',
        ({ decided }) => ({ ...decided, submission: { ...decided.submission, perhapsSent: false } }),
      ),
    },
    found: /row says that nobody sent it/,
    seed: 39_000_050,
  },
  {
    bug: 'a withdrawal counts before the document shows it',
    quirks: {
      decide: whenever(
        ({ before, fact }) =>
          fact.kind === 'called' && before.stage.kind === 'calling' && before.stage.step === 'withdraw',
        ({ before, moment }) => change(before, { stage: { kind: 'done', as: 'withdrawn' }, reason: null }, moment),
      ),
    },
    found: /while people can sign/,
    seed: 559,
  },
  {
    bug: 'a corrected copy does not wait for the withdrawal',
    quirks: {
      decide: whenever(
        ({ decided }) => decided.created.length > 0,
        ({ decided }) => ({ ...decided, created: decided.created.map((copy) => ({ ...copy, redoOf: 'another' })) }),
      ),
    },
    found: /while people can sign/,
    seed: 98,
  },
  {
    bug: 'a copy that goes by itself does not wait for the withdrawal',
    quirks: {
      decide: whenever(
        ({ decided }) => decided.created.some(({ goal }) => goal === 'send'),
        ({ decided, moment }) => ({
          ...decided,
          created: decided.created.map((copy) => ({ ...copy, stage: readyFor('upload', moment.now) })),
        }),
      ),
    },
    found: /while people can sign/,
    seed: 224,
  },
  {
    bug: 'a copy whose document was withdrawn for it waits for a person',
    quirks: {
      decide: (decide) => (submission, fact, moment) =>
        decide(submission, fact.kind === 'replaced' ? { ...fact, asOrdered: false } : fact, moment),
    },
    found: /waits for a person although/,
    seed: 40,
  },
  {
    bug: 'a copy that is promised never goes',
    quirks: {
      decide: (decide) => (submission, fact, moment) =>
        fact.kind === 'replaced' ? null : decide(submission, fact, moment),
    },
    found: /and was to go by itself/,
    seed: 2,
  },
  {
    bug: 'a start that is answered in vain is sent again at once',
    quirks: {
      decide: (decide) => (submission, fact, moment) => decide({ ...submission, vainCalls: 0 }, fact, moment),
    },
    found: /start .*too early/,
    seed: 19,
  },
  {
    bug: 'a start that is answered in vain is sent again without end',
    quirks: {
      decide: (decide) => (submission, fact, moment) =>
        decide({ ...submission, vainCalls: Math.min(submission.vainCalls, 1) }, fact, moment),
    },
    found: /times without a person/,
    seed: 171,
  },
  {
    bug: 'people of the signature fields are added once more',
    quirks: {
      decide: (decide) => (submission, fact, moment) => {
        const decided = decide(submission, fact, moment);
        const { stage, wish } = decided?.submission ?? submission;
        const looksFirst = stage.kind === 'unclear' && stage.step === 'add-signee' && wish.scanPredefined;
        if (decided === null || !looksFirst || (fact.kind !== 'uploaded' && fact.kind !== 'called')) return decided;
        return { ...decided, submission: { ...decided.submission, stage: readyFor('add-signee', moment.now) } };
      },
    },
    found: /"differs"/,
    seed: 70,
  },
  {
    bug: 'whoever is in a scanned document may sign it',
    quirks: {
      decide: (decide) => (submission, fact, moment) => {
        if (fact.kind !== 'seen' || !fact.answer.ok) return decide(submission, fact, moment);
        const { signees } = submission.wish;
        const isChosen = ({ email }: { readonly email?: string }, at: number, all: readonly { email?: string }[]) =>
          signees.some((one) => one.email === email) && all.findIndex((other) => other.email === email) === at;
        const scanned = submission.wish.scanPredefined && signees.length > 0;
        const people = fact.answer.value.signees;
        const value = { ...fact.answer.value, signees: scanned ? people.filter(isChosen) : people };
        return decide(submission, { ...fact, answer: { ok: true, value } }, moment);
      },
    },
    found: /was started for .*(?:zoe|p(\d+)@example.test,p\1@)/,
    seed: 7,
  },
  {
    bug: 'a missing jurisdiction counts as right',
    quirks: {
      decide: (decide) => (submission, fact, moment) => {
        if ((fact.kind !== 'seen' && fact.kind !== 'uploaded') || !fact.answer.ok)
          return decide(submission, fact, moment);
        const { value } = fact.answer;
        const jurisdiction = value.jurisdiction ?? submission.wish.jurisdiction;
        return decide(submission, { ...fact, answer: { ok: true, value: { ...value, jurisdiction } } }, moment);
      },
    },
    found: / under zertes/,
    seed: 342,
  },
  {
    bug: 'a reading counts as whole although namesakes are left that nobody has looked at',
    quirks: {
      noSaving: true,
      namesakes: { areDrafts: true },
      decide: (decide) => (submission, fact, moment) =>
        decide(submission, fact.kind === 'checked' ? { ...fact, unread: 0, undecided: 0 } : fact, moment),
    },
    found: /started \d+ times for/,
    seed: 72,
  },
  {
    bug: 'a document that stays a draft after a confirmed start waits for others',
    quirks: {
      decide: (decide) => (submission, fact, moment) =>
        fact.kind === 'listed-as-draft' ? null : decide(submission, fact, moment),
    },
    found: /but the document is draft/,
    seed: 700100,
  },
];
