import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { unsignedFigures } from '../signatures/testing/sample-figures.ts';
import { DAY, type DrivenNotifications, drivenNotifications, HOUR } from './testing/driven-notifications.ts';

let here: DrivenNotifications;
beforeEach(() => {
  here = drivenNotifications();
});
afterEach(() => here.remove());

test('tells an order that failed once per problem, and counts its document once', async () => {
  await using app = here.start();
  await here.check(app, { Lease: 'in-progress', Plan: 'in-progress' });
  here.orders = [{ documentId: 'Lease', kind: 'withdraw', problem: { key: 'not-now', params: {} } }];
  app.service.ordersFailed();
  await here.pass(10_000);
  expect(here.titles()).toHaveLength(1);
  here.clicks.at(-1)?.();
  expect([here.revealed, here.badges]).toEqual([[['c', 'Lease']], [1]]);
  app.service.ordersFailed();
  await here.check(app, { Lease: 'rejected', Plan: 'in-progress' });
  expect(here.titles()).toEqual(['Rejected: Lease.pdf']);
  expect(here.badges).toEqual([1]);
  app.journal.documentFacts.setGone('c', 'Lease', here.clock.now());
  app.service.documentsRead();
  await here.pass(10_000);
  expect([here.titles(), here.badges]).toEqual([[], [1, 0]]);
});

test('what a person puts out of sight no longer counts on the icon of the app', async () => {
  await using app = here.start();
  await here.check(app, { Lease: 'rejected', Plan: 'rejected' });
  expect(here.badges).toEqual([2]);
  app.journal.archive.add('c', [{ key: 'Lease', end: null, status: 'rejected' }]);
  app.service.rowsArchived();
  await here.pass(2_000);
  expect(here.badges).toEqual([2, 1]);
});

test('a copy that is not signed counts on the icon of the app until it is out of sight', async () => {
  await using app = here.start();
  await here.check(app, { Lease: 'in-progress' });
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
    at: here.clock.now(),
  });
  await here.check(app, { Lease: 'signed' });
  expect([here.titles(), here.badges]).toEqual([['Check Lease.pdf'], [1]]);
  app.journal.documentFacts.setGone('c', 'Lease', here.clock.now());
  app.service.documentsRead();
  await here.pass(10_000);
  expect(here.badges).toEqual([1]);
  // Whoever put it out of sight before did not know of it.
  app.journal.archive.add('c', [{ key: 'Lease', end: null, status: 'signed' }]);
  app.service.rowsArchived();
  await here.pass(2_000);
  expect(here.badges).toEqual([1]);
  app.journal.archive.add('c', [{ key: 'Lease', end: null, status: 'signed alarm' }]);
  app.service.rowsArchived();
  await here.pass(2_000);
  expect([here.titles(), here.badges]).toEqual([[], [1, 0]]);
});

test('the finished documents of another account are no news, and rejected ones of the former no longer count', async () => {
  await using app = here.start();
  await here.check(app, { Lease: 'rejected', Plan: 'in-progress' });
  expect(here.badges.splice(0)).toEqual([1]);
  await here.pass(DAY);
  const other = { ...sampleConnection, username: 'service-2' };
  app.journal.connections.save(other, here.clock.now());
  app.state.publish({ connections: [other] });
  const list = [{ id: 'Offer', status: 'signed' }];
  app.journal.documentFacts.see('c', list, { at: here.clock.now(), before: null, account: 'service-2' });
  // It was signed before this account signed in here.
  const completed = here.clock.now() - HOUR;
  app.journal.documentFacts.keepDetails(
    'c',
    'Offer',
    { created: 1, started: 1, completed, signees: [] },
    here.clock.now(),
  );
  app.service.documentsRead();
  await here.pass(10_000);
  expect([here.titles(), here.badges]).toEqual([[], [0]]);
});
