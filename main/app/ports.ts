import type { UpdatesOff } from '../../preload/contract/updates.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { Network } from '../network/network.ts';
import type { CommandLine } from '../platform/command-line.ts';
import type { Desktop } from '../platform/desktop.ts';
import type { FolderEvents } from '../platform/folder-events.ts';
import type { LoginStart } from '../platform/login-start.ts';
import type { ReadMounts } from '../platform/network-folder.ts';
import type { Notifier } from '../platform/notifier.ts';
import type { ReadPolicy } from '../policy/policy-file.ts';
import type { Log } from '../state/log.ts';
import type { Clock } from '../time/clock.ts';
import type { Updater } from '../updates/updater.ts';

/** The ports to the outside, filled in by whoever starts the app: Electron, or a test. */
export interface Ports {
  readonly clock: Clock;
  /** Returns how long the computer has been running, sleep included. Absent: nobody knows. */
  readonly uptimeMs?: () => number;
  /** Returns the proxies for an address, according to the system's settings or script. */
  readonly proxyFor: (address: string) => Promise<string>;
  readonly keychain: Keychain;
  readonly desktop: Desktop;
  readonly notifier: Notifier;
  readonly loginStart: LoginStart;
  readonly log: Log;
  /** The path of the log, for the report to support. */
  readonly logFile: string;
  readonly dataFolder: string;
  /**
   * The folder of what belongs to this computer alone: never restored, synchronised or moved together with the data.
   */
  readonly stateFolder: string;
  /** The name of this computer. Null: it has none. Without it, the app asks the system. */
  readonly machine?: string | null;
  readonly documentsFolder: string;
  readonly version: string;
  readonly preferredLanguages: readonly string[];
  readonly development: boolean;
  /** The policy of the IT department for this computer. Absent: no policy. */
  readonly policy?: ReadPolicy;
  readonly commandLine: CommandLine;
  /** Tells of changes in watched folders. Without it, the system's own watcher. */
  readonly folderEvents?: FolderEvents;
  /** Tells which drives of macOS are on a server. Without it, none is. */
  readonly readMounts?: ReadMounts;
  /** Replaces the app by another version. Null: this installation cannot update itself. */
  readonly updater?: (network: Pick<Network, 'http'>) => Updater | UpdatesOff;
  /** The built thread that reads large files. Absent: the sources run as they are. */
  readonly readerThread?: URL;
}
