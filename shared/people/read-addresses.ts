import type { PersonEntry } from './person-entry.ts';

const nothing = { name: '', note: '' } as const;
const entry = (email: string, name = ''): PersonEntry => ({ ...nothing, email, name });

/** The invisible marks that copied text brings: directions, soft hyphens. */
const unseen = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;
const oddSpaces = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/gu;

export const cleaned = (text: string) => text.replace(unseen, '').replace(oddSpaces, ' ');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readMailto(link: string): readonly string[] {
  const [path = '', query = ''] = link.replace(/^mailto:/i, '').split('?');
  const fields = query.split('&').map((field) => field.split('='));
  const more = fields.filter(([name = '']) => /^(?:to|cc|bcc)$/i.test(name)).map(([, value = '']) => value);
  return [path, ...more].flatMap((part) => part.split(',').map((address) => decoded(address).trim())).filter(Boolean);
}

const isMailto = (text: string) => /^mailto:/i.test(text);

const isBetween = (text: string, open: string, close: string) =>
  text.length > 1 && text.startsWith(open) && text.endsWith(close);

function quotesOff(text: string): string {
  let bare = text.trim();
  if (isBetween(bare, '"', '"')) bare = bare.slice(1, -1).replace(/\\(.)/g, '$1');
  if (isBetween(bare, "'", "'")) bare = bare.slice(1, -1);
  if (isBetween(bare, '(', ')')) bare = bare.slice(1, -1);
  return bare.trim();
}

/** Reads words without an @ as the name of a person without an address, unless they end like an address. */
function readWords(text: string): PersonEntry {
  const words = quotesOff(text);
  const isName = /\s/u.test(words) && !/[<>@]|[\p{L}\p{N}]\.\p{L}{2,}$/u.test(words);
  return isName ? entry('', words) : entry(words);
}

/** Splits at separators outside quotes and angle brackets. */
function cut(line: string, separator: ';' | ','): readonly string[] {
  if (!line.includes(separator)) return line.trim() === '' ? [] : [line.trim()];
  const parts: string[] = [];
  const last = { '"': line.lastIndexOf('"'), '>': line.lastIndexOf('>') } as const;
  let from = 0;
  let closing = '';
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? '';
    if (closing !== '') {
      if (sign === '\\' && closing === '"') at += 1;
      else if (sign === closing) closing = '';
    } else if (sign === '"' || sign === '<') {
      const ends = sign === '"' ? '"' : '>';
      // A quote or bracket that is never closed is a plain character.
      if (last[ends] > at) closing = ends;
    } else if (sign === separator) {
      parts.push(line.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, line.slice(from)].map((part) => part.trim()).filter((part) => part !== '');
}

/** Reads `Name <address>`, once or more. Returns null where there are no brackets. */
function readBracketed(piece: string): readonly PersonEntry[] | null {
  if (!piece.includes('<') && !piece.includes('[')) return null;
  const found = [...piece.matchAll(/<([^<>]*)>|\[(mailto:[^[\]]*)\]/gi)];
  if (found.length === 0) return null;
  let from = 0;
  const entries = found.flatMap(({ index, 0: all, 1: angled, 2: squared }) => {
    const name = quotesOff(piece.slice(from, index));
    from = index + all.length;
    const inside = (angled ?? squared ?? '').trim();
    const addresses = isMailto(inside) ? readMailto(inside) : [inside];
    return addresses.map((address) => entry(address, name === address ? '' : name));
  });
  const rest = piece.slice(from).trim();
  return rest === '' ? entries : [...entries, ...readBare(rest)];
}

/** Reads words and addresses without brackets: words before an address are the person's name. */
function readBare(piece: string): readonly PersonEntry[] {
  const words = piece.split(/\s+/u).filter(Boolean);
  const addresses = words.filter((word) => word.includes('@'));
  if (addresses.length === 0) return [readWords(piece)];
  const [only] = addresses;
  if (addresses.length === 1 && only !== undefined) {
    const name = words.filter((word) => word !== only).join(' ');
    if (isMailto(only)) return readMailto(only).map((address) => entry(address, quotesOff(name)));
    return [entry(quotesOff(only), quotesOff(name))];
  }
  const entries: PersonEntry[] = [];
  let name: string[] = [];
  for (const word of words) {
    if (!word.includes('@')) {
      name.push(word);
      continue;
    }
    const found = isMailto(word) ? readMailto(word) : [quotesOff(word)];
    const who = quotesOff(name.join(' '));
    for (const address of found) entries.push(entry(address, who));
    name = [];
  }
  return name.length === 0 ? entries : [...entries, readWords(name.join(' '))];
}

/**
 * Reads the text between two semicolons or line ends. A comma may separate two people, or family name and first name.
 */
function readChunk(chunk: string): readonly PersonEntry[] {
  if (isMailto(chunk) && !/\s/.test(chunk)) return readMailto(chunk).map((address) => entry(address));
  const pieces = cut(chunk, ',');
  const [first = '', second] = pieces;
  if (pieces.length === 2 && second !== undefined && first.includes('@') !== second.includes('@')) {
    const [address, name] = first.includes('@') ? [first, second] : [second, first];
    if (!/[\s<[]/.test(address)) return [entry(quotesOff(address), quotesOff(name))];
  }
  if (second === undefined) return readBracketed(first) ?? (first.includes('@') ? readBare(first) : [readWords(first)]);
  const groups: (readonly PersonEntry[])[] = [];
  let waiting: string[] = [];
  for (const piece of pieces) {
    if (!piece.includes('@')) {
      waiting.push(piece);
      continue;
    }
    const bracketed = readBracketed(piece);
    const [head] = bracketed ?? [];
    if (bracketed && head && head.name !== '' && waiting.length > 0) {
      const name = quotesOff([...waiting, head.name].join(', '));
      groups.push([{ ...head, name }, ...bracketed.slice(1)]);
    } else {
      groups.push(waiting.map(readWords), bracketed ?? readBare(piece));
    }
    waiting = [];
  }
  return [...groups, ...waiting.map((piece) => readBracketed(piece) ?? [readWords(piece)])].flat();
}

/**
 * Reads people from text: `Name <address>; address`, one per line or separated by commas. Words without an address are
 * kept.
 */
export const readAddresses = (text: string): readonly PersonEntry[] =>
  cleaned(text)
    .split(/[\r\n]+/)
    .flatMap((line) => cut(line, ';').flatMap(readChunk))
    .filter(({ email, name }) => email !== '' || name !== '');
