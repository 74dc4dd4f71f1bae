import { randomUUID as newId } from 'node:crypto';
import { homedir } from 'node:os';
import { practiceConnectionId } from '../../preload/contract/limits.ts';
import { createAccount } from '../account/account.ts';
import type { OpenedJournal } from '../journal/journal.ts';
import { personFolder } from '../policy/person-folder.ts';
import { createPractice } from '../practice/practice.ts';
import { createProfileBook } from '../profiles/profile-book.ts';
import { openBase } from './base.ts';
import { createBesideWindow } from './beside-window.ts';
import { createDocumentServices } from './document-services.ts';
import { hearersOf } from './hearers.ts';
import type { Ports } from './ports.ts';
import { createShowing } from './showing.ts';
import { createSideServices } from './side-services.ts';
import { createWaysIn } from './ways-in.ts';

/** Creates the services in the order the data flows, then connects their events. None of them has begun to work yet. */
export function createServices(ports: Ports, opened: OpenedJournal) {
  const { desktop, documentsFolder } = ports;
  const base = openBase(ports, opened);
  const { clock, journal, policy, state } = base;

  const practice = createPractice({
    folder: base.inDataFolder('practice'),
    isAllowed: !policy.forbidPractice && !policy.lockConnection,
    onDecision: () => checks.allowNow(practiceConnectionId),
  });
  const account = createAccount({
    ...base,
    practice,
    async forgetPractice() {
      await folders.removeAllOf(practiceConnectionId);
      journal.connections.leaveService(practiceConnectionId);
      journal.documentFacts.forgetAll(practiceConnectionId);
    },
    showOther: () => showing.showOther(practiceConnectionId),
    allowLoopback: ports.development,
    desktop,
    keychain: ports.keychain,
    version: ports.version,
    documentsFolder,
    givenCopies: policy.copiesFolder === null ? null : personFolder(policy.copiesFolder, homedir()),
    givenConnection: policy.connection,
    givenOperations: policy.operations,
    isOnlyGiven: policy.lockConnection,
    keysFolder: base.inDataFolder('keys'),
    watchedAt: (folder) => folders.sending(folder),
    isInUse: (connectionId) => jobs.some((one) => one.isBusy(connectionId)),
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
    operations: account.operations,
    profiles,
    placeOfDocument: (connectionId, id) => folders.copyPlaceOf(connectionId, id),
    isReceiptWanted: (connectionId, id) => folders.isReceiptWanted(connectionId, id),
  });
  const { checks, documents, jobs, personOrders, outbox, list } = documentServices;
  const waysIn = createWaysIn({ base, clients, outbox, documents, profiles });
  const { folders, readSignees, computer } = waysIn;
  const showing = createShowing({ book, checks, folders, journal, list, outbox, profiles, state });
  const besideWindow = createBesideWindow({ ...documentServices, base, waysIn, reveal: showing.reveal });
  const { notifications, desk } = besideWindow;
  const side = createSideServices({
    base,
    profiles,
    outbox,
    operations: account.operations,
    personOrders,
    rowsOf: list.all,
    readSignees,
    computer,
    whyBusy: () =>
      jobs.some(({ isCalling }) => isCalling()) || state.get().handOver !== null ? 'sending' : desk.whatEnds(),
    onNotificationSettings: notifications.settingsChanged,
    deskStatus: desk.status,
  });
  base.hear(hearersOf({ base, ...account, folders, showing, ...documentServices, ...besideWindow }));
  return { base, account, practice, profiles, showing, side, ...documentServices, ...waysIn, ...besideWindow };
}

export type Services = ReturnType<typeof createServices>;
