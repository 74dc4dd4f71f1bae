import { createHash } from 'node:crypto';
import type { Connection } from '../../preload/contract/connection.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Desktop } from '../desktop.ts';
import { problemOfKeychain } from '../problem-of.ts';
import type { PublishedState } from '../published-state.ts';
import type { ForeignReader } from '../reading/foreign-reader.ts';
import type { Secret } from '../signing/secret.ts';
import type { Words } from '../words.ts';
import type { AccountSecrets } from './account-secrets.ts';
import { adminAddress, newAdminState } from './connection/admin-address.ts';
import type { ConnectionBook } from './connection/connection-book.ts';
import { refOf } from './connection/connection-identity.ts';
import type { Trials } from './sign-in-trial.ts';

export interface SignInDeps {
  readonly book: ConnectionBook;
  readonly secrets: AccountSecrets;
  readonly forgetSecrets: (connection: Connection) => Promise<Problem | null>;
  readonly trials: Trials;
  readonly reader: Pick<ForeignReader, 'readCredentials'>;
  readonly desktop: Desktop;
  readonly state: PublishedState;
  readonly words: Words;
  /** New credentials, or none any more: whoever holds an old token or a refusal forgets it. */
  readonly onCredentials: (connectionId: string) => void;
  /** Somebody else is signed in: what is known of the documents is not theirs. */
  readonly onOtherAccount: (connectionId: string) => void;
}

type Done = { ok: true } | { ok: false; problem: Problem };

/** The same for a text however a field or a program sets its ends of lines. */
const printOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n').trim()).digest('hex');

const done: Done = { ok: true };
const failedWith = (problem: Problem): Done => ({ ok: false, problem });

/** Getting a person's service user onto this computer: admin page, paste, test, and out again. */
export function createSignIn(deps: SignInDeps) {
  const { book, secrets, reader, desktop, state, trials } = deps;
  // What was pasted and the keychain did not take yet. The admin page shows a password once: it must not be lost.
  const pending = new Map<string, { readonly username: string; readonly password: Secret }>();
  // What the page was opened with last: credentials that name another visit are not the ones just made.
  const visits = new Map<string, string>();

  // By hash, what was pasted last: only that is ours to clear from the clipboard.
  let pasted: ReadonlySet<string> = new Set();

  async function keep(connection: Connection): Promise<Done> {
    const credentials = pending.get(connection.id);
    if (!credentials) return done;
    const stored = await secrets.savePassword(refOf(connection), credentials.password);
    if (stored.kind !== 'ok') return failedWith(problemOfKeychain(stored));
    pending.delete(connection.id);
    // Kept is not yet accepted: only the test, or a check, says that the service takes it.
    const known = book.find(connection.id);
    const signedIn = known?.signedIn === 'never' ? 'never' : 'again';
    const another = known !== undefined && known.username !== null && known.username !== credentials.username;
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
      return failedWith({ key: 'browser-not-opened', params: { address } });
    },
    async paste(connection: Connection, text: string) {
      pasted = new Set([printOf(text)]);
      const found = await reader.readCredentials(text);
      // A password may have been copied alone, and after the user name.
      if (found.ok) pasted = new Set([printOf(text), printOf(found.password.reveal())]);
      if (!found.ok) return { ok: false as const, problem: { key: `paste-${found.problem}` as const, params: {} } };
      const visit = visits.get(connection.id);
      if (found.state !== null && visit !== undefined && found.state !== visit)
        return { ok: false as const, problem: { key: 'paste-other-visit' as const, params: {} } };
      pending.set(connection.id, { username: found.username, password: found.password });
      const kept = await keep(connection);
      return kept.ok ? { ok: true as const, username: found.username } : { ...kept, username: found.username };
    },
    clearClipboard: (): Promise<boolean> => desktop.clearClipboard((text) => pasted.has(printOf(text))),
    /** The three ticks. What the keychain did not take before is offered to it once more. */
    async test(connection: Connection): Promise<Done> {
      const kept = await keep(connection);
      if (!kept.ok) return kept;
      await trials.run(connection.id);
      return done;
    },
    async chooseFolder(connection: Connection): Promise<Done> {
      const title = deps.words.in(state.get().locale)('trial.folderTitle');
      const folder = await desktop.pickFolder(title, connection.savedCopies);
      if (folder !== null) book.change(connection.id, { savedCopies: folder });
      return done;
    },
    async forget(connection: Connection): Promise<Done> {
      trials.stop(connection.id);
      pending.delete(connection.id);
      deps.onCredentials(connection.id);
      const left = await deps.forgetSecrets(connection);
      if (left) return failedWith(left);
      book.change(connection.id, { signedIn: 'never', hasSecret: false, username: null, person: null });
      return done;
    },
  };
}

export type SignIn = ReturnType<typeof createSignIn>;
