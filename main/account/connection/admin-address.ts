import { randomUUID } from 'node:crypto';
import type { ConnectionFields } from '../../../preload/contract/connection.ts';
import { hostOf } from '../../../shared/host.ts';
import type { DeskQuestion } from '../../platform/desktop.ts';
import type { Texts } from '../../words/texts.ts';

/**
 * Creates an unguessable id for each visit. The page repeats it, so we notice pasted credentials of an earlier visit.
 */
export function newAdminState(): string {
  return randomUUID();
}

/** Builds the address of the admin page, where the account's owner allows access and copies the credentials. */
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

/** Shows the whole address, since a path may lead to a stranger's page on a host, and the host as people read it. */
function shown(address: string): string {
  const host = hostOf(address);
  return host === null || host.encoded === null ? address : `${address} – ${host.name}`;
}

/** Asks whether people sign in at another page from now on. */
export function adminPageQuestion(
  t: ReturnType<Texts>,
  before: Pick<ConnectionFields, 'name' | 'admin'>,
  after: Pick<ConnectionFields, 'admin'>,
): DeskQuestion {
  return {
    title: t('connection.newPage.title', { name: before.name }),
    text: t('connection.newPage.text', { before: shown(before.admin), after: shown(after.admin) }),
    buttons: [t('connection.newPage.keep'), t('connection.newPage.change')],
  };
}
