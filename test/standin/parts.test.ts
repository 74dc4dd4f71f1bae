import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { presses } from './accelerator.ts';
import { findChromium } from './chromium.ts';
import { CommandLine } from './command-line.ts';
import { readEnvironment } from './environment.ts';
import { fixtureMain } from './fixture/start-fixture.ts';
import { Menu, MenuItem } from './menu.ts';
import { Schemes } from './schemes.ts';
import { originOf } from './web-frame.ts';
import { WebRequest } from './web-request.ts';

/** The parts that need no browser. */
describe('accelerator', () => {
  const press = { key: 'n', control: false, shift: false, alt: false, meta: false };
  it.each([
    ['CmdOrCtrl+N', { control: true }, true],
    ['CmdOrCtrl+N', { control: true, shift: true }, false],
    ['CommandOrControl+Shift+N', { key: 'N', control: true, shift: true }, true],
    ['CommandOrControl+Plus', { key: '+', control: true, shift: true }, true],
    ['CommandOrControl+-', { key: '-', control: true }, true],
    ['F11', { key: 'F11' }, true],
    ['Alt+Up', { key: 'ArrowUp', alt: true }, true],
    ['Control+N', { meta: true }, false],
  ])('%s is %o: %s', (accelerator, keys, expected) => {
    expect(presses(accelerator, { ...press, ...keys })).toBe(expected);
  });
});

describe('schemes', () => {
  const schemes = new Schemes();
  schemes.register([{ scheme: 'app', privileges: { standard: true } }, { scheme: 'odd' }]);

  it.each([
    ['app://bundle/a%20b/c.js?q=1#h', 'https://bundle.app.invalid/a%20b/c.js?q=1#h'],
    ['https://example.com/', 'https://example.com/'],
    ['odd://bundle/', 'odd://bundle/'],
    ['not a url', 'not a url'],
  ])('show %s as %s, and take it back', (own, shown) => {
    expect(schemes.toPage(own)).toBe(shown);
    expect(schemes.fromPage(shown)).toBe(own);
  });

  it('rewrite addresses inside of a header', () => {
    expect(schemes.textToPage("connect-src 'self' app://bundle https://x.y")).toBe(
      "connect-src 'self' https://bundle.app.invalid https://x.y",
    );
  });

  it('are taken before ready only', () => {
    const late = new Schemes();
    late.seal();
    expect(() => late.register([])).toThrow('before app is ready');
  });

  it('have an origin, unlike in Node', () => {
    expect(originOf('app://bundle/index.html')).toBe('app://bundle');
    expect(originOf('https://a.example:8443/x')).toBe('https://a.example:8443');
    expect(originOf('about:blank')).toBe('null');
    expect(originOf('')).toBe('null');
  });
});

describe('webRequest', () => {
  const facts = { method: 'GET', resourceType: 'xhr', referrer: '', webContentsId: 1 } as const;
  it.each([
    ['<all_urls>', 'app://bundle/x', true],
    ['*://*/*', 'wss://a.example/', true],
    ['*://*/*', 'app://bundle/x', false],
    ['https://a.example/*', 'https://a.example/b?c', true],
    ['https://a.example/*', 'https://b.example/', false],
    ['app://*/*', 'app://bundle/x', true],
  ])('with the filter %s asks about %s: %s', async (pattern, url, asked) => {
    const webRequest = new WebRequest();
    webRequest.onBeforeRequest({ urls: [pattern] }, (_details, answer) => answer({ cancel: true }));
    expect(await webRequest.ask({ ...facts, url })).toEqual(asked ? { cancel: true } : {});
    webRequest.onBeforeRequest(null);
    expect(await webRequest.ask({ ...facts, url })).toEqual({});
  });
});

describe('menu items', () => {
  const ports = { focusedWindow: () => null, perform: () => undefined };
  const item = (label: string, menu: Menu) => menu.byPath([label]) ?? new MenuItem({ label: 'missing' });

  it('switch as their kind does', () => {
    const menu = Menu.buildFromTemplate([
      { label: 'Dark', type: 'checkbox' },
      { label: 'A', type: 'radio', checked: true },
      { label: 'B', type: 'radio' },
    ]);
    item('Dark', menu).press(ports, false);
    item('B', menu).press(ports, false);
    expect(menu.items.map(({ checked }) => checked)).toEqual([true, false, true]);
  });

  it('need a label, a role or to be a separator', () => {
    expect(() => Menu.buildFromTemplate([{}])).toThrow(TypeError);
    expect(Menu.buildFromTemplate([{ type: 'separator' }, { role: 'editMenu' }]).items).toHaveLength(2);
  });
});

describe('the environment', () => {
  it('is read from arguments and variables', () => {
    const argv = ['node', 'run.ts', fixtureMain, '--user-data-dir=/x', 'file.pdf'];
    const env = { STANDIN_LOCALE: 'de-CH,fr', STANDIN_CHROMIUM_ARGS: ' --a  --b', DISPLAY: ':1' };
    expect(readEnvironment(argv, env)).toMatchObject({
      name: 'Fixture',
      version: '1.2.3',
      args: ['--user-data-dir=/x', 'file.pdf'],
      locales: ['de-CH', 'fr'],
      chromiumArgs: ['--a', '--b'],
      headless: false,
      network: 'blocked',
    });
    expect(readEnvironment(argv, {})).toMatchObject({ headless: true, locales: ['en-US'], dark: false });
    expect(() => readEnvironment(['node', 'run.ts'], {})).toThrow('Usage');
  });

  it('finds Chromium on the path, or where it was told', () => {
    const folder = mkdtempSync(join(tmpdir(), 'standin-path-'));
    writeFileSync(join(folder, 'google-chrome'), '', { mode: 0o755 });
    expect(findChromium(undefined, `/nowhere:${folder}`)).toBe(join(folder, 'google-chrome'));
    expect(findChromium('/own/chrome', '')).toBe('/own/chrome');
    const shells = mkdtempSync(join(tmpdir(), 'standin-path-'));
    const shell = join(shells, 'chromium-headless-shell');
    writeFileSync(shell, '', { mode: 0o755 });
    expect(findChromium(undefined, `${folder}:${shells}`, true), 'without a display').toBe(shell);
    expect(findChromium(undefined, `${shells}:${folder}`, false)).toBe(join(folder, 'google-chrome'));
    expect(findChromium(undefined, shells, false), 'nothing else is there').toBe(shell);
    rmSync(shells, { recursive: true });
    expect(() => findChromium(undefined, '/nowhere')).toThrow('No Chromium found');
    rmSync(folder, { recursive: true });
  });

  it('gives the app its switches', () => {
    const line = new CommandLine(['--User-Data-Dir=/x=y', '--flag', 'file.pdf']);
    expect(line.getSwitchValue('user-data-dir')).toBe('/x=y');
    expect([line.hasSwitch('flag'), line.hasSwitch('file.pdf')]).toEqual([true, false]);
  });
});
