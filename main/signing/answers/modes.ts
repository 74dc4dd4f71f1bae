import * as z from 'zod';
import { list, recordOf } from './fields.ts';

export interface Authorities {
  readonly zertes: readonly string[];
  readonly eidas: readonly string[];
}

/** The signature modes that this account may use. An authority missing from a list cannot be used in that mode. */
export interface AvailableModes {
  readonly timestamp: boolean;
  readonly advanced: Authorities;
  readonly qualified: Authorities;
  readonly raw: Readonly<Record<string, unknown>>;
}

const authorities = z
  .object({ zertes: list, eidas: list })
  .transform((lists) => ({ zertes: lists.zertes.filter(isText), eidas: lists.eidas.filter(isText) }))
  .catch({ zertes: [], eidas: [] });

const described = z.object({ advanced: authorities, qualified: authorities });

/** Null when the answer names none of the modes, because it is then no answer to this call. */
export function readModes(value: unknown): AvailableModes | null {
  const raw = recordOf(value);
  const fields = described.safeParse(value);
  if (raw === null || !fields.success) return null;
  if (!['timestamp', 'advanced', 'qualified'].some((mode) => Object.hasOwn(raw, mode))) return null;
  return { timestamp: recordOf(raw['timestamp']) !== null, ...fields.data, raw };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
