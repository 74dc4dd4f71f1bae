import * as z from 'zod';
import { recordOf, text } from './fields.ts';

export interface ServiceUser {
  readonly id: string | null;
  readonly email: string | null;
  readonly firstname: string | null;
  readonly lastname: string | null;
  readonly raw: Readonly<Record<string, unknown>>;
}

const described = z.object({ id: text, email: text, firstname: text, lastname: text });

/** Null when the answer names no person: another kind of answer may be JSON too. */
export function readUser(value: unknown): ServiceUser | null {
  const raw = recordOf(value);
  const fields = described.safeParse(value);
  if (raw === null || !fields.success) return null;
  return fields.data.id === null && fields.data.email === null ? null : { ...fields.data, raw };
}
