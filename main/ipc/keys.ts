import type { Connection } from '../../preload/contract/connection.ts';
import type { Handlers, KeyAnswer } from '../../preload/contract/index.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { ConnectionBook } from '../account/connection/connection-book.ts';
import { refOf } from '../account/connection/connection-identity.ts';
import type { KeyChange, KeyCreation, KeyPairs } from '../account/keys/key-pairs.ts';
import type { Desktop } from '../platform/desktop.ts';
import { problemOfKeychain } from '../problems/problem-of.ts';
import { done, refuseWith } from '../problems/refuse.ts';
import type { Texts } from '../words/texts.ts';
import { withConnection } from './known-connection.ts';
import { saveAs } from './save-as.ts';

interface KeysDeps {
  readonly book: ConnectionBook;
  readonly keyPairs: KeyPairs;
  readonly desktop: Desktop;
  readonly texts: Texts;
}

type Trouble = Exclude<KeyChange | KeyCreation, { kind: 'ok' }>;

function problemOfKey(trouble: Trouble): Problem {
  switch (trouble.kind) {
    case 'damaged':
    case 'unreadable':
      return { key: 'key-damaged', params: {} };
    case 'unwritable':
      return { key: 'file-not-written', params: {}, details: trouble.code };
    case 'next-exists':
    case 'nothing-next':
    case 'kid-taken':
      return { key: `key-${trouble.kind}`, params: {} };
    default:
      return problemOfKeychain(trouble);
  }
}

function answer(found: KeyChange | KeyCreation): KeyAnswer {
  if (found.kind === 'ok') return { ok: true, current: found.current, next: found.next };
  return refuseWith(problemOfKey(found));
}

export function keysHandlers({ book, keyPairs, desktop, texts }: KeysDeps) {
  const known = withConnection(book);
  /** Passes the keys to `act` as a text that the service can read. */
  const publicSet = <T>(act: (text: string, connection: Connection) => Promise<T>) =>
    known(async (connection) => {
      const set = await keyPairs.publicKeySet(refOf(connection));
      return set.kind === 'ok' ? act(set.text, connection) : refuseWith(problemOfKey(set));
    });

  return {
    'keys.read': known(async (connection) => answer(await keyPairs.state(refOf(connection)))),
    'keys.create': known(async (connection, { bits, kid }) =>
      answer(await keyPairs.create(refOf(connection), { bits, kid })),
    ),
    'keys.promote': known(async (connection) => answer(await keyPairs.promote(refOf(connection)))),
    'keys.discardNext': known(async (connection) => answer(await keyPairs.discardNext(refOf(connection)))),
    'keys.copyPublic': publicSet(async (text) => {
      await desktop.copyText(text);
      return done;
    }),
    'keys.savePublic': publicSet(async (content, { fields }) => {
      const saved = await saveAs(desktop, {
        title: texts()('keys.save'),
        name: `${fields.clientId}.jwks.json`,
        content,
      });
      return saved.ok === 'cancelled' ? done : saved;
    }),
  } satisfies Partial<Handlers>;
}
