import { z } from 'zod';
import { lengths } from './limits.ts';
import { proxyModes } from './setting-values.ts';

/** The way to the internet. The address counts only for `manual`. */
export const proxyChoice = z.object({ mode: z.enum(proxyModes), address: z.string().trim().max(lengths.address) });
export type ProxyChoice = z.infer<typeof proxyChoice>;

export const networkState = z.object({
  authority: z.string().nullable(),
  proxyUser: z.string().nullable(),
  proxy: proxyChoice,
  /** The proxy that a password typed now belongs to. Null: none has asked for one. */
  passwordFor: z.string().nullable(),
});
