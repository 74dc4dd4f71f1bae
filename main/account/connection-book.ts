import { join } from 'node:path';
import type { Connection, ConnectionFields, ConnectionOffer, FieldProblem } from '../../preload/contract/connection.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Clock } from '../clock.ts';
import type { PublishedState } from '../ipc/published-state.ts';
import type { Journal } from '../journal/journal.ts';
import { problemOfKeychain } from '../problem-of.ts';
import type { Secret } from '../signing/secret.ts';
import type { AccountSecrets } from './account-secrets.ts';
import { checkClientSecret, checkConnectionFields } from './connection-fields.ts';
import { readConnectionFile } from './connection-file.ts';
import { connectionColour } from './connection-names.ts';

export interface ConnectionBookDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'connections' | 'settings'>;
  readonly state: PublishedState;
  readonly secrets: AccountSecrets;
  readonly newId: () => string;
  /** Plain http to this computer: the practice service in development. */
  readonly allowLoopback: boolean;
  readonly documentsFolder: string;
  /** The addresses or the secret changed: whoever holds a client for this connection lets go of it. */
  readonly onChanged: (connectionId: string) => void;
}

type Saved =
  | { readonly ok: true; readonly connectionId: string }
  | { readonly ok: false; readonly problem: Problem; readonly fields: FieldProblem[] };

const problem = (key: Problem['key']): Problem => ({ key, params: {} });

function isLoopback(address: string): boolean {
  return URL.parse(address)?.protocol === 'http:';
}

/** The connections of this computer: read from files, checked, kept, chosen. */
export function createConnectionBook(deps: ConnectionBookDeps) {
  const { journal, state, secrets, clock } = deps;
  // The secret of the file that was read last: it waits here for the person's Continue and never goes to the window.
  let offered: { readonly clientId: string; readonly secret: Secret } | null = null;

  const find = (connectionId: string): Connection | undefined =>
    state.get().connections.find((connection) => connection.id === connectionId);

  function put(connection: Connection): void {
    journal.connections.save(connection, clock.now());
    state.publish({ connections: [...journal.connections.list()] });
  }

  function read(
    text: string,
  ): { ok: true; offer: ConnectionOffer; fields: FieldProblem[] } | { ok: false; problem: Problem } {
    const file = readConnectionFile(text, { allowLoopback: deps.allowLoopback });
    if (file.kind === 'unreadable') return { ok: false, problem: problem('connection-file-unreadable') };
    offered = file.clientSecret ? { clientId: file.fields.clientId, secret: file.clientSecret } : null;
    const offer = {
      fields: file.fields,
      hasSecret: file.clientSecret !== null,
      practice: deps.allowLoopback && isLoopback(file.fields.base),
    };
    return { ok: true, offer, fields: [...file.problems] };
  }

  async function save(given: ConnectionFields, typedSecret: string, connectionId?: string): Promise<Saved> {
    const known = connectionId === undefined ? undefined : find(connectionId);
    const { fields, problems } = checkConnectionFields(given, { allowLoopback: deps.allowLoopback });
    const fromFile = offered?.clientId === fields.clientId ? offered.secret : null;
    const moved = known !== undefined && known.fields.environment !== fields.environment;
    const kept = fromFile !== null || (known?.hasSecret === true && !moved);
    const checked = checkClientSecret(fields.clientForm, typedSecret, kept);
    const wrong = [...problems, ...checked.problems];
    if (wrong.length > 0) return { ok: false, problem: problem('connection-incomplete'), fields: wrong };

    const taken = state.get().connections.map(({ colour }) => colour);
    const id = known?.id ?? deps.newId();
    const secret = checked.secret ?? (fields.clientForm === 'client-secret' ? fromFile : null);
    // The keychain first: a connection in the journal without its secret would be a mystery after a crash.
    if (secret) {
      const stored = await secrets.saveClientSecret({ id, environment: fields.environment }, secret);
      if (stored.kind !== 'ok') return { ok: false, problem: problemOfKeychain(stored), fields: [] };
    }
    offered = null;
    put({
      id,
      fields,
      colour: known?.colour ?? connectionColour(id, taken),
      signedIn: known && !moved ? known.signedIn : 'never',
      hasSecret: secret !== null || (known?.hasSecret === true && !moved),
      username: known && !moved ? known.username : null,
      person: known && !moved ? known.person : null,
      savedCopies: known?.savedCopies ?? join(deps.documentsFolder, 'Countersign'),
    });
    deps.onChanged(id);
    return { ok: true, connectionId: id };
  }

  return {
    find,
    read,
    save,
    /** Offers a connection for taking over, unless it is one of those we have and lacks nothing. */
    offer(text: string): Problem | null {
      const answer = read(text);
      if (!answer.ok) return answer.problem;
      const { base, clientId } = answer.offer.fields;
      const have = state.get().connections.find(({ fields }) => fields.base === base && fields.clientId === clientId);
      state.publish({ offer: have && (have.hasSecret || !answer.offer.hasSecret) ? null : answer.offer });
      return null;
    },
    change(connectionId: string, patch: Partial<Omit<Connection, 'id'>>): void {
      const known = find(connectionId);
      if (known) put({ ...known, ...patch });
    },
    activate(connectionId: string): void {
      journal.settings.set('activeConnection', connectionId);
      state.publish({ active: connectionId, offer: null });
    },
  };
}

export type ConnectionBook = ReturnType<typeof createConnectionBook>;
