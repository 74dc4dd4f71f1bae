import { z } from 'zod';
import { lengths } from './limits.ts';
import { operationName } from './operations.ts';
import { problem } from './problem.ts';

/** The order of a person for one person of a document. Each kind is an operation of the service. */
export const personOrderKind = operationName.exclude(['place-signature']);
export type PersonOrderKind = z.infer<typeof personOrderKind>;

const email = z.string().min(1).max(lengths.identifier);

export const personChange = z.object({
  email: email.exactOptional(),
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .exactOptional(),
});
export type PersonChange = z.infer<typeof personChange>;

/** The order as the details show it. `perhaps`: it may have happened, and nobody can look it up. */
export const personOrder = z.object({
  kind: personOrderKind,
  email: z.string(),
  phase: z.enum(['waiting', 'calling', 'unclear', 'failed', 'done', 'perhaps']),
  /** The time when it ended. Null: it has not. */
  at: z.number().nullable(),
  problem: problem.nullable(),
});
export type PersonOrder = z.infer<typeof personOrder>;

/** The possible orders for the people of a document now, and the earlier ones. */
export const personOrders = z.object({ can: z.array(personOrderKind), orders: z.array(personOrder) });
export type PersonOrders = z.infer<typeof personOrders>;

export const personOrderInput = z.object({
  id: z.string().min(1).max(lengths.identifier),
  /** `drop`: let go of an order that waits. */
  what: z.enum([...personOrderKind.options, 'drop']),
  email,
  change: personChange,
});
