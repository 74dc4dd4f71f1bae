import { normalizeText } from './normalize-text.ts';

/** The signing order that a row asks for. */
export type TypedOrder =
  | { readonly kind: 'usual' | 'any' | 'in-order' | 'unknown' }
  /** The step of each signee. */
  | { readonly kind: 'steps'; readonly steps: readonly number[] };

const words = {
  any: [
    'any, any order, in any order, no, none, together, all at once, parallel',
    'beliebig, beliebige reihenfolge, in beliebiger reihenfolge, egal, nein, keine, gemeinsam, gleichzeitig, zusammen',
    "quelconque, dans n'importe quel ordre, n'importe, peu importe, ordre libre, libre, non, aucun, ensemble",
    'qualsiasi, in qualsiasi ordine, in ordine qualsiasi, indifferente, nessuno, insieme, libero',
  ],
  'in-order': [
    'order, in order, ordered, yes, in sequence, sequential, one after the other',
    'der reihe nach, in reihenfolge, reihenfolge, geordnet, ja, nacheinander',
    "dans l'ordre, l'un apres l'autre, ordonne, oui",
    'in ordine, uno dopo l’altro, ordinato, si',
  ],
} as const;

const known = new Map<string, 'any' | 'in-order'>();
for (const kind of ['any', 'in-order'] as const)
  for (const line of words[kind]) for (const word of line.split(', ')) known.set(word.replaceAll('’', "'"), kind);

/** Room for a number of five characters for each possible signee. */
const longest = 4_000;

/** Reads words, or a number per signee: with `1, 2, 2` the second and third sign together. */
export function readOrder(text: string): TypedOrder {
  if (text.length > longest) return { kind: 'unknown' };
  const said = normalizeText(text).replaceAll('’', "'");
  if (said === '') return { kind: 'usual' };
  const kind = known.get(said);
  if (kind) return { kind };
  if (!/^\d{1,3}(?:\s*[ ,;./|>-]\s*\d{1,3})*$/.test(said)) return { kind: 'unknown' };
  return { kind: 'steps', steps: said.split(/\D+/).map(Number) };
}

/** Renumbers steps from 0 without gaps. */
export function toGroups(steps: readonly number[]): readonly number[] {
  const sorted = [...new Set(steps)].toSorted((a, b) => a - b);
  return steps.map((step) => sorted.indexOf(step));
}
