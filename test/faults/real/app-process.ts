import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { type CallName, contract, type Input, type Output } from '../../../preload/contract/index.ts';
import type { State } from '../../../preload/contract/state.ts';
import { type AppOptions, fromApp, type ToApp } from './app-message.ts';
import { type Shown, shown } from './shown.ts';
import type { ClockMove } from './turned-clock.ts';

/** The process ended before it answered. */
export class Gone extends Error {}

export interface AppProcess {
  readonly pid: number;
  readonly logged: readonly string[];
  /** Makes a bridge call. Rejects with `Gone` if the process ends first. */
  call<N extends CallName>(name: N, input: Input<N>): Promise<Output<N>>;
  state(): Promise<State>;
  /** The state with all rows of the list. */
  shown(): Promise<Shown>;
  /** Moves the clock. Resolves when the app has the new time. */
  turn(move: ClockMove, wake?: boolean): Promise<void>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>;
  /** Closes the app normally. */
  close(): Promise<void>;
}

export interface StartOptions extends AppOptions {
  /** The folder for compiled code, shared by all starts. */
  readonly compiled: string;
  /** A command that starts the process in a special environment (a small disk, for example). */
  readonly within?: readonly string[];
}

type Schemas = { readonly [N in CallName]: { readonly output: z.ZodType<Output<N>> } };

const childPath = fileURLToPath(new URL('app-child.ts', import.meta.url));

/** Starts the app. `ready` resolves when it accepts calls; it may be killed before. */
export function startAppProcess({ compiled, within = [], ...options }: StartOptions) {
  const line = [
    ...within,
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    childPath,
    JSON.stringify(options),
  ];
  const [command = '', ...args] = line;
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: { ...process.env, COUNTERSIGN_COMPILED: compiled },
  });
  const ended = once(child, 'exit');
  const logged: string[] = [];
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const ready = Promise.withResolvers<void>();
  let turned = Promise.withResolvers<void>();
  let number = 0;
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  child.on('message', (raw) => {
    const message = fromApp.parse(raw);
    if (message.kind === 'ready') ready.resolve();
    else if (message.kind === 'turned') turned.resolve();
    else if (message.kind === 'logged') logged.push(`${message.place}: ${message.error}`);
    else if (message.kind === 'waiting') logged.push(`waiting: ${message.key}`);
    else if (message.kind === 'answer') waiting.get(message.number)?.resolve(message.value);
    else waiting.get(message.number)?.reject(new Error(message.error));
  });
  child.once('close', () => {
    const gone = new Gone(complaint === '' ? 'The app has ended.' : complaint);
    ready.reject(gone);
    turned.reject(gone);
    for (const { reject } of waiting.values()) reject(gone);
    waiting.clear();
  });
  for (const { promise } of [ready, turned]) promise.catch(() => undefined);

  function tell(message: ToApp): void {
    // The channel closes shortly before we hear of the end.
    if (child.connected) child.send(message, () => undefined);
  }

  const app: AppProcess = {
    pid: child.pid ?? 0,
    logged,
    async call(name, input) {
      number += 1;
      const own = number;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      if (child.exitCode !== null || child.signalCode !== null) throw new Gone(complaint);
      waiting.set(own, { resolve, reject });
      tell({ kind: 'call', number: own, name, input });
      const schemas: Schemas = contract.calls;
      return schemas[name].output.parse(await promise.finally(() => waiting.delete(own)));
    },
    state: async () => (await app.call('state.get', undefined)).state,
    shown: () => shown(app),
    async turn(move, wake = true) {
      turned = Promise.withResolvers();
      turned.promise.catch(() => undefined);
      tell({ kind: 'clock', move, wake });
      await turned.promise;
    },
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async close() {
      tell({ kind: 'close' });
      await ended;
    },
  };
  return { app, ready: ready.promise, complaint: () => complaint };
}
