import { join } from 'node:path';
import { Menu, type MenuItemConstructorOptions, Tray } from 'electron';
import type { DeskCommand, DeskMenuItem } from '../desk/desk-menu.ts';
import type { DeskView } from '../desk/desk-view.ts';

interface StatusIconDeps {
  readonly platform: NodeJS.Platform;
  /** The folder with the pictures of the four shapes. */
  readonly pictures: string;
  readonly act: (command: DeskCommand) => void;
  readonly onFault: (error: unknown) => void;
}

/** Returns the name of a picture. By its end, macOS recognises one that takes the colour of the menu bar. */
function pictureName(shape: DeskView['shape'], platform: NodeJS.Platform): string {
  if (platform === 'win32') return `${shape}.ico`;
  return platform === 'darwin' ? `${shape}Template.png` : `${shape}.png`;
}

export function menuTemplate(items: readonly DeskMenuItem[], act: StatusIconDeps['act']): MenuItemConstructorOptions[] {
  return items.map((item): MenuItemConstructorOptions => {
    if (item.kind === 'separator') return { type: 'separator' };
    if (item.kind === 'group') return { label: item.label, submenu: menuTemplate(item.items, act) };
    return { label: item.label, click: () => act(item.command) };
  });
}

/** Shows the icon in the notification area, or in the menu bar. The app works without one: some desktops refuse it. */
export function createStatusIcon({ platform, pictures, act, onFault }: StatusIconDeps) {
  let tray: Tray | null = null;
  let shown: DeskView | null = null;

  function makeTray(picture: string): Tray | null {
    try {
      const made = new Tray(picture);
      // On macOS the same click opens the menu.
      if (platform !== 'darwin') made.on('click', () => act('open'));
      return made;
    } catch (error) {
      onFault(error);
      return null;
    }
  }

  return {
    isMade: (): boolean => tray !== null,
    show(view: DeskView): void {
      const picture = join(pictures, pictureName(view.shape, platform));
      // Tried again with each change: at the start the desktop may not be ready for icons.
      tray ??= makeTray(picture);
      if (tray === null) return;
      if (shown !== null && shown.shape !== view.shape) tray.setImage(picture);
      if (shown?.toolTip !== view.toolTip) tray.setToolTip(view.toolTip);
      // An open menu closes when it is replaced: only when something in it is another.
      if (JSON.stringify(shown?.menu) !== JSON.stringify(view.menu))
        tray.setContextMenu(Menu.buildFromTemplate(menuTemplate(view.menu, act)));
      shown = view;
    },
  };
}
