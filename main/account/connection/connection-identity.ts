import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Connection, ConnectionFields } from '../../../preload/contract/connection.ts';
import { type KeychainName, keychainName } from '../../keychain/keychain.ts';

/** Identifies a connection in the keychain and in file names. */
export interface ConnectionRef {
  readonly id: string;
  readonly environment: Connection['fields']['environment'];
}

export const refOf = ({ id, fields }: Pick<Connection, 'id' | 'fields'>): ConnectionRef => ({
  id,
  environment: fields.environment,
});

export type SecretPart = 'password' | 'client-secret' | 'sealing-key';
export const secretParts: readonly SecretPart[] = ['password', 'client-secret', 'sealing-key'];

/** The number of colours in the design. With more connections, some share a colour. */
export const connectionColours = 8;

/** The id has no dot: names append `.part` to it, and a dot in the id could make two names equal. */
const connectionId = z.string().regex(/^[a-z0-9-]{1,64}$/);

/**
 * Derives the id from service and client. After a lost journal, the connection gets the same id again, and the spool
 * copies still belong to it. Null when another connection has this id.
 */
export function connectionIdOf(
  { environment, base, clientId }: ConnectionFields,
  taken: readonly Pick<Connection, 'id'>[],
): string | null {
  const id = createHash('sha256').update([environment, base, clientId].join('\n')).digest('hex').slice(0, 32);
  return taken.some((one) => one.id === id) ? null : id;
}

export function connectionScope({ id, environment }: ConnectionRef): string {
  return `${environment}.${connectionId.parse(id)}`;
}

export function secretName(connection: ConnectionRef, part: SecretPart): KeychainName {
  return keychainName(`${connectionScope(connection)}.${part}`);
}

/** Derives the colour from the id, so a connection has the same one on every computer, unless it is taken here. */
export function connectionColour(id: string, taken: readonly number[]): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 65_521;
  const preferred = sum % connectionColours;
  for (let step = 0; step < connectionColours; step += 1) {
    const colour = (preferred + step) % connectionColours;
    if (!taken.includes(colour)) return colour;
  }
  return preferred;
}
