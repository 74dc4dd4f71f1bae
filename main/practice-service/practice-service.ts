import { join } from 'node:path';
import { createAssertionChecker } from './assertion.ts';
import { type Clock, createClock } from './clock.ts';
import { currentFile } from './current-file.ts';
import { type JsonFolder, jsonFolder, nowhere } from './disk.ts';
import type { PracticeDocument, Signee } from './document.ts';
import { createDocuments } from './documents.ts';
import { diskFiles, memoryFiles } from './files.ts';
import { type AnsweringDeps, type Reply, replyTo } from './http/answering.ts';
import { incomingOf, type RawRequest } from './http/exchange.ts';
import { type OpenedPages, openPages } from './http/pages-server.ts';
import { createPracticeServer } from './http/server.ts';
import { closerOf, listenAgain } from './listen.ts';
import { type DocumentElsewhere, makeElsewhere } from './made-elsewhere.ts';
import { defaultOptions, type PracticeOptions } from './options.ts';
import { createAdminFlows } from './pages/admin.ts';
import type { Paper } from './paper.ts';
import { createPeople, type People } from './people.ts';
import { createPolling } from './polling.ts';
import type { Practice } from './practice.ts';
import { createRecords, type Records } from './records.ts';
import { type ClientForm, createRegister } from './register.ts';
import { createAuthority, seedIn } from './signatures/authority.ts';
import { createStorage } from './storage.ts';
import { createTokens } from './tokens.ts';

/** The content of the app's connection file. */
export interface PracticeConnection {
  readonly name: string;
  readonly environment: 'test';
  readonly base: string;
  readonly auth: string;
  readonly admin: string;
  readonly identity: string;
  readonly clientId: string;
  readonly clientForm: ClientForm;
  readonly clientSecret?: string;
  readonly kid?: string;
  readonly actions?: string;
}

export interface PracticeService {
  /** http://127.0.0.1:PORT. API, sign-in and pages have different paths. */
  readonly url: string;
  /** The connection for the client with a secret. */
  readonly connection: PracticeConnection;
  connectionOf(form: ClientForm, kid?: string): PracticeConnection;
  /** May be changed while it runs, except for `port`, `dataDir` and `now`. */
  readonly options: PracticeOptions;
  readonly clock: Clock;
  readonly records: Pick<Records, 'uploadsOf' | 'startsOf' | 'startsOfContent' | 'clear'> & {
    readonly breaches: Records['breaches'];
    readonly requests: Records['requests'];
    signeesOf(documentId: string): readonly Signee[];
  };
  readonly people: People;
  readonly documents: {
    all(): readonly PracticeDocument[];
    find(documentId: string): PracticeDocument | undefined;
    /** The file as a download returns it now. */
    contentOf(documentId: string): Promise<Uint8Array>;
    remove(documentId: string): void;
    /** Adds a document as if the service user had made it elsewhere. */
    add(ownerId: string, document: DocumentElsewhere): Promise<PracticeDocument>;
  };
  /** Step 1 of the onboarding: the registered clients. */
  readonly clients: {
    /** Throws unless it is a set of public RSA keys with different kids. */
    setKeys(keySet: unknown): void;
    addRedirect(form: ClientForm, uri: string): void;
    setActions(form: ClientForm, actions: readonly string[]): void;
  };
  readonly tokens: {
    /** Ends all tokens. */
    revoke(): void;
    /** The client lost its token with its process: requesting a new one is no breach. */
    clientRestarted(): void;
  };
  /** Answers a request without a socket, for simulations. Forced answers and records work, latency does not. */
  reply(request: RawRequest): Promise<Reply>;
  /** Shows the pages of signees in a browser of this computer, also without a port for the service. */
  openPages(): Promise<OpenedPages>;
  /** Ends every socket. */
  close(): Promise<void>;
}

export async function startPracticeService(changes: Partial<PracticeOptions>, paper: Paper): Promise<PracticeService> {
  const options = { ...defaultOptions(), ...changes };
  const { dataDir } = options;
  const folder = (name: string) => (dataDir === null ? nowhere : jsonFolder(join(dataDir, name)));
  const clock = createClock(options.now);
  const records = createRecords(clock.now);
  const register = createRegister({ clients: folder('clients'), users: folder('users') });
  const files = dataDir === null ? memoryFiles() : diskFiles(join(dataDir, 'files'));
  const practice: Practice = {
    options,
    clock,
    records,
    register,
    files,
    paper,
    tokens: createTokens({ clock, options, records }),
    documents: createDocuments({ clock, files, folder: folder('documents') }),
    storage: createStorage(clock),
    polling: createPolling({ clock, options, records }),
    authority: createAuthority(seedIn(folder('authority'))),
  };

  const deps: AnsweringDeps = {
    practice,
    assertions: createAssertionChecker({ register, records }),
    pages: { practice, flows: createAdminFlows() },
  };
  const { url, close } = await open(deps, folder('server'));

  const connectionOf = (form: ClientForm, kid?: string): PracticeConnection => {
    const client = register.clientOf(form);
    return {
      name: 'Practice service',
      environment: 'test',
      base: `${url}/api/v1`,
      auth: url,
      admin: url,
      identity: `${url}/identity`,
      clientId: client.clientId,
      clientForm: form,
      ...(form === 'client-secret' ? { clientSecret: client.secret } : {}),
      ...(kid === undefined ? {} : { kid }),
      ...(client.actions.length === 0 ? {} : { actions: client.actions.join(' ') }),
    };
  };
  const found = (documentId: string): PracticeDocument => {
    const document = practice.documents.find(documentId);
    if (document === undefined) throw new Error(`there is no document ${documentId}`);
    return document;
  };

  return {
    url,
    connection: connectionOf('client-secret'),
    connectionOf,
    options,
    clock,
    records: {
      ...records,
      signeesOf: (documentId) => found(documentId).signees,
    },
    people: createPeople(practice),
    documents: {
      all: practice.documents.all,
      find: practice.documents.find,
      remove: practice.documents.remove,
      async add(ownerId, document) {
        const owner = register.userById(ownerId);
        if (owner === undefined) throw new Error(`there is no service user ${ownerId}`);
        return makeElsewhere(practice, owner, document);
      },
      contentOf: async (documentId) => (await currentFile(found(documentId), practice)).content,
    },
    clients: {
      setKeys(keySet) {
        const problem = register.setKeys(register.clientOf('signed-assertion').clientId, keySet);
        if (problem !== null) throw new Error(problem);
      },
      addRedirect: (form, uri) => register.addRedirect(register.clientOf(form).clientId, uri),
      setActions: (form, actions) => register.setActions(register.clientOf(form).clientId, actions),
    },
    tokens: { revoke: practice.tokens.revoke, clientRestarted: practice.tokens.clientRestarted },
    reply: (request) => replyTo(deps, incomingOf(request)),
    openPages: () => openPages(deps),
    close,
  };
}

async function open(deps: AnsweringDeps, folder: JsonFolder) {
  const { port } = deps.practice.options;
  if (port === null) return { url: 'https://practice.test', close: () => Promise.resolve() };
  const server = createPracticeServer(deps);
  const close = closerOf(server);
  return { url: `http://127.0.0.1:${await listenAgain(server, port, folder)}`, close };
}
