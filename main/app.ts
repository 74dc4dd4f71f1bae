import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyState } from '../preload/contract/empty-state.ts';
import type { Handlers, Sources } from '../preload/contract/index.ts';
import { lengths } from '../preload/contract/limits.ts';
import type { Problem } from '../preload/contract/problem.ts';
import { createAccountSecrets } from './account/account-secrets.ts';
import { createClients } from './account/clients.ts';
import { createConnectionBook } from './account/connection-book.ts';
import { createDiagnose } from './account/diagnose.ts';
import { createKeyPairs } from './account/key-pairs.ts';
import type { Keychain } from './account/keychain.ts';
import { createNetwork } from './account/network.ts';
import { createSignIn } from './account/sign-in.ts';
import type { Clock } from './clock.ts';
import type { CommandLine } from './command-line.ts';
import type { Desktop } from './desktop.ts';
import { accountHandlers } from './ipc/account.ts';
import { connectionHandlers } from './ipc/connection.ts';
import { documentsHandlers } from './ipc/documents.ts';
import { keysHandlers } from './ipc/keys.ts';
import { networkHandlers } from './ipc/network.ts';
import { createPublishedState } from './ipc/published-state.ts';
import { settingsHandlers } from './ipc/settings.ts';
import { stateHandlers, stateSources } from './ipc/state.ts';
import { openJournal } from './journal/journal.ts';
import { chooseLanguage, localeOf } from './language.ts';
import type { Log } from './log.ts';
import { createChecks } from './tracking/checks.ts';
import { createWords } from './words.ts';

/** Everything outside, filled in by whoever starts the app: Electron, or a test. */
export interface Ports {
  readonly clock: Clock;
  /** The proxies for an address, as the system's settings or its script say. */
  readonly proxyFor: (address: string) => Promise<string>;
  readonly keychain: Keychain;
  readonly desktop: Desktop;
  readonly log: Log;
  readonly dataFolder: string;
  readonly documentsFolder: string;
  readonly version: string;
  readonly preferredLanguages: readonly string[];
  readonly development: boolean;
  readonly commandLine: CommandLine;
}

export interface App {
  readonly handlers: Handlers;
  readonly sources: Sources;
  /** A second start hands its arguments to the first. */
  openArguments(commandLine: CommandLine): void;
  wake(): void;
  close(): void;
}

/** The composition root: the services in the order the data flows. */
export function createApp(ports: Ports): App {
  const { clock, keychain, desktop, log } = ports;
  const words = createWords();
  const file = join(ports.dataFolder, 'journal.sqlite');
  const { journal, failure } = openJournal(file);
  const notices: Problem[] = [];
  if (failure) {
    notices.push({ key: `journal-${failure.reason}`, params: { file }, details: failure.details });
    log.error('journal', failure);
  }
  const choice = journal.settings.language();
  const language = chooseLanguage(choice, ports.preferredLanguages);
  const state = createPublishedState({
    ...emptyState,
    version: ports.version,
    language,
    locale: localeOf(language, ports.preferredLanguages),
    languageChoice: choice,
    connections: [...journal.connections.list()],
    network: { authority: journal.settings.authorityFile(), proxyUser: journal.settings.proxyUser() },
    notices,
  });

  const secrets = createAccountSecrets({ keychain });
  const network = createNetwork({
    settings: journal.settings,
    keychain,
    state,
    proxyFor: ports.proxyFor,
    allowLoopback: ports.development,
  });
  const keyPairs = createKeyPairs({ folder: join(ports.dataFolder, 'keys'), secrets, now: () => clock.now() });
  const book = createConnectionBook({
    clock,
    journal,
    state,
    secrets,
    newId: randomUUID,
    allowLoopback: ports.development,
    documentsFolder: ports.documentsFolder,
    onChanged: (connectionId) => clients.drop(connectionId),
  });
  const clients = createClients({
    http: network.http,
    clock,
    secrets,
    keyPairs,
    find: book.find,
    allowLoopback: ports.development,
  });
  const signIn = createSignIn({
    book,
    secrets,
    keyPairs,
    desktop,
    state,
    words,
    clientOf: clients.of,
    onCredentials: clients.drop,
  });
  const diagnose = createDiagnose({
    clock,
    desktop,
    state,
    probe: network.probe,
    version: ports.version,
    clientOf: clients.of,
  });
  const checks = createChecks({
    clock,
    journal,
    state,
    clientOf: clients.of,
    onSignInNeeded: (connectionId) => book.change(connectionId, { signedIn: 'again' }),
  });

  function activate(connectionId: string): void {
    book.activate(connectionId);
    checks.follow(connectionId);
  }

  function openArguments({ connectionFile, unknown }: CommandLine): void {
    const found: Problem[] = unknown.map((option) => ({ key: 'option-unknown', params: { option } }));
    if (connectionFile !== null) {
      let text: string | null = null;
      try {
        text = readFileSync(connectionFile, 'utf8').slice(0, lengths.connectionFile + 1);
      } catch {
        found.push({ key: 'option-file-missing', params: { file: connectionFile } });
      }
      const problem = text === null ? null : book.offer(text);
      if (problem) found.push(problem);
    }
    state.publish({ notices: [...notices, ...found] });
  }

  openArguments(ports.commandLine);
  const last = journal.settings.activeConnection();
  if (last !== null && book.find(last)) activate(last);

  return {
    handlers: {
      ...stateHandlers({ state }),
      ...connectionHandlers({ book, desktop, state, words, diagnose, activate }),
      ...accountHandlers({ book, signIn, desktop, activate }),
      ...documentsHandlers({ state, checks, clientOf: clients.of }),
      ...keysHandlers({ book, keyPairs, desktop, state, words }),
      ...networkHandlers({ network, desktop, state, words }),
      ...settingsHandlers({ state, settings: journal.settings, preferredLanguages: ports.preferredLanguages }),
    },
    sources: stateSources({ state }),
    openArguments,
    wake() {
      const { active } = state.get();
      if (active !== null) checks.wake(active);
    },
    close() {
      checks.close();
      network.close();
      journal.close();
    },
  };
}
