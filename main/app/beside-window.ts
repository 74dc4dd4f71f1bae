import { join } from 'node:path';
import { isLeftPractice } from '../../preload/contract/limits.ts';
import { createDesk } from '../desk/desk.ts';
import { pickDocuments } from '../ipc/files.ts';
import { createNotifications, type NotificationsDeps } from '../notifications/notifications.ts';
import { needsDecision } from '../outbox/tally.ts';
import type { Base } from './base.ts';
import type { DocumentServices } from './document-services.ts';
import type { WaysIn } from './ways-in.ts';

interface BesideWindowDeps extends Pick<DocumentServices, 'documents' | 'orders' | 'outbox' | 'personOrders'> {
  readonly base: Base;
  readonly waysIn: WaysIn;
  readonly reveal: NotificationsDeps['reveal'];
}

/** Creates the app's parts beside its window: notifications, the status icon and its menu. */
export function createBesideWindow({
  base,
  documents,
  orders,
  personOrders,
  outbox,
  waysIn,
  reveal,
}: BesideWindowDeps) {
  const { ports, clock, journal, state, texts, work, onFault } = base;
  const { tray, openedFiles, gatheredFiles, folders } = waysIn;
  const { settings } = journal;
  const sum = (countOf: (connectionId: string) => number) =>
    state
      .get()
      .connections.filter((one) => !isLeftPractice(one))
      .reduce((total, { id }) => total + countOf(id), 0);

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
        .filter(needsDecision)
        .map((one) => ({ id: one.id, connectionId, name: one.wish.file.name, problem: outbox.rows.row(one).problem })),
    failedOrders: orders.failed,
    failedPersonOrders: personOrders.failed,
    needyFolders: folders.needs,
    isToldLater: documents.backlog.isToldLater,
    folderCount() {
      const { needsYou, troubled } = folders.summary();
      return needsYou + troubled;
    },
    reveal,
    onFault: onFault('notifications'),
  });
  const desk = createDesk({
    clock,
    state,
    texts,
    work,
    sending: () => sum(outbox.onItsWay),
    counting: () => sum(outbox.counting),
    folders: folders.summary,
    unsent: () => tray.waiting() + state.get().openedFiles + gatheredFiles.count(),
    pauseFolders: folders.pauseAll,
    chooseDocuments: async () => openedFiles.add(await pickDocuments(ports.desktop, texts)),
    explained: {
      get: () => settings.get('closingExplained'),
      set: () => settings.set('closingExplained', true),
    },
    onFault: onFault('desk'),
  });
  return { notifications, desk };
}

export type BesideWindow = ReturnType<typeof createBesideWindow>;
