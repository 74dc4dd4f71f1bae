import type { Connection } from '../../../preload/contract/connection.ts';
import { useMirror } from '../../store/mirror.ts';
import { go, useUi } from '../../store/ui.ts';
import { type Connecting, leaveConnecting, startConnecting, useConnecting } from './connecting.ts';

const from = (): Connecting['from'] => (useUi.getState().screen === 'documents' ? 'documents' : 'settings');

/** Opens the connection's steps for one that exists. Signing in begins at the connection when its secret is gone. */
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

/** The steps for one more connection: empty, or with what was just offered. */
export function enterNewConnecting(): void {
  const first = useMirror.getState().state?.active === null;
  startConnecting({ purpose: first ? 'first' : 'add', from: from() });
  go('connect');
}

export function cancelConnecting(): void {
  leaveConnecting(useConnecting.getState().from);
}
