/** Folds a name for comparisons: programs, shares and systems change the case and the form of letters. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase();

const longestPattern = 200;

/** Compares a name with a pattern such as `*.pdf` or `offer-?.*`, as file managers do. Case does not matter. */
export function matchesPattern(name: string, pattern: string): boolean {
  const text = Array.from(foldedName(name));
  const wanted = Array.from(foldedName(pattern.slice(0, longestPattern)));
  // Two pointers with one way back: linear for one star, and never exponential as a regular expression may be.
  let at = 0;
  let next = 0;
  let star = -1;
  let marked = 0;
  while (at < text.length) {
    if (next < wanted.length && (wanted[next] === '?' || wanted[next] === text[at]) && wanted[next] !== '*') {
      at += 1;
      next += 1;
    } else if (wanted[next] === '*') {
      star = next;
      marked = at;
      next += 1;
    } else if (star >= 0) {
      next = star + 1;
      marked += 1;
      at = marked;
    } else return false;
  }
  while (wanted[next] === '*') next += 1;
  return next === wanted.length;
}
