import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { emptyState } from '../preload/contract/empty-state.ts';
import type { Handlers, Sources } from '../preload/contract/index.ts';
import { lengths } from '../preload/contract/limits.ts';
import type { Problem } from '../preload/contract/problem.ts';
import { createAccountSecrets } from './account/account-secrets.ts';
import { createClients } from './account/clients.ts';
import { createConnectionBook, createForgetSecrets } from './account/connection/connection-book.ts';
import { connectionIdOf } from './account/connection/connection-names.ts';
import { createDiagnose } from './account/diagnosis/diagnose.ts';
import { createKeyPairs } from './account/keys/key-pairs.ts';
import { createSignIn } from './account/sign-in.ts';
import { createTrials } from './account/sign-in-trial.ts';
import { type Clock, createSteadyClock } from './clock.ts';
import { watchClock } from './clock-watch.ts';
import type { CommandLine } from './command-line.ts';
import type { Desktop } from './desktop.ts';
import { createOpenedFiles } from './intake/opened-files.ts';
import { createTray } from './intake/tray.ts';
import { accountHandlers } from './ipc/account.ts';
import { bulkHandlers } from './ipc/bulk.ts';
import { connectionHandlers } from './ipc/connection.ts';
import { documentsHandlers } from './ipc/documents.ts';
import { filesHandlers } from './ipc/files.ts';
import { keysHandlers } from './ipc/keys.ts';
import { networkHandlers } from './ipc/network.ts';
import { outboxHandlers } from './ipc/outbox.ts';
import { peopleHandlers } from './ipc/people.ts';
import { profilesHandlers } from './ipc/profiles.ts';
import { settingsHandlers } from './ipc/settings.ts';
import { stateHandlers, stateSources } from './ipc/state.ts';
import { openJournal } from './journal/journal.ts';
import type { Keychain } from './keychain/keychain.ts';
import { chooseLanguage, localeOf } from './language.ts';
import type { Log } from './log.ts';
import { createNetwork } from './network/network.ts';
import { createNotices } from './notices.ts';
import { createSending } from './outbox/sending.ts';
import { createProfileBook } from './profiles/profile-book.ts';
import { createPublishedState } from './published-state.ts';
import { createForeignReader, threadOfSources } from './reading/foreign-reader.ts';
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
  /** For what belongs to this computer alone: never restored, synchronised or moved together with the data. */
  readonly stateFolder: string;
  readonly documentsFolder: string;
  readonly version: string;
  readonly preferredLanguages: readonly string[];
  readonly development: boolean;
  readonly commandLine: CommandLine;
  /** Where the built thread lies that reads large files; without it, the sources run as they are. */
  readonly readerThread?: URL;
}

export interface App {
  readonly handlers: Handlers;
  readonly sources: Sources;
  /** A second start hands its arguments to the first. */
  openArguments(commandLine: CommandLine): void;
  wake(): void;
  close(): void;
}

/** Computers correct their clocks by seconds all the time. */
const noteworthyMs = 60_000;

/** The composition root: the services in the order the data flows. */
export function createApp(ports: Ports): App {
  const { keychain, desktop, log } = ports;
  const clock = createSteadyClock(ports.clock);
  const words = createWords();
  const file = join(ports.dataFolder, 'journal.sqlite');
  const witness = join(ports.stateFolder, 'journal.witness');
  const { journal, failure, recovered, testimony, durable } = openJournal(file, clock.now(), witness);
  const atStart: Problem[] = [];
  if (failure) {
    const key = recovered ? 'journal-recovered' : (`journal-${failure.fault}` as const);
    atStart.push({ key, params: { file: recovered?.setAside ?? file }, details: failure.details });
    log.error('journal', { failure, recovered });
  }
  const unreadable = journal.connections.unreadable();
  if (unreadable > 0) atStart.push({ key: 'connections-unreadable', params: { count: unreadable, file } });
  const profilesUnreadable = journal.profiles.unreadable();
  if (profilesUnreadable > 0) atStart.push({ key: 'profiles-unreadable', params: { count: profilesUnreadable, file } });
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
    notices: atStart,
  });
  const notices = createNotices(state);
  notices.set('start', atStart);

  const secrets = createAccountSecrets({ keychain });
  const network = createNetwork({
    settings: journal.settings,
    keychain,
    state,
    proxyFor: ports.proxyFor,
    allowLoopback: ports.development,
  });
  const keyPairs = createKeyPairs({ folder: join(ports.dataFolder, 'keys'), secrets, now: () => clock.now() });
  const forgetSecrets = createForgetSecrets({ secrets, keyPairs });
  const book = createConnectionBook({
    clock,
    journal,
    state,
    secrets,
    forgetSecrets,
    newId: (fields) => connectionIdOf(fields, state.get().connections) ?? randomUUID(),
    allowLoopback: ports.development,
    documentsFolder: ports.documentsFolder,
    isInUse: (connectionId) => sending.isBusy(connectionId),
    onChanged(connectionId) {
      letGo(connectionId);
      // What is shown follows the changed connection: another list, or the next check of the same one.
      if (state.get().active === connectionId) checks.follow(connectionId);
    },
  });
  const clients = createClients({
    http: network.http,
    clock,
    secrets,
    keyPairs,
    find: book.find,
    allowLoopback: ports.development,
  });
  const trials = createTrials({
    book,
    state,
    words,
    clientOf: clients.of,
    onSignedIn: (connectionId) => sending.connectionReady(connectionId),
  });
  const reader = createForeignReader({ thread: ports.readerThread ?? threadOfSources });
  const signIn = createSignIn({
    book,
    secrets,
    forgetSecrets,
    trials,
    reader,
    desktop,
    state,
    words,
    onCredentials: letGo,
    onOtherAccount,
  });
  const diagnose = createDiagnose({
    clock,
    desktop,
    state,
    probe: network.probe,
    version: ports.version,
    documentsOf: journal.documentsSeen.list,
    clientOf: clients.of,
  });
  const checks = createChecks({
    clock,
    journal,
    state,
    clientOf: clients.of,
    onSignInNeeded: (connectionId) => book.change(connectionId, { signedIn: 'again' }),
    onSignedIn(connectionId) {
      book.change(connectionId, { signedIn: 'yes' });
      sending.connectionReady(connectionId);
    },
    wantsCheck: (connectionId) => sending.wantsCheck(connectionId),
    onChecked: (connectionId, seen, listed) => sending.checked(connectionId, seen, listed),
    onFault: (error) => log.error('check', error),
  });

  const profiles = createProfileBook({ clock, journal, state, newId: randomUUID });
  const tray = createTray({ folder: join(ports.dataFolder, 'tray'), newId: randomUUID });
  const brought = createOpenedFiles({ state });
  const sending = createSending({
    clock,
    journal,
    state,
    durable,
    rebuild: recovered !== null,
    older: testimony !== 'known',
    accountOf: (connectionId) => book.find(connectionId)?.username ?? null,
    folder: join(ports.dataFolder, 'spool'),
    clientOf: (connectionId) => (book.find(connectionId)?.signedIn === 'yes' ? clients.of(connectionId) : null),
    onSignInNeeded: (connectionId) => book.change(connectionId, { signedIn: 'again' }),
    onWaiting: (connectionId) => checks.wanted(connectionId),
    notify: (problem) => notices.add('queue', problem),
    onFault: (error) => log.error('outbox', error),
    newId: randomUUID,
  });

  const watch = watchClock({
    clock,
    onMoved(byMs) {
      checks.clockMoved(byMs);
      sending.clockMoved(byMs);
      if (byMs < -noteworthyMs) notices.add('queue', { key: 'clock-set-back', params: {} });
    },
  });

  /** Addresses or secrets of a connection have changed: what is under way with the old ones ends. */
  function letGo(connectionId: string): void {
    checks.stop(connectionId);
    clients.drop(connectionId);
  }

  /** Another proxy or certificate: what waited for the old way may go on. */
  function anotherWay(): void {
    for (const { id } of state.get().connections) sending.connectionReady(id);
  }

  /** The list, and what each row may do, is another one. */
  function onOtherAccount(connectionId: string): void {
    journal.documentsSeen.replace(connectionId, []);
    if (state.get().active !== connectionId) return;
    checks.follow(connectionId);
    sending.follow(connectionId);
  }

  function activate(connectionId: string): void {
    book.activate(connectionId);
    checks.follow(connectionId);
    sending.follow(connectionId);
    profiles.follow(connectionId);
  }

  function openArguments({ connectionFile, documents, unknown }: CommandLine): void {
    const found: Problem[] = unknown.map((option) => ({ key: 'option-unknown', params: { option } }));
    const content = connectionFile === null ? null : readSmallFile(connectionFile, lengths.connectionFile);
    if (connectionFile !== null && content === null)
      found.push({ key: 'option-file-missing', params: { file: connectionFile } });
    if (content !== null) {
      const { problem, known } = book.offer(content);
      if (problem) found.push(problem);
      if (known !== null && book.find(known)?.signedIn === 'yes' && state.get().active !== known) activate(known);
    }
    notices.set('asked', found);
    brought.add(documents);
  }

  const last = journal.settings.activeConnection();
  if (last !== null && book.find(last)) activate(last);
  openArguments(ports.commandLine);

  return {
    handlers: {
      ...stateHandlers({ state }),
      ...connectionHandlers({ book, desktop, state, words, diagnose, activate }),
      ...accountHandlers({ book, signIn, activate }),
      ...filesHandlers({ tray, brought, desktop, state, words, clientOf: clients.of }),
      ...outboxHandlers({
        clock,
        journal,
        ...sending.parts,
        tray,
        state,
        newId: randomUUID,
        clientOf: clients.of,
        onFault: (error) => log.error('submit', error),
      }),
      ...bulkHandlers({ tray, submissions: journal.submissions, desktop, state, words }),
      ...profilesHandlers({ profiles, reader, desktop, state, words }),
      ...peopleHandlers({ clock, people: journal.people, reader, desktop, state, words }),
      ...documentsHandlers({ state, checks, clientOf: clients.of }),
      ...keysHandlers({ book, keyPairs, desktop, state, words }),
      ...networkHandlers({ network, desktop, state, words, onChanged: anotherWay }),
      ...settingsHandlers({ state, settings: journal.settings, preferredLanguages: ports.preferredLanguages }),
    },
    sources: stateSources({ state }),
    openArguments,
    wake() {
      watch.wake();
      checks.wake();
      sending.wake();
    },
    close() {
      watch.close();
      sending.close();
      checks.close();
      network.close();
      journal.close();
    },
  };
}

/** A file somebody named. What is no plain file, or far too long, is not waited for. */
function readSmallFile(path: string, limit: number): Uint8Array | null {
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= limit ? readFileSync(path) : null;
  } catch {
    return null;
  }
}
