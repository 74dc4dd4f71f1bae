/** Text without its escapes, and where each of its characters stands in the text it was made of. */
export interface Unescaped {
  readonly text: string;
  /** One more than there are characters: the last is the end of the original. */
  readonly starts: Uint32Array;
}

interface Escape {
  /** What each begins with. Most texts hold none of it, and are not read any further. */
  readonly signs: readonly string[];
  /** Finds one escape. It is bounded, so that a text is read in time proportional to its length. */
  readonly pattern: RegExp;
  /** Null when it only looks like an escape. */
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

/** One character of UTF-8 in percent escapes; what is no UTF-8 is left as it is. */
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

/** Percent escapes as forms write them. */
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

/** How services, gateways and their error pages write what they were sent. The last two: inside of a web page. */
const chains: readonly (readonly Escape[])[] = [[html], [percent], [form], [json], [html, json], [html, form]];

function unescape(given: Unescaped, { signs, pattern, decode }: Escape): Unescaped {
  const { text, starts } = given;
  if (!signs.some((sign) => text.includes(sign))) return given;
  const pieces: string[] = [];
  const places = new Uint32Array(text.length + 1);
  let length = 0;
  let at = 0;
  const copy = (until: number) => {
    pieces.push(text.slice(at, until));
    for (; at < until; at += 1, length += 1) places[length] = starts[at] ?? 0;
  };
  for (const { 0: escape, index } of text.matchAll(pattern)) {
    const decoded = decode(escape);
    if (decoded === null || decoded.length > escape.length) continue;
    copy(index);
    pieces.push(decoded);
    places.fill(starts[at] ?? 0, length, length + decoded.length);
    length += decoded.length;
    at = index + escape.length;
  }
  copy(text.length);
  places[length] = starts[text.length] ?? 0;
  return { text: pieces.join(''), starts: places.subarray(0, length + 1) };
}

/** The text as it is, and as it reads without each kind of escapes that it may hold. */
export function readings(text: string): readonly Unescaped[] {
  const plain = { text, starts: new Uint32Array(text.length + 1).map((_, at) => at) };
  const all: Unescaped[] = [plain];
  for (const chain of chains) {
    let reading: Unescaped = plain;
    for (const escape of chain) reading = unescape(reading, escape);
    if (!all.some((known) => known.text === reading.text)) all.push(reading);
  }
  return all;
}
