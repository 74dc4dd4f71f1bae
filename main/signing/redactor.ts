import { disguisesOf } from './disguises.ts';
import { findSecrets, type Place, REDACTED } from './find-secrets.ts';
import type { Secret } from './secret.ts';
import { unescapedForms } from './unescape.ts';

/** Tokens of a run: each is worth nothing after an hour. */
const MAX_TOKENS = 32;
const SHORTEST = 4;

/**
 * Removes secrets from text that people will see: the known ones by value, others because they look like one.
 * `ofOthers`: secrets that someone else sends, asked for anew for each text.
 */
export function createRedactor(ofOthers: () => readonly Secret[] = () => []) {
  /** Passwords and client secrets stay known: a service repeats them days later. */
  const credentials = new Set<string>();
  const tokens = new Set<string>();
  let index: ReadonlyMap<number, readonly string[]> | null = null;

  function know(secret: Secret, among: Set<string>): void {
    const text = secret.reveal().toWellFormed();
    if (text.length < SHORTEST || among.has(text)) return;
    among.add(text);
    index = null;
  }

  return {
    /** Remembers a password or another secret that proves who we are, for the whole run. */
    know: (secret: Secret): void => know(secret, credentials),
    /** Remembers a token, until newer ones took its place. */
    knowToken(secret: Secret): void {
      know(secret, tokens);
      for (const oldest of tokens) if (tokens.size > MAX_TOKENS) tokens.delete(oldest);
    },
    /** Pass the whole text and cut afterwards: a secret cut in half is not recognised. */
    redact(given: string): string {
      const text = given.toWellFormed();
      for (const secret of ofOthers()) know(secret, credentials);
      index ??= indexOf([...credentials, ...tokens].flatMap(disguisesOf));
      const known = index;
      const places = unescapedForms(text).flatMap(({ text: read, starts, squeezed }) =>
        [...findKnown(known, fold(read)), ...(squeezed ? [] : findSecrets(read))].map(([from, to]): Place => {
          const end = starts[to] ?? text.length;
          // The blanks after a secret went with it.
          return [starts[from] ?? 0, squeezed ? endBefore(text, end) : end];
        }),
      );
      return replaceAt(text, places);
    },
  };
}

export type Redactor = ReturnType<typeof createRedactor>;

/** Finds the end of the text before `end`, without its trailing blanks. */
function endBefore(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/u.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/** Converts a text to small letters and keeps all positions. A letter whose small form is longer stays. */
function fold(text: string): string {
  const small = text.toLowerCase();
  if (small.length === text.length) return small;
  return text.replace(/\p{Lu}/gu, (sign) => (sign.toLowerCase().length === sign.length ? sign.toLowerCase() : sign));
}

/** Computes a number from the first characters of a text at a place. */
const keyAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) * 2_048 + text.charCodeAt(at + 1)) * 2_048 + text.charCodeAt(at + 2)) * 2_048 +
  text.charCodeAt(at + 3);

function indexOf(spellings: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const spelling of new Set(spellings.map(fold))) {
    const key = keyAt(spelling, 0);
    found.set(key, [...(found.get(key) ?? []), spelling]);
  }
  return found;
}

/** Looks for all spellings at once: the time does not grow with their number. */
function findKnown(index: ReadonlyMap<number, readonly string[]>, text: string): readonly Place[] {
  const places: Place[] = [];
  if (index.size === 0) return places;
  for (let at = 0; at + SHORTEST <= text.length; at += 1) {
    for (const spelling of index.get(keyAt(text, at)) ?? [])
      if (text.startsWith(spelling, at)) places.push([at, at + spelling.length]);
  }
  return places;
}

/** Replaces each secret. Overlapping places are one secret, found in several unescaped forms. */
function replaceAt(text: string, places: readonly Place[]): string {
  let clean = '';
  let done = 0;
  let end = -1;
  for (const [from, to] of places.toSorted(([one], [other]) => one - other)) {
    if (from >= end) {
      clean += text.slice(done, from) + REDACTED;
      done = to;
    }
    end = Math.max(end, to);
    done = Math.max(done, to);
  }
  return clean + text.slice(done);
}
