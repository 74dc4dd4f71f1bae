import type { Secret } from './secret.ts';

/** Takes secrets out of text that people will see: by value the ones in use, by form whatever looks like one. */
export interface Redactor {
  know(secret: Secret): void;
  redact(text: string): string;
}

const KEPT = 32;
const MARK = '[secret]';

const forms: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${MARK}`],
  [/\beyJ[\w-]{5,}\.[\w-]*(?:\.[\w-]*)?/g, MARK],
  [
    /((?:access_token|refresh_token|id_token|password|client_secret|client_assertion)["']?\s{0,5}[:=]\s{0,5}["']?)[^\s"'&,;}<]{1,8000}/gi,
    `$1${MARK}`,
  ],
];

/** The ways a service may echo what it was sent. */
function spellings(text: string): string[] {
  const encoded = encodeURIComponent(text.toWellFormed());
  return [text, encoded, encoded.replaceAll('%20', '+'), JSON.stringify(text).slice(1, -1)];
}

export function createRedactor(): Redactor {
  const known: string[] = [];
  return {
    know(secret) {
      const text = secret.reveal();
      if (text.length < 4 || known.includes(text)) return;
      known.push(text);
      if (known.length > KEPT) known.shift();
    },
    redact(text) {
      let clean = text;
      for (const spelling of known.flatMap(spellings)) clean = clean.replaceAll(spelling, MARK);
      for (const [form, mark] of forms) clean = clean.replace(form, mark);
      return clean;
    },
  };
}
