import type { Handlers, Sources } from '../../preload/contract/index.ts';
import type { Theme } from '../../preload/contract/setting-values.ts';
import type { Desk } from '../desk/desk.ts';
import { createHandlers } from '../ipc/handlers.ts';
import { eventSources } from '../ipc/state.ts';
import type { CommandLine } from '../platform/command-line.ts';
import { logState } from '../support/log-state.ts';
import { watchClock } from '../time/clock-watch.ts';
import type { Texts } from '../words/texts.ts';
import { createServices, type Services } from './app-services.ts';
import { openOwnJournal } from './open-state.ts';
import type { Ports } from './ports.ts';
import { createArguments } from './start-arguments.ts';

export interface App {
  readonly handlers: Handlers;
  readonly sources: Sources;
  /** Takes the arguments of a second start. */
  openArguments(commandLine: CommandLine): void;
  /** The texts in the language of the window, for menus and dialogs of the system. */
  readonly texts: Texts;
  /** Calls back now, and each time another language is chosen, or the first connection is there or the last one is gone. */
  onMenus(listener: (isConnected: boolean) => void): void;
  /** Calls back now, and each time other colours are chosen. */
  onTheme(listener: (theme: Theme) => void): void;
  /** The app's parts on the desktop beside its window, and a person's orders there. */
  readonly desk: Desk;
  suspend(): void;
  wake(): void;
  /** Continues when a person is back at the computer. */
  unlock(): void;
  /** Notes whether a person can see the window. */
  windowShown(isShown: boolean): void;
  /** Synchronous, because some systems end the app right after it. A second call does nothing. */
  close(): void;
}

/** Shows what was shown last, offers the connection of the IT department, and begins all work. */
function begin(services: Services, openArguments: App['openArguments']): void {
  const { base, account, showing, checks, documents, orders, personOrders, folders } = services;
  const { journal, notices, policy, ports } = base;
  const last = journal.settings.get('activeConnection');
  if (last !== null) showing.showLast(last);
  if (policy.connection !== null) {
    const { problem } = account.book.offer(policy.connection);
    if (problem) notices.add('policy', problem);
  }
  openArguments(ports.commandLine);
  checks.start();
  orders.start();
  personOrders.start();
  folders.load();
  account.practiceSignIn.start().catch(base.onFault('practice'));
  documents.backlog.begin();
}

function handlersOf(services: Services): Handlers {
  const { base, account, side, showing, notifications } = services;
  const { desktop, documentsFolder, loginStart } = base.ports;
  return createHandlers({
    ...base,
    ...account,
    ...side,
    ...services,
    activate: showing.activate,
    clientOf: account.clients.of,
    desktop,
    documentsFolder,
    loginStart,
    onArchived: notifications.rowsArchived,
    onNetworkChanged: base.tell.networkChanged,
  });
}

/** Ends all work, that of others first. The journal closes last. */
function closeServices(services: Services): void {
  const { base, side, notifications, desk, gatheredFiles, folders, checks, documents, list } = services;
  desk.close();
  services.practice.close();
  gatheredFiles.close();
  side.updates.close();
  notifications.close();
  folders.close().catch(base.onFault('folders'));
  for (const one of services.jobs) one.close();
  checks.close();
  documents.close();
  base.documentReader.close();
  list.close();
  base.network.close();
  base.lease.close();
  base.journal.close();
}

/** Creates the app: its services, what a start gives them, and what the desktop tells them. */
export function createApp(ports: Ports, opened = openOwnJournal(ports)): App {
  const services = createServices(ports, opened);
  const { base, account, showing, side, checks, outbox, list, desk } = services;
  const { clock, notices, state, tell, texts } = base;
  const watch = watchClock({ clock, onMoved: tell.clockMoved, onAwake: tell.awake });
  const openArguments = createArguments({
    ...showing,
    book: account.book,
    notices,
    gatheredFiles: services.gatheredFiles,
    choose: desk.choose,
    answerRequest: side.commands.answer,
  });
  begin(services, openArguments);
  const stopLogging = logState(state, ports.log);
  side.updates.begin();
  let isClosed = false;

  return {
    handlers: handlersOf(services),
    sources: eventSources({ state, desk, list, notifications: services.notifications, outbox }),
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
      for (const one of services.jobs) one.suspend();
    },
    wake: watch.wake,
    unlock: watch.unlock,
    windowShown: checks.windowShown,
    close() {
      if (isClosed) return;
      isClosed = true;
      stopLogging();
      watch.close();
      closeServices(services);
    },
  };
}
