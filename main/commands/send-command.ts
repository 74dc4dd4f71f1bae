import { resolve } from 'node:path';
import { z } from 'zod';
import { lengths, limits } from '../../preload/contract/limits.ts';
import { isRuntimeSwitch } from '../platform/command-line.ts';
import type { Texts } from '../words/texts.ts';

/** The request of `countersign send` to the running app: a file between two processes of possibly two versions. */
export const sendRequest = z.object({
  version: z.literal(1),
  files: z.array(z.string().min(1).max(lengths.path)).min(1).max(limits.filesAtOnce),
  profile: z.string().min(1).max(lengths.name),
  goal: z.enum(['send', 'hold']),
});
export type SendRequest = z.infer<typeof sendRequest>;

/** The fate of a file. `already`: the same content is with the same people, so it was not sent a second time. */
const sentFile = z.object({
  file: z.string(),
  state: z.enum(['sending', 'prepared', 'already', 'refused']),
  /** The submission. Missing when the file was refused. */
  id: z.string().optional(),
  /** The key of the problem, for scripts. */
  reason: z.string().optional(),
  /** One line for people, in the language of the app. */
  message: z.string(),
});
export type SentFile = z.infer<typeof sentFile>;

export const sendAnswer = z.object({ version: z.literal(1), files: z.array(sentFile) });
export type SendAnswer = z.infer<typeof sendAnswer>;

/** A text below `command.wrong`. */
export interface WrongUse {
  readonly key: 'emptyName' | 'noFile' | 'noProfile' | 'option' | 'tooMuch' | 'twice';
  readonly params: Readonly<Record<string, string | number>>;
}

export type SendCommand =
  | { readonly ok: true; readonly request: SendRequest; readonly json: boolean }
  | { readonly ok: false; readonly wrong: WrongUse };

function usageIn(t: ReturnType<Texts>): string {
  const options = (['profile', 'hold', 'json'] as const).map((option) => {
    // On Windows, Electron takes a name like "HR: leases" for an address if it is an argument of its own, and ends.
    const name = option === 'profile' ? '--profile=NAME' : `--${option}`;
    return `  ${name.padEnd(16)}${t(`command.usage.${option}`)}\n`;
  });
  return `${t('command.usage.use')}\n\n${t('command.usage.lead')}\n\n${options.join('')}\n${t('command.usage.codes')}\n`;
}

/** Returns the mistake in a call, and the usage of the command. */
export const wrongUseIn = (t: ReturnType<Texts>, { key, params }: WrongUse): string =>
  `${t(`command.wrong.${key}`, params)}\n\n${usageIn(t)}`;

/** Reads `send FILE… --profile=NAME [--hold] [--json]`. Null: the arguments ask for something else. */
export function parseSendCommand(args: readonly string[], folder: string): SendCommand | null {
  const end = args.indexOf('--');
  const options = (end < 0 ? args : args.slice(0, end)).filter((arg) => !isRuntimeSwitch(arg));
  const wrong = (key: WrongUse['key'], params: WrongUse['params'] = {}): SendCommand => ({
    ok: false,
    wrong: { key, params },
  });
  const [first = ''] = options;
  // A start of the app would end well, and nothing would be sent.
  if (/^--(?:profile|hold|json)(?:=|$)/.test(first) && options.includes('send'))
    return wrong('option', { option: first });
  if (first !== 'send') return null;
  const files: string[] = [];
  const given = new Set<string>();
  let profile: string | null = null;
  for (let at = 1; at < options.length; at += 1) {
    const arg = options[at] ?? '';
    if (!arg.startsWith('-')) {
      files.push(arg);
      continue;
    }
    const [option = ''] = arg.split('=', 1);
    const isKnown = option === '--profile' || arg === '--hold' || arg === '--json';
    if (!isKnown) return wrong('option', { option: arg });
    // Of two profiles one would be the wrong one, and nobody would see which was taken.
    if (given.has(option)) return wrong('twice', { option });
    given.add(option);
    if (arg.startsWith('--profile=')) profile = arg.slice('--profile='.length);
    else if (arg === '--profile') {
      at += 1;
      profile = options[at] ?? null;
    }
  }
  // What follows is a file, however it begins.
  if (end >= 0) files.push(...args.slice(end + 1));
  if (files.some((file) => file === '')) return wrong('emptyName');
  if (files.length === 0) return wrong('noFile');
  if (profile === null || profile.trim() === '') return wrong('noProfile');
  const goal = given.has('--hold') ? 'hold' : 'send';
  const paths = files.map((file) => resolve(folder, file));
  const request = sendRequest.safeParse({ version: 1, files: paths, profile: profile.trim(), goal });
  if (request.success) return { ok: true, request: request.data, json: given.has('--json') };
  return wrong('tooMuch', { files: limits.filesAtOnce, length: lengths.name });
}

/** Returns the exit code of an answer. Null: there was none. */
export function exitCodeOf(answer: SendAnswer | null): number {
  // Something unexpected happened to the app on the way: some files may be with it.
  if (answer === null || answer.files.length === 0) return 4;
  const refused = answer.files.filter(({ state }) => state === 'refused').length;
  if (refused === 0) return 0;
  return refused < answer.files.length ? 1 : 3;
}

/** Returns the answer when no app took the request: nothing was sent, and a later app sends nothing. */
export const untaken = ({ files }: SendRequest, message: string): SendAnswer => ({
  version: 1,
  files: files.map((file) => ({ file, state: 'refused', reason: 'not-started', message })),
});

export function reportOf(answer: SendAnswer | null, json: boolean, t: Texts): string {
  const isKnown = answer !== null && answer.files.length > 0;
  if (json) {
    const said = !isKnown
      ? { ok: false, error: t()('command.noAnswer'), files: [] }
      : { ok: exitCodeOf(answer) === 0, ...answer };
    return `${JSON.stringify(said)}\n`;
  }
  if (!isKnown) return `${t()('command.noAnswer')}\n`;
  return answer.files.map(({ file, message }) => `${file}: ${message}\n`).join('');
}
