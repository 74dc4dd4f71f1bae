import type { Outbox } from '../../outbox/outbox.ts';

type Take = Outbox['take'];

/** Moments between the judgement of a file and the commit of its submission. */
export const moments = ['before the files are copied', 'when the first file is copied'] as const;
export type Moment = (typeof moments)[number];

/** Changes the world once, in this moment of the first hand-over. Pass the result as `wrapTake`. */
export function meanwhile(moment: Moment, act: () => void): (take: Take) => Take {
  let isDone = false;
  const once = () => {
    if (!isDone) act();
    isDone = true;
  };
  return (take) => (offers, report) => {
    if (moment === 'before the files are copied') once();
    return take(offers, (progress) => {
      if (progress.kind === 'copied') once();
      report(progress);
    });
  };
}
