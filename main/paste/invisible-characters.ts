/** Characters nobody sees: controls, marks of direction, joiners of width nothing, soft hyphens, byte order marks. */
const unseen =
  '\\p{Cc}\\p{Zl}\\p{Zp}\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
const inside = new RegExp(`[${unseen}]`, 'u');
const nothing = new RegExp(`[\\p{Z}${unseen}]`, 'u');

/** Without the white space and the unseen characters that copying leaves at both ends. */
export function trimInvisible(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && nothing.test(text.charAt(start))) start += 1;
  while (end > start && nothing.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

export function hasInvisible(text: string): boolean {
  return inside.test(text);
}
