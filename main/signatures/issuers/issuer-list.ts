import { z } from 'zod';

/** SHA-256 of a public key as it stands in a certificate (SubjectPublicKeyInfo). */
const keyHashes = z.array(z.string().regex(/^[0-9a-f]{64}$/));

/**
 * The issuers of the official trusted lists, by their keys. `npm run issuers` builds it for a release. Without a date it is
 * empty.
 */
export const issuerList = z
  .object({
    builtOn: z.iso.date().nullable(),
    lists: z.array(
      z.object({
        country: z.string().regex(/^[A-Z]{2}$/),
        issuedOn: z.iso.date(),
        /** The list itself says that it must not be used after this time. */
        nextUpdate: z.iso.datetime(),
        /** Who may issue qualified certificates, and qualified time stamps. */
        certificates: keyHashes,
        timeStamps: keyHashes,
      }),
    ),
  })
  .refine(
    ({ builtOn, lists }) => (builtOn === null) === (lists.length === 0),
    'A list needs a date, and a date a list',
  );
export type IssuerList = z.infer<typeof issuerList>;

const monthsInUse = 6;

/** Returns the time after which a list that was built on this day is not used any more. */
export function endOfUse(builtOn: string): number {
  const end = new Date(builtOn);
  end.setUTCMonth(end.getUTCMonth() + monthsInUse);
  return end.getTime();
}
