import { isLeftPractice } from '../../preload/contract/limits.ts';
import type { Account } from '../account/account.ts';
import type { WatchedFolders } from '../folders/watched-folders.ts';
import type { Journal } from '../journal/journal.ts';
import type { List } from '../list/list.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { ProfileBook } from '../profiles/profile-book.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Checks } from '../tracking/checks.ts';

interface ShowingDeps {
  readonly book: Pick<Account['book'], 'find' | 'activate' | 'showNone'>;
  readonly checks: Pick<Checks, 'follow'>;
  readonly folders: Pick<WatchedFolders, 'publish'>;
  readonly journal: {
    readonly documents: Pick<Journal['documents'], 'find'>;
    readonly submissions: Pick<Journal['submissions'], 'find' | 'ownerOf'>;
  };
  readonly list: Pick<List, 'follow'>;
  readonly outbox: { readonly rows: Pick<Outbox['rows'], 'follow'> };
  readonly profiles: Pick<ProfileBook, 'follow'>;
  readonly state: PublishedState;
}

/** The beginning of the key of a submission's row. */
const submissionKey = 'submission:';

/** Decides which connection, and which of its documents, the window shows. */
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

  /** Tells whether a connection can be shown. The row of a practice that was ended stays, and leads to nothing. */
  function isThere(connectionId: string): boolean {
    const connection = book.find(connectionId);
    return connection !== undefined && !isLeftPractice(connection);
  }

  /** Shows the connection that was shown last, or another one in place of a practice that was ended since. */
  function showLast(connectionId: string): void {
    if (isThere(connectionId)) activate(connectionId);
    else if (book.find(connectionId)) showOneBeside(connectionId);
  }
  /** Shows another connection, or the first screen. */
  function showOneBeside(connectionId: string): void {
    const other = state.get().connections.find(({ id }) => id !== connectionId && isThere(id));
    if (other) activate(other.id);
    else book.showNone();
  }
  function showOther(connectionId: string): void {
    if (isShown(connectionId)) showOneBeside(connectionId);
  }

  function reveal(connectionId: string, entry: string | null): void {
    if (!isThere(connectionId)) return;
    if (!isShown(connectionId)) activate(connectionId);
    state.publish({ revealed: { entry } });
  }

  /** Shows the document or submission that an address from outside names, if we know it. Does nothing else. */
  function showDocument(id: string): void {
    const { active, connections } = state.get();
    const submission = id.startsWith(submissionKey) ? journal.submissions.find(id.slice(submissionKey.length)) : null;
    const inOrder = connections
      .map((one) => one.id)
      .filter(isThere)
      .toSorted((one) => (one === active ? -1 : 0));
    const holder = inOrder.find(
      (connectionId) =>
        journal.documents.find(connectionId, id) !== null ||
        journal.submissions.ownerOf(connectionId, id) !== null ||
        submission?.connectionId === connectionId,
    );
    if (holder !== undefined) reveal(holder, id);
  }

  return { isShown, show, activate, showLast, showOther, reveal, showDocument };
}

export type Showing = ReturnType<typeof createShowing>;
