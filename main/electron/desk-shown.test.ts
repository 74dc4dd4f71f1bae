import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { BrowserWindow, record } from '../../test/security/recording-electron.ts';
import { idleView as view } from '../desk/testing/idle-view.ts';
import { createDeskShown } from './desk-shown.ts';

beforeEach(() => {
  record.windows.length = 0;
});

function shownOn(platform: NodeJS.Platform) {
  const faults: unknown[] = [];
  const state: { window: BrowserWindow | null } = { window: new BrowserWindow({}) };
  const shown = createDeskShown({
    platform,
    pictures: '/pictures',
    window: () => state.window,
    act() {},
    onFault: (error) => void faults.push(error),
  });
  return {
    ...shown,
    faults,
    taskbar: () => state.window?.onTaskbar,
    openAnother() {
      state.window = new BrowserWindow({});
      shown.follow(state.window);
      return state.window;
    },
    close: () => void (state.window = null),
  };
}

describe('the taskbar of Windows', () => {
  test.each(['needs-you', 'stopped'] as const)(
    'shows a picture, with its name for a screen reader, for %s',
    (shape) => {
      const { show, taskbar } = shownOn('win32');
      show({ ...view, shape, label: 'Sending is paused' });
      expect(taskbar()).toEqual({
        progress: -1,
        picture: { path: join('/pictures', `${shape}.png`) },
        text: 'Sending is paused',
      });
    },
  );

  test.each(['idle', 'working'] as const)('takes the picture away for %s', (shape) => {
    const { show, taskbar } = shownOn('win32');
    show({ ...view, shape: 'stopped', label: 'Sending is paused' });
    show({ ...view, shape });
    expect(taskbar()).toMatchObject({ picture: null, text: '' });
  });

  test('shows how far uploads are, and nothing when they end', () => {
    const { show, taskbar } = shownOn('win32');
    show({ ...view, shape: 'working', progress: 0.5 });
    expect(taskbar()?.['progress']).toBe(0.5);
    show(view);
    expect(taskbar()?.['progress']).toBe(-1);
  });

  test('a window that was opened later has the picture as well', () => {
    const { show, taskbar, openAnother, close, faults } = shownOn('win32');
    close();
    show({ ...view, shape: 'stopped', label: 'Offline' });
    openAnother();
    expect(taskbar()).toMatchObject({ text: 'Offline' });
    expect(faults).toEqual([]);
  });

  test('has picture and progress again when a hidden window gets its button back', () => {
    const { show, openAnother, faults } = shownOn('win32');
    const window = openAnother();
    window.emit('show');
    show({ ...view, shape: 'stopped', label: 'Offline', progress: 0.5 });
    const before = { ...window.onTaskbar };
    for (const key of Object.keys(before)) delete window.onTaskbar[key];
    window.emit('show');
    expect([window.onTaskbar, faults]).toEqual([before, []]);
  });

  test('that refuses the picture is told to the log, and the next change is shown', () => {
    const { show, taskbar, faults } = shownOn('win32');
    vi.spyOn(BrowserWindow.prototype, 'setOverlayIcon').mockImplementationOnce(() => {
      throw new Error('no taskbar');
    });
    show({ ...view, shape: 'stopped', label: 'Offline' });
    show({ ...view, shape: 'needs-you', label: '1 document to check' });
    expect([faults, taskbar()?.['text']]).toEqual([[new Error('no taskbar')], '1 document to check']);
  });
});

test.each(['linux', 'darwin'] as const)('%s has progress, and no picture on the taskbar', (platform) => {
  const { show, taskbar, faults } = shownOn(platform);
  show({ ...view, shape: 'stopped', progress: 0.25 });
  expect([taskbar(), faults]).toEqual([{ progress: 0.25 }, []]);
});
