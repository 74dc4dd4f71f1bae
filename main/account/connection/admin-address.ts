import { randomUUID } from 'node:crypto';
import type { ConnectionFields } from '../../../preload/contract/connection.ts';

/** An unguessable id for each visit. The page repeats it, so we notice pasted credentials of an earlier visit. */
export function newAdminState(): string {
  return randomUUID();
}

/** The address of the admin page, where the account's owner allows access and copies the credentials. */
export function adminAddress(
  { admin, clientId, actions }: Pick<ConnectionFields, 'admin' | 'clientId' | 'actions'>,
  state: string,
): string {
  const address = new URL(`${admin}/third-party-connection/`);
  address.searchParams.set('response_type', 'service_account');
  address.searchParams.set('client_id', clientId);
  address.searchParams.set('response_mode', 'copy_paste');
  address.searchParams.set('state', state);
  if (actions !== '') address.searchParams.set('actions', actions);
  return address.href;
}
