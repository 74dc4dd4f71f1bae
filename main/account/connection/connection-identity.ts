import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Connection, ConnectionFields } from '../../../preload/contract/connection.ts';
import { type KeychainName, keychainName } from '../../keychain/keychain.ts';

/** What a connection is told apart by, wherever something of it is kept. */
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

/** As many as the design has: two connections share one only when there are more of them. */
export const connectionColours = 8;

/** Without a dot: it ends at the first one in every name made of it, so that no name can be the beginning of another. */
const connectionId = z.string().regex(/^[a-z0-9-]{1,64}$/);

/**
 * The same name for the same service and client: when the journal is lost and the connection is set up again, what the
 * spool holds for it is still its own. Null when another connection has it.
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

/** The same colour for the same connection on every computer, unless another connection has taken it here. */
export function connectionColour(id: string, taken: readonly number[]): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 65_521;
  const wished = sum % connectionColours;
  for (let step = 0; step < connectionColours; step += 1) {
    const colour = (wished + step) % connectionColours;
    if (!taken.includes(colour)) return colour;
  }
  return wished;
}
