import type { Connection } from '../../preload/contract/connection.ts';
import type { ConnectionBook } from '../account/connection/connection-book.ts';
import { refuse } from '../problems/refuse.ts';
import type { PublishedState } from '../state/published-state.ts';

/** Answers a call about a connection, or says that the connection no longer exists. */
export function withConnection(book: Pick<ConnectionBook, 'find'>) {
  return <I extends { readonly connectionId: string }, T>(answer: (connection: Connection, input: I) => T) =>
    (input: I): T | ReturnType<typeof refuse> => {
      const connection = book.find(input.connectionId);
      return connection ? answer(connection, input) : refuse('unknown', {}, 'no such connection');
    };
}

/** Answers a call for the shown connection, or says that nobody is signed in. */
export function withShown(state: PublishedState) {
  return <I, T>(answer: (connectionId: string, input: I) => T) =>
    (input: I): T | ReturnType<typeof refuse> => {
      const { active } = state.get();
      return active === null ? refuse('signed-out') : answer(active, input);
    };
}
