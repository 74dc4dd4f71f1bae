import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import { type Call, calls, type Input, type Output, type Ready, toTestSchema } from './control.ts';
import type { Problem } from './log.ts';
import { removeProfile } from './profile.ts';

export interface StartOptions {
  readonly main: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** How an app's process ended. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RunningApp {
  readonly ready: Ready;
  readonly problems: readonly Problem[];
  readonly output: () => string;
  readonly ended: Promise<End>;
  ask<C extends Call>(call: C, ...input: undefined extends Input<C> ? [] : [Input<C>]): Promise<Output<C>>;
  /** As a person does; the app may take its time or refuse. */
  quit(): Promise<End>;
  /** As the system does: no farewell. */
  kill(): Promise<End>;
}

type Schemas = { readonly [C in Call]: { readonly output: z.ZodType<Output<C>> } };

const runner = new URL('./run.ts', import.meta.url);

function spawnRunner({ main, args = [], env = {}, cwd = process.cwd() }: StartOptions): ChildProcess {
  return fork(runner, [main, ...args], {
    cwd,
    env: { ...process.env, ...env },
    // What the test runner was started with is not for the app.
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
}

function collectOutput(child: ChildProcess): () => string {
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => parts.push(text));
  return () => parts.join('');
}

async function endOf(child: ChildProcess): Promise<End> {
  await once(child, 'close');
  return { code: child.exitCode, signal: child.signalCode };
}

/** Runs an app to its end, for one that shows no window: a second start, or a failing one. */
export async function runToEnd(options: StartOptions): Promise<End & { readonly output: string }> {
  const child = spawnRunner(options);
  const output = collectOutput(child);
  return { ...(await endOf(child)), output: output() };
}

/** Also true for a process that has ended and that nobody has asked about yet. */
export function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return existsSync(`/proc/${pid}/stat`) && /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

/** Chromium ends by itself when its pipe closes, but takes its time; nobody can wait for another's child but by looking. */
async function endChromium({ chromiumPid, profile }: Ready): Promise<void> {
  if (!isGone(chromiumPid)) process.kill(chromiumPid, 'SIGKILL');
  while (!isGone(chromiumPid)) await new Promise((resolve) => setTimeout(resolve, 5));
  // Its own children outlive it by a moment, and may write once more: gone is what stays gone.
  for (let quiet = 0; quiet < 3; quiet = existsSync(profile) ? 0 : quiet + 1) {
    removeProfile(profile);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Starts an app on the standin, and comes back when its browser is there. */
export async function startStandin(options: StartOptions): Promise<RunningApp> {
  const child = spawnRunner(options);
  const output = collectOutput(child);
  const ended = endOf(child);
  const problems: Problem[] = [];
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const started = Promise.withResolvers<Ready>();
  const state = { lastId: 0 };
  const schemas: Schemas = calls;

  child.on('message', (raw) => {
    const message = toTestSchema.parse(raw);
    if (message.type === 'ready') started.resolve(message);
    else if (message.type === 'problem') problems.push(message.problem);
    else {
      const one = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.type === 'answer') one?.resolve(message.value);
      else one?.reject(new Error(message.message));
    }
  });
  const giveUp = async () => {
    const { code, signal } = await ended;
    const error = new Error(`The app ended (${code ?? signal}):\n${output()}`);
    started.reject(error);
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
  };
  void giveUp();
  const ready = await started.promise;

  async function ask<C extends Call>(
    call: C,
    ...[input]: undefined extends Input<C> ? [] : [Input<C>]
  ): Promise<Output<C>> {
    if (!child.connected) throw new Error(`The app is not running any more:\n${output()}`);
    state.lastId += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(state.lastId, answer);
    child.send({ id: state.lastId, call, input });
    return schemas[call].output.parse(await answer.promise);
  }

  return {
    ready,
    problems,
    output,
    ended,
    ask,
    async quit() {
      // The answer may be lost when the app ends first.
      if (child.connected) await Promise.race([ask('quit'), ended]);
      return ended;
    },
    async kill() {
      // An app that has ended has taken its Chromium along, and its process id may be somebody else's by now.
      if (child.kill('SIGKILL')) {
        await ended;
        await endChromium(ready);
      }
      return ended;
    },
  };
}
