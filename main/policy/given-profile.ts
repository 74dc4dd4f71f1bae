import { createHash } from 'node:crypto';
import { z } from 'zod';
import { limits } from '../../preload/contract/limits.ts';
import { type Profile, profile } from '../../preload/contract/profile.ts';
import { choices } from '../../preload/contract/sending.ts';
import { givenProfileIds } from '../../preload/contract/setting-values.ts';

const { email, name, comment, order } = choices.shape.signees.element.shape;

/** Property lists of macOS know no `null`, and nobody wants to write what stays as usual. */
const givenChoices = choices.extend({
  alias: choices.shape.alias.default(''),
  comment: choices.shape.comment.default(''),
  sendMail: choices.shape.sendMail.default('others'),
  scanPredefined: choices.shape.scanPredefined.default(false),
  extra: choices.shape.extra.default({}),
  signees: z
    .array(z.object({ email, name: name.default(''), comment: comment.default(''), order: order.default(null) }))
    .max(limits.participants)
    .default([]),
});

/** The profile as in an exported file, whose other parts do not matter here. */
export const givenProfile = z
  .object({ name: profile.shape.name, choices: givenChoices })
  .transform((given): Omit<Profile, 'isDefault'> => {
    // Watched folders name their profile by its id, which must be the same at each start and on each computer.
    const hash = createHash('sha256').update(given.name.normalize('NFC').toLowerCase()).digest('hex');
    return { id: `${givenProfileIds}${hash.slice(0, 32)}`, ...given };
  });
export type GivenProfile = z.infer<typeof givenProfile>;
