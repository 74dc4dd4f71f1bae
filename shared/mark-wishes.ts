import type { FileWishes } from './file-demands.ts';
import { type SignatureMode, signatureModes } from './signature-modes.ts';
import type { MarkWishes, TextMark } from './text-marks.ts';

/** The words of the laws for kinds of signatures. */
const modeWords: ReadonlyMap<string, SignatureMode> = new Map([
  ['ses', 'timestamp'],
  ['aes', 'advanced'],
  ['qes', 'qualified'],
]);

const toMode = (word: string): string => modeWords.get(word) ?? word;

/** Returns the strongest signature. One that nobody knows comes first: a person has to read it. */
function strongest(modes: readonly string[]): string | null {
  const unknown = modes.find((one) => !signatureModes.some((mode) => mode === one));
  if (unknown !== undefined) return unknown;
  return signatureModes.findLast((mode) => modes.includes(mode)) ?? null;
}

/** Returns what the marks of a document ask for, apart from its people, as the service tells it of a PDF. */
export function wishesOfMarks(marks: readonly TextMark[]): FileWishes {
  const all = marks.flatMap(({ wishes }) => (wishes === undefined ? [] : [wishes]));
  const valuesOf = (slot: keyof MarkWishes) => all.flatMap((wishes) => wishes[slot] ?? []);
  const wordsOf = (slot: keyof MarkWishes) => [...new Set(valuesOf(slot).map((word) => word.toLowerCase()))];
  /** Several values are all said: nobody could choose them together. */
  const said = (slot: keyof MarkWishes): string | null => wordsOf(slot).join(', ') || null;
  return {
    mode: strongest(wordsOf('mode').map(toMode)),
    jurisdiction: said('law'),
    authority: said('authority'),
    attachments: valuesOf('attachments').length > 0,
    signWithin: null,
    reminder: said('reminder'),
    observers: [...new Set(valuesOf('observer'))],
    fields: [],
    isStated: true,
  };
}
