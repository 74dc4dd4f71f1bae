import * as z from 'zod';

/** A field of another type than described counts as absent; the raw answer still holds it. */
export const text = z.string().nullable().catch(null);
export const flag = z.boolean().nullable().catch(null);
export const whole = z.int().nullable().catch(null);
export const list = z.array(z.unknown()).catch([]);

/** It becomes part of a path, so it must not be able to leave its place in it. */
export const documentId = z.string().regex(/^[\w-]{1,100}$/);
export const status = z.string().min(1).max(200);

export type Fields = Readonly<Record<string, unknown>>;

/** Not a schema: one that copies every field would make a large answer slow for nothing. */
export function recordOf(value: unknown): Fields | null {
  return isRecord(value) ? value : null;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
