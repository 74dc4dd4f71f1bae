import { type Planted, sentUnseen } from './planted-bugs.ts';

/** Bugs of a journal that travels, comes back or is lost. A judge that misses one proves nothing. */
export const plantedComputers: readonly Planted[] = [
  {
    bug: 'two computers have one identity, which travels with the folder',
    quirks: { oneIdentity: true },
    found: /started \d+ times|notAsked|lost/,
    seed: 50,
  },
  {
    bug: 'the witness is restored together with the journal',
    quirks: { witnessTravels: true },
    found: /started \d+ times|notAsked|lost/,
    seed: 2,
  },
  {
    bug: 'a recovered document is looked for from the moment of a wrong clock',
    quirks: {
      decide: sentUnseen,
      store: (store) => ({
        ...store,
        restore: (rows, now) =>
          store.restore(
            rows.map((row) => {
              const { acceptedAt, wish, firstSent } = row;
              const { alias, comment } = wish;
              return { ...row, firstSent: firstSent ?? { at: acceptedAt, skewMs: 0, alias, comment, earlier: [] } };
            }),
            now,
          ),
      }),
    },
    found: /started \d+ times/,
    seed: 62,
  },
  {
    bug: 'a document without a trace counts as never sent',
    quirks: { decide: sentUnseen },
    found: /held row says that nobody sent it/,
    seed: 50,
  },
  {
    bug: 'what a person cancelled counts as never sent when no trace of it is left',
    quirks: {
      decide: (decide) => (submission, fact, moment) => {
        const decided = decide(submission, fact, moment);
        const { stage } = decided?.submission ?? {};
        if (!decided?.submission.cancelled || stage?.kind !== 'done' || stage.as !== 'given-up') return decided;
        return { ...decided, submission: { ...decided.submission, stage: { kind: 'done', as: 'cancelled' } } };
      },
    },
    found: /done row says that nobody sent it/,
    seed: 10,
  },
  {
    bug: 'no commit waits for the disk after one that need not',
    quirks: { staysLazy: true },
    found: /counts as an older one|lost/,
    seed: 20,
  },
];
