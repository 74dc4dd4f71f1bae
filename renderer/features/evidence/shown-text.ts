/** Tells whether a font of this computer can draw the character. */
export type CanDraw = (character: string) => boolean;

/** Scripts that every system has. All others are tried out. */
const usual = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}\p{Z}]$/u;
const rare = /[\p{Co}\p{Cn}\p{Cs}]/u;
const unseen = /[\p{Cc}\p{Cf}]/u;

const numberOf = (character: string) =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

function shown(character: string, canDraw: CanDraw): string {
  if (rare.test(character)) return numberOf(character);
  // Marks that turn text would show another name than the one that was signed.
  if (unseen.test(character)) return character === '\u200D' || character === '\u200C' ? character : numberOf(character);
  return usual.test(character) || canDraw(character) ? character : numberOf(character);
}

/** Prepares text for paper: a character that no font can draw becomes its number, never an empty box. */
export const toShownText = (text: string, canDraw: CanDraw): string =>
  Array.from(text.toWellFormed(), (character) => shown(character, canDraw)).join('');

const SIZE = 24;
/** The character that no font has, so that it looks like all that are missing. */
const MISSING = '\u{10FFFF}';

/** Tries characters out on a canvas: a missing one looks like any other missing one. */
export function createFontTest(family: string): CanDraw {
  const context = new OffscreenCanvas(SIZE, SIZE).getContext('2d', { willReadFrequently: true });
  const known = new Map<string, boolean>();
  function draw(character: string): string {
    if (!context) return character;
    context.clearRect(0, 0, SIZE, SIZE);
    context.font = `16px ${family}`;
    context.fillText(character, 2, SIZE - 6);
    return context.getImageData(0, 0, SIZE, SIZE).data.join(',');
  }
  const missing = draw(MISSING);
  return (character) => {
    const before = known.get(character);
    if (before !== undefined) return before;
    const can = draw(character) !== missing;
    known.set(character, can);
    return can;
  };
}
