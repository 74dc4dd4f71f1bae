import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { app, record } from './recording-electron.ts';

/** Main as people install it, over the recording double: what it does differently from one in development. */

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-installed-'));
  await import('../../main/main.ts');
  await vi.waitFor(() => expect(record.windows).toHaveLength(1), 30_000);
  // The services start after the window was asked for.
  await vi.waitFor(() => expect(record.menus).not.toEqual([]), 30_000);
});
afterAll(() => {
  app.emit('will-quit', {});
  rmSync(folder, { recursive: true });
});

const sender = { id: 1 };
const senderFrame = { url: 'app://bundle/index.html', origin: 'app://bundle', parent: null };

async function invoke(name: string, input?: unknown): Promise<unknown> {
  const handler = record.calls.get(name);
  if (!handler) throw new Error(`No handler for ${name}`);
  return Reflect.apply(handler, undefined, [{ sender, senderFrame }, input]);
}

const fieldsAt = (origin: string) => ({
  name: 'Anywhere',
  environment: 'production',
  base: `${origin}/api/v1`,
  auth: origin,
  admin: origin,
  identity: '',
  clientId: 'countersign',
  clientForm: 'public',
  kid: '',
  actions: '',
});
const save = (origin: string) => invoke('connection.save', { fields: fieldsAt(origin), clientSecret: '' });

test('it sends nothing in clear, not even to this computer', async () => {
  expect(await save('http://127.0.0.1:1')).toEqual({
    ok: true,
    value: {
      ok: false,
      problem: { key: 'connection-incomplete', params: {} },
      fields: ['base', 'auth', 'admin'].map((field) => ({ field, problem: 'not-https' })),
    },
  });
});

test('its own way to the service is not the one of the window, which leads nowhere', async () => {
  const saved = z.object({ value: z.object({ ok: z.literal(true), connectionId: z.string() }) });
  const { connectionId } = saved.parse(await save('https://127.0.0.1:1')).value;
  expect(await invoke('connection.diagnose', { connectionId })).toEqual({ ok: true, value: { ok: true } });
  expect(record.proxyAsked.length).toBeGreaterThan(0);
  // The default session has no guards.
  expect([...record.sessions.keys()]).toEqual(['countersign']);
});

test('its menu offers no developer tools and no reload', () => {
  const roles = JSON.stringify(record.menus);
  expect(roles).toContain('"role":"togglefullscreen"');
  expect(roles).not.toMatch(/devtools|reload/i);
});

test('a file that is too large is not read', async () => {
  const large = join(folder, 'large.json');
  closeSync(openSync(large, 'w'));
  // More than Node would take in one piece; it has no blocks on the disk.
  truncateSync(large, 2 ** 31);
  record.picked.push([large]);
  expect(await invoke('connection.open')).toEqual({
    ok: true,
    value: { ok: false, problem: { key: 'connection-file-unreadable', params: {} } },
  });
});

test('of its own bugs the window hears nothing; the log does', async () => {
  record.picked.push(new Error('a bug with details'));
  expect(await invoke('connection.open')).toEqual({ ok: false, error: 'failed' });
  const log = readFileSync(join(app.getPath('userData'), 'logs/countersign.log'), 'utf8');
  expect(log).toContain('a bug with details');
  expect(log).toContain('connection.open');
});
