import * as z from 'zod';
import { list, recordOf } from './fields.ts';

export interface Authorities {
  readonly zertes: readonly string[];
  readonly eidas: readonly string[];
}

/** Which signatures this account may ask for. An authority absent from a list cannot be used there. */
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

/** Null when the answer names none of the modes: then it is an answer to something else. */
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
