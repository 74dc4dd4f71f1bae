import { z } from 'zod';
import { dialogAnswer } from './answer.ts';
import { lengths } from './limits.ts';
import { choices } from './sending.ts';

const id = z.string().min(1).max(64);
const name = z.string().trim().min(1).max(lengths.name);

/** Choices that a person saved to use again. A profile belongs to one connection. */
export const profile = z.object({
  id,
  /** The name, unique within the connection, regardless of case. */
  name,
  choices,
  /** Whether new documents start with this profile. At most one per connection. */
  isDefault: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

export const profileId = z.object({ id });
/** A profile to save. Without an id it is a new one. */
export const profileInput = z.object({ id: id.optional(), name, choices, isDefault: z.boolean() });

export const profileAnswer = dialogAnswer({ id });
/** The name gets a number when the one in the file was taken. */
export const profileImported = dialogAnswer({ profile });

export type ProfileAnswer = z.infer<typeof profileAnswer>;
