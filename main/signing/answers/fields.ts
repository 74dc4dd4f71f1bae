import * as z from 'zod';

/** A field of an undocumented type counts as absent. `raw` still has it. */
export const text = z.string().nullable().catch(null);
export const flag = z.boolean().nullable().catch(null);
export const whole = z.int().nullable().catch(null);
export const list = z.array(z.unknown()).catch([]);

const GUID = /^\{?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\}?$/i;

/** Writes a GUID in one spelling. Some servers use braces or capitals, and not the same in each answer. */
export const plainId = (id: string): string => GUID.exec(id)?.[1]?.toLowerCase() ?? id;

/** The id becomes part of a path: a slash or dots in it would lead to another address. */
export const documentId = z
  .string()
  .transform(plainId)
  .pipe(z.string().regex(/^[\w-]{1,100}$/));
export const status = z.string().min(1).max(200);

export type Fields = Readonly<Record<string, unknown>>;

/** Checks the type only. A schema would copy every field of a large answer. */
export function recordOf(value: unknown): Fields | null {
  return isRecord(value) ? value : null;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
