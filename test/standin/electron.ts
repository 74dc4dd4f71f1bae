import { EventEmitter } from 'node:events';
import { nativeImage as images } from './native-image.ts';
import { SessionProtocol } from './protocol.ts';
import { standin } from './this-process.ts';

/*
 * What `import … from 'electron'` means to an app that runs on the standin. Electron has more; a name that is missing here
 * fails at the import, as a name that Electron does not have would.
 */
export const app = standin.app;
/** Nothing updates an app here. */
export const autoUpdater = new EventEmitter();
export const BrowserWindow = standin.BrowserWindow;
export const clipboard = standin.clipboard;
export const dialog = standin.dialogs;
export const ipcMain = standin.ipc;
export const Menu = standin.Menu;
export const nativeImage = images;
export const nativeTheme = standin.theme;
export const Notification = standin.Notification;
export const powerMonitor = standin.power;
export const powerSaveBlocker = standin.powerSave;
/** Its registration needs no session: Electron makes the default one when somebody asks for it. */
export const protocol = new SessionProtocol(standin.schemes);
export const screen = standin.screen;
export const session = standin.sessions;
export const shell = standin.shell;
export const Tray = standin.Tray;
