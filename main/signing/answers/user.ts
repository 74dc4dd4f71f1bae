import * as z from 'zod';
import { text } from './fields.ts';

const described = z.object({ id: text, email: text, firstname: text, lastname: text });
export type ServiceUser = Readonly<z.infer<typeof described>>;

/** Reads the user. Returns null if the answer names no person, since another kind of answer may be JSON too. */
export function readUser(value: unknown): ServiceUser | null {
  const user = described.safeParse(value).data ?? null;
  return user?.id === null && user.email === null ? null : user;
}
