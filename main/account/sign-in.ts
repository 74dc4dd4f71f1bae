import { createHash } from 'node:crypto';
import type { Done } from '../../preload/contract/answer.ts';
import type { Connection, ConnectionFields } from '../../preload/contract/connection.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { isOtherService } from '../../shared/same-service.ts';
import type { KeychainResult } from '../keychain/keychain.ts';
import type { Desktop } from '../platform/desktop.ts';
import { problemOfKeychain } from '../problems/problem-of.ts';
import { done, refuse, refuseWith } from '../problems/refuse.ts';
import type { ForeignReader } from '../reader-thread/foreign-reader.ts';
import type { Secret } from '../signing/secret.ts';
import type { Texts } from '../words/texts.ts';
import type { AccountSecrets } from './account-secrets.ts';
import { adminAddress, newAdminState } from './connection/admin-address.ts';
import type { ConnectionBook } from './connection/connection-book.ts';
import { refOf } from './connection/connection-identity.ts';
import type { SignInTests } from './test-sign-in.ts';

export interface SignInDeps {
  readonly book: ConnectionBook;
  readonly secrets: AccountSecrets;
  readonly forgetSecrets: (connection: Connection) => Promise<Problem | null>;
  readonly signInTests: SignInTests;
  readonly reader: Pick<ForeignReader, 'readCredentials'>;
  readonly desktop: Desktop;
  readonly texts: Texts;
  /** Finds the watched folder that would send the signed copies saved in this folder. */
  readonly watchedAt: (folder: string) => Promise<string | null>;
  /** Ends what runs with the former credentials, which changed or were removed. */
  readonly onCredentials: (connectionId: string) => void;
  /** Reports another service user than before, or the first one. The list may be another one. */
  readonly onOtherAccount: (connectionId: string) => void;
}

/** Hashes the text and ignores the kind of line breaks, which programs change. */
const hashOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n').trim()).digest('hex');

/** Tells whether the keychain may have the password although it did not take it in time, or whole. */
const mayBeStored = ({ kind }: KeychainResult): boolean => kind === 'timed-out' || kind === 'corrupt';

/** Forgets the former user name: the keychain may have, or get, the password of another one in its place. */
function leaveOther(deps: SignInDeps, connectionId: string, username: string): void {
  const former = deps.book.find(connectionId)?.username ?? null;
  if (former === null || former === username) return;
  deps.signInTests.stop(connectionId);
  deps.book.change(connectionId, { signedIn: 'never', username: null, person: null });
  deps.onCredentials(connectionId);
  deps.onOtherAccount(connectionId);
}

/** Signs a service user in and out: opens the admin page, reads pasted credentials, tests them, forgets them. */
export function createSignIn(deps: SignInDeps) {
  const { book, secrets, reader, desktop, signInTests } = deps;
  // Pasted credentials that the keychain has not taken yet. The admin page shows a password only once, so keep them.
  const pending = new Map<
    string,
    { readonly username: string; readonly password: Secret; readonly fields: ConnectionFields }
  >();
  // The id of the last visit to the admin page. Credentials that name another visit are old.
  const visits = new Map<string, string>();

  // Hashes of the text pasted last: we clear the clipboard only of that text.
  let pastedHashes: ReadonlySet<string> = new Set();

  async function storePending(connection: Connection): Promise<Done> {
    const credentials = pending.get(connection.id);
    if (!credentials) return done;
    // A password goes nowhere else than where the person pasted it for.
    const isElsewhere = () => isOtherService(credentials.fields, book.find(connection.id)?.fields ?? connection.fields);
    if (isElsewhere()) {
      pending.delete(connection.id);
      return refuse('paste-other-address');
    }
    const stored = await secrets.savePassword(refOf(connection), credentials.password);
    if (stored.kind !== 'ok') {
      if (mayBeStored(stored)) leaveOther(deps, connection.id, credentials.username);
      return refuseWith(problemOfKeychain(stored));
    }
    pending.delete(connection.id);
    // The addresses may have changed while the keychain was busy. Without its user name nobody uses the password.
    if (isElsewhere()) return refuse('paste-other-address');
    // Not 'yes': only the test or the next check shows that the service accepts the password.
    const known = book.find(connection.id);
    const signedIn = known === undefined || known.signedIn === 'yes' ? 'again' : known.signedIn;
    const another = known !== undefined && known.username !== credentials.username;
    book.change(connection.id, { username: credentials.username, signedIn, person: null });
    deps.onCredentials(connection.id);
    if (another) deps.onOtherAccount(connection.id);
    return done;
  }

  return {
    async openAdminPage(connection: Connection): Promise<Done> {
      const visit = newAdminState();
      visits.set(connection.id, visit);
      const address = adminAddress(connection.fields, visit);
      if (await desktop.openInBrowser(address)) return done;
      return refuse('browser-not-opened', { address });
    },
    async paste(connection: Connection, text: string) {
      pastedHashes = new Set([hashOf(text)]);
      const found = await reader.readCredentials(text);
      // The person may have copied the password alone, after the user name.
      if (found.ok) pastedHashes = new Set([hashOf(text), hashOf(found.password.reveal())]);
      if (!found.ok) return refuse(`paste-${found.problem}`);
      const visit = visits.get(connection.id);
      if (found.state !== null && visit !== undefined && found.state !== visit) return refuse('paste-other-visit');
      pending.set(connection.id, { username: found.username, password: found.password, fields: connection.fields });
      const kept = await storePending(connection);
      return kept.ok ? { ok: true as const, username: found.username } : { ...kept, username: found.username };
    },
    /** Takes credentials of the practice service, which nobody has to paste. */
    give(connection: Connection, username: string, password: Secret): Promise<Done> {
      pending.set(connection.id, { username, password, fields: connection.fields });
      return storePending(connection);
    },
    clearClipboard: (): Promise<boolean> => desktop.clearClipboard((text) => pastedHashes.has(hashOf(text))),
    /** Runs the test of test-sign-in.ts. Tries first to store credentials that the keychain has not taken yet. */
    async test(connection: Connection): Promise<Done> {
      // Who keeps the account does not want the other one that the keychain refused.
      if (connection.username !== null && pending.get(connection.id)?.username !== connection.username)
        pending.delete(connection.id);
      const kept = await storePending(connection);
      if (!kept.ok) return kept;
      await signInTests.run(connection.id);
      return done;
    },
    async chooseFolder(connection: Connection): Promise<Done> {
      if (book.areCopiesGiven) return refuse('set-by-policy');
      const title = deps.texts()('signInTest.folderTitle');
      const folder = await desktop.pickFolder(title, connection.savedCopies);
      if (folder === null) return done;
      const watched = await deps.watchedAt(folder);
      if (watched !== null) return refuse('copies-watched', { folder, other: watched, connection: connection.id });
      book.change(connection.id, { savedCopies: folder });
      return done;
    },
    async forget(connection: Connection): Promise<Done> {
      signInTests.stop(connection.id);
      pending.delete(connection.id);
      const left = await deps.forgetSecrets(connection);
      if (left) return refuseWith(left);
      book.change(connection.id, { signedIn: 'never', hasSecret: false, username: null, person: null });
      deps.onCredentials(connection.id);
      return done;
    },
  };
}

export type SignIn = ReturnType<typeof createSignIn>;
