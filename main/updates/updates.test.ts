import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createUpdatedApp, failedWith, running, startOld, type UpdatedApp } from './testing/updated-app.ts';
import { createTriedUpdate } from './tried-update.ts';
import type { Updater } from './updater.ts';

let here: UpdatedApp;
beforeEach(async () => {
  here = await createUpdatedApp();
});
afterEach(() => here[Symbol.asyncDispose]());

describe('a newer version', () => {
  test('is fetched, waits for the person, replaces the app, and starts when it has ended', async () => {
    const { content } = here.publish();
    const old = startOld();
    const { updates, state, ended } = here.start({ old });
    await updates.check();
    expect(state()).toEqual({ kind: 'ready', version: '1.5.0', notes: 'Faster.', waits: null });
    here.isUntouched();
    await updates.install();
    await ended;
    expect(readFileSync(here.appImage, 'utf8')).toBe(content);
    expect(existsSync(here.started)).toBe(false);
    old.kill();
    await here.restarted();
  });

  test('is looked for some minutes after the start, and a few times a day', async () => {
    const { updates, clock } = here.start();
    updates.begin();
    expect(here.server.asked).toEqual([]);
    await clock.advance(3 * 60_000);
    await expect.poll(() => here.server.asked.length).toBe(1);
    expect(clock.waiting()).toEqual([6 * 60 * 60_000]);
    updates.close();
    expect(clock.waiting()).toEqual([]);
  });

  test('is fetched once, however often somebody asks', async () => {
    const { name } = here.publish();
    const { updates } = here.start();
    await Promise.all([updates.check(), updates.check()]);
    await updates.check();
    expect(here.server.asked.filter((url) => url === `/${name}`)).toHaveLength(1);
  });

  test('takes the place of one that was fetched before', async () => {
    here.publish();
    const { updates, state } = here.start();
    await updates.check();
    here.publish({ version: '1.6.0' });
    await updates.check();
    expect(state()).toMatchObject({ kind: 'ready', version: '1.6.0' });
  });

  test('stays ready when the server fails later', async () => {
    here.publish();
    const { updates, state } = here.start();
    await updates.check();
    here.server.served.clear();
    await updates.check();
    expect(state()).toMatchObject({ kind: 'ready', version: '1.5.0' });
  });
});

describe('the running version stays', () => {
  test('when the new one cannot be put in its place', async () => {
    here.publish();
    const { updates, state } = here.start();
    await updates.check();
    process.env['APPIMAGE'] = join(here.folder, 'unplugged', 'Countersign.AppImage');
    await updates.install();
    expect(state()).toEqual(failedWith('update-not-installed'));
    here.isUntouched();
  });

  test('when the new one cannot be written beside it', async () => {
    here.publish();
    const { updates, state } = here.start();
    await updates.check();
    mkdirSync(`${here.appImage}.new`);
    await updates.install();
    expect(state()).toEqual(failedWith('update-not-installed'));
    expect(readFileSync(here.appImage, 'utf8')).toBe('the running version');
  });

  test('while something is being sent, and no longer', async () => {
    here.publish();
    let busy = true;
    const old = startOld();
    const { updates, state, clock, ended } = here.start({ whyBusy: () => (busy ? 'sending' : null), old });
    await updates.check();
    await updates.install();
    expect(state()).toMatchObject({ kind: 'ready', waits: 'sending' });
    await clock.advance(60_000);
    here.isUntouched();
    busy = false;
    await clock.advance(2_000);
    await ended;
    expect(readFileSync(here.appImage, 'utf8')).toContain('# 1.5.0');
    old.kill();
    await here.restarted();
  });

  test('while something began to be sent after a person had asked, and no longer', async () => {
    here.publish();
    let busy = false;
    const old = startOld();
    const { updates, state, clock, ended } = here.start({ whyBusy: () => (busy ? 'sending' : null), old });
    await updates.check();
    const installing = updates.install();
    busy = true;
    await installing;
    expect(state()).toMatchObject({ kind: 'ready', waits: 'sending' });
    expect(createTriedUpdate(here.folder).read()).toBeNull();
    here.isUntouched();
    busy = false;
    await clock.advance(2_000);
    await ended;
    old.kill();
    await here.restarted();
  });

  test('while something is being sent and a newer one is fetched, which is installed then', async () => {
    here.publish();
    let busy = true;
    const old = startOld();
    const { updates, state, clock, ended } = here.start({ whyBusy: () => (busy ? 'sending' : null), old });
    await updates.check();
    await updates.install();
    here.publish({ version: '1.6.0' });
    const over = new AbortController();
    const check = updates.check().finally(() => over.abort());
    const seen = new Set<string>();
    while (!over.signal.aborted) {
      seen.add(state().kind);
      // oxlint-disable-next-line no-await-in-loop -- whoever waits looks again and again
      await Promise.all([setImmediate(), clock.advance(2_000)]);
    }
    await check;
    expect([...seen]).toContain('downloading');
    busy = false;
    await clock.advance(2_000);
    await ended;
    expect(readFileSync(here.appImage, 'utf8')).toContain('# 1.6.0');
    old.kill();
    await here.restarted();
  });

  test('when IT turned updates off, before or after the download', async () => {
    here.publish();
    let allowed = false;
    const { updates, state } = here.start({ isAllowed: () => allowed });
    updates.begin();
    await updates.check();
    expect(state()).toEqual({ kind: 'off', why: 'policy' });
    expect(here.server.asked).toEqual([]);
    allowed = true;
    await updates.check();
    expect(state().kind).toBe('ready');
    allowed = false;
    await updates.install();
    expect(state()).toEqual({ kind: 'off', why: 'policy' });
    here.isUntouched();
  });

  test('where only an administrator can install it, or the build has no key', async () => {
    here.publish();
    const left = here.start({ canUpdate: false });
    left.updates.begin();
    await left.updates.check();
    expect(left.state()).toEqual({ kind: 'off', why: 'administrator' });
    const unset = here.start({ keys: [] });
    unset.updates.begin();
    expect(unset.state()).toEqual({ kind: 'off', why: 'build' });
    expect(unset.clock.waiting()).toEqual([]);
    expect(here.server.asked).toEqual([]);
  });
});

test('when the server is away, only Settings say so', async () => {
  here.publish();
  const { updates, state, faults } = here.start();
  await here.server.close();
  await updates.check();
  expect(state()).toEqual(failedWith('update-unreachable'));
  expect(faults).toEqual([]);
});

describe('an installation', () => {
  const stuck: Updater = {
    async download() {},
    install: (tooLong) =>
      new Promise((_resolve, reject) => {
        tooLong.addEventListener('abort', () => reject(tooLong.reason), { once: true });
      }),
  };

  test('that the system never answers ends with a word, and is no secret of this run', async () => {
    here.publish();
    const { updates, state, clock, notices } = here.start({ stuck });
    await updates.check();
    const installing = updates.install();
    expect(createTriedUpdate(here.folder).read()).toBe('1.5.0');
    await clock.advance(10 * 60_000);
    await installing;
    expect(state()).toEqual(failedWith('update-not-installed'));
    updates.begin();
    updates.close();
    expect(notices).toEqual([]);
  });

  test('that failed after the app had ended is told at the next start, once', async () => {
    here.publish();
    const { updates } = here.start({ stuck });
    await updates.check();
    void updates.install();
    const told = { key: 'update-not-installed', params: {}, details: '1.4.0 → 1.5.0' };
    for (const expected of [[told], []]) {
      const next = here.start();
      next.updates.begin();
      next.updates.close();
      expect(next.notices).toEqual(expected);
    }
  });

  test('that succeeded is told by the new version alone', () => {
    createTriedUpdate(here.folder).note(running);
    const next = here.start();
    next.updates.begin();
    next.updates.close();
    expect(next.notices).toEqual([]);
  });
});
