/** Runs the steps of a workflow's job on this computer, as far as it can, and says why it leaves out the others. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Job } from './workflow-lint.ts';

interface Part {
  readonly what: string;
  /** Null: it runs here. */
  readonly why: string | null;
  readonly env: Readonly<Record<string, string>>;
}

/** What only GitHub's computers have, or would change this one. */
const notHere: readonly (readonly [RegExp, string])[] = [
  [/^actions\/checkout@/, 'a clone of this project stands for it'],
  [/^actions\/setup-node@/, 'the Node of the packages stands for it'],
  [/^actions\//, 'a service of GitHub'],
  [/apt-get (?:update|install)/, 'packages of Ubuntu: those of this computer stand for them'],
  [/sysctl/, 'it changes the kernel of this computer'],
  [/electron\/install\.js/, 'it fetches the real Electron'],
  [/ci-browser\.ts/, 'it fetches a browser'],
  [/--installers|try-installer|try-update/, 'it packs the real Electron'],
];

export interface Surroundings {
  /** What stands for `${{ … }}`, by the text between the brackets. */
  readonly values: Readonly<Record<string, string>>;
  /** Whether this computer can make a display. */
  readonly hasDisplay: boolean;
}

function filled(text: string, { values }: Surroundings): string {
  return text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Nobody here knows ${name}`);
    return value;
  });
}

/** Each step, filled in, with the reason if it cannot run here. */
export function planOf({ steps, env = {} }: Pick<Job, 'steps' | 'env'>, around: Surroundings): readonly Part[] {
  return steps.map((step) => {
    const raw = step.run ?? step.uses ?? '';
    const why = notHere.find(([pattern]) => pattern.test(raw))?.[1] ?? null;
    if (why !== null) return { what: raw, why, env: {} };
    const all = Object.entries({ ...env, ...step.env }).map(([name, value]) => [name, filled(String(value), around)]);
    const display = /^scripts\/with-display\.sh \S+ /;
    const command = filled(raw, around);
    return { what: around.hasDisplay ? command : command.replace(display, ''), why, env: Object.fromEntries(all) };
  });
}

interface Running {
  readonly folder: string;
  readonly log: string;
  /** What the shell of a step is started with: the program and its arguments. */
  readonly enter?: (command: string) => readonly string[];
  /** What of the output belongs to the step. */
  readonly said?: (output: string) => string;
}

const inBash = (command: string): readonly string[] => ['bash', '-e', '-c', command];

/** Runs one step after the other, each in a shell of its own, as GitHub does. Returns the first one that failed. */
export function runPlan(plan: readonly Part[], { folder, log, enter = inBash, said = String }: Running): string | null {
  const place = mkdtempSync(join(tmpdir(), 'countersign-steps-'));
  const variables = join(place, 'env');
  writeFileSync(variables, '');
  const note = (text: string) => {
    process.stdout.write(text);
    appendFileSync(log, text);
  };
  try {
    for (const [at, { what, why, env }] of plan.entries()) {
      note(`\n== ${at + 1} of ${plan.length}: ${what}\n`);
      if (why !== null) {
        note(`-- not here: ${why}\n`);
        continue;
      }
      const given = readFileSync(variables, 'utf8').split('\n').filter(Boolean);
      const earlier = Object.fromEntries(given.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]));
      const [program = '', ...args] = enter(what);
      const started = performance.now();
      const { status, stdout, stderr } = spawnSync(program, args, {
        cwd: folder,
        env: { ...process.env, ...earlier, ...env, CI: 'true', GITHUB_ENV: variables },
        encoding: 'utf8',
        maxBuffer: 100 * 1024 * 1024,
      });
      note(`${said(stdout)}${stderr}-- ${status} after ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
      if (status !== 0) return what;
    }
    return null;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

export const canShow = (path = process.env['PATH'] ?? ''): boolean =>
  path.split(delimiter).some((folder) => existsSync(join(folder, 'xvfb-run')));
