import type { Connection } from '../../preload/contract/connection.ts';
import type { ConnectionBook } from '../account/connection/connection-book.ts';
import { refuse } from '../problems/refuse.ts';
import type { PublishedState } from '../state/published-state.ts';

/** Runs `act` with the connection of a call, or says that it no longer exists. */
export function withConnection<T>(
  book: ConnectionBook,
  id: string,
  act: (connection: Connection) => T,
): T | ReturnType<typeof refuse> {
  const connection = book.find(id);
  return connection ? act(connection) : refuse('unknown', {}, 'no such connection');
}

/** Answers a call for the shown connection, or says that nobody is signed in. */
export function withShown(state: PublishedState) {
  return <I, T>(answer: (connectionId: string, input: I) => T) =>
    (input: I): T | ReturnType<typeof refuse> => {
      const { active } = state.get();
      return active === null ? refuse('signed-out') : answer(active, input);
    };
}
