import type Electron from 'electron';
import { describe, expectTypeOf, it } from 'vitest';
import type { App } from './app.ts';
import type { BrowserWindow } from './browser-window.ts';
import type { Clipboard } from './clipboard.ts';
import type { CommandLine } from './command-line.ts';
import type { Dialogs } from './dialogs.ts';
import type { IpcMain } from './ipc.ts';
import type { Menu, MenuItem } from './menu.ts';
import type { NativeImage } from './native-image.ts';
import type { NativeTheme } from './native-theme.ts';
import type { Notification } from './notification.ts';
import type { PowerMonitor } from './power-monitor.ts';
import type { PowerSaveBlocker } from './power-save-blocker.ts';
import type { SessionProtocol } from './protocol.ts';
import type { Session } from './session.ts';
import type { Shell } from './shell.ts';
import type { Tray } from './tray.ts';
import type { WebContents } from './web-contents.ts';
import type { WebFrame } from './web-frame.ts';
import type { WebRequest } from './web-request.ts';

type Emitting = keyof NodeJS.EventEmitter;
/** The members that both have and whose types do not agree. */
type Differing<Ours, Theirs> = {
  [K in Exclude<keyof Ours & keyof Theirs, Emitting>]: Ours[K] extends Theirs[K] ? never : K;
}[Exclude<keyof Ours & keyof Theirs, Emitting>];
/** The members that Electron does not have: what a test, or another part of the standin, may see. */
type Own<Ours, Theirs> = Exclude<keyof Ours, keyof Theirs | Emitting>;

/*
 * The compiler does the work here: each line names the members that differ from electron.d.ts on purpose, because they deal
 * in the standin's own classes, and the members that are its own. A member that drifts from Electron fails the type check.
 */
describe('the standin is typed as Electron is', () => {
  it('in what concerns the app', () => {
    expectTypeOf<Differing<App, Electron.App>>().toEqualTypeOf<'commandLine'>();
    expectTypeOf<Own<App, Electron.App>>().toEqualTypeOf<'record' | 'ended' | 'becomeReady' | 'windowsGone'>();
    expectTypeOf<Differing<CommandLine, Electron.CommandLine>>().toEqualTypeOf<never>();
    expectTypeOf<Differing<IpcMain, Electron.IpcMain>>().toEqualTypeOf<'handle'>();
    expectTypeOf<Own<IpcMain, Electron.IpcMain>>().toEqualTypeOf<'channels' | 'invoke'>();
    expectTypeOf<Differing<SessionProtocol, Electron.Protocol>>().toEqualTypeOf<never>();
    expectTypeOf<Own<SessionProtocol, Electron.Protocol>>().toEqualTypeOf<'handlerFor'>();
  });

  it('in what concerns windows', () => {
    expectTypeOf<Differing<BrowserWindow, Electron.BrowserWindow>>().toEqualTypeOf<'webContents'>();
    expectTypeOf<Own<BrowserWindow, Electron.BrowserWindow>>().toEqualTypeOf<'progress'>();
    expectTypeOf<Differing<WebContents, Electron.WebContents>>().toEqualTypeOf<'session' | 'mainFrame'>();
    expectTypeOf<Own<WebContents, Electron.WebContents>>().toEqualTypeOf<
      | 'window'
      | 'navigation'
      | 'page'
      | 'ipcEvent'
      | 'dragged'
      | 'destroyed'
      | 'isMainFrame'
      | 'refusesRedirect'
      | 'refusesFrame'
      | 'aboutToOpen'
    >();
    expectTypeOf<Differing<WebFrame, Electron.WebFrameMain>>().toEqualTypeOf<'parent' | 'top' | 'frames'>();
    expectTypeOf<Differing<Session, Electron.Session>>().toEqualTypeOf<
      'protocol' | 'webRequest' | 'setPermissionRequestHandler' | 'setPermissionCheckHandler'
    >();
    expectTypeOf<Own<Session, Electron.Session>>().toEqualTypeOf<'permits'>();
    expectTypeOf<Differing<WebRequest, Electron.WebRequest>>().toEqualTypeOf<'onBeforeRequest'>();
  });

  it('in what concerns the desktop', () => {
    expectTypeOf<Differing<Menu, Electron.Menu>>().toEqualTypeOf<'items' | 'append' | 'insert'>();
    expectTypeOf<Differing<MenuItem, Electron.MenuItem>>().toEqualTypeOf<'menu' | 'submenu' | 'role'>();
    expectTypeOf<Differing<Tray, Electron.Tray>>().toEqualTypeOf<'setImage' | 'setContextMenu'>();
    expectTypeOf<Differing<Notification, Electron.Notification>>().toEqualTypeOf<never>();
    expectTypeOf<Differing<NativeImage, Electron.NativeImage>>().toEqualTypeOf<'resize'>();
    expectTypeOf<Differing<NativeTheme, Electron.NativeTheme>>().toEqualTypeOf<never>();
    expectTypeOf<Own<NativeTheme, Electron.NativeTheme>>().toEqualTypeOf<'change' | 'media'>();
    expectTypeOf<Differing<PowerSaveBlocker, Electron.PowerSaveBlocker>>().toEqualTypeOf<never>();
    expectTypeOf<Differing<PowerMonitor, Electron.PowerMonitor>>().toEqualTypeOf<never>();
    expectTypeOf<Differing<Clipboard, Electron.Clipboard>>().toEqualTypeOf<never>();
    expectTypeOf<Differing<Shell, Electron.Shell>>().toEqualTypeOf<never>();
    expectTypeOf<Differing<Dialogs, Electron.Dialog>>().toEqualTypeOf<never>();
  });
});
