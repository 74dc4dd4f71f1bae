import type { Connection } from '../../../preload/contract/connection.ts';
import { useMirror } from '../../store/mirror.ts';
import { go, useUi } from '../../store/ui.ts';
import { type Connecting, leaveConnecting, startConnecting, useConnecting } from './connecting.ts';

const from = (): Connecting['from'] => (useUi.getState().screen === 'documents' ? 'documents' : 'settings');

/** Opens the steps for an existing connection. Without its client secret, signing in begins at the connection step. */
export function enterConnecting(connection: Connection, purpose: 'sign-in' | 'change'): void {
  const needsSecret = connection.fields.clientForm === 'client-secret' && !connection.hasSecret;
  startConnecting({
    purpose,
    from: from(),
    connectionId: connection.id,
    fields: connection.fields,
    step: needsSecret || purpose === 'change' ? 'connection' : 'sign-in',
    again: purpose === 'sign-in',
  });
  go('connect');
}

/** Opens the steps for a new connection, empty or with the offered fields. */
export function enterNewConnecting(): void {
  const first = useMirror.getState().state?.active === null;
  startConnecting({ purpose: first ? 'first' : 'add', from: from() });
  go('connect');
}

export function cancelConnecting(): void {
  leaveConnecting(useConnecting.getState().from);
}
