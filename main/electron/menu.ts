import { Menu, type MenuItemConstructorOptions } from 'electron';
import { helpShortcuts, type MenuShortcut, shortcuts, viewShortcuts } from '../../preload/contract/shortcuts.ts';
import type { DeskCommand } from '../desk/desk-menu.ts';
import type { Texts } from '../words/texts.ts';

type T = ReturnType<Texts>;
type Role = NonNullable<MenuItemConstructorOptions['role']>;

const separator: MenuItemConstructorOptions = { type: 'separator' };

interface MenuOf {
  readonly platform: NodeJS.Platform;
  readonly packaged: boolean;
  /** Whether a first connection works. Before, the window cannot do what the menu asks for. */
  readonly isConnected: boolean;
  readonly t: T;
  readonly act: (command: DeskCommand) => void;
  readonly ask: (shortcut: MenuShortcut) => void;
}

/** Builds the menu. Roles bring the keys and the action of an item, but their names are English in every language. */
export function menuTemplate({ platform, packaged, isConnected, t, act, ask }: MenuOf): MenuItemConstructorOptions[] {
  const item = (role: Role, label: string): MenuItemConstructorOptions => ({ role, label });
  const isMac = platform === 'darwin';
  /**
   * Returns keys that the menu only shows. The window handles them, so that they never act while a person types. On a
   * Mac the menu would take them from the window, so it shows none.
   */
  const keysOf = (id: MenuShortcut) => shortcuts.find((shortcut) => shortcut.id === id)?.keys;
  const inWindow = (id: MenuShortcut): MenuItemConstructorOptions => {
    const keys = keysOf(id)?.replace('Mod', 'Ctrl');
    const shown = isMac || keys === undefined || keys === '?' ? {} : { accelerator: keys, registerAccelerator: false };
    return { label: t(`shortcuts.name.${id}`), ...shown, enabled: isConnected, click: () => ask(id) };
  };
  /**
   * The role would undo typing alone. On a Mac the menu may get Cmd+Z in place of the window, so the item asks the window,
   * which undoes the typing or the sending. A dialog of the system has the key where no window of ours has the focus.
   */
  const undo: MenuItemConstructorOptions = {
    label: t('menu.undo'),
    accelerator: 'CmdOrCtrl+Z',
    registerAccelerator: isMac,
    click: (_item, focused) =>
      isMac && focused === undefined ? Menu.sendActionToFirstResponder('undo:') : ask('undo'),
  };
  // On a Mac these keys belong to the menu in every app, and work without a window.
  const settings: MenuItemConstructorOptions = isMac
    ? {
        label: `${t('shortcuts.name.settings')}…`,
        accelerator: keysOf('settings')?.replace('Mod', 'Cmd') ?? '',
        enabled: isConnected,
        click: () => ask('settings'),
      }
    : inWindow('settings');
  const appMenu: MenuItemConstructorOptions = {
    label: 'Countersign',
    submenu: [
      item('about', t('menu.about')),
      separator,
      settings,
      separator,
      item('services', t('menu.services')),
      separator,
      item('hide', t('menu.hide')),
      item('hideOthers', t('menu.hideOthers')),
      item('unhide', t('menu.unhide')),
      separator,
      item('quit', t('menu.quit')),
    ],
  };
  return [
    ...(isMac ? [appMenu] : []),
    {
      label: t('menu.file'),
      submenu: [
        { label: t('desk.new'), accelerator: 'CmdOrCtrl+O', click: () => act('new') },
        separator,
        ...(isMac ? [] : [settings, separator]),
        item('close', t('menu.close')),
        ...(isMac ? [] : [item('quit', t('menu.quit'))]),
      ],
    },
    {
      label: t('menu.edit'),
      submenu: [
        undo,
        item('redo', t('menu.redo')),
        separator,
        item('cut', t('menu.cut')),
        item('copy', t('menu.copy')),
        item('paste', t('menu.paste')),
        item('delete', t('menu.delete')),
        separator,
        item('selectAll', t('menu.selectAll')),
      ],
    },
    {
      label: t('menu.view'),
      submenu: [
        ...viewShortcuts.map(inWindow),
        separator,
        item('resetZoom', t('menu.resetZoom')),
        item('zoomIn', t('menu.zoomIn')),
        item('zoomOut', t('menu.zoomOut')),
        separator,
        item('togglefullscreen', t('menu.fullScreen')),
        ...(packaged ? [] : [item('reload', 'Reload'), item('toggleDevTools', 'Developer tools')]),
      ],
    },
    {
      role: 'windowMenu',
      label: t('menu.window'),
      submenu: [
        item('minimize', t('menu.minimize')),
        ...(isMac ? [item('zoom', t('menu.zoom')), separator, item('front', t('menu.front'))] : []),
      ],
    },
    // On a Mac the role brings the search in the menus.
    { role: 'help', label: t('menu.help'), submenu: helpShortcuts.map(inWindow) },
  ];
}

export function setMenu(menu: MenuOf): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(menu)));
}
