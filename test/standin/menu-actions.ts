import type { App } from './app.ts';
import type { BrowserWindow } from './browser-window.ts';
import type { Role } from './menu-roles.ts';

/** What a menu item does that has a role and no click of its own. */
export function performRole(
  role: Role,
  { app, window }: { readonly app: App; readonly window: BrowserWindow | null },
): void {
  const contents = window?.webContents;
  const actions: Readonly<Partial<Record<Role, () => void>>> = {
    quit: () => app.quit(),
    close: () => window?.close(),
    minimize: () => window?.minimize(),
    togglefullscreen: () => window?.setFullScreen(!window.isFullScreen()),
    reload: () => contents?.reload(),
    forceReload: () => contents?.reloadIgnoringCache(),
    toggleDevTools: () => contents?.toggleDevTools(),
    resetZoom: () => contents?.setZoomLevel(0),
    zoomIn: () => contents?.setZoomLevel(contents.getZoomLevel() + 0.5),
    zoomOut: () => contents?.setZoomLevel(contents.getZoomLevel() - 0.5),
    undo: () => contents?.undo(),
    redo: () => contents?.redo(),
    cut: () => contents?.cut(),
    copy: () => contents?.copy(),
    paste: () => contents?.paste(),
    pasteAndMatchStyle: () => contents?.pasteAndMatchStyle(),
    delete: () => contents?.delete(),
    selectAll: () => contents?.selectAll(),
    about: () => app.showAboutPanel(),
  };
  const action = actions[role];
  if (!action) throw new Error(`The standin does not know what the menu role '${role}' does`);
  action();
}
