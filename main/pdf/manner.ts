/** How a file is read that its writer or an attacker got wrong. */
export interface Manner {
  /** Refuses what programs show in different ways. Otherwise the first counts, and what is no value is null. */
  readonly isStrict: boolean;
  /** Values inside of each other. */
  readonly deepest: number;
  /** The longest dictionary of a section. */
  readonly mostHead: number;
  /** Runs of objects in one section. A program that changes a document writes one for each. */
  readonly mostRuns: number;
}

/** For what is signed: whatever is not certain is refused. */
export const strictly: Manner = { isStrict: true, deepest: 64, mostHead: Infinity, mostRuns: 1_000_000 };

/** For what shall be sent: any program could have written it. Texts are not kept, so that little memory is used. */
export const tolerantly: Manner = { isStrict: false, deepest: 20, mostHead: 64 * 1024, mostRuns: 20_000 };
