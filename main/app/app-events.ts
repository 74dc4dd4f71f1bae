import type { AccountEvents } from '../account/account.ts';
import type { ListedDocuments } from '../tracking/checks.ts';
import type { CheckSeen } from '../tracking/reading.ts';

/** What the services tell each other. `app.ts` says in one block who hears what. */
export interface AppEvents extends AccountEvents {
  /** The service no longer accepts the credentials. */
  signInNeeded(connectionId: string): void;
  /** Another proxy or certificate: what waited for the network may go on. */
  networkChanged(): void;
  /** A submission in doubt waits for a check. */
  checkWanted(connectionId: string): void;
  checked(connectionId: string, seen: CheckSeen, listed: ListedDocuments): Promise<void>;
  /** The computer's clock was set while the app ran. */
  clockMoved(byMs: number): void;
}

/** A service gets `tell` when it is made, before the services that hear it exist. */
export function createAppEvents() {
  let hearers: AppEvents | null = null;
  function heard(): AppEvents {
    if (hearers === null) throw new Error('An event came before the app was put together.');
    return hearers;
  }
  const tell: AppEvents = {
    connectionChanged: (id) => heard().connectionChanged(id),
    credentialsChanged: (id) => heard().credentialsChanged(id),
    signedIn: (id) => heard().signedIn(id),
    signInNeeded: (id) => heard().signInNeeded(id),
    otherAccount: (id) => heard().otherAccount(id),
    networkChanged: () => heard().networkChanged(),
    checkWanted: (id) => heard().checkWanted(id),
    checked: (id, seen, listed) => heard().checked(id, seen, listed),
    clockMoved: (byMs) => heard().clockMoved(byMs),
  };
  return {
    tell,
    hear(all: AppEvents): void {
      hearers = all;
    },
  };
}
