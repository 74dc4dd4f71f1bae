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
  return {
    'keys.read': ({ connectionId }) =>
      withConnection(book, connectionId, async (connection) => answer(await keyPairs.state(refOf(connection)))),
    'keys.create': ({ connectionId, bits, kid }) =>
      withConnection(book, connectionId, async (connection) =>
        answer(await keyPairs.create(refOf(connection), { bits, kid })),
      ),
    'keys.promote': ({ connectionId }) =>
      withConnection(book, connectionId, async (connection) => answer(await keyPairs.promote(refOf(connection)))),
    'keys.discardNext': ({ connectionId }) =>
      withConnection(book, connectionId, async (connection) => answer(await keyPairs.discardNext(refOf(connection)))),
    'keys.copyPublic': ({ connectionId }) =>
      withConnection(book, connectionId, async (connection) => {
        const set = await keyPairs.publicKeySet(refOf(connection));
        if (set.kind !== 'ok') return refuseWith(problemOfKey(set));
        await desktop.copyText(set.text);
        return done;
      }),
    'keys.savePublic': ({ connectionId }) =>
      withConnection(book, connectionId, async (connection) => {
        const set = await keyPairs.publicKeySet(refOf(connection));
        if (set.kind !== 'ok') return refuseWith(problemOfKey(set));
        const name = `${connection.fields.clientId}.jwks.json`;
        const saved = await saveAs(desktop, { title: texts()('keys.save'), name, content: set.text });
        return saved.ok === 'cancelled' ? done : saved;
      }),
  } satisfies Partial<Handlers>;
}
