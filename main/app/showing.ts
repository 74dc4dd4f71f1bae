import type { Account } from '../account/account.ts';
import type { WatchedFolders } from '../folders/watched-folders.ts';
import type { Journal } from '../journal/journal.ts';
import type { List } from '../list/list.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { ProfileBook } from '../profiles/profile-book.ts';
import type { PublishedState } from '../published-state.ts';
import type { Checks } from '../tracking/checks.ts';

interface ShowingDeps extends Pick<Account, 'book'> {
  readonly checks: Checks;
  readonly folders: WatchedFolders;
  readonly journal: Journal;
  readonly list: List;
  readonly outbox: Outbox;
  readonly profiles: ProfileBook;
  readonly state: PublishedState;
}

/** Which connection, and which of its documents, the window shows. */
export function createShowing({ book, checks, folders, journal, list, outbox, profiles, state }: ShowingDeps) {
  const isShown = (connectionId: string) => state.get().active === connectionId;
  /** Shows another list, or reads the same one at the next check. */
  function show(connectionId: string): void {
    checks.follow(connectionId);
    outbox.rows.follow(connectionId);
    list.follow(connectionId);
  }
  function activate(connectionId: string): void {
    book.activate(connectionId);
    show(connectionId);
    profiles.follow(connectionId);
    folders.publish();
  }

  function reveal(connectionId: string, entry: string | null): void {
    if (!isShown(connectionId) && book.find(connectionId)) activate(connectionId);
    if (isShown(connectionId)) state.publish({ revealed: { entry } });
  }

  /** An address from outside names a document. Only one that we know is shown, and nothing else happens. */
  function showDocument(id: string): void {
    const { active, connections } = state.get();
    const inOrder = connections.map((one) => one.id).toSorted((one) => (one === active ? -1 : 0));
    const holder = inOrder.find(
      (connectionId) =>
        journal.documents.find(connectionId, id) !== null || journal.submissions.ownerOf(connectionId, id) !== null,
    );
    if (holder !== undefined) reveal(holder, id);
  }

  return { isShown, show, activate, reveal, showDocument };
}

export type Showing = ReturnType<typeof createShowing>;
