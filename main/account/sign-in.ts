import type { Connection, Trial, TrialStep } from '../../preload/contract/connection.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Desktop } from '../desktop.ts';
import type { PublishedState } from '../ipc/published-state.ts';
import { problemOfFailure, problemOfKeychain } from '../problem-of.ts';
import type { AvailableModes } from '../signing/answers/modes.ts';
import type { SigningClient } from '../signing/client.ts';
import type { Outcome } from '../signing/outcome.ts';
import type { Secret } from '../signing/secret.ts';
import type { Words } from '../words.ts';
import type { AccountSecrets } from './account-secrets.ts';
import { adminAddress, newAdminState } from './admin-address.ts';
import type { ConnectionBook } from './connection-book.ts';
import type { KeyPairs } from './key-pairs.ts';
import { readPastedCredentials } from './pasted-credentials.ts';

export interface SignInDeps {
  readonly book: ConnectionBook;
  readonly secrets: AccountSecrets;
  readonly keyPairs: Pick<KeyPairs, 'forget'>;
  readonly desktop: Desktop;
  readonly state: PublishedState;
  readonly words: Words;
  readonly clientOf: (connectionId: string) => SigningClient | null;
  /** New credentials: whoever holds an old token or a refusal forgets it. */
  readonly onCredentials: (connectionId: string) => void;
}

type Done = { ok: true } | { ok: false; problem: Problem };

const done: Done = { ok: true };
const failedWith = (problem: Problem): Done => ({ ok: false, problem });
const unknown: Problem = { key: 'unknown', params: {} };
const waiting: TrialStep = { state: 'waiting' };

/** Getting a person's service user onto this computer: admin page, paste, test, and out again. */
export function createSignIn(deps: SignInDeps) {
  const { book, secrets, desktop, state } = deps;
  // What was pasted and the keychain did not take yet. The admin page shows a password once: it must not be lost.
  const pending = new Map<string, { readonly username: string; readonly password: Secret }>();

  // What the page was opened with last: credentials that name another visit are not the ones just made.
  const visits = new Map<string, string>();

  const words = () => deps.words.in(state.get().language);

  async function keep(connection: Connection): Promise<Done> {
    const credentials = pending.get(connection.id);
    if (!credentials) return done;
    const ref = { id: connection.id, environment: connection.fields.environment };
    const stored = await secrets.savePassword(ref, credentials.password);
    if (stored.kind !== 'ok') return failedWith(problemOfKeychain(stored));
    pending.delete(connection.id);
    book.change(connection.id, { username: credentials.username, signedIn: 'yes', person: null });
    deps.onCredentials(connection.id);
    return done;
  }

  function modesText(modes: AvailableModes): string {
    const say = words();
    const usable = (['timestamp', 'advanced', 'qualified'] as const).filter((mode) => {
      const found = modes[mode];
      return typeof found === 'boolean' ? found : found.zertes.length + found.eidas.length > 0;
    });
    return usable.map((mode) => say(`mode.${mode}`)).join(', ');
  }

  async function test(connection: Connection): Promise<Done> {
    const connectionId = connection.id;
    let trial: Trial = { connectionId, token: { state: 'running' }, person: waiting, modes: waiting };
    const show = (patch: Partial<Trial>) => {
      trial = { ...trial, ...patch };
      state.publish({ trial });
    };
    show({});
    const kept = await keep(connection);
    const client = deps.clientOf(connectionId);
    if (!kept.ok || !client) {
      show({ token: waiting });
      return kept.ok ? failedWith(unknown) : kept;
    }
    /** Shows a step's outcome; false when it failed and the test ends there. */
    const tick = <T>(
      name: 'token' | 'person' | 'modes',
      address: string,
      outcome: Outcome<T>,
      text: (value: T) => string,
    ) => {
      show({
        [name]: outcome.ok
          ? { state: 'done', text: text(outcome.value) }
          : { state: 'failed', problem: problemOfFailure(outcome.failure, address) },
      });
      return outcome.ok;
    };
    const { fields } = connection;

    client.forgive();
    if (!tick('token', fields.auth, await client.signIn(), () => words()('trial.tokenDone'))) return done;
    if (fields.identity === '') show({ person: { state: 'skipped', text: words()('trial.personSkipped') } });
    else {
      show({ person: { state: 'running' } });
      const who = await client.whoAmI();
      const name = (user: { firstname: string | null; lastname: string | null; email: string | null }) =>
        [user.firstname, user.lastname].filter(Boolean).join(' ') || (user.email ?? '');
      if (!tick('person', fields.identity, who, name)) return done;
      if (who.ok) book.change(connectionId, { person: name(who.value) || null });
    }
    show({ modes: { state: 'running' } });
    tick('modes', fields.base, await client.availableModes(), modesText);
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
      const found = readPastedCredentials(text);
      if (!found.ok) return { ok: false as const, problem: { key: `paste-${found.problem}` as const, params: {} } };
      const visit = visits.get(connection.id);
      if (found.state !== null && visit !== undefined && found.state !== visit)
        return { ok: false as const, problem: { key: 'paste-other-visit' as const, params: {} } };
      pending.set(connection.id, { username: found.username, password: found.password });
      const kept = await keep(connection);
      return kept.ok ? { ok: true as const, username: found.username } : { ...kept, username: found.username };
    },
    test,
    async chooseFolder(connection: Connection): Promise<Done> {
      const folder = await desktop.pickFolder(words()('trial.folder'), connection.savedCopies);
      if (folder !== null) book.change(connection.id, { savedCopies: folder });
      return done;
    },
    async forget(connection: Connection): Promise<Done> {
      const ref = { id: connection.id, environment: connection.fields.environment };
      const removed = await secrets.forget(ref);
      if (removed.kind !== 'ok') return failedWith(problemOfKeychain(removed));
      await deps.keyPairs.forget(ref);
      pending.delete(connection.id);
      book.change(connection.id, { signedIn: 'never', hasSecret: false, person: null });
      deps.onCredentials(connection.id);
      return done;
    },
  };
}

export type SignIn = ReturnType<typeof createSignIn>;
