import { join } from 'node:path';
import { createAssertionChecker } from './assertion.ts';
import { createClock } from './clock.ts';
import { type JsonFolder, jsonFolder, nowhere } from './disk.ts';
import { createDocuments } from './documents.ts';
import { diskFiles, memoryFiles } from './files.ts';
import { type AnsweringDeps, type Reply, replyTo } from './http/answering.ts';
import { incomingOf, type RawRequest } from './http/exchange.ts';
import { type OpenedPages, openPages } from './http/pages-server.ts';
import { createPracticeServer } from './http/server.ts';
import { closerOf, listenAgain } from './listen.ts';
import { defaultOptions, type PracticeOptions } from './options.ts';
import type { OtherPages } from './pages/pages.ts';
import type { Paper } from './paper.ts';
import { createPolling } from './polling.ts';
import type { Practice } from './practice.ts';
import { createRecords } from './records.ts';
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
  /** Everything it keeps. Its options may be changed while it runs, except for `port`, `dataDir` and `now`. */
  readonly practice: Practice;
  connectionOf(form: ClientForm, kid?: string): PracticeConnection;
  /** Answers a request without a socket, for simulations. Forced answers and records work, latency does not. */
  reply(request: RawRequest): Promise<Reply>;
  /** Shows the pages of signees in a browser of this computer, also without a port for the service. */
  openPages(): Promise<OpenedPages>;
  /** Ends every socket. */
  close(): Promise<void>;
}

const noOthers: OtherPages = async () => null;

export async function startPracticeService(
  changes: Partial<PracticeOptions>,
  paper: Paper,
  others = noOthers,
): Promise<PracticeService> {
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
    pages: { practice, others },
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

  return {
    url,
    practice,
    connectionOf,
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
