import { resolve } from 'node:path';
import type { IssuerStanding, SignatureOfReport, SignatureReport } from '../../preload/contract/signature-report.ts';
import { isRuntimeSwitch } from '../platform/command-line.ts';

/** `countersign check FILE [--json]`: says what is in a signed PDF. It needs no running app, no account and no network. */
export type CheckCommand =
  | { readonly ok: true; readonly path: string; readonly json: boolean }
  | { readonly ok: false };

/** Reads the arguments. Null: they ask for something else. */
export function parseCheckCommand(args: readonly string[], folder: string): CheckCommand | null {
  const end = args.indexOf('--');
  const own = (end < 0 ? args : args.slice(0, end)).filter((arg) => !isRuntimeSwitch(arg));
  if (own[0] === '--json' && own[1] === 'check') return { ok: false };
  if (own[0] !== 'check') return null;
  const rest = own.slice(1);
  const options = rest.filter((arg) => arg.startsWith('-'));
  // What follows `--` is a file, however it begins.
  const files = [...rest.filter((arg) => !arg.startsWith('-')), ...(end < 0 ? [] : args.slice(end + 1))];
  const [path] = files;
  const isKnown = options.every((option) => option === '--json') && options.length <= 1;
  if (!isKnown || path === undefined || path === '' || files.length > 1) return { ok: false };
  return { ok: true, path: resolve(folder, path), json: options.length === 1 };
}

/** The result of the check. `no-file`: it cannot be opened. `too-large`: we read no file of that size. */
export type CheckOutcome = SignatureReport | 'no-file' | 'too-large';

/** Returns 0: every signature is intact. 1: one is not. 3: there is none. 4: the file cannot be read. */
export function exitCodeOfCheck(outcome: CheckOutcome): number {
  if (typeof outcome === 'string' || outcome.state === 'unreadable') return 4;
  if (outcome.state === 'none' || outcome.state === 'remains-only') return 3;
  return outcome.state === 'intact' ? 0 : 1;
}

/** Writes one line of JSON for programs. They compare its keys, and never the sentences for people. */
export function jsonOfCheck(
  path: string,
  outcome: CheckOutcome,
  standing: (signature: SignatureOfReport) => IssuerStanding,
): string {
  const said =
    typeof outcome === 'string'
      ? { problem: outcome }
      : { ...outcome, signatures: outcome.signatures.map((one) => ({ ...one, issuerStanding: standing(one) })) };
  return `${JSON.stringify({ version: 1, file: path, ok: exitCodeOfCheck(outcome) === 0, ...said })}\n`;
}
