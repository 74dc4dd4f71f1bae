import type { Handlers } from '../../preload/contract/index.ts';
import { lengths } from '../../preload/contract/limits.ts';
import type { ConnectionBook } from '../account/connection/connection-book.ts';
import type { Diagnosis } from '../account/diagnosis/diagnosis.ts';
import type { Letters } from '../account/letters.ts';
import type { Desktop } from '../platform/desktop.ts';
import { done } from '../problems/refuse.ts';
import type { Texts } from '../words/texts.ts';
import { withConnection } from './known-connection.ts';

interface ConnectionDeps {
  readonly book: ConnectionBook;
  readonly desktop: Desktop;
  readonly texts: Texts;
  readonly diagnose: Diagnosis;
  readonly activate: (connectionId: string) => void;
  readonly letters: Letters;
}

export function connectionHandlers({ book, desktop, texts, diagnose, activate, letters }: ConnectionDeps) {
  const known = withConnection(book);

  return {
    'connection.read': ({ text }) => book.read(text),
    'connection.open': async () => {
      const filter = { name: 'Countersign', extensions: ['json', 'countersign'] };
      const picked = await desktop.pickSmallFile(texts()('connection.openFile'), filter, lengths.connectionFile);
      if (picked.kind === 'cancelled') return { ok: 'cancelled' };
      return book.read(picked.kind === 'read' ? picked.content : '');
    },
    'connection.save': ({ fields, clientSecret, connectionId, isOfFile }) =>
      book.save(fields, clientSecret, connectionId, isOfFile),
    'connection.select': known(({ id }) => {
      activate(id);
      return done;
    }),
    'connection.writeToIt': ({ how }) => letters.toIt(how),
    'connection.writeToOwner': ({ about, how }) => letters.toOwner(about, how),
    'connection.diagnose': known(async (connection) => {
      await diagnose.run(connection);
      return done;
    }),
    'connection.copyReport': known(async (connection) => {
      await diagnose.copyReport(connection);
      return done;
    }),
  } satisfies Partial<Handlers>;
}
