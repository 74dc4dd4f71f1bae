import { join } from 'node:path';
import { app, type BrowserWindow, Menu, nativeImage, powerSaveBlocker } from 'electron';
import type { DeskCommand } from '../desk/desk-menu.ts';
import type { DeskView } from '../desk/desk-view.ts';
import { createStatusIcon, menuTemplate } from './status-icon.ts';

interface ShownWindow {
  on(event: 'show', listener: () => void): unknown;
}

interface DeskShownDeps {
  readonly platform: NodeJS.Platform;
  readonly pictures: string;
  readonly window: () => Pick<BrowserWindow, 'isDestroyed' | 'setProgressBar' | 'setOverlayIcon'> | null;
  readonly act: (command: DeskCommand) => void;
  readonly onFault: (error: unknown) => void;
}

const NO_PROGRESS = -1;

/** Shows the app on the desktop: icon, taskbar, dock. Keeps the computer awake while something is sent or saved. */
export function createDeskShown({ platform, pictures, window, act, onFault }: DeskShownDeps) {
  const icon = createStatusIcon({ platform, pictures, act, onFault });
  let awake: number | null = null;
  let shown: DeskView | null = null;

  function keepAwake(wanted: boolean): void {
    if (wanted && awake === null) awake = powerSaveBlocker.start('prevent-app-suspension');
    if (wanted || awake === null) return;
    powerSaveBlocker.stop(awake);
    awake = null;
  }

  function showOnWindow({ progress, shape, label }: DeskView): void {
    const opened = window();
    if (!opened || opened.isDestroyed()) return;
    opened.setProgressBar(progress ?? NO_PROGRESS);
    if (platform !== 'win32') return;
    const needs = shape === 'needs-you' || shape === 'stopped';
    const picture = needs ? nativeImage.createFromPath(join(pictures, `${shape}.png`)) : null;
    opened.setOverlayIcon(picture, label);
  }

  function showAgain(): void {
    try {
      if (shown) showOnWindow(shown);
    } catch (error) {
      onFault(error);
    }
  }

  return {
    hasIcon: icon.isMade,
    show(view: DeskView): void {
      try {
        keepAwake(view.keepsAwake);
        icon.show(view);
        showOnWindow(view);
        if (platform === 'darwin') {
          // The dock has its own item to quit.
          const items = view.menu.filter((item) => item.kind !== 'command' || item.command !== 'quit');
          app.dock?.setMenu(Menu.buildFromTemplate(menuTemplate(items, act)));
        }
        shown = view;
      } catch (error) {
        onFault(error);
      }
    },
    /**
     * Shows the state on a window that was opened later. Hiding a window removes its taskbar button and all that is on
     * it.
     */
    follow(opened: ShownWindow): void {
      showAgain();
      opened.on('show', showAgain);
    },
  };
}
