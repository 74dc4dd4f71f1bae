import type { Keytar } from '../../main/keychain/keytar-keychain.ts';

/** Keytars that behave as the three systems do, quirks included: read in keytar's sources, on Linux also measured. */

export interface FakeKeytar {
  readonly keytar: Keytar;
  /** What the system holds, by the name it uses. */
  readonly entries: Map<string, string>;
  readonly calls: string[];
  lock(): void;
  unlock(): void;
}

function recorded(calls: string[], keytar: Keytar): Keytar {
  const noted =
    <A extends readonly unknown[], R>(name: string, act: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      calls.push(name);
      return await act(...args);
    };
  return {
    getPassword: noted('get', (service: string, account: string) => keytar.getPassword(service, account)),
    setPassword: noted('set', (service: string, account: string, password: string) =>
      keytar.setPassword(service, account, password),
    ),
    deletePassword: noted('delete', (service: string, account: string) => keytar.deletePassword(service, account)),
  };
}

const target = (service: string, account: string): string => `${service}/${account}`.toLowerCase();

/** Service and account joined by a slash into one name that ignores case; more than 2,560 bytes are refused. */
export function windowsKeytar(): FakeKeytar {
  const entries = new Map<string, string>();
  const calls: string[] = [];
  let locked = false;
  const session = (): void => {
    if (locked) throw new Error('A specified logon session does not exist. It may already have been terminated.');
  };
  return {
    entries,
    calls,
    lock: () => (locked = true),
    unlock: () => (locked = false),
    keytar: recorded(calls, {
      async getPassword(service, account) {
        session();
        return entries.get(target(service, account)) ?? null;
      },
      async setPassword(service, account, password) {
        session();
        if (Buffer.byteLength(password) > 2_560) throw new Error('The stub received bad data.');
        entries.set(target(service, account), password.toWellFormed());
      },
      async deletePassword(service, account) {
        session();
        return entries.delete(target(service, account));
      },
    }),
  };
}

/** A locked keychain asks; where it may not ask, it says so. */
export function macKeytar(): FakeKeytar {
  const entries = new Map<string, string>();
  const calls: string[] = [];
  let locked = false;
  const unlocked = (): void => {
    if (locked) throw new Error('User interaction is not allowed.');
  };
  return {
    entries,
    calls,
    lock: () => (locked = true),
    unlock: () => (locked = false),
    keytar: recorded(calls, {
      async getPassword(service, account) {
        unlocked();
        return entries.get(JSON.stringify([service, account])) ?? null;
      },
      async setPassword(service, account, password) {
        unlocked();
        entries.set(JSON.stringify([service, account]), password.toWellFormed());
      },
      async deletePassword(service, account) {
        unlocked();
        return entries.delete(JSON.stringify([service, account]));
      },
    }),
  };
}

/** Locked: reading gives nothing, removing removes nothing, and only storing says why. Text ends at the first NUL. */
export function linuxKeytar(): FakeKeytar {
  const entries = new Map<string, string>();
  const calls: string[] = [];
  let locked = false;
  return {
    entries,
    calls,
    lock: () => (locked = true),
    unlock: () => (locked = false),
    keytar: recorded(calls, {
      async getPassword(service, account) {
        return locked ? null : (entries.get(JSON.stringify([service, account])) ?? null);
      },
      async setPassword(service, account, password) {
        if (locked) throw new Error('Cannot create an item in a locked collection');
        entries.set(JSON.stringify([service, account]), (password.split('\0')[0] ?? '').toWellFormed());
      },
      async deletePassword(service, account) {
        return !locked && entries.delete(JSON.stringify([service, account]));
      },
    }),
  };
}

/** Every call says the same. */
export function complainingKeytar(message: string): Keytar {
  const complain = async (): Promise<never> => {
    throw new Error(message);
  };
  return { getPassword: complain, setPassword: complain, deletePassword: complain };
}
