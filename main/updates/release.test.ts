import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type FeedParts, newKeys } from './testing/update-server.ts';
import { createUpdatedApp, failedWith, type UpdatedApp } from './testing/updated-app.ts';

let here: UpdatedApp;
beforeEach(async () => {
  here = await createUpdatedApp();
});
afterEach(() => here[Symbol.asyncDispose]());

describe('what is not taken', () => {
  test.each(['1.4.0', '1.3.9', '0.9.12'])('version %s, though it is validly signed', async (version) => {
    here.publish({ version });
    const { updates, state } = here.start();
    await updates.check();
    expect(state()).toEqual({ kind: 'current', checkedAt: 1_000 });
    expect(here.server.asked).toEqual(['/countersign-linux-x64.json']);
  });

  test('a release for other computers first', async () => {
    here.publish({ rollout: 0 });
    const { updates, state } = here.start();
    await updates.check();
    expect(state().kind).toBe('current');
  });

  test('a feed that a stranger signed', async () => {
    here.publish({ by: newKeys().privateKey });
    const { updates, state } = here.start();
    await updates.check();
    expect(state()).toEqual(failedWith('update-unsigned'));
    expect(here.server.asked).toHaveLength(1);
  });

  test('a feed without a signature, or with that of another release', async () => {
    const { signature } = here.publish({ version: '1.4.1' });
    const { release } = here.publish({ version: '9.0.0' });
    const { updates, state } = here.start();
    for (const wrong of [signature, '', 'AAAA']) {
      here.server.served.set('/countersign-linux-x64.json', JSON.stringify({ release, signature: wrong }));
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await updates.check();
      expect(state()).toEqual(failedWith('update-unsigned'));
    }
  });

  test.each<FeedParts>([
    { system: 'win32' },
    { channel: 'beta' },
    { name: '../evil' },
    { name: 'https://evil.example/x' },
    { name: 'a/b' },
    { name: '' },
  ])('a signed feed of another place: %j', async (other) => {
    const sends = vi.spyOn(here.http, 'send');
    onTestFinished(() => sends.mockRestore());
    here.publish(other);
    const { updates, state } = here.start();
    await updates.check();
    expect(state()).toEqual(failedWith('update-damaged'));
    expect(sends.mock.calls.map(([{ url }]) => url)).toEqual([`${here.server.address}countersign-linux-x64.json`]);
  });

  test('a feed that is cut, no feed at all, or without an end', async () => {
    here.publish();
    const whole = String(here.server.served.get('/countersign-linux-x64.json'));
    const { updates, state } = here.start();
    const worlds = [
      [whole.slice(0, -40), 'update-damaged'],
      ['<html>Sign in to the guest network</html>', 'update-damaged'],
      ['null', 'update-damaged'],
      [' '.repeat(300_000), 'update-unreachable'],
    ] as const;
    for (const [text, key] of worlds) {
      here.server.served.set('/countersign-linux-x64.json', text);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await updates.check();
      expect(state()).toEqual(failedWith(key));
    }
  });

  test('a release whose signature is valid no longer', async () => {
    here.publish({ validUntil: '1970-01-01T00:00:00.999Z' });
    const { updates, state } = here.start();
    await updates.check();
    expect(state()).toEqual(failedWith('update-expired'));
    here.publish({ validUntil: '1970-01-01T00:00:01.001Z' });
    await updates.check();
    expect(state().kind).toBe('ready');
  });

  test('a file that is cut, longer, changed or missing', async () => {
    const { name, content } = here.publish();
    const { updates, state } = here.start();
    for (const wrong of [content.slice(0, -5), `${content}#`, content.replace('echo', 'rm  '), null]) {
      if (wrong === null) here.server.served.delete(`/${name}`);
      else here.server.served.set(`/${name}`, wrong);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await updates.check();
      expect(state()).toEqual(failedWith('update-damaged'));
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await updates.install()).toMatchObject({ ok: false });
      here.isUntouched();
    }
    here.server.served.set(`/${name}`, content);
    await updates.check();
    expect(state().kind).toBe('ready');
  });

  test('a file that was changed between download and restart', async () => {
    here.publish();
    const { updates, state } = here.start();
    await updates.check();
    const pending = join(here.folder, 'cache/countersign-updater/pending');
    const [name = ''] = readdirSync(pending).filter((one) => one.endsWith('.AppImage'));
    writeFileSync(join(pending, name), '#!/bin/sh\nexit 1\n');
    await updates.install();
    expect(state()).toEqual(failedWith('update-not-installed'));
    here.isUntouched();
  });
});
