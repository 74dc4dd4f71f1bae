import type { Fact } from '../submission/fact.ts';
import type { Committed, OutboxStore } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import type { Clock } from '../time/clock.ts';
import type { During } from '../time/work.ts';
import type { Pace } from '../tracking/pace.ts';
import type { Client } from './calls.ts';

/** The tools of all that looks at the service for documents of submissions. */
export interface LookTools {
  readonly clock: Clock;
  readonly store: OutboxStore;
  readonly pace: Pick<Pace, 'refusal'>;
  readonly random: () => number;
  readonly clientOf: (connectionId: string) => Client | null;
  readonly accountOf: (connectionId: string) => string | null;
  readonly openOf: (connectionId: string) => readonly Submission[];
  /** Returns the open submissions of the account, also those of its other connections. */
  readonly openOfAccount: (connectionId: string) => readonly Submission[];
  readonly find: (id: string) => Submission | null;
  readonly apply: (id: string, fact: Fact) => Committed;
  readonly onFault: (error: unknown) => void;
  readonly signal: AbortSignal;
  readonly during?: During;
}
