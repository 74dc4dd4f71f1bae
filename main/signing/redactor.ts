import { readings } from './escapes.ts';
import type { Secret } from './secret.ts';
import { MARK, type Place, secretPlaces } from './secret-forms.ts';

/** Takes secrets out of text that people will see: by value the ones in use, by form whatever looks like one. */
export interface Redactor {
  know(secret: Secret): void;
  /** Give it the whole text and cut afterwards: half a secret is not recognised. */
  redact(text: string): string;
}

const KEPT = 32;

export function createRedactor(): Redactor {
  const known: string[] = [];
  return {
    know(secret) {
      const text = secret.reveal().toWellFormed();
      if (text.length < 4 || known.includes(text)) return;
      known.push(text);
      if (known.length > KEPT) known.shift();
    },
    redact(given) {
      const text = given.toWellFormed();
      const places = readings(text).flatMap((reading) =>
        [...known.flatMap((secret) => placesOf(secret, reading.text)), ...secretPlaces(reading.text)].map(
          ([from, to]): Place => [reading.starts[from] ?? 0, reading.starts[to] ?? text.length],
        ),
      );
      return replaced(text, places);
    },
  };
}

function placesOf(secret: string, text: string): readonly Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) {
    places.push([at, at + secret.length]);
  }
  return places;
}

/** Places that overlap are one secret in several readings. */
function replaced(text: string, places: readonly Place[]): string {
  let clean = '';
  let done = 0;
  let end = -1;
  for (const [from, to] of places.toSorted(([one], [other]) => one - other)) {
    if (from >= end) {
      clean += text.slice(done, from) + MARK;
      done = to;
    }
    end = Math.max(end, to);
    done = Math.max(done, to);
  }
  return clean + text.slice(done);
}
