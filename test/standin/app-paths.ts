import { mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/** Where the app's folders are, as Electron lays them out on Linux. */
export class AppPaths {
  readonly #set = new Map<string, string>();
  readonly #appPath: string;
  readonly #name: () => string;

  constructor(appPath: string, name: () => string, userData: string) {
    this.#appPath = appPath;
    this.#name = name;
    if (userData !== '') this.set('userData', userData);
  }

  set(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    // Electron makes the folder when it is set.
    mkdirSync(path, { recursive: true });
    this.#set.set(name, path);
  }

  get(name: string): string {
    return this.#set.get(name) ?? this.#usual(name);
  }

  #usual(name: string): string {
    const home = homedir();
    switch (name) {
      case 'home':
        return home;
      case 'appData':
        return process.env['XDG_CONFIG_HOME'] ?? join(home, '.config');
      case 'userData':
        return join(this.get('appData'), this.#name());
      case 'sessionData':
        return this.get('userData');
      case 'logs':
        return join(this.get('userData'), 'logs');
      case 'crashDumps':
        return join(this.get('userData'), 'Crashpad');
      case 'temp':
        return tmpdir();
      case 'exe':
      case 'module':
        return process.execPath;
      case 'assets':
        return dirname(process.execPath);
      case 'app':
        return this.#appPath;
      case 'desktop':
      case 'documents':
      case 'downloads':
      case 'music':
      case 'pictures':
      case 'videos':
        return join(home, `${name[0]?.toUpperCase()}${name.slice(1)}`);
      default:
        throw new Error(`Failed to get '${name}' path`);
    }
  }
}
