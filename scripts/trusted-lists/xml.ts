import { DOMParser } from '@xmldom/xmldom';
import { ListRefused } from './refusal.ts';

/** The largest list of 2023 had 3 MB. */
const mostBytes = 32 * 1024 * 1024;
/** Real lists have a depth of 14. What walks through the tree calls itself for each level. */
const deepest = 60;

const isElement = (node: Node | null): node is Element => node?.nodeType === 1;

export const elementsIn = (parent: Element): readonly Element[] => Array.from(parent.childNodes).filter(isElement);

/** Returns the elements of this name, each of which is a child of the one before. */
export function childrenOf(parent: Element, ...names: readonly string[]): readonly Element[] {
  const [name, ...deeper] = names;
  const found = elementsIn(parent).filter((one) => one.localName === name && one.namespaceURI === parent.namespaceURI);
  return deeper.length === 0 ? found : found.flatMap((one) => childrenOf(one, ...deeper));
}

/** Returns the text of the only element on this path, or an empty text. */
export function textIn(parent: Element, ...names: readonly string[]): string {
  const found = childrenOf(parent, ...names);
  return found.length === 1 ? (found[0]?.textContent ?? '').trim() : '';
}

/** Returns the element and all elements below. */
export function allIn(root: Element): readonly Element[] {
  const found: Element[] = [];
  for (let level = [root], depth = 0; level.length > 0; level = level.flatMap(elementsIn), depth += 1) {
    if (depth > deepest) throw new ListRefused('not-xml', 'It is nested too deeply.');
    found.push(...level);
  }
  return found;
}

/** Parses XML without any tolerance: where two programs could read two documents, one of them may be fooled. */
export function parseXml(text: string): Element {
  // Also in comments, where it does no harm and no list has it.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new ListRefused('doctype');
  // xml-crypto takes their content for text, so the signature would not protect what stands there.
  if (/<\?(?!xml\s)/.test(text)) throw new ListRefused('not-xml', 'It has instructions for programs.');
  const parser = new DOMParser({
    errorHandler(_level, message) {
      throw new ListRefused('not-xml', String(message).split('\n')[0]);
    },
  });
  const root = parser.parseFromString(text, 'text/xml').documentElement;
  if (!isElement(root)) throw new ListRefused('not-xml');
  return root;
}

/** Reads the text of a file. A list in another encoding than UTF-8 is refused and not guessed. */
export function textOfXml(bytes: Buffer): string {
  if (bytes.length > mostBytes) throw new ListRefused('too-large');
  try {
    // The mark at its begin is left out.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const encoding = /^<\?xml[^>]*encoding\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? 'UTF-8';
    if (encoding.toUpperCase() === 'UTF-8') return text;
  } catch {
    // Told below.
  }
  throw new ListRefused('not-xml');
}
