import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppProtocol, serveApp } from './app-protocol.ts';
import { createPageServing } from './page-serving.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-bundle-'));
  mkdirSync(join(folder, 'renderer/assets'), { recursive: true });
  mkdirSync(join(folder, 'renderer-evil'));
  writeFileSync(join(folder, 'renderer/index.html'), '<meta name="csp-nonce" content="%NONCE%">');
  writeFileSync(join(folder, 'renderer/assets/a.js'), '"%NONCE%"');
  writeFileSync(join(folder, 'renderer/secret.sqlite'), 'not for the window');
  writeFileSync(join(folder, 'renderer-evil/index.html'), 'not for the window');
});
afterAll(() => rmSync(folder, { recursive: true }));

const ask = (path: string, init?: RequestInit) =>
  createAppProtocol(join(folder, 'renderer'))(new Request(`app://bundle${path}`, init));

test('a page gets a policy without unsafe keywords, and a new nonce each time', async () => {
  const pages = await Promise.all([ask('/index.html'), ask('/')]);
  const nonces = await Promise.all(
    pages.map(async (page) => {
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(page.headers.get('x-content-type-options')).toBe('nosniff');
      const nonce = /content="([^"]+)"/.exec(await page.text())?.[1] ?? '';
      expect(policy).toContain(`'nonce-${nonce}'`);
      return nonce;
    }),
  );
  expect(new Set(nonces).size).toBe(2);
});

test('scripts are served unchanged, with their type', async () => {
  const script = await ask('/assets/a.js');
  expect([script.status, script.headers.get('content-type'), await script.text()]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    '"%NONCE%"',
  ]);
});

test.each([
  ['/nothing.html', 404],
  ['/secret.sqlite', 404],
  ['/assets', 404],
  ['/..%2frenderer-evil/index.html', 404],
])('%s is not served', async (path, status) => {
  expect((await ask(path)).status).toBe(status);
});

test('only GET is answered', async () => {
  expect((await ask('/index.html', { method: 'POST', body: 'x' })).status).toBe(405);
});

test('the page is held back until main answers its calls', async () => {
  const serving = createPageServing();
  let answer: (request: Request) => Response | Promise<Response> = () => Response.error();
  const protocol = { handle: (_scheme: string, handler: typeof answer) => void (answer = handler) };
  serveApp(protocol, join(folder, 'renderer'), serving);
  const order: string[] = [];
  const page = async () => {
    const { status } = await answer(new Request('app://bundle/index.html'));
    order.push(`page ${status}`);
  };
  const asked = page();
  // Without the hold, the same page asked for later would come later.
  await ask('/index.html');
  order.push('served');
  expect(serving.begin()).toBe(false);
  await asked;
  expect(order).toEqual(['served', 'page 200']);
});

test('while the app waits, the one page says so, and the app is served after that', async () => {
  const serving = createPageServing();
  let answer: (request: Request) => Response | Promise<Response> = () => Response.error();
  const protocol = { handle: (_scheme: string, handler: typeof answer) => void (answer = handler) };
  serveApp(protocol, join(folder, 'renderer'), serving);
  const asked = answer(new Request('app://bundle/index.html'));
  expect(serving.wait('<style nonce="%NONCE%"></style>first')).toBe(false);
  const page = await asked;
  const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1] ?? '';
  expect(await page.text()).toBe(`<style nonce="${nonce}"></style>first`);
  expect(nonce.length).toBeGreaterThan(20);
  expect((await answer(new Request('app://bundle/secret.json'))).status).toBe(404);
  expect(serving.wait('second')).toBe(true);
  expect(await (await answer(new Request('app://bundle/index.html'))).text()).toBe('second');
  expect(serving.begin()).toBe(true);
  expect(await (await answer(new Request('app://bundle/index.html'))).text()).not.toBe('second');
});
