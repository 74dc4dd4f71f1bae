import type { Handlers } from '../../preload/contract/index.ts';
import type { ConnectionBook } from '../account/connection/connection-book.ts';
import type { SignIn } from '../account/sign-in.ts';
import { done } from '../problems/refuse.ts';
import { withConnection } from './known-connection.ts';

interface AccountDeps {
  readonly book: ConnectionBook;
  readonly signIn: SignIn;
  readonly activate: (connectionId: string) => void;
}

export function accountHandlers({ book, signIn, activate }: AccountDeps) {
  return {
    'account.openAdminPage': ({ connectionId }) => withConnection(book, connectionId, signIn.openAdminPage),
    'account.paste': ({ connectionId, text }) =>
      withConnection(book, connectionId, (connection) => signIn.paste(connection, text)),
    'account.clearClipboard': async () => ({ ok: true, cleared: await signIn.clearClipboard() }),
    'account.test': ({ connectionId }) => withConnection(book, connectionId, signIn.test),
    'account.chooseFolder': ({ connectionId }) => withConnection(book, connectionId, signIn.chooseFolder),
    'account.finish': ({ connectionId }) =>
      withConnection(book, connectionId, () => {
        activate(connectionId);
        return done;
      }),
    'account.forget': ({ connectionId }) => withConnection(book, connectionId, signIn.forget),
  } satisfies Partial<Handlers>;
}
