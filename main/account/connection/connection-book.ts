import type {
  Connection,
  ConnectionFields,
  ConnectionOffer,
  FieldProblem,
} from '../../../preload/contract/connection.ts';
import { practiceConnectionId } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { fitsFile, isOtherService } from '../../../shared/same-service.ts';
import type { Journal } from '../../journal/journal.ts';
import { problemOfKeychain } from '../../problems/problem-of.ts';
import { trustedAddress } from '../../signing/address.ts';
import type { Secret } from '../../signing/secret.ts';
import type { PublishedState } from '../../state/published-state.ts';
import type { Clock } from '../../time/clock.ts';
import type { AccountSecrets } from '../account-secrets.ts';
import { checkClientSecret, checkConnectionFields } from './connection-fields.ts';
import { readConnectionFile } from './connection-file.ts';
import { connectionColour, refOf } from './connection-identity.ts';
import { type CopiesDeps, createCopiesFolders } from './copies-folders.ts';

export interface ConnectionBookDeps extends CopiesDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'connections' | 'settings'>;
  readonly state: PublishedState;
  readonly secrets: AccountSecrets;
  /** Removes the secrets and keys of a connection. Returns a problem when something may still be there. */
  readonly forgetSecrets: (connection: Connection) => Promise<Problem | null>;
  readonly newId: (fields: ConnectionFields) => string;
  /** Allows plain http to this computer, for the practice service in development. */
  readonly allowLoopback: boolean;
  /** The content of the connection file that the IT department has set on this computer. */
  readonly given?: string | null;
  /** Whether no service may be used but the one of this file. */
  readonly isOnlyGiven?: boolean;
  /** Tells whether this connection has unfinished submissions, which must not go to another service. */
  readonly isInUse: (connectionId: string) => boolean;
  /** Asks the person outside of the window, which could lie, whether people sign in at another admin page from now on. */
  readonly confirmAdminPage: (before: ConnectionFields, after: ConnectionFields) => Promise<boolean>;
  /** Reports that the addresses or the secret changed: the old signing client must be dropped. */
  readonly onChanged: (connectionId: string) => void;
}

type Saved =
  | { readonly ok: true; readonly connectionId: string }
  | { readonly ok: false; readonly problem: Problem; readonly fields: FieldProblem[] };
type Read = { ok: true; offer: ConnectionOffer; fields: FieldProblem[] } | { ok: false; problem: Problem };

const problem = (key: Problem['key']): Problem => ({ key, params: {} });
const refused = (found: Problem, fields: FieldProblem[] = []): Saved => ({ ok: false, problem: found, fields });

/** Tells whether an address is trusted only with `allowLoopback`: the practice service in development. */
function isOnThisComputer(address: string, allowLoopback: boolean): boolean {
  const trusted = (loopback: boolean) => trustedAddress(address, { allowLoopback: loopback }) !== null;
  return trusted(allowLoopback) && !trusted(false);
}

function fieldsOf(content: string | null, allowLoopback: boolean): ConnectionFields | null {
  const file = content === null ? null : readConnectionFile(content, { allowLoopback });
  return file?.kind === 'read' ? file.fields : null;
}

interface Wanted {
  readonly wanted: ConnectionFields;
  readonly typedSecret: string;
  /** The person continues with the file that was read last. Else its secret replaces no stored one. */
  readonly isOfFile: boolean;
  /** The secret of the file that was read last. */
  readonly offered: { readonly fields: ConnectionFields; readonly secret: Secret } | null;
}

/** Judges the consequences of changed fields for a connection. */
function judgeChange(
  { journal, allowLoopback }: ConnectionBookDeps,
  known: Connection | undefined,
  { wanted, typedSecret, isOfFile, offered }: Wanted,
) {
  const { fields, problems } = checkConnectionFields(wanted, { allowLoopback });
  const isOther = known !== undefined && isOtherService(known.fields, fields);
  const isKept = known?.hasSecret === true && !isOther;
  // A file may be older than the secret that is stored, unless the service refuses that one.
  const isMeant = isOfFile || !isKept || known.signedIn === 'client-refused';
  const fromFile = offered !== null && isMeant && fitsFile(offered.fields, fields) ? offered : null;
  // Before the first sign-in only a client secret is stored, unless the environment changes: it is in the keychain's names.
  const hasStoredData =
    known !== undefined &&
    (journal.connections.wasSignedIn(known.id) || known.fields.environment !== fields.environment);
  const checked = checkClientSecret(fields.clientForm, typedSecret, fromFile !== null || isKept);
  const secret = checked.secret ?? (fields.clientForm === 'client-secret' ? (fromFile?.secret ?? null) : null);
  return {
    fields,
    isOther,
    moved: hasStoredData && isOther,
    secret,
    wrong: [...problems, ...checked.problems],
  };
}

function newConnection(
  made: Pick<Connection, 'id' | 'fields' | 'hasSecret' | 'savedCopies'>,
  others: readonly Connection[],
): Connection {
  const colour = connectionColour(
    made.id,
    others.map((one) => one.colour),
  );
  return { ...made, colour, signedIn: 'never', username: null, person: null };
}

/** Returns the one connection to the practice service in this process. Another start may have given it other fields. */
function practiceConnection(
  fields: ConnectionFields,
  savedCopies: string,
  connections: readonly Connection[],
): Connection {
  const known = connections.find(({ id }) => id === practiceConnectionId);
  if (known !== undefined) return { ...known, fields };
  return newConnection({ id: practiceConnectionId, fields, hasSecret: false, savedCopies }, connections);
}

/** Tells whether the admin page changed. People who are signed in would use another one from now on. */
const isNewPage = (known: Connection | undefined, { admin }: ConnectionFields): known is Connection =>
  known !== undefined && known.signedIn !== 'never' && known.fields.admin !== admin;

/** Tells whether the service sees the same client. Other ids, secrets and keys make another one. */
const isSameClient = (before: ConnectionFields, after: ConnectionFields): boolean =>
  !isOtherService(before, after) && before.clientForm === after.clientForm;

/** Resets a refusal, because the service has not refused the changed client yet. */
const notRefused = (known: Connection): Connection =>
  known.signedIn === 'client-refused' ? { ...known, signedIn: 'again' } : known;

const isAt = (given: ConnectionFields, known: Connection | undefined): boolean =>
  known !== undefined && !isOtherService(given, known.fields);

/**
 * Tells whether the IT department lets nobody use this service, but only the given one. A file of it takes the place of
 * nothing that was typed.
 */
const isForbidden = (
  { isOnlyGiven }: ConnectionBookDeps,
  given: ConnectionFields | null,
  fields: ConnectionFields,
): boolean => isOnlyGiven === true && given !== null && isOtherService(given, fields);

type Write = (connection: Connection) => void;

/** Removes the secrets of the old service, so that its password never goes to the new one, and all that is its own. */
async function leaveService(deps: ConnectionBookDeps, write: Write, connection: Connection): Promise<Problem | null> {
  const left = await deps.forgetSecrets(connection);
  if (left) return left;
  // Write this before the next step: if that fails, the journal must not name secrets that are gone.
  write({ ...connection, signedIn: 'never', hasSecret: false, username: null, person: null });
  // A watched folder may have handed over a document while the keychain was busy.
  const isInUse = deps.isInUse(connection.id);
  if (!isInUse) deps.journal.connections.leaveService(connection.id);
  // A check of the old service that is under way must not write its list again.
  deps.onChanged(connection.id);
  return isInUse ? problem('connection-in-use') : null;
}

/** Removes the client secret before the addresses change: it goes nowhere else than where a person typed it for. */
async function forgetClientSecret(
  { secrets, state }: ConnectionBookDeps,
  write: Write,
  connection: Connection,
): Promise<Problem | null> {
  if (!connection.hasSecret) return null;
  const removed = await secrets.forgetClientSecret(refOf(connection));
  if (removed.kind !== 'ok') return problemOfKeychain(removed);
  write({ ...(state.connectionOf(connection.id) ?? connection), hasSecret: false });
  return null;
}

/** Remembers and publishes the connection that the window shows. */
const shownConnection = ({ journal, state }: ConnectionBookDeps) => ({
  showNone(): void {
    journal.settings.set('activeConnection', null);
    state.publish({ active: null });
  },
  activate(connectionId: string): void {
    journal.settings.set('activeConnection', connectionId);
    state.publish({ active: connectionId });
  },
});

/** Finds the connection of an offer, if it is here with all that the offer has. */
function alreadyHere({ fields, hasSecret }: ConnectionOffer, connections: readonly Connection[]): string | null {
  const { base, clientId } = fields;
  const have = connections.find((one) => one.fields.base === base && one.fields.clientId === clientId);
  return have && (have.hasSecret || !hasSecret) ? have.id : null;
}

/** Tells whether the offer brings a secret in the place of one that the service refuses: a person is asked about it. */
const isReplacement = ({ hasSecret }: ConnectionOffer, known: Connection | undefined): boolean =>
  hasSecret && known?.signedIn === 'client-refused';

type Patch = Partial<Omit<Connection, 'id'>>;

/** Writes a connection of which something has changed. */
function changeFields(write: Write, known: Connection | undefined, patch: Patch): void {
  if (known === undefined) return;
  const changed = { ...known, ...patch };
  if (JSON.stringify(changed) !== JSON.stringify(known)) write(changed);
}

/** Takes the operations and text marks of a newer file of a connection that is here already. */
function takeAllowed(write: Write, known: Connection | undefined, { operations, textMarks }: ConnectionFields): void {
  if (known === undefined) return;
  const { operations: ownOperations, textMarks: ownMarks, ...fields } = known.fields;
  if (JSON.stringify([ownOperations, ownMarks]) === JSON.stringify([operations, textMarks])) return;
  const allowed = { ...(operations !== undefined && { operations }), ...(textMarks !== undefined && { textMarks }) };
  write({ ...known, fields: { ...fields, ...allowed } });
}

/** Stores the connections in the journal and publishes them. Reads connection files and checks every change. */
export function createConnectionBook(deps: ConnectionBookDeps) {
  const { journal, state, secrets, clock } = deps;
  // The secret of the file that was read last. It waits here until the person continues, and never goes to the window.
  let offered: Wanted['offered'] = null;

  const given = fieldsOf(deps.given ?? null, deps.allowLoopback);
  const copies = createCopiesFolders(deps);
  state.publish({ givenConnection: given, ...(copies.areGiven && { connections: copies.listed() }) });

  const find = state.connectionOf;

  function write(connection: Connection): Connection {
    journal.connections.save({ ...connection, savedCopies: copies.toStore(connection) }, clock.now());
    state.publish({ connections: copies.listed() });
    return connection;
  }

  function read(content: string | Uint8Array): Read {
    const file = readConnectionFile(content, { allowLoopback: deps.allowLoopback });
    if (file.kind === 'unreadable') return { ok: false, problem: problem('connection-file-unreadable') };
    const { fields, clientSecret, problems } = file;
    if (isForbidden(deps, given, fields)) return { ok: false, problem: problem('set-by-policy') };
    offered = clientSecret && { fields, secret: clientSecret };
    const practice = isOnThisComputer(fields.base, deps.allowLoopback);
    return { ok: true, offer: { fields, hasSecret: clientSecret !== null, practice }, fields: [...problems] };
  }

  /** Saves the connection. `confirmed` is the admin page that the person has confirmed outside of the window. */
  async function save(
    wanted: ConnectionFields,
    typedSecret: string,
    connectionId?: string,
    isOfFile = false,
    confirmed: string | null = null,
  ): Promise<Saved> {
    if (connectionId === practiceConnectionId) throw new Error('The practice service has no other addresses.');
    const known = connectionId === undefined ? undefined : find(connectionId);
    const file = offered;
    const judged = judgeChange(deps, known, { wanted, typedSecret, isOfFile, offered: file });
    const { fields, isOther, moved, secret, wrong } = judged;
    if (isForbidden(deps, given, fields)) return refused(problem('set-by-policy'));
    if (wrong.length > 0) return refused(problem('connection-incomplete'), wrong);
    if (known !== undefined && isOther && deps.isInUse(known.id)) return refused(problem('connection-in-use'));
    if (isNewPage(known, fields) && confirmed !== fields.admin) {
      if (!(await deps.confirmAdminPage(known.fields, fields))) return refused(problem('admin-page-kept'));
      // Much may have changed while the question was open. What was confirmed is this step from one page to the other.
      const isSame = find(known.id)?.fields.admin === known.fields.admin;
      return save(wanted, typedSecret, connectionId, isOfFile, isSame ? fields.admin : null);
    }
    const leave = moved ? leaveService : forgetClientSecret;
    const left = known !== undefined && isOther ? await leave(deps, write, known) : null;
    if (left) return refused(left);
    const id = known?.id ?? deps.newId(fields);
    // Store the secret first: after a crash in between, the journal must not have a connection without its secret.
    if (secret) {
      const stored = await secrets.saveClientSecret({ id, environment: fields.environment }, secret);
      if (stored.kind !== 'ok') return refused(problemOfKeychain(stored));
    }
    if (offered === file) offered = null;
    // A keychain can take a minute. Read the connection again, to keep changes made meanwhile, such as a new folder.
    const now = find(id);
    const hasSecret = secret !== null || now?.hasSecret === true;
    const sameClient = now !== undefined && !moved && secret === null && isSameClient(now.fields, fields);
    write(
      now === undefined
        ? newConnection({ id, fields, hasSecret, savedCopies: copies.ownOf(fields.name) }, state.get().connections)
        : { ...(sameClient ? now : notRefused(now)), fields, hasSecret },
    );
    state.publish({ offer: null });
    if (!sameClient) deps.onChanged(id);
    return { ok: true, connectionId: id };
  }

  return {
    find,
    read,
    save: (wanted: ConnectionFields, typedSecret: string, connectionId?: string, isOfFile?: boolean): Promise<Saved> =>
      save(wanted, typedSecret, connectionId, isOfFile),
    /** Offers the connection of a file to the window, unless it works already. Returns its id if it is here completely. */
    offer(content: string | Uint8Array): { readonly problem: Problem | null; readonly known: string | null } {
      const answer = read(content);
      if (!answer.ok) return { problem: answer.problem, known: null };
      const known = alreadyHere(answer.offer, state.get().connections);
      const isAsked = known === null || isReplacement(answer.offer, find(known));
      if (!isAsked) offered = null;
      if (known !== null) takeAllowed(write, find(known), answer.offer.fields);
      state.publish({ offer: isAsked ? answer.offer : null });
      return { problem: null, known };
    },
    copiesOf: (connectionId: string) => copies.of(find(connectionId)),
    /** Saves the fields of the practice service, which only the app itself knows and no file gives. */
    putPractice: (fields: ConnectionFields): Connection =>
      write(practiceConnection(fields, copies.ownOf(fields.name), state.get().connections)),
    areCopiesGiven: copies.areGiven,
    /** Tells whether the connection leads to the service that the IT department has set, or none was set. */
    isGivenService: (connectionId: string): boolean => given === null || isAt(given, find(connectionId)),
    change: (connectionId: string, patch: Patch): void => changeFields(write, find(connectionId), patch),
    ...shownConnection(deps),
  };
}

export type ConnectionBook = ReturnType<typeof createConnectionBook>;

/** Removes the secrets from the keychain and the key pair from its file. */
export function createForgetSecrets({
  secrets,
  keyPairs,
}: {
  readonly secrets: AccountSecrets;
  readonly keyPairs: { forget(ref: ReturnType<typeof refOf>): Promise<{ readonly kind: string }> };
}) {
  return async (connection: Connection): Promise<Problem | null> => {
    const ref = refOf(connection);
    const removed = await secrets.forget(ref);
    if (removed.kind !== 'ok') return problemOfKeychain(removed);
    const file = await keyPairs.forget(ref);
    return file.kind === 'ok' ? null : problem('key-not-removed');
  };
}
