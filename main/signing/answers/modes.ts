import * as z from 'zod';
import { list, recordOf } from './fields.ts';

const authorities = z
  .object({ zertes: list, eidas: list })
  .transform((lists) => ({ zertes: lists.zertes.filter(isText), eidas: lists.eidas.filter(isText) }))
  .catch({ zertes: [], eidas: [] });

const described = z.object({ advanced: authorities, qualified: authorities });

/** The signature modes that this account may use. An authority missing from a list cannot be used in that mode. */
export interface AvailableModes extends Readonly<z.infer<typeof described>> {
  readonly timestamp: boolean;
}

/** Reads the modes. Returns null if the answer names none of them and so is no answer to this call. */
export function readModes(value: unknown): AvailableModes | null {
  const modes = recordOf(value);
  const fields = described.safeParse(value);
  if (modes === null || !fields.success) return null;
  if (!['timestamp', 'advanced', 'qualified'].some((mode) => Object.hasOwn(modes, mode))) return null;
  return { timestamp: recordOf(modes['timestamp']) !== null, ...fields.data };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
