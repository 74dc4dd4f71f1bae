/** The app's main process without Electron: `createApp` on a real disk and real sockets. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Ports } from '../../../main/app/ports.ts';
import type { CallName, Input } from '../../../preload/contract/index.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { FromApp } from './app-message.ts';

enableCompileCache(process.env['COUNTERSIGN_COMPILED']);
const { emptyCommandLine } = await import('../../../main/platform/command-line.ts');
const { createApp } = await import('../../../main/app/app.ts');
const { openWhenFree } = await import('../../../main/app/open-when-free.ts');
const { Secret } = await import('../../../main/signing/secret.ts');
const { fakeDesktop } = await import('../../../main/testing/fake-desktop.ts');
const { memoryKeychain } = await import('../../../main/testing/memory-keychain.ts');
const { contract } = await import('../../../preload/contract/index.ts');
const { appOptions, toApp } = await import('./app-message.ts');
const { createTurnedClock } = await import('./turned-clock.ts');
flushCompileCache();

const { dataFolder, password, clock: reading, folder, machine } = appOptions.parse(JSON.parse(process.argv[2] ?? ''));
const clock = createTurnedClock(reading);
const tell = (message: FromApp) => void process.send?.(message);

const ports: Ports = {
  clock,
  proxyFor: async () => 'DIRECT',
  keychain: { ...memoryKeychain(), get: async () => ({ kind: 'ok', secret: new Secret(password) }) },
  desktop: { ...fakeDesktop(), pickFolder: async () => folder ?? null },
  loginStart: { read: () => 'off', set() {} },
  notifier: { show() {}, setBadge() {}, isWatched: () => false },
  log: { error: (place, error) => tell({ kind: 'logged', place, error: inspect(error, { depth: 4 }) }), info() {} },
  dataFolder,
  logFile: join(dataFolder, 'countersign.log'),
  stateFolder: join(dataFolder, 'state'),
  documentsFolder: dataFolder,
  version: '1',
  preferredLanguages: ['en'],
  development: true,
  commandLine: emptyCommandLine,
  ...(machine === undefined ? {} : { machine }),
};
// Nothing else keeps the process while it waits.
process.channel?.ref();
const waiting = ({ key }: Problem) => tell({ kind: 'waiting', key });
const app = createApp(ports, await openWhenFree(ports, waiting));

/** Checks input and output like the bridge. */
async function answer(name: string, input: unknown): Promise<unknown> {
  const known = typedKeys(contract.calls).find((one) => one === name);
  if (known === undefined) throw new Error(`There is no call ${name}.`);
  return carryOut(known, input);
}

type Schemas = { readonly [N in CallName]: { readonly input: { parse(value: unknown): Input<N> } } };

async function carryOut<N extends CallName>(name: N, input: unknown): Promise<unknown> {
  const schemas: Schemas = contract.calls;
  return app.handlers[name](schemas[name].input.parse(input));
}

function typedKeys<T extends object>(object: T): (keyof T)[] {
  const keys: (keyof T)[] = [];
  for (const key in object) keys.push(key);
  return keys;
}

process.on('message', (raw) => {
  const message = toApp.parse(raw);
  if (message.kind === 'call') {
    const { number, name, input } = message;
    answer(name, input).then(
      (value) => tell({ kind: 'answer', number, value }),
      (error: unknown) => tell({ kind: 'failed', number, error: inspect(error) }),
    );
  } else if (message.kind === 'clock') {
    clock.set(message.move);
    if (message.wake) app.wake();
    tell({ kind: 'turned' });
  } else {
    app.close();
    process.disconnect();
  }
});
process.once('disconnect', () => process.exit());
tell({ kind: 'ready' });
