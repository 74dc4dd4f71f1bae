import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import { sampleConnection } from '../../account/testing/sample-connection.ts';
import { openJournal } from '../../journal/journal.ts';
import type { SystemNotification } from '../../platform/notifier.ts';
import { createPublishedState } from '../../state/published-state.ts';
import { createDrivenClock } from '../../testing/clocks.ts';
import { createTexts } from '../../words/texts.ts';
import type { FailedOrder, NeedyFolder, NeedySubmission } from '../news.ts';
import { createNotifications } from '../notifications.ts';

export const HOUR = 60 * 60_000;
export const DAY = 24 * HOUR;

/** Creates a computer that shows notifications. A test drives its time and what there is to tell. */
export function drivenNotifications() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-notify-'));
  const clock = createDrivenClock(new Date(2026, 4, 10, 12).getTime());
  const faults: unknown[] = [];
  const driven = {
    folder,
    clock,
    journalFile: join(folder, 'journal.sqlite'),
    shown: new Array<SystemNotification>(),
    clicks: new Array<() => void>(),
    badges: new Array<number>(),
    needy: new Array<NeedySubmission>(),
    orders: new Array<FailedOrder>(),
    personOrders: new Array<FailedOrder>(),
    folderNeeds: new Array<NeedyFolder>(),
    revealed: new Array<unknown>(),
    isWatched: false,
    /** Documents whose older copies are still examined. */
    toldLater: new Array<string>(),
    /** The clock goes on while the computer sleeps. Its timers stand still. */
    sleptMs: 0,
  };

  /** Starts the app, as far as notifications need it. */
  function start(file = 'told.jsonl') {
    const { journal } = openJournal(driven.journalFile, clock.now());
    journal.connections.save(sampleConnection, 1);
    const state = createPublishedState({ ...emptyState, connections: [sampleConnection], active: 'c' });
    const texts = createTexts();
    const service = createNotifications({
      clock: {
        now: () => clock.now() + driven.sleptMs,
        monotonic: () => clock.monotonic() + driven.sleptMs,
        after: clock.after,
      },
      journal,
      state,
      texts: () => texts.in('en'),
      notifier: {
        show(notification, onClick) {
          driven.shown.push(notification);
          driven.clicks.push(onClick);
        },
        setBadge: (count) => void driven.badges.push(count),
        isWatched: () => driven.isWatched,
      },
      file: join(folder, file),
      needySubmissions: () => driven.needy,
      failedOrders: () => driven.orders,
      failedPersonOrders: () => driven.personOrders,
      needyFolders: () => driven.folderNeeds,
      isToldLater: (_connection, id) => driven.toldLater.includes(id),
      folderCount: () => driven.folderNeeds.length,
      reveal: (...what) => void driven.revealed.push(what),
      onFault: (error) => void faults.push(error),
    });
    return {
      journal,
      state,
      service,
      async [Symbol.asyncDispose]() {
        service.close();
        journal.close();
        expect(faults).toEqual([]);
      },
    };
  }

  /** Passes time, and lets the slices of a long list run. */
  async function pass(ms: number): Promise<void> {
    await clock.advance(ms);
    for (let turn = 0; turn < 10; turn += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await setImmediate();
    }
  }

  /** Checks these documents: what the list shows, and what the details say. */
  async function check(
    { journal, service }: Pick<ReturnType<typeof start>, 'journal' | 'service'>,
    statuses: Readonly<Record<string, string>>,
    after = 10_000,
  ): Promise<void> {
    const before = journal.deadlines.get('c', 'checked');
    const documents = Object.entries(statuses).map(([id, status]) => ({ id, status }));
    const entry = { mimeType: '', signStatus: null, canWithdraw: false, canDelete: false };
    journal.documents.see(
      'c',
      documents.map(({ id, status }) => ({ ...entry, id, name: `${id}.pdf`, documentStatus: status })),
      clock.now(),
    );
    journal.documentFacts.see('c', documents, { at: clock.now(), before, account: 'service-1' });
    journal.deadlines.set('c', 'checked', clock.now());
    service.documentsRead();
    await pass(after);
  }

  return Object.assign(driven, {
    start,
    pass,
    check,
    /** Takes the titles shown since the last call. */
    titles: () => driven.shown.splice(0).map(({ title }) => title),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  });
}

export type DrivenNotifications = ReturnType<typeof drivenNotifications>;
