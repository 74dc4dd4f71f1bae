import { findSecrets, type Place, REDACTED } from './find-secrets.ts';
import type { Secret } from './secret.ts';
import { unescapedForms } from './unescape.ts';

/** Removes secrets from text that people will see: the known ones by value, others because they look like one. */
export interface Redactor {
  /** Remembers a secret in use. */
  know(secret: Secret): void;
  /** Pass the whole text and cut afterwards: a secret cut in half is not recognised. */
  redact(text: string): string;
}

const MAX_KNOWN = 32;

export function createRedactor(): Redactor {
  const known: string[] = [];
  return {
    know(secret) {
      const text = secret.reveal().toWellFormed();
      if (text.length < 4 || known.includes(text)) return;
      known.push(text);
      if (known.length > MAX_KNOWN) known.shift();
    },
    redact(given) {
      const text = given.toWellFormed();
      const places = unescapedForms(text).flatMap((reading) =>
        [...known.flatMap((secret) => findText(secret, reading.text)), ...findSecrets(reading.text)].map(
          ([from, to]): Place => [reading.starts[from] ?? 0, reading.starts[to] ?? text.length],
        ),
      );
      return replaceAt(text, places);
    },
  };
}

function findText(secret: string, text: string): readonly Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) {
    places.push([at, at + secret.length]);
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
