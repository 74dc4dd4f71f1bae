import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import type { LoginStart, LoginStartState } from '../platform/login-start.ts';
import { desktopEntry, isOn } from './autostart-file.ts';

/**
 * The arguments of a start at login. Windows compares them with the registered ones, so reading and writing use the
 * same.
 */
const args = ['--hidden'];

interface LoginStartDeps {
  readonly app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings' | 'isPackaged'>;
  readonly platform: NodeJS.Platform;
  /** The file that the system starts. An AppImage is not its own program: it unpacks one for each start. */
  readonly program: string;
  /** The folder for the person's settings of the desktop, on Linux. */
  readonly configFolder: string;
  readonly desktopName: string;
}

/** Starts with the computer: Windows and macOS by Electron, Linux by a file that desktops know. */
export function createLoginStart({ app, platform, program, configFolder, desktopName }: LoginStartDeps): LoginStart {
  const folder = join(configFolder, 'autostart');
  const file = join(folder, desktopName);

  function readSystem(): LoginStartState {
    const found = app.getLoginItemSettings(platform === 'win32' ? { args } : {});
    if (platform === 'darwin' && found.status === 'requires-approval') return 'blocked';
    if (!found.openAtLogin) return 'off';
    // A person can switch it off in the Task Manager, which leaves our entry in place.
    return platform === 'win32' && !found.executableWillLaunchAtLogin ? 'blocked' : 'on';
  }

  function readFile(): LoginStartState {
    try {
      return isOn(readFileSync(file, 'utf8'), program, args) ? 'on' : 'off';
    } catch {
      return 'off';
    }
  }

  return {
    read(): LoginStartState {
      if (!app.isPackaged) return 'unavailable';
      return platform === 'linux' ? readFile() : readSystem();
    },
    set(on: boolean): void {
      if (!app.isPackaged) throw new Error('Only an installed app can start with the computer.');
      if (platform !== 'linux') app.setLoginItemSettings({ openAtLogin: on, ...(platform === 'win32' && { args }) });
      else if (on) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(file, desktopEntry(program, args));
      } else rmSync(file, { force: true });
    },
  };
}
