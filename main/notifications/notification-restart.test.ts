import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { type DrivenNotifications, drivenNotifications, HOUR } from './testing/driven-notifications.ts';

let here: DrivenNotifications;
beforeEach(() => {
  here = drivenNotifications();
});
afterEach(() => here.remove());

test('tells a signature once, over restarts, and its click opens the row', async () => {
  {
    await using app = here.start();
    await here.check(app, { Lease: 'in-progress', Plan: 'in-progress' });
    expect(here.titles()).toEqual([]);
    await here.pass(15 * 60_000);
    await here.check(app, { Lease: 'signed', Plan: 'in-progress' });
    expect(here.titles()).toEqual(['Signed: Lease.pdf']);
    here.clicks.at(-1)?.();
    expect(here.revealed).toEqual([['c', 'Lease']]);
  }
  await using later = here.start();
  await here.check(later, { Lease: 'signed', Plan: 'rejected' });
  expect(here.titles()).toEqual(['Rejected: Plan.pdf']);
  expect(here.badges).toEqual([1]);
});

test('tells what ended while the app was closed, also when it ran for a moment only', async () => {
  {
    await using app = here.start();
    await here.check(app, { Lease: 'in-progress' }, 0);
  }
  await using app = here.start();
  await here.check(app, { Lease: 'signed' });
  expect(here.titles()).toEqual(['Signed: Lease.pdf']);
});

test('a journal that is an older copy tells nothing again', async () => {
  {
    await using app = here.start();
    await here.check(app, { Lease: 'in-progress' });
  }
  copyFileSync(here.journalFile, join(here.folder, 'older'));
  {
    await using app = here.start();
    await here.check(app, { Lease: 'signed' });
    expect(here.titles()).toEqual(['Signed: Lease.pdf']);
  }
  copyFileSync(join(here.folder, 'older'), here.journalFile);
  await using app = here.start();
  await here.check(app, { Lease: 'signed' });
  expect(here.titles()).toEqual([]);
});

test('a lost journal tells nothing again, and later news still comes', async () => {
  {
    await using app = here.start();
    await here.check(app, { Lease: 'in-progress', Plan: 'in-progress' });
    await here.check(app, { Lease: 'signed', Plan: 'in-progress' });
    expect(here.titles()).toEqual(['Signed: Lease.pdf']);
  }
  rmSync(here.journalFile);
  await using app = here.start();
  await here.check(app, { Lease: 'signed', Plan: 'in-progress' });
  expect(here.titles()).toEqual([]);
  await here.check(app, { Lease: 'signed', Plan: 'signed' });
  expect(here.titles()).toEqual(['Signed: Plan.pdf']);
});

test('without its own file it begins anew with what is there', async () => {
  {
    await using app = here.start();
    await here.check(app, { Lease: 'in-progress' });
    await here.check(app, { Lease: 'signed' });
    here.titles();
  }
  here.needy = [{ id: 's', connectionId: 'c', name: 'Offer.pdf', problem: null }];
  await using app = here.start('another.jsonl');
  await here.pass(2 * 60_000);
  expect(here.titles()).toEqual([]);
  await here.check(app, { Lease: 'signed', Plan: 'draft' });
  expect(here.titles()).toEqual([]);
});

test('without its own file, only what is there at its first look is old, also in quiet hours', async () => {
  {
    await using app = here.start();
    app.journal.settings.set('notifications', {
      ...emptyState.notifications,
      quiet: { from: 12 * 60, to: 14 * 60 },
    });
    await here.check(app, { Lease: 'in-progress', Plan: 'in-progress' });
    await here.check(app, { Lease: 'signed', Plan: 'in-progress' });
    here.needy = [{ id: 'old', connectionId: 'c', name: 'Old.pdf', problem: null }];
  }
  await using app = here.start('another.jsonl');
  await here.pass(2 * 60_000);
  here.needy = [...here.needy, { id: 'new', connectionId: 'c', name: 'New.pdf', problem: null }];
  await here.check(app, { Lease: 'signed', Plan: 'rejected' });
  await here.pass(2 * HOUR);
  expect(here.titles()).toEqual(['Rejected: Plan.pdf', 'Check New.pdf']);
});
