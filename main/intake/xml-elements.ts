/** Reads the text of a part: UTF-8, or UTF-16 with a mark. */
export function textOf(content: Buffer): string {
  const isLittle = content[0] === 0xff && content[1] === 0xfe;
  const isBig = content[0] === 0xfe && content[1] === 0xff;
  if (!isLittle && !isBig) return content.toString('utf8');
  const whole = content.subarray(0, content.length - (content.length % 2));
  return (isBig ? Buffer.from(whole).swap16() : whole).toString('utf16le');
}

/** The elements of Office files have four attributes, and their roots a few dozen. */
const mostAttributes = 200;

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** After its `<`. The end of an element has a slash there, and no name. */
  readonly from: number;
  readonly end: number;
}

const isBlank = (letter: string): boolean => letter <= ' ';
const endsName = (letter: string): boolean => isBlank(letter) || letter === '=' || letter === '>' || letter === '/';

/** Reads the element whose name begins at `from`, in one pass and without a regular expression. */
function readElement(text: string, from: number): Element {
  const attributes = new Map<string, string>();
  let at = from;
  const skipBlanks = () => {
    while (at < text.length && isBlank(text.charAt(at))) at += 1;
  };
  const readName = () => {
    const start = at;
    while (at < text.length && !endsName(text.charAt(at))) at += 1;
    return text.slice(start, at);
  };
  const whole = readName();
  for (;;) {
    skipBlanks();
    if (at >= text.length || text.charAt(at) === '>') break;
    const name = readName();
    skipBlanks();
    if (text.charAt(at) === '=') {
      at += 1;
      skipBlanks();
      const quote = text.charAt(at);
      const end = quote === '"' || quote === "'" ? text.indexOf(quote, at + 1) : -1;
      // Without quotes around a value, the rest cannot be read.
      if (end < 0 || attributes.size > mostAttributes) return { name: '', attributes, from, end: text.length };
      attributes.set(name, text.slice(at + 1, end).replaceAll('&amp;', '&'));
      at = end + 1;
    } else if (name === '') at += 1;
  }
  return { name: whole.slice(whole.indexOf(':') + 1), attributes, from, end: at };
}

/** Finds one element after the other. `unclear`: a DTD or CDATA, with which two programs could read the text differently. */
export function* readElements(text: string): Generator<Element | 'unclear'> {
  let at = text.indexOf('<');
  while (at >= 0) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4);
      at = end < 0 ? -1 : text.indexOf('<', end);
      continue;
    }
    if (text.startsWith('<!', at)) {
      yield 'unclear';
      return;
    }
    const element = readElement(text, at + 1);
    yield element;
    at = text.indexOf('<', element.end);
  }
}
