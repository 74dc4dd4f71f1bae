/** Puts text from outside on one line, without characters that hide or turn text, and cuts it to a length. */
export function oneLine(text: string, longest: number): string {
  const plain = text
    .toWellFormed()
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = Array.from(plain);
  return characters.length <= longest ? plain : `${characters.slice(0, longest - 1).join('')}…`;
}
