/** Turns HTML into text: copying from a page, a mail or a ticket may leave its tags. */
import { decodeHTMLStrict } from 'entities/decode';

const tagStart = /<(\/?)([a-z][a-z0-9]*)/iy;
const tagRest = /(?:[\s/][^<>]*)?>/y;
const attribute = /\s*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?|\s*\//y;
const tagEnd = /\s*>/y;
const nextCell = /\s*(?=<t[dh])/iy;

const closing =
  /<\/(?:td|th|tr|table|dt|dd|dl|li|ul|ol|p|div|span|label|strong|em|b|i|code|pre|h[1-6]|body|html)>|<br\s*\/?>/gi;

const blocks: ReadonlySet<string> = new Set('br table tr dl dt dd ul ol li p div h1 h2 h3 h4 h5 h6 pre'.split(' '));
/** Elements that often hold a label. At their end we put a tab between the label and its value. */
const labelElements: ReadonlySet<string> = new Set('strong b em i span code label'.split(' '));
const cells: ReadonlySet<string> = new Set(['td', 'th']);

/** Tells whether a text has at least two closing tags: a password does not contain so many by chance. */
export function isHtml(text: string): boolean {
  return (text.match(closing)?.length ?? 0) >= 2;
}

interface Tag {
  readonly end: number;
  /** The text that replaces the tag. */
  readonly text: string;
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}

/** Replaces an input by its value. Reads attribute by attribute, because the value may hold `<` and `>`. */
function readInput(html: string, start: number, from: number): Tag {
  let at = from;
  let value = '';
  for (let found = matchAt(attribute, html, at); found; found = matchAt(attribute, html, at)) {
    at += found[0].length;
    const [, name, ...quoted] = found;
    if (name?.toLowerCase() === 'value') value = quoted.find((text) => text !== undefined) ?? '';
  }
  const end = matchAt(tagEnd, html, at);
  // Without an end this is no tag. Continue after it, so that no character is read twice and time stays linear.
  return end
    ? { end: at + end[0].length, text: decodeHTMLStrict(value) }
    : { end: Math.max(at, start + 1), text: html.slice(start, Math.max(at, start + 1)) };
}

function replacementOf(name: string, isEnd: boolean): string {
  if (isEnd && labelElements.has(name)) return '\t';
  return blocks.has(name) ? '\n' : '';
}

function readTag(html: string, start: number): Tag {
  const found = matchAt(tagStart, html, start);
  const [head = '', slash = '', given = ''] = found ?? [];
  const name = given.toLowerCase();
  if (name === 'input' && slash === '') return readInput(html, start, start + head.length);
  const rest = found && matchAt(tagRest, html, start + head.length);
  if (!rest) return { end: start + 1, text: '<' };
  const end = start + head.length + rest[0].length;
  const gap = slash !== '' && cells.has(name) ? matchAt(nextCell, html, end) : null;
  return gap ? { end: end + gap[0].length, text: '\t' } : { end, text: replacementOf(name, slash !== '') };
}

/**
 * Converts HTML to text. Rows become lines and cells are separated by tabs, as when a person copies a rendered table.
 */
export function htmlToText(html: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let next = html.indexOf('<'); next >= 0; next = html.indexOf('<', at)) {
    const { end, text } = readTag(html, next);
    parts.push(decodeHTMLStrict(html.slice(at, next)), text);
    at = end;
  }
  parts.push(decodeHTMLStrict(html.slice(at)));
  return parts.join('');
}
