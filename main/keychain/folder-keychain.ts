import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { writeWholeNow } from '../files/safe-file.ts';
import { type Keychain, type KeychainAnswer, type KeychainName, keychainName } from './keychain.ts';

const OWNERS = 'keychain-owners.json';
/** The file of an earlier version. It travels with the folder, so that copies of one folder shared their entries. */
const EARLIER_PREFIX = 'keychain-prefix';
const JOURNAL = 'journal.sqlite';
/** A name of the keychain has a limit. */
const PREFIX_LENGTH = 16;

const source = z.object({
  /** The prefix. Empty: the entries that all folders of an earlier version shared. */
  prefix: z.string().regex(/^[a-z0-9-]*$/),
  /** Names that this place has stored or deleted: what an earlier place has for them does not count any more. */
  settled: z.array(z.string()),
});
/** The places of this folder's secrets, the latest first. */
const record = z.object({ owners: z.array(source).min(1) });
type Source = z.infer<typeof source>;

export interface FolderKeychain extends Keychain {
  /** Finds out where the secrets are. Call this before the journal is opened, as the folder may come back only then. */
  look(): void;
  /** Stores what `look` found. */
  keep(): void;
}

/**
 * Gives a data folder that was chosen on the command line its own entries in the keychain. The same connection has the
 * same id in every folder, so signing out in one would end the sign-in of another. The entries belong to the place of
 * the folder (`place`). After a move, a copy or an update each secret is copied from the earlier place when it is
 * needed, and stays there: another folder may use it.
 */
export function keychainOfFolder(keychain: Keychain, dataFolder: string, place: () => string): FolderKeychain {
  const ownPrefix = () => place().slice(0, PREFIX_LENGTH);
  const file = join(dataFolder, OWNERS);
  let owners: readonly Source[] = [];
  let last: Promise<unknown> = Promise.resolve();

  /** Works after all that came before: a secret that is brought here must not follow a newer one, or its end. */
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const result = last.then(act);
    last = result.catch(() => undefined);
    return result;
  }

  function read(): readonly Source[] | null {
    if (!existsSync(file)) return null;
    return record.safeParse(parseJson(readFileSync(file, 'utf8'))).data?.owners ?? null;
  }

  /** Returns the places of a folder without a record: an earlier version made it, or nobody has used it yet. */
  function readEarlier(): readonly Source[] {
    const earlier = join(dataFolder, EARLIER_PREFIX);
    if (existsSync(earlier)) return [{ prefix: readFileSync(earlier, 'utf8').trim(), settled: [] }];
    return existsSync(join(dataFolder, JOURNAL)) ? [{ prefix: '', settled: [] }] : [];
  }

  function look(): void {
    const own = { prefix: ownPrefix(), settled: [] };
    try {
      const found = read() ?? readEarlier();
      owners = found[0]?.prefix === own.prefix ? found : [own, ...found];
    } catch {
      // The folder cannot be read now. The next look comes before its journal is opened.
      owners = [own];
    }
  }

  function keep(): void {
    try {
      writeWholeNow(file, JSON.stringify({ owners }));
    } catch {
      // On a full disk, say. This run goes on with what it knows, and the next secret tries again.
    }
  }

  function settle(name: KeychainName): void {
    const [own, ...earlier] = owners;
    if (own === undefined || own.settled.includes(name)) return;
    owners = [{ ...own, settled: [...own.settled, name] }, ...earlier];
    keep();
  }

  const nameAt = ({ prefix }: Source, name: KeychainName) => (prefix === '' ? name : keychainName(`${prefix}.${name}`));

  const ownName = (name: KeychainName): KeychainName => nameAt(owners[0] ?? { prefix: ownPrefix(), settled: [] }, name);

  /** Copies a secret from the latest place that has it. */
  async function bring(name: KeychainName): Promise<KeychainAnswer> {
    for (const [at, owner] of owners.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- the latest place comes first
      const found = at === 0 ? null : await keychain.get(nameAt(owner, name));
      if (found?.kind === 'ok') {
        // oxlint-disable-next-line no-await-in-loop -- what cannot be copied stays where it is, and is read from there
        if ((await keychain.set(ownName(name), found.secret)).kind === 'ok') settle(name);
        return found;
      }
      if (found !== null && found.kind !== 'not-found') return found;
      if (owner.settled.includes(name)) break;
    }
    return { kind: 'not-found' };
  }

  look();
  return {
    look,
    keep,
    get: (name) =>
      inTurn(async () => {
        const found = await keychain.get(ownName(name));
        return found.kind === 'not-found' ? bring(name) : found;
      }),
    set: (name, secret) =>
      inTurn(async () => {
        const stored = await keychain.set(ownName(name), secret);
        if (stored.kind === 'ok') settle(name);
        return stored;
      }),
    delete: (name) =>
      inTurn(() => {
        const at = ownName(name);
        // Settle it first: if the app ends in between, the secret of an earlier place must not come back.
        settle(name);
        return keychain.delete(at);
      }),
    check: () => keychain.check(),
  };
}
