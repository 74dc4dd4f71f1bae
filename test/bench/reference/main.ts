/** An app with a window as ours has it and one plain page, `--page=NAME`, for `launchReference`. */
import { app, BrowserWindow, protocol, session } from 'electron';
import { appOrigin, appScheme, createAppProtocol } from '../../../main/electron/app-protocol.ts';
import { denyDictionaries } from '../../../main/electron/guards.ts';

protocol.registerSchemesAsPrivileged([appScheme]);

const folder = app.commandLine.getSwitchValue('pages');
const page = app.commandLine.getSwitchValue('page');

async function start(): Promise<void> {
  await app.whenReady();
  denyDictionaries(app);
  const own = session.fromPartition('countersign');
  own.protocol.handle(appScheme.scheme, createAppProtocol(folder));
  const window = new BrowserWindow({ width: 1180, height: 780, webPreferences: { session: own, sandbox: true } });
  await window.loadURL(`${appOrigin}/${page}.html`);
}

void start();
