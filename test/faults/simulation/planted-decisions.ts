import { change } from '../../../main/submission/decide/change.ts';
import { type Planted, whenever } from './planted-bugs.ts';

/** Wrong decisions about a document that exists already. A judge that misses one proves nothing. */
export const plantedDecisions: readonly Planted[] = [
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
    seed: 331,
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
    bug: 'a start that is answered in vain is sent again at once',
    quirks: {
      decide: (decide) => (submission, fact, moment) => decide({ ...submission, vainStarts: 0 }, fact, moment),
    },
    found: /start .*too early/,
    seed: 2,
  },
  {
    bug: 'a start that is answered in vain is sent again without end',
    quirks: {
      decide: (decide) => (submission, fact, moment) =>
        decide({ ...submission, vainStarts: Math.min(submission.vainStarts, 1) }, fact, moment),
    },
    found: /times without a person/,
    seed: 7,
  },
];
