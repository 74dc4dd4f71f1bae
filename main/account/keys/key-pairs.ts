import { generateKeyPair } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { calculateJwkThumbprint } from 'jose';
import { z } from 'zod';
import type { KeyInfo } from '../../../preload/contract/keys.ts';
import { type Done, type FileTrouble, removeFile, setAside } from '../../files/safe-file.ts';
import type { KeychainProblem } from '../../keychain/keychain.ts';
import { openSealed, sealText } from '../../keychain/sealed-text.ts';
import { Secret } from '../../signing/secret.ts';
import type { AccountSecrets } from '../account-secrets.ts';
import { type ConnectionRef, connectionScope } from '../connection/connection-identity.ts';
import { type KeyEntry, type Keys, type PublicKey, readKeys, writeKeys } from './key-file.ts';

export interface KeyPairsDeps {
  readonly folder: string;
  readonly secrets: Pick<AccountSecrets, 'loadSealingKey' | 'newSealingKey'>;
  readonly now: () => number;
}

/** damaged: we cannot read the key file or a key in it. The person needs a new key pair, known to the operator. */
type KeyProblem = { readonly kind: 'damaged' } | FileTrouble;

type KeyState = { readonly kind: 'ok'; readonly current: KeyInfo | null; readonly next: KeyInfo | null } | KeyProblem;
export type KeyChange = KeyState | { readonly kind: 'nothing-next' };
export type KeyCreation = KeyState | { readonly kind: 'next-exists' | 'kid-taken' } | KeychainProblem;
/** `lost`: the sealing key is gone from the keychain. `none`: there is no private key yet. */
export type PrivateKey =
  | { readonly kind: 'ok'; readonly kid: string; readonly pem: Secret }
  | { readonly kind: 'none' | 'lost' }
  | KeyProblem
  | KeychainProblem;

type KeyOptions = Pick<KeyInfo, 'bits' | 'kid'>;

const generate = promisify(generateKeyPair);
const rsaNumbers = z.object({ n: z.string(), e: z.string() });

const infoOf = (entry: KeyEntry | null): KeyInfo | null =>
  entry && { kid: entry.publicKey.kid, bits: entry.bits, created: entry.created };

const stateOf = ({ current, next }: Keys): KeyState => ({ kind: 'ok', current: infoOf(current), next: infoOf(next) });

/** Binds a sealed private key to its connection and public key. */
const purposeOf = (connection: ConnectionRef, { kid, n, e }: PublicKey): string =>
  JSON.stringify(['private-key', connectionScope(connection), kid, n, e]);

/** Manages the key pairs with which `signed-assertion` connections prove who they are. */
export function createKeyPairs({ folder, secrets, now }: KeyPairsDeps) {
  let queue: Promise<unknown> = Promise.resolve();

  /** Makes one change at a time, so that a second "Create" sees the key of the first. */
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = queue.then(act);
    queue = turn.catch(() => undefined);
    return turn;
  }

  const pathOf = (connection: ConnectionRef): string => join(folder, `${connectionScope(connection)}.keys.json`);

  async function generateEntry(
    connection: ConnectionRef,
    bits: KeyInfo['bits'],
    givenKid: string,
    sealingKey: Secret,
  ): Promise<KeyEntry> {
    const pair = await generate('rsa', { modulusLength: bits });
    const numbers = rsaNumbers.parse(pair.publicKey.export({ format: 'jwk' }));
    const kid = givenKid || (await calculateJwkThumbprint({ kty: 'RSA', ...numbers }));
    const publicKey: PublicKey = { kty: 'RSA', kid, alg: 'RS256', use: 'sig', ...numbers };
    const pem = new Secret(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    const sealed = sealText(pem, sealingKey, purposeOf(connection, publicKey)).toString('base64');
    return { bits, created: now(), publicKey, sealed };
  }

  async function replaceNext(connection: ConnectionRef, decide: (keys: Keys) => Keys): Promise<KeyChange> {
    const read = await readKeys(pathOf(connection));
    if (read.kind !== 'ok') return read;
    if (!read.keys.next) return { kind: 'nothing-next' };
    const keys = decide(read.keys);
    const written = await writeKeys(pathOf(connection), keys);
    return written.kind === 'ok' ? stateOf(keys) : written;
  }

  async function create(connection: ConnectionRef, { bits, kid }: KeyOptions): Promise<KeyCreation> {
    const path = pathOf(connection);
    const read = await readKeys(path);
    if (read.kind !== 'ok' && read.kind !== 'damaged') return read;
    // Move a damaged file aside, to make room for a new key. Keep it, because support may want to see it.
    const aside: Done = read.kind === 'damaged' ? await setAside(path) : { kind: 'ok' };
    if (aside.kind !== 'ok') return aside;
    const { current, next }: Keys = read.kind === 'ok' ? read.keys : { current: null, next: null };
    if (next) return { kind: 'next-exists' };
    if (kid !== '' && current?.publicKey.kid === kid) return { kind: 'kid-taken' };
    const known = await secrets.loadSealingKey(connection);
    const sealing = known.kind === 'lost' || known.kind === 'corrupt' ? await secrets.newSealingKey(connection) : known;
    if (sealing.kind !== 'ok') return sealing;
    const made = await generateEntry(connection, bits, kid, sealing.secret);
    const keys: Keys = current ? { current, next: made } : { current: made, next: null };
    const written = await writeKeys(path, keys);
    return written.kind === 'ok' ? stateOf(keys) : written;
  }

  return {
    async state(connection: ConnectionRef): Promise<KeyState> {
      const read = await readKeys(pathOf(connection));
      return read.kind === 'ok' ? stateOf(read.keys) : read;
    },
    /** Creates a key: the first becomes current, a later one next. With an empty `kid` we make one from the key. */
    create: (connection: ConnectionRef, options: KeyOptions) => inTurn(() => create(connection, options)),
    /** Makes the next key current and deletes the old one, because the operator has confirmed the next key. */
    promote: (connection: ConnectionRef) =>
      inTurn(() => replaceNext(connection, ({ next }) => ({ current: next, next: null }))),
    discardNext: (connection: ConnectionRef) =>
      inTurn(() => replaceNext(connection, ({ current }) => ({ current, next: null }))),

    /** Returns the public keys for the operator, current and next, as JSON text. */
    async publicKeySet(
      connection: ConnectionRef,
    ): Promise<{ readonly kind: 'ok'; readonly text: string } | KeyProblem> {
      const read = await readKeys(pathOf(connection));
      if (read.kind !== 'ok') return read;
      const keys = [read.keys.current, read.keys.next].flatMap((entry) => (entry ? [entry.publicKey] : []));
      return { kind: 'ok', text: `${JSON.stringify({ keys }, null, 2)}\n` };
    },

    async privateKey(connection: ConnectionRef, which: 'current' | 'next' = 'current'): Promise<PrivateKey> {
      const read = await readKeys(pathOf(connection));
      if (read.kind !== 'ok') return read;
      const entry = read.keys[which];
      if (!entry) return { kind: 'none' };
      const sealing = await secrets.loadSealingKey(connection);
      if (sealing.kind !== 'ok') return sealing;
      const pem = openSealed(
        Buffer.from(entry.sealed, 'base64'),
        sealing.secret,
        purposeOf(connection, entry.publicKey),
      );
      return pem ? { kind: 'ok', kid: entry.publicKey.kid, pem } : { kind: 'damaged' };
    },

    forget: (connection: ConnectionRef) => inTurn(() => removeFile(pathOf(connection))),
  };
}

export type KeyPairs = ReturnType<typeof createKeyPairs>;
