import { beforeAll, describe, expect, test, vi } from 'vitest';
import { app, type FakeContents, type FakeSession, record } from './recording-electron.ts';

/** Starts the unmodified main over the recording double, then looks at what it left behind. */
let session: FakeSession;
let contents: FakeContents;

beforeAll(async () => {
  await import('../../main/main.ts');
  await vi.waitFor(() => expect(record.windows).toHaveLength(1), { timeout: 45_000 });
  // The services start after the window was asked for, and the menu is the last of them.
  await vi.waitFor(() => expect(record.menus).not.toEqual([]), { timeout: 45_000 });
  const [window] = record.windows;
  const own = record.sessions.get('countersign');
  if (!window || !own) throw new Error('Main opened no window');
  session = own;
  contents = window.webContents;
});

/** An event that can be prevented, as Electron hands it out. */
const preventable = () => {
  const event = { prevented: false, preventDefault: () => void (event.prevented = true) };
  return event;
};

const call = (
  handlers: ReadonlyMap<string, (...args: never[]) => unknown>,
  name: string,
  ...args: unknown[]
): unknown => {
  const handler = handlers.get(name);
  if (!handler) throw new Error(`Nobody set ${name}`);
  return Reflect.apply(handler, undefined, args);
};

const answered = (
  handlers: ReadonlyMap<string, (...args: never[]) => unknown>,
  name: string,
  at: number,
  ...args: unknown[]
) => {
  const answers: unknown[] = [];
  call(handlers, name, ...args.toSpliced(at, 0, (answer: unknown) => answers.push(answer)));
  return answers;
};

describe('before anything waits', () => {
  test('the scheme, the sandbox, the lock, in this order', () => {
    expect(record.order.slice(0, 5)).toEqual([
      'setAppUserModelId app.countersign',
      'registerSchemesAsPrivileged',
      'enableSandbox',
      'requestSingleInstanceLock',
      'whenReady',
    ]);
    expect(record.schemes).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
    ]);
  });
});

describe('the window', () => {
  test('has every switch set for safety', () => {
    expect(record.windows[0]?.options['webPreferences']).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: false,
      session,
      preload: expect.stringMatching(/preload\.cjs$/),
    });
    expect(record.windows[0]?.loaded).toBe('app://bundle/index.html');
  });

  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])(
    'is denied %s',
    (name) => {
      const event = preventable();
      contents.emit(name, event, 'app://bundle/index.html');
      expect(event.prevented).toBe(true);
    },
  );

  test('opens no other window', () => {
    for (const url of ['https://evil.example', 'app://bundle/index.html', 'about:blank', 'javascript:alert(1)'])
      expect(call(contents.handlers, 'windowOpen', { url })).toEqual({ action: 'deny' });
  });

  test('gets no permission, asked or checked', () => {
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'openExternal',
      'fileSystem',
      'anything new',
    ]) {
      expect(answered(session.handlers, 'permissionRequest', 2, contents, permission)).toEqual([false]);
      expect(call(session.handlers, 'permissionCheck', contents, permission)).toBe(false);
    }
  });

  test('gets no device and no screen', () => {
    expect(call(session.handlers, 'devicePermission', { deviceType: 'usb' })).toBe(false);
    expect(answered(session.handlers, 'displayMedia', 1, {})).toEqual([null]);
    for (const [emitter, name, nothing] of [
      [session, 'select-hid-device', null],
      [session, 'select-usb-device', undefined],
      [contents, 'select-bluetooth-device', ''],
    ] as const) {
      const event = preventable();
      const chosen: unknown[] = [];
      emitter.emit(name, event, {}, (device: unknown) => chosen.push(device));
      expect([name, event.prevented, chosen]).toEqual([name, true, [nothing]]);
    }
    const event = preventable();
    const ports: unknown[] = [];
    session.emit('select-serial-port', event, [{ portId: '1' }], contents, (port: unknown) => ports.push(port));
    expect([event.prevented, ports]).toEqual([true, ['']]);
  });

  test('finds no way to a peer, nor to any socket', () => {
    expect(contents.webRTC).toBe('disable_non_proxied_udp');
    // The port is one that nobody listens on, and this computer is no exception.
    expect(session.proxy).toEqual({
      mode: 'fixed_servers',
      proxyRules: 'http://127.0.0.1:1',
      proxyBypassRules: '<-loopback>',
    });
  });

  test('has Electron fetch no spelling dictionary', () => {
    expect(session.dictionaries).toEqual([]);
  });

  test('downloads nothing', () => {
    const event = preventable();
    session.emit('will-download', event, {});
    expect(event.prevented).toBe(true);
  });

  test.each([
    ['app://bundle/assets/index.js', false],
    ['blob:app://bundle/1', false],
    ['data:image/png;base64,AAAA', false],
    ['app://other/index.html', true],
    ['https://bundle/index.html', true],
    ['http://127.0.0.1:1/', true],
    ['ws://127.0.0.1:1/', true],
    ['file:///etc/passwd', true],
    ['ftp://example.org', true],
    ['chrome://settings', true],
    ['nonsense', true],
  ])('a request for %s is cancelled: %s', (url, cancel) => {
    expect(answered(session.handlers, 'onBeforeRequest', 1, { url })).toEqual([{ cancel }]);
  });

  test.each([
    ['select-client-certificate', 3, undefined],
    ['certificate-error', 4, false],
    ['login', 3, undefined],
  ] as const)('%s is answered with a no', (name, before, answer) => {
    const event = preventable();
    const answers: unknown[] = [];
    const between = Array.from({ length: before }, () => ({}));
    app.emit(name, event, ...between, (given: unknown) => answers.push(given));
    expect([event.prevented, answers]).toEqual([true, [answer]]);
  });
});
