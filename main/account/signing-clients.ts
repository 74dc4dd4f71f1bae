import type { Connection } from '../../preload/contract/connection.ts';
import { practiceConnectionId } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { CredentialsFault, problemOfKeychain } from '../problems/problem-of.ts';
import { createSigningClient, type SigningClient } from '../signing/client.ts';
import type { ClientProof, Credentials } from '../signing/credentials.ts';
import type { HttpPort } from '../signing/http-port.ts';
import { failed, type Outcome, success } from '../signing/outcome.ts';
import { createPatience } from '../signing/patience.ts';
import type { Clock } from '../time/clock.ts';
import type { AccountSecrets, StoredSecret } from './account-secrets.ts';
import { refOf } from './connection/connection-identity.ts';
import type { KeyPairs, PrivateKey } from './keys/key-pairs.ts';

export interface ClientsDeps {
  readonly http: HttpPort;
  /** The way to the practice service in this process, for its one connection alone. */
  readonly practiceHttp: HttpPort;
  readonly clock: Clock;
  readonly secrets: AccountSecrets;
  readonly keyPairs: Pick<KeyPairs, 'privateKey'>;
  readonly find: (connectionId: string) => Connection | undefined;
  /** Notes that the keychain has lost the client secret: a new password does not help. */
  readonly onSecretLost: (connectionId: string) => void;
  /** Allows plain http to this computer, for the practice service in development. */
  readonly allowLoopback: boolean;
}

/**
 * Returns the failure for a missing secret. Only a lost one needs a new sign-in. Other problems of the keychain show.
 */
function failWithoutSecret(stored: Exclude<StoredSecret, { kind: 'ok' }>): Outcome<never> {
  const failure = { kind: 'credentials-missing', certainty: 'never-sent', details: '' } as const;
  return failed(
    stored.kind === 'lost' ? failure : { ...failure, cause: new CredentialsFault(problemOfKeychain(stored)) },
  );
}

function failWithoutKey(key: Exclude<PrivateKey, { kind: 'ok' }>): Outcome<never> {
  switch (key.kind) {
    case 'none':
      return failWithUnusableKey({ key: 'key-missing', params: {} });
    // Without the key that seals it, a new password is no help.
    case 'lost':
    case 'corrupt':
    case 'damaged':
    case 'unreadable':
    case 'unwritable':
      return failWithUnusableKey({ key: 'key-damaged', params: {} });
    default:
      return failWithoutSecret(key);
  }
}

function failWithUnusableKey(problem: Problem): Outcome<never> {
  return failed({ kind: 'key-unusable', certainty: 'never-sent', details: '', cause: new CredentialsFault(problem) });
}

/** Keeps one signing client per connection, so that all callers share its token. */
export function createSigningClients(deps: ClientsDeps) {
  const { clock, secrets, keyPairs, find, allowLoopback } = deps;
  const clients = new Map<string, SigningClient>();
  // The id of a document is that of one document, whichever connection asks for it.
  const patience = createPatience(clock);

  async function credentials(connectionId: string): Promise<Outcome<Credentials>> {
    const connection = find(connectionId);
    if (!connection || connection.username === null) return failWithoutSecret({ kind: 'lost' });
    const { fields, username } = connection;
    const { clientId, clientForm } = fields;
    const ref = refOf(connection);
    const password = await secrets.loadPassword(ref);
    if (password.kind !== 'ok') return failWithoutSecret(password);
    let client: ClientProof = { form: 'public', clientId };
    if (clientForm === 'client-secret') {
      const clientSecret = await secrets.loadClientSecret(ref);
      if (clientSecret.kind === 'lost') deps.onSecretLost(connectionId);
      if (clientSecret.kind !== 'ok') return failWithoutSecret(clientSecret);
      client = { form: 'client-secret', clientId, clientSecret: clientSecret.secret };
    }
    if (clientForm === 'signed-assertion') {
      const key = await keyPairs.privateKey(ref);
      if (key.kind !== 'ok') return failWithoutKey(key);
      client = { form: 'signed-assertion', clientId, kid: key.kid, privateKeyPem: key.pem };
    }
    return success({ username, password: password.secret, client });
  }

  return {
    of(connectionId: string): SigningClient | null {
      const connection = find(connectionId);
      if (!connection) return null;
      const known = clients.get(connectionId);
      if (known) return known;
      const { base, auth, identity } = connection.fields;
      const client = createSigningClient({
        http: connectionId === practiceConnectionId ? deps.practiceHttp : deps.http,
        clock,
        addresses: { base, auth, ...(identity === '' ? {} : { identity }) },
        allowLoopback,
        credentials: () => credentials(connectionId),
        patience,
      });
      clients.set(connectionId, client);
      return client;
    },
    /** Returns the state of a connection whose sign-in was refused: sign in again, or correct the client. */
    refusedSignIn: (connectionId: string): 'again' | 'client-refused' =>
      clients.get(connectionId)?.refusal() === 'client-refused' ? 'client-refused' : 'again',
    /** Drops the client after a change of addresses or secrets. The next call makes a new one. */
    drop(connectionId: string): void {
      // A running call still holds the client. Without `end` it could go on in the name of another service user.
      clients.get(connectionId)?.end();
      clients.delete(connectionId);
    },
  };
}
