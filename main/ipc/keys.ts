import { writeFile } from 'node:fs/promises';
import type { Connection } from '../../preload/contract/connection.ts';
import type { Handlers, KeyAnswer } from '../../preload/contract/index.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { ConnectionBook } from '../account/connection/connection-book.ts';
import { refOf } from '../account/connection/connection-identity.ts';
import type { KeyChange, KeyCreation, KeyPairs } from '../account/keys/key-pairs.ts';
import type { Desktop } from '../desktop.ts';
import { problemOfKeychain } from '../problem-of.ts';
import type { Texts } from '../texts.ts';
import { withConnection } from './known-connection.ts';

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
  return { ok: false, problem: problemOfKey(found) };
}

export function keysHandlers({ book, keyPairs, desktop, texts }: KeysDeps) {
  async function publicSet(connection: Connection, hand: (text: string) => Promise<Problem | null>) {
    const set = await keyPairs.publicKeySet(refOf(connection));
    const problem = set.kind === 'ok' ? await hand(set.text) : problemOfKey(set);
    return problem ? { ok: false as const, problem } : { ok: true as const };
  }

  async function save(text: string, connection: Connection): Promise<Problem | null> {
    const title = texts()('keys.save');
    const path = await desktop.pickSavePath(title, `${connection.fields.clientId}.jwks.json`);
    if (path === null) return null;
    try {
      await writeFile(path, text);
      return null;
    } catch (error) {
      return { key: 'file-not-written', params: {}, details: error instanceof Error ? error.message : '' };
    }
  }

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
      withConnection(book, connectionId, (connection) =>
        publicSet(connection, async (text) => {
          await desktop.copyText(text);
          return null;
        }),
      ),
    'keys.savePublic': ({ connectionId }) =>
      withConnection(book, connectionId, (connection) => publicSet(connection, (text) => save(text, connection))),
  } satisfies Partial<Handlers>;
}
