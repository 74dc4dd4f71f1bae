import { findSecrets, type Place, REDACTED } from './find-secrets.ts';
import type { Secret } from './secret.ts';
import { unescapedForms } from './unescape.ts';

const MAX_KNOWN = 32;

/** Removes secrets from text that people will see: the known ones by value, others because they look like one. */
export function createRedactor() {
  const known: string[] = [];
  return {
    /** Remembers a secret in use. */
    know(secret: Secret): void {
      const text = secret.reveal().toWellFormed();
      if (text.length < 4 || known.includes(text)) return;
      known.push(text);
      if (known.length > MAX_KNOWN) known.shift();
    },
    /** Pass the whole text and cut afterwards: a secret cut in half is not recognised. */
    redact(given: string): string {
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

export type Redactor = ReturnType<typeof createRedactor>;

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
