import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { emptyCommandLine } from '../../platform/command-line.ts';
import { stoppedClock } from '../../testing/clocks.ts';
import { fakeDesktop } from '../../testing/fake-desktop.ts';
import { memoryKeychain } from '../../testing/memory-keychain.ts';
import { type App, createApp } from '../app.ts';

/** Starts the whole of main, without Electron. */
export function startApp(dataFolder: string, ports: Partial<Parameters<typeof createApp>[0]> = {}) {
  return createApp({
    clock: stoppedClock(),
    proxyFor: async () => 'DIRECT',
    keychain: memoryKeychain(),
    desktop: fakeDesktop(),
    loginStart: { read: () => 'off', set() {} },
    notifier: { show() {}, setBadge() {}, isWatched: () => false },
    log: { error() {}, info() {} },
    logFile: join(dataFolder, 'countersign.log'),
    dataFolder,
    stateFolder: join(dataFolder, 'state'),
    documentsFolder: dataFolder,
    version: '1',
    preferredLanguages: ['en'],
    development: false,
    commandLine: emptyCommandLine,
    ...ports,
  });
}

export const newFolder = () => mkdtempSync(join(tmpdir(), 'countersign-app-'));

/** Ends an app when its spool is open. Files that it opened later would come back into a removed folder. */
export async function endApp(app: App, dataFolder: string): Promise<void> {
  await vi.waitUntil(() => existsSync(join(dataFolder, 'spool/incoming')), { timeout: 45_000 });
  app.close();
}
