import type { Connection, SignInTest, SignInTestStep } from '../../preload/contract/connection.ts';
import { signatureModes } from '../../shared/signature-modes.ts';
import { problemOfFailure } from '../problems/problem-of.ts';
import type { AvailableModes } from '../signing/answers/modes.ts';
import type { SigningClient } from '../signing/client.ts';
import type { Outcome } from '../signing/outcome.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { ConnectionBook } from './connection/connection-book.ts';

type Client = Pick<SigningClient, 'forgive' | 'signIn' | 'whoAmI' | 'availableModes'>;

export interface SignInTestsDeps {
  readonly book: ConnectionBook;
  readonly state: PublishedState;
  readonly clientOf: (connectionId: string) => Client | null;
  /** Lets the outbox continue with submissions that waited for the sign-in. */
  readonly onSignedIn: (connectionId: string) => void;
}

/** The findings of a step that went well. */
type Found = Pick<SignInTestStep, 'name' | 'modes'>;
type StepName = 'token' | 'person' | 'modes';

const waiting: SignInTestStep = { state: 'waiting' };

function nameOf(user: { firstname: string | null; lastname: string | null; email: string | null }): string {
  return [user.firstname, user.lastname].filter(Boolean).join(' ') || (user.email ?? '');
}

/** Returns the name of the user, or nothing if the name is empty. */
function named(user: Parameters<typeof nameOf>[0]): Found {
  const name = nameOf(user);
  return name === '' ? {} : { name };
}

const isUsable = (found: AvailableModes['timestamp'] | AvailableModes['advanced']): boolean =>
  typeof found === 'boolean' ? found : found.zertes.length + found.eidas.length > 0;

/** Tests a new sign-in in three steps that the window ticks off: token, person, available modes. */
export function createSignInTests({ book, state, clientOf, onSignedIn }: SignInTestsDeps) {
  /** The latest run of each connection. Older and stopped runs may no longer change the window. */
  const latest = new Map<string, symbol>();

  async function runSteps(connection: Connection, client: Client, isCurrent: () => boolean): Promise<void> {
    const { id: connectionId, fields } = connection;
    let signInTest: SignInTest = { connectionId, token: { state: 'running' }, person: waiting, modes: waiting };
    const show = (patch: Partial<SignInTest>) => {
      signInTest = { ...signInTest, ...patch };
      state.publish({ signInTest });
    };
    /** Shows the outcome of a step. False when the test must end. */
    function tick<T>(name: StepName, address: string, outcome: Outcome<T>, found: (value: T) => Found): boolean {
      if (!isCurrent()) return false;
      show({
        [name]: outcome.ok
          ? { state: 'done', ...found(outcome.value) }
          : { state: 'failed', problem: problemOfFailure(outcome.failure, address) },
      });
      return outcome.ok;
    }

    show({});
    client.forgive();
    const signIn = await client.signIn();
    if (!tick('token', fields.auth, signIn, () => ({}))) {
      const isRefused = !signIn.ok && signIn.failure.kind === 'client-refused';
      if (isRefused && isCurrent() && connection.signedIn !== 'never')
        book.change(connectionId, { signedIn: 'client-refused' });
      return;
    }
    book.change(connectionId, { signedIn: 'yes' });
    onSignedIn(connectionId);
    if (fields.identity === '') show({ person: { state: 'skipped' } });
    else {
      show({ person: { state: 'running' } });
      const who = await client.whoAmI();
      // It only tells a name: a service may refuse it to service users.
      if (!tick('person', fields.identity, who, named) && !isCurrent()) return;
      if (who.ok) book.change(connectionId, { person: nameOf(who.value) || null });
    }
    show({ modes: { state: 'running' } });
    tick('modes', fields.base, await client.availableModes(), (found) => ({
      modes: signatureModes.filter((mode) => isUsable(found[mode])),
    }));
  }

  return {
    async run(connectionId: string): Promise<void> {
      const connection = book.find(connectionId);
      const client = clientOf(connectionId);
      if (!connection || !client) return;
      const run = Symbol('signInTest');
      latest.set(connectionId, run);
      await runSteps(connection, client, () => latest.get(connectionId) === run);
    },
    stop: (connectionId: string): void => void latest.delete(connectionId),
  };
}

export type SignInTests = ReturnType<typeof createSignInTests>;
