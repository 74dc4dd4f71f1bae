import { z } from 'zod';
import { isRuntimeSwitch } from '../platform/command-line.ts';

/** Asked of the running app. It travels as a file between two processes of possibly two versions. */
export const statusRequest = z.object({ version: z.literal(1), ask: z.literal('status') });
export type StatusRequest = z.infer<typeof statusRequest>;

/** How things are, for a program that watches over computers. No name of a person or a document, and no address. */
export const statusAnswer = z.object({
  version: z.literal(1),
  /** The version of the app. */
  app: z.string(),
  status: z.enum(['idle', 'working', 'needs-you', 'stopped']),
  stop: z.enum(['not-working', 'signed-out', 'offline', 'paused']).nullable(),
  sending: z.number(),
  /** Submissions and files of watched folders that wait for a person. */
  needsYou: z.number(),
  connections: z.array(z.object({ signedIn: z.enum(['yes', 'never', 'again']) })),
  folders: z.object({ watched: z.number(), paused: z.number(), needsYou: z.number(), troubled: z.number() }),
  /** When the shown connection was checked last. */
  checkedAt: z.iso.datetime().nullable(),
  update: z.enum(['off', 'current', 'checking', 'downloading', 'ready', 'failed']),
  /** What the policy of the IT department fixes. */
  locked: z.array(z.string()),
  /** Keys of what the window tells on every screen. */
  problems: z.array(z.string()),
});
export type StatusAnswer = z.infer<typeof statusAnswer>;

/** `not-running`: no app of this person runs. Null: it runs and did not answer. */
export type StatusOutcome = StatusAnswer | 'not-running' | null;

export type ProgramCommand =
  | { readonly kind: 'version' }
  | { readonly kind: 'status'; readonly json: boolean }
  | { readonly kind: 'wrong' };

/** Reads `--version` and `status [--json]`. Null: the arguments ask for something else. */
export function parseProgramCommand(args: readonly string[]): ProgramCommand | null {
  const own = args.filter((arg) => !isRuntimeSwitch(arg));
  if (own.length === 1 && own[0] === '--version') return { kind: 'version' };
  if (own[0] !== 'status') return null;
  const [, option, ...more] = own;
  if (more.length > 0 || (option !== undefined && option !== '--json')) return { kind: 'wrong' };
  return { kind: 'status', json: option === '--json' };
}

/** 0: all is well. 1: somebody has to look. 3: no app runs. 4: no answer. */
export function exitCodeOfStatus(outcome: StatusOutcome): number {
  if (outcome === null) return 4;
  if (outcome === 'not-running') return 3;
  const isWell = (outcome.status === 'idle' || outcome.status === 'working') && outcome.problems.length === 0;
  return isWell ? 0 : 1;
}

/** One line of JSON, or a line for each fact. Its words are those of the JSON, for programs and not for people. */
export function reportOfStatus(outcome: StatusOutcome, own: string, json: boolean): string {
  const isAnswer = outcome !== null && outcome !== 'not-running';
  const running = outcome !== 'not-running';
  const facts = isAnswer ? { running, ...outcome } : { running, version: 1, app: own };
  if (json) return `${JSON.stringify(facts)}\n`;
  return Object.entries(facts)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}\n`)
    .join('');
}
