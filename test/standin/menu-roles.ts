import type { MenuItemConstructorOptions } from 'electron';

export type Role = NonNullable<MenuItemConstructorOptions['role']>;

/** What Electron calls a role where the app gives no label of its own, and the keys it binds (Linux). */
export const roleDefaults: Readonly<Partial<Record<Role, { readonly label: string; readonly accelerator?: string }>>> =
  {
    about: { label: 'About' },
    quit: { label: 'Quit', accelerator: 'CommandOrControl+Q' },
    close: { label: 'Close Window', accelerator: 'CommandOrControl+W' },
    minimize: { label: 'Minimize', accelerator: 'CommandOrControl+M' },
    reload: { label: 'Reload', accelerator: 'CmdOrCtrl+R' },
    forceReload: { label: 'Force Reload', accelerator: 'Shift+CmdOrCtrl+R' },
    toggleDevTools: { label: 'Toggle Developer Tools', accelerator: 'Ctrl+Shift+I' },
    togglefullscreen: { label: 'Toggle Full Screen', accelerator: 'F11' },
    resetZoom: { label: 'Actual Size', accelerator: 'CommandOrControl+0' },
    zoomIn: { label: 'Zoom In', accelerator: 'CommandOrControl+Plus' },
    zoomOut: { label: 'Zoom Out', accelerator: 'CommandOrControl+-' },
    undo: { label: 'Undo' },
    redo: { label: 'Redo' },
    cut: { label: 'Cut' },
    copy: { label: 'Copy' },
    paste: { label: 'Paste' },
    pasteAndMatchStyle: { label: 'Paste and Match Style' },
    delete: { label: 'Delete' },
    selectAll: { label: 'Select All' },
    window: { label: 'Window' },
    help: { label: 'Help' },
    appMenu: { label: 'App' },
    fileMenu: { label: 'File' },
    editMenu: { label: 'Edit' },
    viewMenu: { label: 'View' },
    windowMenu: { label: 'Window' },
  };

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The menus that a role alone brings along (Linux and Windows). */
export const roleMenus: Readonly<Partial<Record<Role, readonly MenuItemConstructorOptions[]>>> = {
  appMenu: [{ role: 'about' }, separator, { role: 'quit' }],
  fileMenu: [{ role: 'quit' }],
  editMenu: [
    { role: 'undo' },
    { role: 'redo' },
    separator,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'delete' },
    separator,
    { role: 'selectAll' },
  ],
  viewMenu: [
    { role: 'reload' },
    { role: 'forceReload' },
    { role: 'toggleDevTools' },
    separator,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    separator,
    { role: 'togglefullscreen' },
  ],
  windowMenu: [{ role: 'minimize' }, { role: 'close' }],
};
