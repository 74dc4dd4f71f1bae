import { Menu, type MenuItemConstructorOptions } from 'electron';

/** Only roles: Electron gives them names and keys. On macOS, even pasting needs an edit menu. */
function menuTemplate(platform: NodeJS.Platform, packaged: boolean): MenuItemConstructorOptions[] {
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' as const }] : [{ role: 'fileMenu' as const }]),
    { role: 'editMenu' },
    {
      role: 'viewMenu',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(packaged ? [] : [{ role: 'reload' as const }, { role: 'toggleDevTools' as const }]),
      ],
    },
    { role: 'windowMenu' },
  ];
}

export function setMenu(platform: NodeJS.Platform, packaged: boolean): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, packaged)));
}
