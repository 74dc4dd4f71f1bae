import type { AloneReason } from '../../preload/contract/sending.ts';

/** Ends the joining, or the look at one file: it cannot be joined without a loss. */
export class StaysAlone extends Error {
  readonly why: AloneReason;
  constructor(why: AloneReason) {
    super(why);
    this.why = why;
  }
}

/** The document would be larger than the service takes, or has more pages or objects than we join. */
export class TooLarge extends Error {}
