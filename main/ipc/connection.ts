import type { Handlers } from '../../preload/contract/index.ts';
import { lengths } from '../../preload/contract/limits.ts';
import type { ConnectionBook } from '../account/connection/connection-book.ts';
import type { Diagnosis } from '../account/diagnosis/diagnosis.ts';
import type { Desktop } from '../desktop.ts';
import type { Texts } from '../texts.ts';
import { withConnection } from './known-connection.ts';

interface ConnectionDeps {
  readonly book: ConnectionBook;
  readonly desktop: Desktop;
  readonly texts: Texts;
  readonly diagnose: Diagnosis;
  readonly activate: (connectionId: string) => void;
}

export function connectionHandlers({ book, desktop, texts, diagnose, activate }: ConnectionDeps) {
  return {
    'connection.read': ({ text }) => book.read(text),
    'connection.open': async () => {
      const title = texts()('connection.openFile');
      const text = await desktop.pickConnectionFile(title, lengths.connectionFile);
      return text === null ? { ok: 'cancelled' } : book.read(text);
    },
    'connection.save': ({ fields, clientSecret, connectionId }) => book.save(fields, clientSecret, connectionId),
    'connection.select': ({ connectionId }) =>
      withConnection(book, connectionId, () => {
        activate(connectionId);
        return { ok: true };
      }),
    'connection.diagnose': ({ connectionId }) =>
      withConnection(book, connectionId, async (connection) => {
        await diagnose.run(connection);
        return { ok: true as const };
      }),
    'connection.copyReport': ({ connectionId }) =>
      withConnection(book, connectionId, async (connection) => {
        await diagnose.copyReport(connection);
        return { ok: true as const };
      }),
  } satisfies Partial<Handlers>;
}
