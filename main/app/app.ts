import { randomUUID as newId } from 'node:crypto';
import { join } from 'node:path';
import type { Handlers, Sources } from '../../preload/contract/index.ts';
import type { Theme } from '../../preload/contract/setting-values.ts';
import { createAccount } from '../account/account.ts';
import { createSteadyClock } from '../clock.ts';
import { watchClock } from '../clock-watch.ts';
import type { CommandLine } from '../command-line.ts';
import { createDesk, type Desk } from '../desk/desk.ts';
import { createDocuments } from '../documents/documents.ts';
import { createOrderWorker } from '../documents/order-worker.ts';
import { chokidarEvents } from '../folders/chokidar-events.ts';
import { thisComputer } from '../folders/computer.ts';
import { findSignees } from '../folders/find-signees.ts';
import { reasonText } from '../folders/reason-text.ts';
import { createWatchedFolders } from '../folders/watched-folders.ts';
import { createHandOver } from '../hand-over/hand-over.ts';
import { createGatheredFiles } from '../intake/gathered-files.ts';
import { createOpenedFiles } from '../intake/opened-files.ts';
import { createTray } from '../intake/tray.ts';
import { pickDocuments } from '../ipc/files.ts';
import { createHandlers } from '../ipc/handlers.ts';
import { eventSources } from '../ipc/state.ts';
import { createList } from '../list/list.ts';
import { createNetwork } from '../network/network.ts';
import { createReach } from '../network/reach.ts';
import { createNotifications } from '../notifications/notifications.ts';
import { createOutbox } from '../outbox/outbox.ts';
import { createProfileBook } from '../profiles/profile-book.ts';
import { createForeignReader, threadOfSources } from '../reader-thread/foreign-reader.ts';
import { logState } from '../support/log-state.ts';
import { createTexts, type Texts } from '../texts.ts';
import { createChecks } from '../tracking/checks.ts';
import { createWork } from '../work.ts';
import { createAppEvents } from './app-events.ts';
import { hearersOf } from './hearers.ts';
import { openState } from './open-state.ts';
import type { Ports } from './ports.ts';
import { createShowing } from './showing.ts';
import { createSideServices } from './side-services.ts';
import { createArguments } from './start-arguments.ts';

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
  wake(): void;
  /** A person can see the window now, or no longer. */
  windowShown(isShown: boolean): void;
  /** Synchronous, because some systems end the app right after it. A second call does nothing. */
  close(): void;
}

/** The composition root: the services in the order the data flows, then who hears what. */
export function createApp(ports: Ports): App {
  const { keychain, desktop, log, version, development: allowLoopback } = ports;
  const inDataFolder = (name: string) => join(ports.dataFolder, name);
  const clock = createSteadyClock(ports.clock);
  const { tell, hear } = createAppEvents();
  const onFault = (place: string) => (error: unknown) => log.error(place, error);

  const { journal, state, notices, recovered, testimony, durable, policy } = openState(ports, clock.now());
  const { settings } = journal;
  const isJournalTrusted = testimony === 'known' && recovered === null;
  const work = createWork(() => desk.changed());
  const languages = createTexts();
  const texts: Texts = () => languages.in(state.get().locale);
  const reach = createReach({
    clock,
    state,
    onBack() {
      tell.networkChanged();
      checks.wake();
    },
  });
  const network = createNetwork({ settings, keychain, state, proxyFor: ports.proxyFor, allowLoopback });
  const reader = createForeignReader({ thread: ports.readerThread ?? threadOfSources });
  const account = createAccount({
    allowLoopback,
    clock,
    desktop,
    journal,
    keychain,
    network,
    reader,
    state,
    version,
    texts,
    documentsFolder: ports.documentsFolder,
    onlyConnection: policy.lockConnection ? policy.connection : null,
    keysFolder: inDataFolder('keys'),
    watchedAt: (folder) => folders.sending(folder),
    isInUse: (connectionId) => outbox.isBusy(connectionId) || orders.isBusy(connectionId),
    tell,
  });
  const { book, clients } = account;

  const accountOf = (connectionId: string) => book.find(connectionId)?.username ?? null;
  const signedInClientOf = (connectionId: string) =>
    book.find(connectionId)?.signedIn === 'yes' ? clients.of(connectionId) : null;

  const checks = createChecks({
    clock,
    journal,
    state,
    clientOf: clients.of,
    onSignInNeeded: tell.signInNeeded,
    onSignedIn: tell.signedIn,
    wantsCheck: (connectionId) => outbox.wantsCheck(connectionId),
    onChecked: tell.checked,
    isTracked: (connectionId) => outbox.isBusy(connectionId) || documents.isWaiting(connectionId),
    lately: (connectionId) => orders.lately(connectionId),
    publishDocuments: (connectionId) => list.documentsChanged(connectionId, null),
    onFault: onFault('check'),
  });
  const documents = createDocuments({
    clock,
    journal,
    state,
    clientOf: clients.of,
    accountOf,
    placeOf: book.copiesOf,
    placeOfDocument: (connectionId, id) => folders.copyPlaceOf(connectionId, id),
    profileOf(connectionId, id) {
      const wanted = journal.submissions.ownerOf(connectionId, id)?.profileId ?? null;
      return profiles.of(connectionId).find((profile) => profile.id === wanted)?.name ?? null;
    },
    onSaved: (connectionId, id, path) => folders.copySaved(connectionId, id, path),
    onChanged: (connectionId, id) => list.documentsChanged(connectionId, id),
    during: work.during,
    tell(problems) {
      notices.set('copies', problems);
      state.publish({ detailsReadAt: clock.now() });
      notifications.documentsRead();
    },
    onFault: onFault('copies'),
  });
  const orders = createOrderWorker({
    clock,
    journal,
    clientOf: signedInClientOf,
    accountOf,
    baseOf: (connectionId) => book.find(connectionId)?.fields.base ?? '',
    isTrusted: isJournalTrusted,
    durable,
    onChanged: (connectionId, id) => list.documentsChanged(connectionId, id),
    onFailed: () => notifications.ordersFailed(),
    onSignInNeeded: tell.signInNeeded,
    onFault: onFault('orders'),
  });
  const profiles = createProfileBook({ clock, journal, state, newId });
  const tray = createTray({ folder: inDataFolder('tray'), newId });
  const openedFiles = createOpenedFiles({ state });
  const gatheredFiles = createGatheredFiles({ clock, open: openedFiles.add });
  const outbox = createOutbox({
    clock,
    journal,
    state,
    durable,
    rebuild: recovered !== null,
    older: testimony !== 'known',
    accountOf,
    folder: inDataFolder('spool'),
    clientOf: signedInClientOf,
    onSignInNeeded: tell.signInNeeded,
    onWaiting: tell.checkWanted,
    onRow(submission) {
      list.submissionChanged(submission);
      if (submission.stage.kind === 'needs-you') notifications.personNeeded();
      // People can sign it from now on.
      if (submission.stage.kind === 'done' && submission.stage.as === 'started') checks.wanted(submission.connectionId);
      folders.submissionChanged(submission);
    },
    onRowMoved: (id) => list.submissionMoved(id),
    onDocumentGone: (connectionId, id) => list.documentsChanged(connectionId, id),
    onRestored: () => list.restored(),
    during: work.during,
    notify: (problem) => notices.add('queue', problem),
    onFault: onFault('outbox'),
    newId,
  });
  const list = createList({
    clock,
    state,
    journal,
    submissionOf: outbox.find,
    rowOf: outbox.rows.row,
    entryOf: documents.entryOf,
    onFault: onFault('list'),
  });
  const notifications = createNotifications({
    clock,
    journal,
    state,
    texts,
    notifier: ports.notifier,
    // Like the witness: a restored journal must not tell everything again.
    file: join(ports.stateFolder, 'told-news.jsonl'),
    needySubmissions: (connectionId) =>
      outbox
        .openOf(connectionId)
        .filter(({ stage }) => stage.kind === 'needs-you')
        .map((one) => ({ id: one.id, connectionId, name: one.wish.file.name, problem: outbox.rows.row(one).problem })),
    failedOrders: orders.failed,
    needyFolders: () => folders.needs(),
    folderCount() {
      const { needsYou, troubled } = folders.summary();
      return needsYou + troubled;
    },
    reveal: (connectionId, entry) => showing.reveal(connectionId, entry),
    onFault: onFault('notifications'),
  });
  const handOver = createHandOver({ clock, journal, outbox, tray, state, newId, onFault: onFault('submit') });
  const computer = thisComputer(ports.stateFolder, newId);
  const readSignees = findSignees({ state, clientOf: clients.of });
  const folders = createWatchedFolders({
    clock,
    journal,
    state,
    outbox,
    events: ports.folderEvents ?? chokidarEvents,
    readMounts: ports.readMounts ?? (async () => null),
    computer,
    durable,
    isJournalTrusted,
    profilesOf: profiles.of,
    findSignees: readSignees,
    reasonOf: (verdict, name) => reasonText(texts(), verdict, name),
    neighbours: () => ({
      own: [ports.dataFolder, ports.stateFolder],
      copies: state.get().connections.map(({ savedCopies }) => savedCopies),
      allowed: policy.allowedFolders,
    }),
    forceHold: policy.forceHold,
    newId,
    onFault: onFault('folders'),
  });
  const side = createSideServices({
    ports,
    clock,
    journal,
    state,
    texts,
    textsIn: languages.in,
    network,
    reader,
    profiles,
    outbox,
    rowsOf: (selection) => list.all(selection),
    readSignees,
    computer: computer.id,
    during: work.during,
    policy,
    isBusy: () => outbox.isCalling() || state.get().handOver !== null || !desk.mayQuitNow(),
    onNotificationSettings: notifications.settingsChanged,
    onNetworkChanged: tell.networkChanged,
    onFault,
  });
  const desk = createDesk({
    clock,
    state,
    texts,
    work,
    sending: () => state.get().connections.reduce((sum, { id }) => sum + outbox.onItsWay(id), 0),
    counting: () => state.get().connections.reduce((sum, { id }) => sum + outbox.counting(id), 0),
    folders: folders.summary,
    unsent: () => tray.waiting() + state.get().openedFiles + gatheredFiles.count(),
    pauseFolders: folders.pauseAll,
    chooseDocuments: async () => openedFiles.add(await pickDocuments(desktop, texts)),
    explained: {
      get: () => settings.get('closingExplained'),
      set: () => settings.set('closingExplained', true),
    },
    onFault: onFault('desk'),
  });
  const watch = watchClock({ clock, onMoved: tell.clockMoved });

  const showing = createShowing({ book, checks, folders, journal, list, outbox, profiles, state });
  const { isShown, activate, showDocument } = showing;

  hear(hearersOf({ book, checks, clients, documents, journal, list, notices, orders, outbox, state, showing }));

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
  const stopLogging = logState(state, log);
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
      documentsFolder: ports.documentsFolder,
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
    wake() {
      watch.wake();
      checks.wake();
      outbox.wake();
      orders.wake();
      notifications.wake();
      folders.wake();
    },
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
      list.close();
      network.close();
      journal.close();
    },
  };
}
