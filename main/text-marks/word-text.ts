import { decodeXML } from 'entities/decode';
import { createWindow } from '../intake/byte-window.ts';
import { readElements, textOf } from '../intake/xml-elements.ts';
import { type Bytes, readZipDirectory, readZipEntry } from '../intake/zip-directory.ts';
import { unhurried } from '../time/slices.ts';

/** One part, unpacked, and all of them. The text of a thousand pages is a few megabytes. */
const mostInOne = 16 * 1024 * 1024;
const mostInAll = 24 * 1024 * 1024;
const zipMark = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const parts = /^word\/(?:document|header|footer|footnotes|endnotes)\d*\.xml$/i;
const main = /^word\/document\d*\.xml$/i;

/** Elements whose text stands elsewhere as well, or was taken away. */
const skipped: ReadonlySet<string> = new Set(['Fallback', 'moveFrom', 'del']);
const signs: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['br', '\n'],
  ['cr', '\n'],
  ['noBreakHyphen', '-'],
]);

export interface WordText {
  readonly parts: readonly string[];
  readonly isWhole: boolean;
}

/** Unpacks the parts of a Word document that have text. Null: there is none that can be read. */
export async function openWordText(bytes: Bytes): Promise<WordText | null> {
  const begin = (await bytes.read(0, Math.min(bytes.size, 1_024))).indexOf(zipMark);
  const directory = begin < 0 ? null : await readZipDirectory(bytes, begin);
  if (!directory?.ok) return null;
  const near = { size: bytes.size, read: createWindow(bytes) };
  const found: string[] = [];
  const seen = new Set<string>();
  let left = mostInAll;
  let isWhole = true;
  let hasMain = false;
  for await (const entry of unhurried(directory.entries)) {
    if (!parts.test(entry.name)) continue;
    // Programs differ in which of two parts with one name they read.
    if (seen.has(entry.name.toLowerCase())) return null;
    seen.add(entry.name.toLowerCase());
    const content = entry.encrypted ? null : await readZipEntry(near, entry, Math.min(mostInOne, left));
    if (content === null) isWhole = false;
    else {
      left -= content.length;
      hasMain ||= main.test(entry.name);
      found.push(textOf(content));
    }
  }
  return hasMain ? { parts: found, isWhole } : null;
}

/** The name of an element that ends, without its prefix. */
const endName = (xml: string, from: number, end: number): string => {
  const name = xml.slice(from + 1, end).trim();
  return name.slice(name.indexOf(':') + 1);
};

/**
 * Reads the paragraphs of a part, each as one text: Word splits words over many runs. Calls `onUnclear` where the rest
 * cannot be read.
 */
export function* readParagraphs(xml: string, onUnclear: () => void): Generator<string> {
  /** The paragraphs that are open: one with a text box has others inside. */
  const open: string[][] = [];
  let leftOut = 0;
  let textFrom = -1;
  for (const element of readElements(xml)) {
    if (element === 'unclear') {
      onUnclear();
      return;
    }
    const { from, end } = element;
    const isEnd = xml.charAt(from) === '/';
    const isEmpty = !isEnd && xml.charAt(end - 1) === '/';
    const name = isEnd ? endName(xml, from, end) : element.name;
    if (skipped.has(name) && !isEmpty) leftOut += isEnd ? -1 : 1;
    if (leftOut > 0) continue;
    if (name === 'p' && !isEmpty) {
      if (!isEnd) open.push([]);
      else yield (open.pop() ?? []).join('');
    } else if (name === 't' && !isEmpty) {
      if (isEnd && textFrom >= 0) open.at(-1)?.push(decodeXML(xml.slice(textFrom, from - 1)));
      textFrom = isEnd ? -1 : end + 1;
    } else if (!isEnd) {
      const sign = signs.get(name);
      if (sign !== undefined) open.at(-1)?.push(sign);
    }
  }
  if (open.length > 0) onUnclear();
}
