import { z } from 'zod';
import { answer } from './answer.ts';

export const keyBits = z.union([z.literal(2048), z.literal(3072), z.literal(4096)]);

const keyInfo = z.object({ kid: z.string(), bits: keyBits, created: z.number() });
export type KeyInfo = z.infer<typeof keyInfo>;

/** The key pairs of a connection. A second key waits until the operator has confirmed it. */
export const keyAnswer = answer({ current: keyInfo.nullable(), next: keyInfo.nullable() });
export type KeyAnswer = z.infer<typeof keyAnswer>;
