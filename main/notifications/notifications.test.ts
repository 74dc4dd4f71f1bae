import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { practiceConnectionId } from '../../preload/contract/limits.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import type { SystemNotification } from '../platform/notifier.ts';
import { unsignedFigures } from '../signatures/testing/sample-figures.ts';
import { createPublishedState } from '../state/published-state.ts';
import { createDrivenClock } from '../testing/clocks.ts';
import { createTexts } from '../words/texts.ts';
import type { FailedOrder, NeedyFolder, NeedySubmission } from './news.ts';
import { createNotifications } from './notifications.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const noon = new Date(2026, 4, 10, 12).getTime();
const texts = () => createTexts().in('en');

let folder: string;
let clock: ReturnType<typeof createDrivenClock>;
let shown: SystemNotification[];
let clicks: (() => void)[];
let badges: number[];
let needy: NeedySubmission[];
let orders: FailedOrder[];
let personOrders: FailedOrder[];
let folderNeeds: NeedyFolder[];
let revealed: unknown[];
let isWatched: boolean;
/** Documents whose older copies are still examined. */
let toldLater: string[];
/** The clock goes on while the computer sleeps. Its timers stand still. */
let sleptMs: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-notify-'));
  clock = createDrivenClock(noon);
  shown = [];
  clicks = [];
  badges = [];
  needy = [];
  orders = [];
  personOrders = [];
  folderNeeds = [];
  revealed = [];
  isWatched = false;
  toldLater = [];
  sleptMs = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const journalFile = () => join(folder, 'journal.sqlite');
const faults: unknown[] = [];

/** The app from its start to its end, as far as notifications need it. */
function start(file = 'told.jsonl') {
  const { journal } = openJournal(journalFile(), clock.now());
  journal.connections.save(sampleConnection, 1);
  const state = createPublishedState({ ...emptyState, connections: [sampleConnection], active: 'c' });
  const service = createNotifications({
    clock: {
      now: () => clock.now() + sleptMs,
      monotonic: () => clock.monotonic() + sleptMs,
      after: clock.after,
    },
    journal,
    state,
    texts,
    notifier: {
      show(notification, onClick) {
        shown.push(notification);
        clicks.push(onClick);
      },
      setBadge: (count) => void badges.push(count),
      isWatched: () => isWatched,
    },
    file: join(folder, file),
    needySubmissions: () => needy,
    failedOrders: () => orders,
    failedPersonOrders: () => personOrders,
    needyFolders: () => folderNeeds,
    isToldLater: (_connection, id) => toldLater.includes(id),
    folderCount: () => folderNeeds.length,
    reveal: (...what) => void revealed.push(what),
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

/** A check of these documents: what the list shows, and what the details say. */
async function check(
  { journal, service }: { readonly journal: Journal; readonly service: { documentsRead(): void } },
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

/** Passes time, and lets the slices of a long list run. */
async function pass(ms: number): Promise<void> {
  await clock.advance(ms);
  for (let turn = 0; turn < 10; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await setImmediate();
  }
}

const titles = () => shown.splice(0).map(({ title }) => title);

test('tells a signature once, over restarts, and its click opens the row', async () => {
  {
    await using app = start();
    await check(app, { Lease: 'in-progress', Plan: 'in-progress' });
    expect(titles()).toEqual([]);
    await pass(15 * 60_000);
    await check(app, { Lease: 'signed', Plan: 'in-progress' });
    expect(titles()).toEqual(['Signed: Lease.pdf']);
    clicks.at(-1)?.();
    expect(revealed).toEqual([['c', 'Lease']]);
  }
  await using later = start();
  await check(later, { Lease: 'signed', Plan: 'rejected' });
  expect(titles()).toEqual(['Rejected: Plan.pdf']);
  expect(badges).toEqual([1]);
});

test('holds the alarms of older copies back until all were examined, and tells each once', async () => {
  await using app = start();
  await check(app, { Lease: 'in-progress', Plan: 'in-progress' });
  await check(app, { Lease: 'signed', Plan: 'signed' });
  titles();
  for (const documentId of ['Lease', 'Plan']) {
    const copy = { connectionId: 'c', documentId, sha256: 'aa' };
    app.journal.savedCopies.add({ ...copy, path: `/${documentId}.pdf`, size: 1, at: 2 });
    app.journal.signatureChecks.put({ ...copy, figures: unsignedFigures, report: null, more: 0 });
  }
  toldLater = ['Lease', 'Plan'];
  app.service.documentsRead();
  await pass(10_000);
  expect(titles()).toEqual([]);
  // The badge counts what waits in the list already.
  expect(badges.at(-1)).toBe(2);
  toldLater = [];
  app.service.copiesExamined();
  await pass(10_000);
  expect(titles().length).toBeGreaterThan(0);
  app.service.copiesExamined();
  await pass(10_000);
  expect(titles()).toEqual([]);
});

test('tells an invitation that failed, and lets its document wait for nobody', async () => {
  await using app = start();
  await check(app, { Lease: 'in-progress' });
  titles();
  const problem = { key: 'operation-missing', params: {} } as const;
  personOrders = [{ documentId: 'Lease', kind: 'resend-invitation anna@x.ch', problem }];
  app.service.ordersFailed();
  await pass(10_000);
  expect([titles().length, badges]).toEqual([1, []]);
});

test('tells an order that failed once per problem, and counts its document once', async () => {
  await using app = start();
  await check(app, { Lease: 'in-progress', Plan: 'in-progress' });
  orders = [{ documentId: 'Lease', kind: 'withdraw', problem: { key: 'not-now', params: {} } }];
  app.service.ordersFailed();
  await pass(10_000);
  expect(titles()).toHaveLength(1);
  clicks.at(-1)?.();
  expect([revealed, badges]).toEqual([[['c', 'Lease']], [1]]);
  app.service.ordersFailed();
  await check(app, { Lease: 'rejected', Plan: 'in-progress' });
  expect(titles()).toEqual(['Rejected: Lease.pdf']);
  expect(badges).toEqual([1]);
  app.journal.documentFacts.setGone('c', 'Lease', clock.now());
  app.service.documentsRead();
  await pass(10_000);
  expect([titles(), badges]).toEqual([[], [1, 0]]);
});

test('what a person puts out of sight no longer counts on the icon of the app', async () => {
  await using app = start();
  await check(app, { Lease: 'rejected', Plan: 'rejected' });
  expect(badges).toEqual([2]);
  app.journal.archive.add('c', [{ key: 'Lease', end: null, status: 'rejected' }]);
  app.service.rowsArchived();
  await pass(2_000);
  expect(badges).toEqual([2, 1]);
});

test('a copy that is not signed counts on the icon of the app until it is out of sight', async () => {
  await using app = start();
  await check(app, { Lease: 'in-progress' });
  app.journal.signatureChecks.put({
    connectionId: 'c',
    documentId: 'Lease',
    figures: unsignedFigures,
    report: null,
    more: 0,
  });
  app.journal.savedCopies.add({
    connectionId: 'c',
    documentId: 'Lease',
    path: '/Lease.pdf',
    sha256: unsignedFigures.sha256,
    size: 1,
    at: clock.now(),
  });
  await check(app, { Lease: 'signed' });
  expect([titles(), badges]).toEqual([['Check Lease.pdf'], [1]]);
  app.journal.documentFacts.setGone('c', 'Lease', clock.now());
  app.service.documentsRead();
  await pass(10_000);
  expect(badges).toEqual([1]);
  // Whoever put it out of sight before did not know of it.
  app.journal.archive.add('c', [{ key: 'Lease', end: null, status: 'signed' }]);
  app.service.rowsArchived();
  await pass(2_000);
  expect(badges).toEqual([1]);
  app.journal.archive.add('c', [{ key: 'Lease', end: null, status: 'signed alarm' }]);
  app.service.rowsArchived();
  await pass(2_000);
  expect([titles(), badges]).toEqual([[], [1, 0]]);
});

test('tells what ended while the app was closed, also when it ran for a moment only', async () => {
  {
    await using app = start();
    await check(app, { Lease: 'in-progress' }, 0);
  }
  await using app = start();
  await check(app, { Lease: 'signed' });
  expect(titles()).toEqual(['Signed: Lease.pdf']);
});

test('300 finished documents on the first list are no news', async () => {
  await using app = start();
  const many = Object.fromEntries(Array.from({ length: 300 }, (_none, index) => [`D${index}`, 'signed']));
  await check(app, many);
  expect(titles()).toEqual([]);
  await check(app, { ...many, Plan: 'in-progress' });
  await check(app, { ...many, Plan: 'signed' });
  expect(titles()).toEqual(['Signed: Plan.pdf']);
});

test('the finished documents of another account are no news, and rejected ones of the former no longer count', async () => {
  await using app = start();
  await check(app, { Lease: 'rejected', Plan: 'in-progress' });
  expect(badges.splice(0)).toEqual([1]);
  await pass(DAY);
  const other = { ...sampleConnection, username: 'service-2' };
  app.journal.connections.save(other, clock.now());
  app.state.publish({ connections: [other] });
  const list = [{ id: 'Offer', status: 'signed' }];
  app.journal.documentFacts.see('c', list, { at: clock.now(), before: null, account: 'service-2' });
  // It was signed before this account signed in here.
  const completed = clock.now() - HOUR;
  app.journal.documentFacts.keepDetails('c', 'Offer', { created: 1, started: 1, completed, signees: [] }, clock.now());
  app.service.documentsRead();
  await pass(10_000);
  expect([titles(), badges]).toEqual([[], [0]]);
});

test('a journal that is an older copy tells nothing again', async () => {
  {
    await using app = start();
    await check(app, { Lease: 'in-progress' });
  }
  copyFileSync(journalFile(), join(folder, 'older'));
  {
    await using app = start();
    await check(app, { Lease: 'signed' });
    expect(titles()).toEqual(['Signed: Lease.pdf']);
  }
  copyFileSync(join(folder, 'older'), journalFile());
  await using app = start();
  await check(app, { Lease: 'signed' });
  expect(titles()).toEqual([]);
});

test('a lost journal tells nothing again, and later news still comes', async () => {
  {
    await using app = start();
    await check(app, { Lease: 'in-progress', Plan: 'in-progress' });
    await check(app, { Lease: 'signed', Plan: 'in-progress' });
    expect(titles()).toEqual(['Signed: Lease.pdf']);
  }
  rmSync(journalFile());
  await using app = start();
  await check(app, { Lease: 'signed', Plan: 'in-progress' });
  expect(titles()).toEqual([]);
  await check(app, { Lease: 'signed', Plan: 'signed' });
  expect(titles()).toEqual(['Signed: Plan.pdf']);
});

test('without its own file it begins anew with what is there', async () => {
  {
    await using app = start();
    await check(app, { Lease: 'in-progress' });
    await check(app, { Lease: 'signed' });
    titles();
  }
  needy = [{ id: 's', connectionId: 'c', name: 'Offer.pdf', problem: null }];
  await using app = start('another.jsonl');
  await pass(2 * 60_000);
  expect(titles()).toEqual([]);
  await check(app, { Lease: 'signed', Plan: 'draft' });
  expect(titles()).toEqual([]);
});

test('without its own file, only what is there at its first look is old, also in quiet hours', async () => {
  {
    await using app = start();
    app.journal.settings.set('notifications', {
      ...emptyState.notifications,
      quiet: { from: 12 * 60, to: 14 * 60 },
    });
    await check(app, { Lease: 'in-progress', Plan: 'in-progress' });
    await check(app, { Lease: 'signed', Plan: 'in-progress' });
    needy = [{ id: 'old', connectionId: 'c', name: 'Old.pdf', problem: null }];
  }
  await using app = start('another.jsonl');
  await pass(2 * 60_000);
  needy = [...needy, { id: 'new', connectionId: 'c', name: 'New.pdf', problem: null }];
  await check(app, { Lease: 'signed', Plan: 'rejected' });
  await pass(2 * HOUR);
  expect(titles()).toEqual(['Rejected: Plan.pdf', 'Check New.pdf']);
});

test('what waited in the practice that was left is no news', async () => {
  needy = [{ id: 's', connectionId: practiceConnectionId, name: 'Offer.pdf', problem: null }];
  for (const signedIn of ['never', 'yes'] as const) {
    await using app = start();
    app.state.publish({ connections: [{ ...sampleConnection, id: practiceConnectionId, signedIn }] });
    await pass(2 * 60_000);
    expect(titles()).toHaveLength(signedIn === 'yes' ? 1 : 0);
  }
});

test('quiet hours hold news back and tell it together at their end', async () => {
  {
    await using app = start();
    app.journal.settings.set('notifications', {
      ...emptyState.notifications,
      quiet: { from: 12 * 60, to: 14 * 60 },
    });
    await check(app, { A: 'in-progress', B: 'in-progress' });
    await check(app, { A: 'signed', B: 'in-progress' });
  }
  await using app = start();
  await check(app, { A: 'signed', B: 'signed' });
  await pass(HOUR);
  expect(titles()).toEqual([]);
  await pass(HOUR);
  expect(titles()).toEqual(['2 documents signed']);
});

test('a kind that is off stays silent, also when it is on again', async () => {
  await using app = start();
  const { notifications } = emptyState;
  app.journal.settings.set('notifications', { ...notifications, kinds: { ...notifications.kinds, signed: false } });
  await check(app, { A: 'in-progress', B: 'in-progress' });
  await check(app, { A: 'signed', B: 'rejected' });
  expect(titles()).toEqual(['Rejected: B.pdf']);
  app.journal.settings.set('notifications', notifications);
  await check(app, { A: 'signed', B: 'rejected' });
  expect(titles()).toEqual([]);
});

test('warns 3 days and 1 day before an unsaved copy is lost, without a check', async () => {
  await using app = start();
  await check(app, { A: 'in-progress' });
  await check(app, { A: 'signed' });
  titles();
  await pass(10 * DAY);
  expect(titles()).toEqual([]);
  for (const day of [1, 1, 1, 1]) {
    // oxlint-disable-next-line no-await-in-loop
    await pass(day * DAY);
  }
  expect(titles()).toEqual(['Due soon: A.pdf', 'Due soon: A.pdf']);
});

test('looks soon after a sleep, although the timer of before has hardly begun', async () => {
  {
    await using app = start();
    await check(app, { Lease: 'in-progress' });
  }
  await using app = start();
  sleptMs = HOUR;
  app.service.wake();
  await check(app, { Lease: 'signed' });
  expect(titles()).toEqual(['Signed: Lease.pdf']);
});

test('a submission that needs somebody is told, but not to a person who looks at it', async () => {
  await using app = start();
  const needs = async (name: string) => {
    needy = [{ id: name, connectionId: 'c', name, problem: { key: 'refused', params: {} } }];
    app.state.publish({ needsYou: { c: badges.length + 1 } });
    app.service.personNeeded();
    await pass(10_000);
  };
  await needs('Offer.pdf');
  expect(shown.splice(0)).toMatchObject([{ title: 'Check Offer.pdf', body: expect.stringContaining('service') }]);
  expect(badges).toEqual([1]);
  isWatched = true;
  await needs('Plan.pdf');
  isWatched = false;
  await pass(DAY);
  expect(titles()).toEqual([]);
});

test('folders in trouble and files that wait in them are told once, count on the badge, and open their screen', async () => {
  await using app = start();
  const tell = async (...needs: NeedyFolder[]) => {
    folderNeeds = needs;
    app.state.publish({ folders: [] });
    await pass(2 * 60_000);
  };
  const common = { connectionId: 'c', folderId: 'f', isFolder: false } as const;
  const problem = { key: 'folder-unreachable', params: { folder: '/Inbox' } } as const;
  const away = { ...common, key: 'away', name: 'Inbox', problem, isFolder: true };
  await tell(away);
  expect(shown.splice(0)).toEqual([{ address: null, title: 'Check Inbox', body: '/Inbox cannot be reached.' }]);
  clicks.at(-1)?.();
  expect(revealed).toEqual([['c', 'folder:f']]);
  await tell(away);
  expect(titles()).toEqual([]);
  const file = (name: string) => ({ ...common, key: name, name, problem: null });
  await tell(away, file('Lease.pdf'), file('Offer.pdf'));
  expect(titles()).toEqual(['2 documents to check']);
  expect(badges).toEqual([1, 3]);
  await tell();
  expect(badges).toEqual([1, 3, 0]);
});

test('tells the window once what everyone signed, also if a person wants no notification of it', async () => {
  const told: unknown[] = [];
  await using app = start();
  app.service.onSigned((news) => told.push(news));
  const kinds = { ...app.journal.settings.get('notifications').kinds, signed: false };
  app.journal.settings.set('notifications', { ...app.journal.settings.get('notifications'), kinds });
  await check(app, { Lease: 'in-progress', Plan: 'in-progress', Offer: 'in-progress' });
  await check(app, { Lease: 'signed', Plan: 'signed', Offer: 'in-progress' });
  await check(app, { Lease: 'signed', Plan: 'signed', Offer: 'rejected' });
  expect(told).toEqual([{ count: 2, id: 'Lease', name: 'Lease.pdf', entry: 'Lease', saved: false }]);
  expect(shown.map(({ title }) => title).join()).not.toContain('Lease');
});
