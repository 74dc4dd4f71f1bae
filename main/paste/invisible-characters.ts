/** Controls, direction marks, zero-width joiners, soft hyphens, byte order marks. */
const invisible =
  '\\p{Cc}\\p{Zl}\\p{Zp}\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
const anyInvisible = new RegExp(`[${invisible}]`, 'u');
const blank = new RegExp(`[\\p{Z}${invisible}]`, 'u');

/** Removes white space and invisible characters at both ends. Copying often leaves some there. */
export function trimInvisible(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && blank.test(text.charAt(start))) start += 1;
  while (end > start && blank.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

export function hasInvisible(text: string): boolean {
  return anyInvisible.test(text);
}
