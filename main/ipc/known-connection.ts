import type { Connection } from '../../preload/contract/connection.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { ConnectionBook } from '../account/connection/connection-book.ts';

type Refused = { ok: false; problem: Problem };

/** Runs `act` with the connection of a call, or says that it no longer exists. */
export function withConnection<T>(book: ConnectionBook, id: string, act: (connection: Connection) => T): T | Refused {
  const connection = book.find(id);
  return connection
    ? act(connection)
    : { ok: false, problem: { key: 'unknown', params: {}, details: 'no such connection' } };
}
