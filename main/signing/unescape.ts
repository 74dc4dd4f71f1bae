/** Text without its escapes, and the position of each character in the original text. */
export interface Unescaped {
  readonly text: string;
  /** The place of each character in the original. One entry more than `text` has characters: the last is the end. */
  readonly starts: Uint32Array;
  /** The blanks are gone: a name and its value on one line cannot be told from those on two. */
  readonly squeezed: boolean;
}

interface Escape {
  /** The characters that an escape can begin with. A text without them needs no search. */
  readonly signs: readonly string[];
  /** Matches one escape of bounded length, or a whole run of blanks: the search stays linear. */
  readonly pattern: RegExp;
  /** Decodes an escape. Returns null if the match is no escape after all. */
  readonly decode: (escape: string) => string | null;
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  sol: '/',
  plus: '+',
  equals: '=',
};

const html: Escape = {
  signs: ['&'],
  pattern: /&(?:#x[\da-f]{1,8}|#\d{1,8}|[a-z]{2,6});/gi,
  decode(escape) {
    const name = escape.slice(1, -1).toLowerCase();
    if (!name.startsWith('#')) return named[name] ?? null;
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : null;
  },
};

/** Percent escapes, one UTF-8 character at a time. Bytes that are not UTF-8 stay as they are. */
const percent: Escape = {
  signs: ['%'],
  pattern: new RegExp(
    ['%[0-7]h', '%(?:c[2-9a-f]|dh)T', '%(?:e0%[ab]h|e[1-9a-cef]T|ed%[89]h)T', '%(?:f0%[9ab]h|f[1-3]T|f4%8h)TT']
      .join('|')
      .replaceAll('T', '%[89ab]h')
      .replaceAll('h', String.raw`[\da-f]`),
    'gi',
  ),
  decode: decodeURIComponent,
};

/** Percent escapes as HTML forms write them: a plus is a space. */
const form: Escape = {
  signs: ['+', '%'],
  pattern: new RegExp(`\\+|${percent.pattern.source}`, 'gi'),
  decode: (escape) => (escape === '+' ? ' ' : percent.decode(escape)),
};

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const json: Escape = {
  signs: ['\\'],
  pattern: /\\(?:u[\da-f]{4}|["'\\/bfnrt])/gi,
  decode(escape) {
    const sign = escape.charAt(1);
    if (escape.length > 2) return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
    return controls[sign] ?? sign;
  },
};

/** Escapes of programs and logs: \\x41, \\u{41}, \\101, %u0041, and the =41 of mails, whose lines end in =. */
const program: Escape = {
  signs: ['\\', '%', '='],
  pattern: /\\(?:x[\da-f]{2}|u\{[\da-f]{1,6}\}|[0-3][0-7]{2})|%u[\da-f]{4}|=(?:[\da-f]{2}|\r?\n)/gi,
  decode(escape) {
    if (/^=\s/.test(escape)) return '';
    if (/^\\\d/.test(escape)) return String.fromCharCode(Number.parseInt(escape.slice(1), 8));
    const code = Number.parseInt(escape.replace(/^(?:\\x|\\u\{|%u|=)/i, ''), 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : null;
  },
};

/** Breaks, blanks and characters without a shape, which a log or a mail puts between any two characters. */
const blank: Escape = {
  signs: [''],
  // oxlint-disable-next-line no-control-regex
  pattern: /[\s\p{Cc}\p{Cf}]+/gu,
  decode: () => '',
};

/** The separators between the bytes of a dump: `70 61`, `70:61`, `0x70, 0x61`. */
const dump: Escape = { signs: [''], pattern: /(?:0x|[\s:,-])+/gi, decode: () => '' };

/** The escapes twice, because an error page repeats an answer that repeats what we sent. */
const all = [html, json, program, percent, html, json, program, percent];

/**
 * The escapes in which services, gateways and their error pages repeat what we sent: each alone, in case a secret looks
 * like an escape of another kind, then all of them within each other.
 */
const chains: readonly (readonly Escape[])[] = [
  [html],
  [percent],
  [form],
  [json],
  [program],
  [html, json],
  [html, form],
  all,
  [...all, form],
  [blank],
  [...all, blank],
  [dump],
];

function unescape(given: Unescaped, escape: Escape): Unescaped {
  const { text, starts } = given;
  const { signs, pattern, decode } = escape;
  if (!signs.some((sign) => text.includes(sign))) return given;
  const pieces: string[] = [];
  const places = new Uint32Array(text.length + 1);
  let length = 0;
  let at = 0;
  const copy = (until: number) => {
    pieces.push(text.slice(at, until));
    for (; at < until; at += 1, length += 1) places[length] = starts[at] ?? 0;
  };
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const decoded = decode(found);
    if (decoded === null || decoded.length > found.length) continue;
    copy(index);
    pieces.push(decoded);
    places.fill(starts[at] ?? 0, length, length + decoded.length);
    length += decoded.length;
    at = index + found.length;
  }
  if (pieces.length === 0) return given;
  copy(text.length);
  places[length] = starts[text.length] ?? 0;
  const squeezed = given.squeezed || escape === blank || escape === dump;
  return { text: pieces.join(''), starts: places.subarray(0, length + 1), squeezed };
}

/** Returns the text itself, and the text after undoing each chain of escapes that changes it. */
export function unescapedForms(text: string): readonly Unescaped[] {
  const plain = { text, starts: new Uint32Array(text.length + 1).map((_, at) => at), squeezed: false };
  const readings: Unescaped[] = [plain];
  /** Chains begin alike, and most escapes change nothing: each step is made once. */
  const known = new Map<Escape, Map<Unescaped, Unescaped>>();
  const once = (given: Unescaped, escape: Escape): Unescaped => {
    const made = known.get(escape) ?? new Map<Unescaped, Unescaped>();
    const result = made.get(given) ?? unescape(given, escape);
    known.set(escape, made.set(given, result));
    return result;
  };
  for (const chain of chains) {
    const unescaped = chain.reduce(once, plain);
    if (!readings.some((one) => one.text === unescaped.text)) readings.push(unescaped);
  }
  return readings;
}
