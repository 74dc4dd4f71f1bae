import type { Handlers } from '../../preload/contract/index.ts';
import { practiceConnectionId } from '../../preload/contract/limits.ts';
import type { ConnectionBook } from '../account/connection/connection-book.ts';
import type { SignIn } from '../account/sign-in.ts';
import type { PracticeSignIn } from '../practice/practice-sign-in.ts';
import { done } from '../problems/refuse.ts';
import { withConnection } from './known-connection.ts';

interface AccountDeps {
  readonly book: ConnectionBook;
  readonly signIn: SignIn;
  readonly practiceSignIn: PracticeSignIn;
  readonly activate: (connectionId: string) => void;
}

export function accountHandlers({ book, signIn, practiceSignIn, activate }: AccountDeps) {
  const known = withConnection(book);

  return {
    'account.openAdminPage': known(signIn.openAdminPage),
    'account.paste': known((connection, { text }) => signIn.paste(connection, text)),
    'account.clearClipboard': async () => ({ ok: true, cleared: await signIn.clearClipboard() }),
    'account.test': known(signIn.test),
    'account.chooseFolder': known(signIn.chooseFolder),
    'account.finish': known(({ id }) => {
      activate(id);
      return done;
    }),
    'account.forget': known((connection) =>
      connection.id === practiceConnectionId ? practiceSignIn.leave(connection) : signIn.forget(connection),
    ),
    'practice.begin': practiceSignIn.begin,
    'practice.openMail': practiceSignIn.openMail,
  } satisfies Partial<Handlers>;
}
