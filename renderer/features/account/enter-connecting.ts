import type { Connection } from '../../../preload/contract/connection.ts';
import { useMirror } from '../../app/stores/mirror.ts';
import { type Connecting, go, leaveConnecting, newConnecting, useUi } from '../../app/stores/ui.ts';

const from = (): Connecting['from'] => (useUi.getState().screen === 'documents' ? 'documents' : 'settings');

/** Opens the connection's steps for one that exists. Signing in begins at the connection when its secret is gone. */
export function enterConnecting(connection: Connection, purpose: 'sign-in' | 'change'): void {
  const needsSecret = connection.fields.clientForm === 'client-secret' && !connection.hasSecret;
  useUi.setState({
    connecting: {
      ...newConnecting,
      purpose,
      from: from(),
      connectionId: connection.id,
      fields: connection.fields,
      step: needsSecret || purpose === 'change' ? 'connection' : 'sign-in',
      again: purpose === 'sign-in',
    },
  });
  go('connect');
}

/** The steps for one more connection: empty, or with what was just offered. */
export function enterNewConnecting(): void {
  const first = useMirror.getState().state?.active === null;
  useUi.setState({ connecting: { ...newConnecting, purpose: first ? 'first' : 'add', from: from() } });
  go('connect');
}

export function cancelConnecting(): void {
  leaveConnecting(useUi.getState().connecting.from);
}
