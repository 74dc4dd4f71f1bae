import { lengths } from '../../../preload/contract/limits.ts';
import type { Choices } from '../../../preload/contract/sending.ts';
import { isBeyond, isTooMuch } from '../../../shared/json-extent.ts';
import { parseJson } from '../../../shared/parse-json.ts';

export type ExtraProblem = 'not-json' | 'not-object' | 'own-field' | 'long-name' | 'too-much';
export type ReadExtra =
  | { readonly ok: true; readonly extra: Choices['extra'] }
  | { readonly ok: false; readonly problem: ExtraProblem; readonly name?: string };

/** Parameters with a field in the sheet: given twice, they could contradict each other. */
const ownFields = ['initiatorAliasName', 'comment', 'sendMail', 'signatureMode', 'jurisdiction', 'scanPredefined'];

const mostFields = 1_000;

/**
 * The largest extent. With more names JSON.parse takes more than twice as long for twice as many: they leave the
 * processor's cache.
 */
const extent = { deepest: 100, mostCommas: 4 * mostFields };

/** Room for the spaces and line ends of formatted JSON. */
export const longestExtraText = 4 * lengths.extra;

/** Reads further parameters of the service: a JSON object, or nothing. */
export function readExtra(text: string): ReadExtra {
  if (text.length > longestExtraText) return { ok: false, problem: 'too-much' };
  if (text.trim() === '') return { ok: true, extra: {} };
  if (isBeyond(text, extent)) return { ok: false, problem: 'too-much' };
  const value = parseJson(text);
  if (value === undefined) return { ok: false, problem: 'not-json' };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ok: false, problem: 'not-object' };
  if (Object.keys(value).length > mostFields) return { ok: false, problem: 'too-much' };
  if (isTooMuch(value, lengths.extra)) return { ok: false, problem: 'too-much' };
  for (const name of Object.keys(value)) {
    if (ownFields.includes(name)) return { ok: false, problem: 'own-field', name };
    if (name.length > lengths.name) return { ok: false, problem: 'long-name', name: name.slice(0, 20) };
  }
  return { ok: true, extra: value };
}
