import type { Account } from '../account/account.ts';
import { NOTEWORTHY_MS } from '../clock.ts';
import type { Documents } from '../documents/documents.ts';
import type { OrderWorker } from '../documents/order-worker.ts';
import type { Journal } from '../journal/journal.ts';
import type { List } from '../list/list.ts';
import type { Notices } from '../notices.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { PublishedState } from '../published-state.ts';
import type { Checks } from '../tracking/checks.ts';
import type { AppEvents } from './app-events.ts';
import type { Showing } from './showing.ts';

interface HearersDeps extends Pick<Account, 'book' | 'clients'> {
  readonly checks: Checks;
  readonly documents: Documents;
  readonly journal: Journal;
  readonly list: List;
  readonly notices: Notices;
  readonly orders: OrderWorker;
  readonly outbox: Outbox;
  readonly state: PublishedState;
  readonly showing: Pick<Showing, 'isShown' | 'show'>;
}

/** Who hears what the services tell each other. */
export function hearersOf(deps: HearersDeps): AppEvents {
  const { book, checks, clients, documents, journal, list, notices, orders, outbox, state } = deps;
  const { isShown, show } = deps.showing;
  /** Ends what runs with the old addresses or secrets of a connection. */
  function letGo(connectionId: string): void {
    checks.stop(connectionId);
    clients.drop(connectionId);
  }

  return {
    connectionChanged(id) {
      letGo(id);
      if (isShown(id)) checks.follow(id);
    },
    credentialsChanged: letGo,
    signedIn(id) {
      book.change(id, { signedIn: 'yes' });
      if (isShown(id)) list.refresh();
      outbox.connectionReady(id);
      orders.connectionReady(id);
      checks.wanted(id);
    },
    signInNeeded: (id) => book.change(id, { signedIn: 'again' }),
    otherAccount(id) {
      journal.documentsSeen.replace(id, []);
      if (isShown(id)) show(id);
    },
    networkChanged() {
      for (const { id } of state.get().connections) {
        outbox.connectionReady(id);
        orders.connectionReady(id);
      }
    },
    checkWanted: checks.wanted,
    async checked(id, seen, listed) {
      await outbox.checked(id, seen, listed);
      documents.checked(id, seen, listed);
      orders.checked(id, seen.askedAt);
    },
    clockMoved(byMs) {
      checks.clockMoved(byMs);
      outbox.clockMoved(byMs);
      orders.clockMoved(byMs);
      if (byMs < -NOTEWORTHY_MS) notices.add('queue', { key: 'clock-set-back', params: {} });
    },
  };
}
