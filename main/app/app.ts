import { randomUUID as newId } from 'node:crypto';
import { join } from 'node:path';
import type { Handlers, Sources } from '../../preload/contract/index.ts';
import type { Theme } from '../../preload/contract/setting-values.ts';
import { createAccount } from '../account/account.ts';
import { createSteadyClock, NOTEWORTHY_MS } from '../clock.ts';
import { watchClock } from '../clock-watch.ts';
import type { CommandLine } from '../command-line.ts';
import { createCommands } from '../commands/commands.ts';
import { createRequestBox } from '../commands/request-box.ts';
import { createDesk, type Desk } from '../desk/desk.ts';
import { createDocuments } from '../documents/documents.ts';
import { createOrderWorker } from '../documents/order-worker.ts';
import { createEvidence } from '../evidence/evidence.ts';
import { createHistory } from '../evidence/history.ts';
import { createSaveList } from '../evidence/save-list.ts';
import { chokidarEvents } from '../folders/chokidar-events.ts';
import { thisComputer } from '../folders/computer.ts';
import { findSignees } from '../folders/find-signees.ts';
import { reasonText } from '../folders/reason-text.ts';
import { createWatchedFolders } from '../folders/watched-folders.ts';
import { createHandOver } from '../hand-over/hand-over.ts';
import { createInsight } from '../insight/insight.ts';
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
import { createAppSettings } from '../settings/app-settings.ts';
import { createSettingsTransfer } from '../settings/settings-transfer.ts';
import { logState } from '../support/log-state.ts';
import { createSupportReport } from '../support/support-report.ts';
import { createTexts, type Texts } from '../texts.ts';
import { createChecks } from '../tracking/checks.ts';
import { releaseSource } from '../updates/release-source.ts';
import { createUpdates } from '../updates/updates.ts';
import { createWaitingList } from '../waiting/waiting-list.ts';
import { createWork } from '../work.ts';
import { createAppEvents } from './app-events.ts';
import { openState } from './open-state.ts';
import type { Ports } from './ports.ts';
import { createArguments } from './start-arguments.ts';

export interface App {
  readonly handlers: Handlers;
  readonly sources: Sources;
  /** A second start hands its arguments to the first. */
  openArguments(commandLine: CommandLine): void;
  /** The texts in the language of the window, for menus and dialogs of the system. */
  readonly texts: Texts;
  /** Calls back now, and each time another language is chosen. */
  onLanguage(listener: () => void): void;
  /** Calls back now, and each time other colours are chosen. */
  onTheme(listener: (theme: Theme) => void): void;
  /** What the desktop shows of the app beside its window, and what a person asks for there. */
  readonly desk: Desk;
  wake(): void;
  /** Synchronous, because some systems end the app right after it. A second call does nothing. */
  close(): void;
}

/** The composition root: the services in the order the data flows, then who hears what. */
export function createApp(ports: Ports): App {
  const { keychain, desktop, log, version, preferredLanguages, development: allowLoopback } = ports;
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
    isTracked: (connectionId) => documents.isWaiting(connectionId),
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
    reveal,
    onFault: onFault('notifications'),
  });
  const waiting = createWaitingList({ clock, journal, state, textsIn: languages.in, desktop, preferredLanguages });
  const insight = createInsight({ journal, state });
  const historyOf = createHistory({ journal, hostOf: outbox.rows.hostOf });
  const saveList = createSaveList({ journal, rowsOf: (selection) => list.all(selection) });
  const evidence = createEvidence({ clock, journal, state, historyOf });
  const handOver = createHandOver({ clock, journal, outbox, tray, state, newId, onFault: onFault('submit') });
  const computer = thisComputer(ports.stateFolder, newId);
  const readSignees = findSignees({ state, clientOf: clients.of });
  const folders = createWatchedFolders({
    clock,
    journal,
    state,
    outbox,
    events: ports.folderEvents ?? chokidarEvents,
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
  const supportReport = createSupportReport({ clock, state, journal, logFile: ports.logFile });
  const appSettings = createAppSettings({
    settings,
    state,
    network,
    preferredLanguages,
    onUndo: () => outbox.rows.publish({ undoSeconds: settings.get('undoSeconds') }),
    onNotificationSettings: notifications.settingsChanged,
    onNetworkChanged: tell.networkChanged,
  });
  const settingsTransfer = createSettingsTransfer({
    appSettings,
    profiles,
    state,
    network,
    desktop,
    texts,
    read: reader.readSettings,
    newId,
  });
  const updates = createUpdates({
    clock,
    state,
    http: network.http,
    source: {
      ...releaseSource,
      channel: policy.updates === 'beta' ? 'beta' : 'latest',
      system: process.platform,
      cpu: process.arch,
    },
    version,
    computer: computer.id,
    updater: ports.updater?.(network) ?? null,
    isAllowed: () => policy.updates !== 'off',
    isBusy: () => outbox.isCalling() || state.get().handOver !== null || !desk.mayQuitNow(),
    onFault: onFault('update'),
  });
  const commands = createCommands({
    clock,
    state,
    journal,
    outbox,
    profilesOf: profiles.of,
    findSignees: readSignees,
    texts,
    newId,
    box: createRequestBox(ports.dataFolder),
    during: work.during,
    onFault: onFault('command'),
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

  const isShown = (connectionId: string) => state.get().active === connectionId;
  /** Ends what runs with the old addresses or secrets of a connection. */
  function letGo(connectionId: string): void {
    checks.stop(connectionId);
    clients.drop(connectionId);
  }
  /** Shows another list, or reads the same one at the next check. */
  function show(connectionId: string): void {
    checks.follow(connectionId);
    outbox.rows.follow(connectionId);
    list.follow(connectionId);
  }
  function activate(connectionId: string): void {
    book.activate(connectionId);
    show(connectionId);
    profiles.follow(connectionId);
    folders.publish();
  }

  function reveal(connectionId: string, entry: string | null): void {
    if (!isShown(connectionId) && book.find(connectionId)) activate(connectionId);
    if (isShown(connectionId)) state.publish({ revealed: { entry } });
  }

  /** An address from outside names a document. Only one that we know is shown, and nothing else happens. */
  function showDocument(id: string): void {
    const { active, connections } = state.get();
    const inOrder = connections.map((one) => one.id).toSorted((one) => (one === active ? -1 : 0));
    const holder = inOrder.find(
      (connectionId) =>
        journal.documents.find(connectionId, id) !== null || journal.submissions.ownerOf(connectionId, id) !== null,
    );
    if (holder !== undefined) reveal(holder, id);
  }

  hear({
    connectionChanged(id) {
      letGo(id);
      if (isShown(id)) checks.follow(id);
    },
    credentialsChanged: letGo,
    signedIn(id) {
      book.change(id, { signedIn: 'yes' });
      if (isShown(id)) list.refresh();
      outbox.connectionReady(id);
      orders.connectionReady(id);
      checks.wanted(id);
    },
    signInNeeded: (id) => book.change(id, { signedIn: 'again' }),
    otherAccount(id) {
      journal.documentsSeen.replace(id, []);
      if (isShown(id)) show(id);
    },
    networkChanged() {
      for (const { id } of state.get().connections) {
        outbox.connectionReady(id);
        orders.connectionReady(id);
      }
    },
    checkWanted: checks.wanted,
    async checked(id, seen, listed) {
      await outbox.checked(id, seen, listed);
      documents.checked(id, seen, listed);
      orders.checked(id, seen.askedAt);
    },
    clockMoved(byMs) {
      checks.clockMoved(byMs);
      outbox.clockMoved(byMs);
      orders.clockMoved(byMs);
      if (byMs < -NOTEWORTHY_MS) notices.add('queue', { key: 'clock-set-back', params: {} });
    },
  });

  const openArguments = createArguments({
    book,
    notices,
    gatheredFiles,
    isShown,
    activate,
    choose: desk.choose,
    showDocument,
    answerRequest: commands.answer,
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
  updates.begin();

  return {
    handlers: createHandlers({
      ...account,
      activate,
      openedFiles,
      checks,
      clientOf: clients.of,
      clock,
      desktop,
      documents,
      evidence,
      documentsFolder: ports.documentsFolder,
      folders,
      handOver,
      historyOf,
      insight,
      journal,
      list,
      loginStart: ports.loginStart,
      onArchived: notifications.rowsArchived,
      network,
      appSettings,
      settingsTransfer,
      supportReport,
      onNetworkChanged: tell.networkChanged,
      orders,
      outbox,
      profiles,
      reach,
      reader,
      saveList,
      state,
      tray,
      texts,
      updates,
      waiting,
    }),
    sources: eventSources({ state, desk, list, outbox }),
    desk,
    openArguments,
    texts,
    onLanguage(listener) {
      listener();
      state.subscribe(({ patch }) => {
        if (patch.locale !== undefined) listener();
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
    close() {
      if (isClosed) return;
      isClosed = true;
      desk.close();
      stopLogging();
      gatheredFiles.close();
      watch.close();
      updates.close();
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
