import { randomUUID } from 'node:crypto';
import type { ConnectionFields } from '../../../preload/contract/connection.ts';

/** Unguessable, and new for every visit: the page shows it again, so that what is pasted can be told from older results. */
export function newAdminState(): string {
  return randomUUID();
}

/** The page where the account's owner accepts the access and gets the credentials to copy. */
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
