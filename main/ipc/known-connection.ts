import type { Connection } from '../../preload/contract/connection.ts';
import type { ConnectionBook } from '../account/connection/connection-book.ts';
import { refuse } from '../problems/refuse.ts';

/** Runs `act` with the connection of a call, or says that it no longer exists. */
export function withConnection<T>(
  book: ConnectionBook,
  id: string,
  act: (connection: Connection) => T,
): T | ReturnType<typeof refuse> {
  const connection = book.find(id);
  return connection ? act(connection) : refuse('unknown', {}, 'no such connection');
}
