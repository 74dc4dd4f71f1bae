import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { practiceConnectionId } from '../../preload/contract/limits.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { unsignedFigures } from '../signatures/testing/sample-figures.ts';
import type { NeedyFolder } from './news.ts';
import { DAY, type DrivenNotifications, drivenNotifications, HOUR } from './testing/driven-notifications.ts';

let here: DrivenNotifications;
beforeEach(() => {
  here = drivenNotifications();
});
afterEach(() => here.remove());

test('holds the alarms of older copies back until all were examined, and tells each once', async () => {
  await using app = here.start();
  await here.check(app, { Lease: 'in-progress', Plan: 'in-progress' });
  await here.check(app, { Lease: 'signed', Plan: 'signed' });
  here.titles();
  for (const documentId of ['Lease', 'Plan']) {
    const copy = { connectionId: 'c', documentId, sha256: 'aa' };
    app.journal.savedCopies.add({ ...copy, path: `/${documentId}.pdf`, size: 1, at: 2 });
    app.journal.signatureChecks.put({ ...copy, figures: unsignedFigures, report: null, more: 0 });
  }
  here.toldLater = ['Lease', 'Plan'];
  app.service.documentsRead();
  await here.pass(10_000);
  expect(here.titles()).toEqual([]);
  // The badge counts what waits in the list already.
  expect(here.badges.at(-1)).toBe(2);
  here.toldLater = [];
  app.service.copiesExamined();
  await here.pass(10_000);
  expect(here.titles().length).toBeGreaterThan(0);
  app.service.copiesExamined();
  await here.pass(10_000);
  expect(here.titles()).toEqual([]);
});

test('tells an invitation that failed, and lets its document wait for nobody', async () => {
  await using app = here.start();
  await here.check(app, { Lease: 'in-progress' });
  here.titles();
  const problem = { key: 'operation-missing', params: {} } as const;
  here.personOrders = [{ documentId: 'Lease', kind: 'resend-invitation anna@x.ch', problem }];
  app.service.ordersFailed();
  await here.pass(10_000);
  expect([here.titles().length, here.badges]).toEqual([1, []]);
});

test('300 finished documents on the first list are no news', async () => {
  await using app = here.start();
  const many = Object.fromEntries(Array.from({ length: 300 }, (_none, index) => [`D${index}`, 'signed']));
  await here.check(app, many);
  expect(here.titles()).toEqual([]);
  await here.check(app, { ...many, Plan: 'in-progress' });
  await here.check(app, { ...many, Plan: 'signed' });
  expect(here.titles()).toEqual(['Signed: Plan.pdf']);
});

test('what waited in the practice that was left is no news', async () => {
  here.needy = [{ id: 's', connectionId: practiceConnectionId, name: 'Offer.pdf', problem: null }];
  for (const signedIn of ['never', 'yes'] as const) {
    await using app = here.start();
    app.state.publish({ connections: [{ ...sampleConnection, id: practiceConnectionId, signedIn }] });
    await here.pass(2 * 60_000);
    expect(here.titles()).toHaveLength(signedIn === 'yes' ? 1 : 0);
  }
});

test('quiet hours hold news back and tell it together at their end', async () => {
  {
    await using app = here.start();
    app.journal.settings.set('notifications', {
      ...emptyState.notifications,
      quiet: { from: 12 * 60, to: 14 * 60 },
    });
    await here.check(app, { A: 'in-progress', B: 'in-progress' });
    await here.check(app, { A: 'signed', B: 'in-progress' });
  }
  await using app = here.start();
  await here.check(app, { A: 'signed', B: 'signed' });
  await here.pass(HOUR);
  expect(here.titles()).toEqual([]);
  await here.pass(HOUR);
  expect(here.titles()).toEqual(['2 documents signed']);
});

test('a kind that is off stays silent, also when it is on again', async () => {
  await using app = here.start();
  const { notifications } = emptyState;
  app.journal.settings.set('notifications', { ...notifications, kinds: { ...notifications.kinds, signed: false } });
  await here.check(app, { A: 'in-progress', B: 'in-progress' });
  await here.check(app, { A: 'signed', B: 'rejected' });
  expect(here.titles()).toEqual(['Rejected: B.pdf']);
  app.journal.settings.set('notifications', notifications);
  await here.check(app, { A: 'signed', B: 'rejected' });
  expect(here.titles()).toEqual([]);
});

test('warns 3 days and 1 day before an unsaved copy is lost, without a check', async () => {
  await using app = here.start();
  await here.check(app, { A: 'in-progress' });
  await here.check(app, { A: 'signed' });
  here.titles();
  await here.pass(10 * DAY);
  expect(here.titles()).toEqual([]);
  for (const day of [1, 1, 1, 1]) {
    // oxlint-disable-next-line no-await-in-loop
    await here.pass(day * DAY);
  }
  expect(here.titles()).toEqual(['Due soon: A.pdf', 'Due soon: A.pdf']);
});

test('looks soon after a sleep, although the timer of before has hardly begun', async () => {
  {
    await using app = here.start();
    await here.check(app, { Lease: 'in-progress' });
  }
  await using app = here.start();
  here.sleptMs = HOUR;
  app.service.wake();
  await here.check(app, { Lease: 'signed' });
  expect(here.titles()).toEqual(['Signed: Lease.pdf']);
});

test('a submission that needs somebody is told, but not to a person who looks at it', async () => {
  await using app = here.start();
  const needs = async (name: string) => {
    here.needy = [{ id: name, connectionId: 'c', name, problem: { key: 'refused', params: {} } }];
    app.state.publish({ needsYou: { c: here.badges.length + 1 } });
    app.service.personNeeded();
    await here.pass(10_000);
  };
  await needs('Offer.pdf');
  expect(here.shown.splice(0)).toMatchObject([{ title: 'Check Offer.pdf', body: expect.stringContaining('service') }]);
  expect(here.badges).toEqual([1]);
  here.isWatched = true;
  await needs('Plan.pdf');
  here.isWatched = false;
  await here.pass(DAY);
  expect(here.titles()).toEqual([]);
});

test('folders in trouble and files that wait in them are told once, count on the badge, and open their screen', async () => {
  await using app = here.start();
  const tell = async (...needs: NeedyFolder[]) => {
    here.folderNeeds = needs;
    app.state.publish({ folders: [] });
    await here.pass(2 * 60_000);
  };
  const common = { connectionId: 'c', folderId: 'f', isFolder: false } as const;
  const problem = { key: 'folder-unreachable', params: { folder: '/Inbox' } } as const;
  const away = { ...common, key: 'away', name: 'Inbox', problem, isFolder: true };
  await tell(away);
  expect(here.shown.splice(0)).toEqual([{ address: null, title: 'Check Inbox', body: '/Inbox cannot be reached.' }]);
  here.clicks.at(-1)?.();
  expect(here.revealed).toEqual([['c', 'folder:f']]);
  await tell(away);
  expect(here.titles()).toEqual([]);
  const file = (name: string) => ({ ...common, key: name, name, problem: null });
  await tell(away, file('Lease.pdf'), file('Offer.pdf'));
  expect(here.titles()).toEqual(['2 documents to check']);
  expect(here.badges).toEqual([1, 3]);
  await tell();
  expect(here.badges).toEqual([1, 3, 0]);
});

test('tells the window once what everyone signed, also if a person wants no notification of it', async () => {
  const told: unknown[] = [];
  await using app = here.start();
  app.service.onSigned((news) => told.push(news));
  const kinds = { ...app.journal.settings.get('notifications').kinds, signed: false };
  app.journal.settings.set('notifications', { ...app.journal.settings.get('notifications'), kinds });
  await here.check(app, { Lease: 'in-progress', Plan: 'in-progress', Offer: 'in-progress' });
  await here.check(app, { Lease: 'signed', Plan: 'signed', Offer: 'in-progress' });
  await here.check(app, { Lease: 'signed', Plan: 'signed', Offer: 'rejected' });
  expect(told).toEqual([{ count: 2, id: 'Lease', name: 'Lease.pdf', entry: 'Lease', saved: false }]);
  expect(here.shown.map(({ title }) => title).join()).not.toContain('Lease');
});
