import { session } from 'electron';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BrowserWindow, record } from '../../test/security/recording-electron.ts';
import { openWindow } from './window.ts';
import type { WindowState } from './window-state.ts';

beforeEach(() => {
  record.windows.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Opens a window that never says that it can be shown, as on some Wayland. */
async function opened({ isHidden = false, maximized = false, load = Promise.resolve() } = {}) {
  vi.spyOn(BrowserWindow.prototype, 'loadURL').mockReturnValue(load);
  const written: WindowState[] = [];
  const done = openWindow(
    {
      session: session.fromPartition('countersign'),
      preload: '/preload.cjs',
      dark: false,
      packaged: true,
      icon: '/icon.png',
      states: {
        read: () => ({ bounds: null, maximized, zoom: 1 }),
        write: (state) => void written.push(state),
      },
      isHidden,
      served: Promise.resolve(),
    },
    () => {},
  );
  const [window] = record.windows;
  if (!window) throw new Error('No window was opened');
  await vi.advanceTimersByTimeAsync(0);
  Object.assign(window.webContents, { getZoomFactor: () => 1 });
  const maximizedNext = () => {
    window.emit('close');
    return written.at(-1)?.maximized;
  };
  return { window, done, maximizedNext };
}

test('a window that never says it is ready is shown when its page has loaded', async () => {
  const { window, done } = await opened();
  await done;
  expect(window.isVisible()).toBe(true);
});

test('a page that does not end loading is shown after three seconds', async () => {
  const page = Promise.withResolvers<void>();
  const { window, done } = await opened({ load: page.promise });
  expect(window.isVisible()).toBe(false);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(window.isVisible()).toBe(true);
  page.resolve();
  await done;
});

test('a window of a start with the computer stays hidden', async () => {
  const { window, done } = await opened({ isHidden: true });
  await done;
  window.emit('ready-to-show');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(window.isVisible()).toBe(false);
});

test('a window that was maximized is so again, once', async () => {
  const { window, done } = await opened({ maximized: true });
  await done;
  window.emit('ready-to-show');
  expect([window.isVisible(), window.maximizedTimes]).toEqual([true, 1]);
});

test('a window that a person minimizes while its page loads stays minimized', async () => {
  const page = Promise.withResolvers<void>();
  const { window, done } = await opened({ load: page.promise });
  window.emit('ready-to-show');
  expect(window.isVisible()).toBe(true);
  window.minimize();
  await vi.advanceTimersByTimeAsync(3_000);
  page.resolve();
  await done;
  expect(window.isVisible()).toBe(false);
});

test('a window of a start with the computer is maximized when a person first shows it, and only then', async () => {
  const { window, done, maximizedNext } = await opened({ isHidden: true, maximized: true });
  await done;
  expect(window.maximizedTimes).toBe(0);
  window.show();
  expect([window.isMaximized(), maximizedNext()]).toEqual([true, true]);
  window.minimize();
  window.show();
  expect(window.maximizedTimes).toBe(1);
});

test('a window that nobody has seen is maximized at the next start as well', async () => {
  const { done, maximizedNext } = await opened({ isHidden: true, maximized: true });
  await done;
  expect(maximizedNext()).toBe(true);
});
