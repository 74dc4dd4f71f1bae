const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes bytes that say nothing of themselves: UTF-8, or else what most old programs wrote. */
export function textOfBytes(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Decodes bytes in the named character set, as far as it is known here. */
function textIn(charset: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return textOfBytes(bytes);
  }
}

/** Decodes `%41` to its byte. Each other character stands for itself. */
function unescaped(text: string): Buffer {
  const pieces = text.split(/(%[0-9a-f]{2})/i);
  return Buffer.concat(
    pieces.map((piece, at) => (at % 2 === 1 ? Buffer.from(piece.slice(1), 'hex') : Buffer.from(piece))),
  );
}

const encodedWord = /=\?([^?\s]{1,40})\?([bq])\?([^?]*)\?=/gi;

interface Word {
  readonly charset: string;
  readonly bytes: Buffer[];
}

function bytesOfWord(encoding: string, content: string): Buffer {
  if (encoding.toLowerCase() === 'b') return Buffer.from(content, 'base64');
  return unescaped(content.replaceAll('%', '%25').replaceAll('_', ' ').replaceAll('=', '%'));
}

/** Decodes the words of RFC 2047 (`=?utf-8?B?…?=`). A letter may be cut in two between two of them. */
function decodeWords(text: string): string {
  const words: Word[] = [];
  const pieces: (Word | string)[] = [];
  let at = 0;
  for (const { index, 0: whole, 1: given = '', 2: encoding = '', 3: content = '' } of text.matchAll(encodedWord)) {
    const between = text.slice(at, index);
    // The character set may have a language after a star.
    const [charset = ''] = given.toLowerCase().split('*', 1);
    const word = { charset, bytes: [bytesOfWord(encoding, content)] };
    const before = between.trim() === '' ? words.at(-1) : undefined;
    if (before?.charset === charset) before.bytes.push(...word.bytes);
    else {
      if (before === undefined) pieces.push(between);
      words.push(word);
      pieces.push(word);
    }
    at = index + whole.length;
  }
  const decoded = pieces.map((piece) =>
    typeof piece === 'string' ? piece : textIn(piece.charset, Buffer.concat(piece.bytes)),
  );
  return `${decoded.join('')}${text.slice(at)}`;
}

export interface Field {
  /** What stands before the parameters, in lower case. */
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const mostParameters = 200;

/** Reads a quoted text that begins at `from`. Returns it with the place after it. */
function quotedAt(text: string, from: number): readonly [string, number] {
  const letters: string[] = [];
  let at = from + 1;
  for (; at < text.length && text[at] !== '"'; at += 1) {
    if (text[at] === '\\') at += 1;
    letters.push(text[at] ?? '');
  }
  return [letters.join(''), at + 1];
}

/** Reads until one of these letters. Returns the text with the place of the letter. */
function until(text: string, from: number, ends: string): readonly [string, number] {
  let at = from;
  while (at < text.length && !ends.includes(text[at] ?? '')) at += 1;
  return [text.slice(from, at).trim(), at];
}

/** Reads `attachment; filename="Offer.pdf"` once from left to right. Of two parameters of a name, the first counts. */
export function readField(text: string): Field {
  const [value, end] = until(text, 0, ';');
  const parameters = new Map<string, string>();
  let at = end + 1;
  while (at < text.length && parameters.size < mostParameters) {
    const [name, equals] = until(text, at, '=;');
    at = equals + 1;
    if (text[equals] !== '=') continue;
    while (text[at] === ' ' || text[at] === '\t') at += 1;
    let content: string;
    if (text[at] === '"') {
      [content, at] = quotedAt(text, at);
      at = until(text, at, ';')[1] + 1;
    } else {
      [content, at] = until(text, at, ';');
      at += 1;
    }
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, content);
  }
  return { value: value.toLowerCase(), parameters };
}

/** Reads a parameter in each of its spellings: whole or in numbered pieces, with a character set or without (RFC 2231). */
export function parameterOf({ parameters }: Field, name: string): string | null {
  const pieces: Buffer[] = [];
  let charset = 'utf-8';
  const add = (text: string, isExtended: boolean) => {
    const [set, , ...rest] = text.split("'");
    const hasSet = isExtended && pieces.length === 0 && rest.length > 0;
    if (hasSet && set) charset = set;
    pieces.push(isExtended ? unescaped(hasSet ? rest.join("'") : text) : Buffer.from(text));
  };
  const whole = parameters.get(`${name}*`);
  if (whole === undefined) {
    for (let at = 0; at < mostParameters; at += 1) {
      const extended = parameters.get(`${name}*${at}*`);
      const plain = parameters.get(`${name}*${at}`);
      if (extended === undefined && plain === undefined) break;
      add(extended ?? plain ?? '', extended !== undefined);
    }
  } else add(whole, true);
  if (pieces.length > 0) return textIn(charset, Buffer.concat(pieces));
  const plain = parameters.get(name);
  return plain === undefined ? null : decodeWords(plain);
}
