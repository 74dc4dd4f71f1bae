import type { Connection } from '../../preload/contract/connection.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Clock } from '../clock.ts';
import { CredentialsFault, problemOfKeychain } from '../problem-of.ts';
import { createSigningClient, type SigningClient } from '../signing/client.ts';
import type { ClientProof, Credentials } from '../signing/credentials.ts';
import type { HttpPort } from '../signing/http-port.ts';
import { failed, type Outcome, success } from '../signing/outcome.ts';
import type { AccountSecrets, StoredSecret } from './account-secrets.ts';
import { refOf } from './connection/connection-identity.ts';
import type { KeyPairs, PrivateKey } from './keys/key-pairs.ts';

export interface ClientsDeps {
  readonly http: HttpPort;
  readonly clock: Clock;
  readonly secrets: AccountSecrets;
  readonly keyPairs: Pick<KeyPairs, 'privateKey'>;
  readonly find: (connectionId: string) => Connection | undefined;
  /** Plain http to this computer: the practice service in development. */
  readonly allowLoopback: boolean;
}

/** No secret, no call: a keychain that is locked says so itself, one that has nothing any more asks for a new sign-in. */
function withoutSecret(stored: Exclude<StoredSecret, { kind: 'ok' }>): Outcome<never> {
  const failure = { kind: 'credentials-missing', certainty: 'never-sent', details: '' } as const;
  return failed(
    stored.kind === 'lost' ? failure : { ...failure, cause: new CredentialsFault(problemOfKeychain(stored)) },
  );
}

function withoutKey(key: Exclude<PrivateKey, { kind: 'ok' }>): Outcome<never> {
  switch (key.kind) {
    case 'lost':
      return withoutSecret({ kind: 'lost' });
    case 'none':
      return unusableKey({ key: 'key-missing', params: {} });
    case 'damaged':
    case 'unreadable':
    case 'unwritable':
      return unusableKey({ key: 'key-damaged', params: {} });
    default:
      return withoutSecret(key);
  }
}

function unusableKey(problem: Problem): Outcome<never> {
  return failed({ kind: 'key-unusable', certainty: 'never-sent', details: '', cause: new CredentialsFault(problem) });
}

/** One client of the service per connection, so that its token is shared by everything that calls. */
export function createSigningClients({ http, clock, secrets, keyPairs, find, allowLoopback }: ClientsDeps) {
  const clients = new Map<string, SigningClient>();

  async function credentials(connectionId: string): Promise<Outcome<Credentials>> {
    const connection = find(connectionId);
    if (!connection || connection.username === null) return withoutSecret({ kind: 'lost' });
    const { fields, username } = connection;
    const { clientId, clientForm } = fields;
    const ref = refOf(connection);
    const password = await secrets.loadPassword(ref);
    if (password.kind !== 'ok') return withoutSecret(password);
    let client: ClientProof = { form: 'public', clientId };
    if (clientForm === 'client-secret') {
      const clientSecret = await secrets.loadClientSecret(ref);
      if (clientSecret.kind !== 'ok') return withoutSecret(clientSecret);
      client = { form: 'client-secret', clientId, clientSecret: clientSecret.secret };
    }
    if (clientForm === 'signed-assertion') {
      const key = await keyPairs.privateKey(ref);
      if (key.kind !== 'ok') return withoutKey(key);
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
        http,
        clock,
        addresses: { base, auth, ...(identity === '' ? {} : { identity }) },
        allowLoopback,
        credentials: () => credentials(connectionId),
      });
      clients.set(connectionId, client);
      return client;
    },
    /** After a change of addresses or secrets: the next call begins anew. */
    drop(connectionId: string): void {
      // A call that is under way keeps its client: it must not go on with a token that is no longer wanted.
      clients.get(connectionId)?.forget();
      clients.delete(connectionId);
    },
  };
}
