import type { Connection } from '../../../preload/contract/connection.ts';
import { type ConnectStep, go, newConnecting, setConnecting } from '../../app/stores/ui.ts';

/** Opens the connection's steps for one that exists. Signing in begins at the connection when its secret is gone. */
export function enterConnecting(connection: Connection, wish: ConnectStep): void {
  const needsSecret = connection.fields.clientForm === 'client-secret' && !connection.hasSecret;
  const step = needsSecret ? 'connection' : wish;
  setConnecting({ ...newConnecting, connectionId: connection.id, fields: connection.fields, step });
  go('connect');
}
