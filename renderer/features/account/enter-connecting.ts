import type { Connection, ConnectionOffer } from '../../../preload/contract/connection.ts';
import { useMirror } from '../../store/mirror.ts';
import { go, useUi } from '../../store/ui.ts';
import { type Connecting, leaveConnecting, setConnecting, startConnecting, useConnecting } from './connecting.ts';
import { isPractice, startPractice } from './start-practice.ts';

const from = (): Connecting['from'] => (useUi.getState().screen === 'documents' ? 'documents' : 'settings');

/** Names the button that leads to a working sign-in. A new password is no help against an old client secret. */
export function signInName({ signedIn, fields }: Connection) {
  if (signedIn === 'never') return 'settings.signIn';
  if (signedIn !== 'client-refused') return 'settings.signInAgain';
  return fields.clientForm === 'client-secret' ? 'signIn.newSecret' : 'settings.changeConnection';
}

async function practiseAgain(): Promise<void> {
  setConnecting({ problem: await startPractice() });
  go('connect');
}

/** Tells whether a new password is no help: the service refuses the client, or its secret is missing. */
const needsClient = ({ signedIn, fields, hasSecret }: Connection): boolean =>
  signedIn === 'client-refused' || (fields.clientForm === 'client-secret' && !hasSecret);

/**
 * Opens the steps for an existing connection. Without a client secret that the service accepts, signing in begins at the
 * connection step.
 */
export function enterConnecting(connection: Connection, purpose: 'sign-in' | 'change'): void {
  if (isPractice(connection)) {
    startConnecting({ purpose: 'sign-in', from: from() });
    void practiseAgain();
    return;
  }
  const { id, fields, signedIn, username } = connection;
  const isRefused = signedIn === 'client-refused';
  startConnecting({
    purpose: isRefused ? 'change' : purpose,
    from: from(),
    connectionId: id,
    fields,
    step: needsClient(connection) || purpose === 'change' ? 'connection' : 'sign-in',
    // The service refused the client. The password in the keychain may be right.
    found: isRefused ? username : null,
    problem: isRefused ? { key: 'client-refused', params: {} } : null,
    again: purpose === 'sign-in' && !isRefused,
  });
  go('connect');
}

/** Tries the practice service beside the connections that are there. */
export function enterPractice(): void {
  startConnecting({ purpose: 'add', from: from() });
  void practiseAgain();
}

/** Opens the steps for a new connection, empty or with the offered fields. */
export function enterNewConnecting(): void {
  const first = useMirror.getState().state?.active === null;
  startConnecting({ purpose: first ? 'first' : 'add', from: from() });
  go('connect');
}

/** Opens the steps of a file: for a new connection, or for the one whose client secret is refused or missing. */
export function enterOffered({ fields }: ConnectionOffer, connections: readonly Connection[]): void {
  const { base, clientId, auth, admin, identity } = fields;
  const known = connections.find(
    (one) => needsClient(one) && one.fields.base === base && one.fields.clientId === clientId,
  );
  if (known === undefined) {
    enterNewConnecting();
    return;
  }
  enterConnecting(known, 'sign-in');
  // The file may bring other addresses as well, and its secret is only for those. What it leaves open was typed once.
  const { name, environment, ...typed } = known.fields;
  const addresses = {
    auth: auth || typed.auth,
    admin: admin || typed.admin,
    identity: identity || typed.identity,
  };
  const brought = { ...fields, name, environment, ...addresses };
  setConnecting({ fields: brought, touched: true, fromFile: true, isOfFile: true });
}

export function cancelConnecting(): void {
  leaveConnecting(useConnecting.getState().from);
}
