import { expect, test, vi } from 'vitest';
import { record } from '../../test/security/recording-electron.ts';
import { idleView as view } from '../desk/testing/idle-view.ts';
import { createStatusIcon } from './status-icon.ts';

const desktop = vi.hoisted(() => ({ refuses: true }));

vi.mock('electron', async () => {
  const recording = await import('../../test/security/recording-electron.ts');
  class Tray extends recording.Tray {
    constructor() {
      super();
      if (desktop.refuses) throw new Error('This desktop takes no icons now.');
    }
  }
  return { ...recording, Tray };
});

test('an icon that the desktop refused is made with the next change, and has its menu', () => {
  const faults: unknown[] = [];
  const icon = createStatusIcon({
    platform: 'linux',
    pictures: '/pictures',
    act() {},
    onFault: (error) => void faults.push(error),
  });
  icon.show(view);
  expect([icon.isMade(), faults.length, record.menus]).toEqual([false, 1, []]);
  desktop.refuses = false;
  icon.show({ ...view, shape: 'working' });
  expect([icon.isMade(), faults.length, record.menus.length]).toEqual([true, 1, 1]);
});
