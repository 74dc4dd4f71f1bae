export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Returns undefined for text that is not JSON. We drop the exception: it quotes the text, which may hold a secret. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Strings, and what opens, closes or separates the parts of a JSON text. */
const jsonParts = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/**
 * Tells whether an object of this text has a key twice. JSON.parse keeps the last value without a word. Call it with
 * valid JSON.
 */
export function hasDoubledKeys(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [part] of text.matchAll(jsonParts)) {
    if (part === '{' || part === '[') open.push(part === '{' ? new Set() : null);
    if (part === '}' || part === ']') open.pop();
    if (part === ':') {
      const keys = open.at(-1);
      // `\u0061` is the key `a`.
      const key = parseJson(last);
      if (typeof key === 'string' && keys?.has(key)) return true;
      if (typeof key === 'string') keys?.add(key);
    }
    last = part;
  }
  return false;
}
