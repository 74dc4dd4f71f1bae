import { lengths, limits } from '../../preload/contract/limits.ts';
import { isRuntimeSwitch } from '../platform/command-line.ts';
import type { Texts } from '../words/texts.ts';
import type { StatusAnswer } from './status-answer.ts';

/** `not-running`: no app of this person runs. `not-asked`: nobody could be asked. Null: it runs and did not answer. */
export type StatusOutcome = StatusAnswer | 'not-running' | 'not-asked' | null;

export type ProgramCommand =
  | { readonly kind: 'version' }
  | { readonly kind: 'status'; readonly json: boolean; readonly ids: readonly string[] }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong' };

/** Reads `--version` and `status [--json] [ID…]`. Null: the arguments ask for something else. */
export function parseProgramCommand(args: readonly string[]): ProgramCommand | null {
  const own = args.filter((arg) => !isRuntimeSwitch(arg));
  if (own.length === 1 && own[0] === '--version') return { kind: 'version' };
  // A start of the app would end well, and a script would wait for an answer.
  if (own[0] === '--json' && own[1] === 'status') return { kind: 'wrong' };
  if (own[0] !== 'status') return null;
  const rest = own.slice(1);
  if (rest.length === 1 && rest[0] === '--help') return { kind: 'help' };
  const ids = rest.filter((arg) => !arg.startsWith('-'));
  const options = rest.filter((arg) => arg.startsWith('-'));
  const isKnown = options.length <= 1 && options.every((option) => option === '--json');
  const areIds = ids.length <= limits.filesAtOnce && ids.every((id) => id !== '' && id.length <= lengths.identifier);
  if (!isKnown || !areIds) return { kind: 'wrong' };
  return { kind: 'status', json: options.length === 1, ids };
}

/** Returns 0: all is well. 1: a person has to look, or a named document is not known. 3: no app runs. 4: no answer. */
export function exitCodeOfStatus(outcome: StatusOutcome, ids: readonly string[] = []): number {
  if (outcome === null || outcome === 'not-asked') return 4;
  if (outcome === 'not-running') return 3;
  if (ids.length > 0 && outcome.documents === undefined) return 4;
  if (ids.length > 0) return outcome.documents?.every(({ found }) => found) === true ? 0 : 1;
  const isWell = (outcome.status === 'idle' || outcome.status === 'working') && outcome.problems.length === 0;
  return isWell ? 0 : 1;
}

/**
 * Writes one line of JSON, or a line for each fact. Its words are those of the JSON, for programs and not for people.
 */
export function reportOfStatus(outcome: StatusOutcome, own: string, json: boolean): string {
  const isAnswer = outcome !== null && typeof outcome === 'object';
  const running = outcome === 'not-asked' ? null : outcome !== 'not-running';
  const facts = isAnswer ? { running, ...outcome } : { running, version: 1, app: own };
  if (json) return `${JSON.stringify(facts)}\n`;
  return Object.entries(facts)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}\n`)
    .join('');
}

export const usageOfStatus = (t: ReturnType<Texts>): string =>
  `${(['use', 'lead', 'json', 'codes'] as const).map((part) => t(`command.statusUsage.${part}`)).join('\n\n')}\n`;
