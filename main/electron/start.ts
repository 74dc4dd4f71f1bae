import './environment.ts';
import '../platform/no-generated-code.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { app, protocol, session } from 'electron';
import { parseCheckCommand } from '../commands/check-command.ts';
import { parseProgramCommand } from '../commands/program-command.ts';
import { parseSendCommand } from '../commands/send-command.ts';
import { parseCommandLine } from '../platform/command-line.ts';
import { createLog, type Log } from '../state/log.ts';
import { appScheme, serveApp } from './app-protocol.ts';
import { localDataFolder } from './data-folder.ts';
import { createFirstStart } from './first-start.ts';
import {
  denyCredentials,
  denyDictionaries,
  denyDownloads,
  denyNetwork,
  denyPermissions,
  useDeadProxy,
} from './guards.ts';
import { createMainWindow } from './main-window.ts';
import { createOpenRequests, type HandedOver, type OpenRequests } from './open-requests.ts';
import { ownAppImage } from './own-app-image.ts';
import { createPageServing } from './page-serving.ts';
import { askProgram } from './programs.ts';
import { canRequireSandbox } from './sandbox.ts';
import type { StartFailure } from './start-failure.ts';
import { isIconShown } from './status-host.ts';
import { nameToastActivator } from './toast-activator.ts';
import { guardContents } from './window.ts';
import { createWindowStates } from './window-state.ts';

const ownFile = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The same as in the installed shortcut. Without it, Windows takes the notifications for another program's. */
const appUserModelId = 'app.countersign';
/** The name of the installed desktop file, as in package.json. */
const desktopName = 'app.countersign.Countersign.desktop';

/** Tells whether Linux lets only programs with a profile make a sandbox. */
function isSandboxRestricted(): boolean {
  try {
    return readFileSync('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', 'utf8').trim() === '1';
  } catch {
    return false;
  }
}

/** Loads the texts and shows the failure. Loading them always would slow every start down. */
async function failStart(failure: StartFailure): Promise<void> {
  const { showStartFailure } = await import('./start-failure.ts');
  await showStartFailure(failure);
}

/**
 * Leaves the app to another start that has the lock. If none answers, something else refused it, and the person must
 * know.
 */
async function giveWay(firstStart: ReturnType<typeof createFirstStart>): Promise<void> {
  if (await firstStart.isAnswered(setTimeout)) app.quit();
  else await failStart({ kind: 'no-answer', folder: app.getPath('userData') });
}

/** Starts the app. Scheme and sandbox must come before Electron is ready, the lock before any file is opened. */
export function start(): void {
  app.setAppUserModelId(appUserModelId);
  nameToastActivator(app, process.platform);
  const dataFolder = localDataFolder({
    platform: process.platform,
    env: process.env,
    isChosen: app.commandLine.hasSwitch('user-data-dir'),
    roaming: () => join(app.getPath('appData'), app.getName()),
    hasJournal: (folder) => existsSync(join(folder, 'journal.sqlite')),
  });
  if (dataFolder !== null) app.setPath('userData', dataFolder);
  const own: HandedOver = { args: process.argv.slice(app.isPackaged ? 1 : 2), folder: process.cwd() };
  const command = parseSendCommand(own.args, own.folder);
  if (command !== null) {
    void import('./send-start.ts').then(({ runSendCommand, fail }) => runSendCommand(command).catch(fail));
    return;
  }
  const programCommand = parseProgramCommand(own.args);
  if (programCommand !== null) {
    void import('./send-start.ts').then(({ runProgramCommand, fail }) => runProgramCommand(programCommand).catch(fail));
    return;
  }
  const checkCommand = parseCheckCommand(own.args, own.folder);
  if (checkCommand !== null) {
    const thread = pathToFileURL(ownFile('../thread/reader-thread.js'));
    void import('./send-start.ts').then(({ runCheckCommand, fail }) =>
      runCheckCommand(checkCommand, thread).catch(fail),
    );
    return;
  }
  protocol.registerSchemesAsPrivileged([appScheme]);
  const sandbox = {
    args: process.argv,
    uid: process.getuid?.(),
    hasProfile: app.isPackaged && ownAppImage(process.env, process.execPath) === undefined,
    isRestricted: isSandboxRestricted(),
  };
  if (canRequireSandbox(sandbox)) app.enableSandbox();
  const firstStart = createFirstStart(app.getPath('userData'));
  const openRequests = createOpenRequests(app, firstStart.answer);
  firstStart.ask();
  if (!app.requestSingleInstanceLock(own)) {
    void giveWay(firstStart);
    return;
  }
  firstStart.note();
  firstStart.answer();
  const logFile = join(app.getPath('userData'), 'logs', 'countersign.log');
  const log = createLog(logFile);
  process.on('uncaughtException', (error) => log.error('uncaught', error));
  process.on('unhandledRejection', (error) => log.error('unhandled', error));
  run({ log, logFile, own, openRequests }).catch((error: unknown) => {
    log.error('start', error);
    void failStart({ kind: 'error', reason: error instanceof Error ? error.message : String(error), logFile });
  });
}

interface Start {
  readonly log: Log;
  readonly logFile: string;
  readonly own: HandedOver;
  readonly openRequests: OpenRequests;
}

/** Opens the window first, then loads the rest of main: the process of the window starts meanwhile. */
async function run({ log, logFile, own: { args, folder }, openRequests }: Start): Promise<void> {
  log.info('start', { version: app.getVersion(), packaged: app.isPackaged, platform: process.platform });
  const asked = parseCommandLine(args, folder);
  await app.whenReady();
  denyDictionaries(app);
  const own = session.fromPartition('countersign');
  denyPermissions(own);
  denyDownloads(own);
  denyNetwork(own);
  await useDeadProxy(own);
  denyCredentials(app);
  app.on('web-contents-created', (_event, contents) => guardContents(own, contents));
  app.on('child-process-gone', (_event, details) => log.error('child process', details));
  const serving = createPageServing();
  serveApp(own.protocol, ownFile('../renderer'), serving);

  const window = createMainWindow({
    session: own,
    preload: ownFile('../preload/preload.cjs'),
    icon: ownFile('../../assets/icon.png'),
    states: createWindowStates(join(app.getPath('userData'), 'window.json')),
    log,
    monotonic: () => performance.now(),
    served: serving.first,
  });
  const isHidden = asked.hidden || (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
  const loaded = isHidden ? window.openHidden(() => isIconShown(process.platform, askProgram)) : window.show();
  const { runApp } = await import('./running-app.ts');
  await runApp({ log, logFile, args, asked, openRequests, window, loaded, serving, desktopName, ownFile });
}
