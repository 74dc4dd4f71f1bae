import { randomUUID as newId } from 'node:crypto';
import { homedir } from 'node:os';
import type { Handlers, Sources } from '../../preload/contract/index.ts';
import type { Theme } from '../../preload/contract/setting-values.ts';
import { createAccount } from '../account/account.ts';
import type { Desk } from '../desk/desk.ts';
import { createHandlers } from '../ipc/handlers.ts';
import { eventSources } from '../ipc/state.ts';
import type { CommandLine } from '../platform/command-line.ts';
import { personFolder } from '../policy/person-folder.ts';
import { createProfileBook } from '../profiles/profile-book.ts';
import { logState } from '../support/log-state.ts';
import { watchClock } from '../time/clock-watch.ts';
import type { Texts } from '../words/texts.ts';
import { openBase } from './base.ts';
import { createBesideWindow } from './beside-window.ts';
import { createDocumentServices } from './document-services.ts';
import { hearersOf } from './hearers.ts';
import { openOwnJournal } from './open-state.ts';
import type { Ports } from './ports.ts';
import { createShowing } from './showing.ts';
import { createSideServices } from './side-services.ts';
import { createArguments } from './start-arguments.ts';
import { createWaysIn } from './ways-in.ts';

export interface App {
  readonly handlers: Handlers;
  readonly sources: Sources;
  /** A second start hands its arguments to the first. */
  openArguments(commandLine: CommandLine): void;
  /** The texts in the language of the window, for menus and dialogs of the system. */
  readonly texts: Texts;
  /** Calls back now, and each time another language is chosen, or the first connection is there or the last one is gone. */
  onMenus(listener: (isConnected: boolean) => void): void;
  /** Calls back now, and each time other colours are chosen. */
  onTheme(listener: (theme: Theme) => void): void;
  /** What the desktop shows of the app beside its window, and what a person asks for there. */
  readonly desk: Desk;
  /** The computer is about to sleep. */
  suspend(): void;
  /** The computer slept. */
  wake(): void;
  /** A person is back at the computer. */
  unlock(): void;
  /** A person can see the window now, or no longer. */
  windowShown(isShown: boolean): void;
  /** Synchronous, because some systems end the app right after it. A second call does nothing. */
  close(): void;
}

/** The composition root: the services in the order the data flows, then who hears what. */
export function createApp(ports: Ports, opened = openOwnJournal(ports)): App {
  const { desktop, documentsFolder } = ports;
  const base = openBase(ports, opened);
  const { clock, journal, network, notices, policy, reach, reader, state, tell, texts, onFault } = base;
  const { settings } = journal;

  const account = createAccount({
    ...base,
    allowLoopback: ports.development,
    desktop,
    keychain: ports.keychain,
    version: ports.version,
    documentsFolder,
    givenCopies: policy.copiesFolder === null ? null : personFolder(policy.copiesFolder, homedir()),
    givenConnection: policy.connection,
    isOnlyGiven: policy.lockConnection,
    keysFolder: base.inDataFolder('keys'),
    watchedAt: (folder) => folders.sending(folder),
    isInUse: (connectionId) => outbox.isBusy(connectionId) || orders.isBusy(connectionId),
  });
  const { book, clients } = account;
  const profiles = createProfileBook({
    clock,
    journal,
    state,
    newId,
    given: (connectionId) => (book.isGivenService(connectionId) ? policy.profiles : []),
    senderName: policy.senderName,
  });
  const documentServices = createDocumentServices({
    base,
    book,
    clients,
    profiles,
    placeOfDocument: (connectionId, id) => folders.copyPlaceOf(connectionId, id),
  });
  const { checks, documents, orders, outbox, list } = documentServices;
  const waysIn = createWaysIn({ base, clients, outbox, profiles });
  const { tray, openedFiles, gatheredFiles, handOver, folders, readSignees, computer } = waysIn;
  const showing = createShowing({ book, checks, folders, journal, list, outbox, profiles, state });
  const { isShown, activate, showDocument } = showing;
  const besideWindow = createBesideWindow({ base, orders, outbox, waysIn, reveal: showing.reveal });
  const { notifications, desk } = besideWindow;
  const side = createSideServices({
    base,
    profiles,
    outbox,
    rowsOf: list.all,
    readSignees,
    computer,
    isBusy: () => outbox.isCalling() || state.get().handOver !== null || !desk.mayQuitNow(),
    onNotificationSettings: notifications.settingsChanged,
    deskStatus: desk.status,
  });
  base.hear(hearersOf({ base, book, clients, folders, showing, ...documentServices, ...besideWindow }));

  const watch = watchClock({ clock, onMoved: tell.clockMoved, onAwake: tell.awake });

  const openArguments = createArguments({
    book,
    notices,
    gatheredFiles,
    isShown,
    activate,
    choose: desk.choose,
    showDocument,
    answerRequest: side.commands.answer,
  });
  let isClosed = false;
  const last = settings.get('activeConnection');
  if (last !== null && book.find(last)) activate(last);
  if (policy.connection !== null) {
    const { problem } = book.offer(policy.connection);
    if (problem) notices.add('policy', problem);
  }
  openArguments(ports.commandLine);
  checks.start();
  orders.start();
  folders.load();
  const stopLogging = logState(state, ports.log);
  side.updates.begin();

  return {
    handlers: createHandlers({
      ...account,
      ...side,
      activate,
      openedFiles,
      checks,
      clientOf: clients.of,
      clock,
      desktop,
      documents,
      documentsFolder,
      folders,
      handOver,
      journal,
      list,
      loginStart: ports.loginStart,
      onArchived: notifications.rowsArchived,
      network,
      onNetworkChanged: tell.networkChanged,
      orders,
      outbox,
      profiles,
      reach,
      reader,
      state,
      tray,
      texts,
    }),
    sources: eventSources({ state, desk, list, outbox }),
    desk,
    openArguments,
    texts,
    onMenus(listener) {
      const isConnected = () => state.get().active !== null;
      let told = isConnected();
      listener(told);
      state.subscribe(({ patch }) => {
        if (patch.locale === undefined && told === isConnected()) return;
        told = isConnected();
        listener(told);
      });
    },
    onTheme(listener) {
      listener(state.get().theme);
      state.subscribe(({ patch }) => {
        if (patch.theme !== undefined) listener(patch.theme);
      });
    },
    suspend() {
      watch.suspend();
      outbox.suspend();
      orders.suspend();
    },
    wake: watch.wake,
    unlock: watch.unlock,
    windowShown: checks.windowShown,
    close() {
      if (isClosed) return;
      isClosed = true;
      desk.close();
      stopLogging();
      gatheredFiles.close();
      watch.close();
      side.updates.close();
      notifications.close();
      folders.close().catch(onFault('folders'));
      orders.close();
      outbox.close();
      checks.close();
      documents.close();
      base.documentReader.close();
      list.close();
      network.close();
      base.lease.close();
      journal.close();
    },
  };
}
