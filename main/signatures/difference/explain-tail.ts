import { PdfDamage } from '../../pdf/pdf-damage.ts';
import type { PdfFile } from '../../pdf/pdf-file.ts';
import { isBlank, skipBlanks } from '../../pdf/words.ts';

/** Gathers the places of the sections after an offset, and of their objects with their numbers. */
function knownIn({ bytes, sections }: PdfFile, from: number) {
  const objects = new Set<string>();
  const own = new Map<number, number>();
  for (const section of sections) {
    if (section.at < from) continue;
    own.set(section.at, section.end);
    for (const { number, place } of section.entries())
      if (place?.kind === 'plain' && place.at >= from) objects.add(`${skipBlanks(bytes, place.at)} ${number}`);
  }
  return { objects, sections: own };
}

const end = /^startxref\s{1,20}\d{1,10}\s{1,20}%%EOF/;

function skipWhite(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && isBlank(bytes[at])) at += 1;
  return at;
}

function endOfLine(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;
  return at;
}

/**
 * Does every byte from here on belong to a later revision: to an object that a section names, to a section or to the end
 * mark after one? Programs that repair a file may show what no section names.
 */
export function isTailExplained(file: PdfFile, from: number): boolean {
  const { bytes } = file;
  const known = knownIn(file, from);
  let isOpen = false;
  let hasSection = false;
  try {
    for (let at = skipWhite(bytes, from); at < bytes.length; at = skipWhite(bytes, at)) {
      const section = known.sections.get(at);
      const mark = bytes[at] === 0x73 ? end.exec(bytes.toString('latin1', at, at + 80)) : null;
      isOpen = true;
      if (section !== undefined) {
        hasSection = true;
        at = section;
      } else if (mark !== null && hasSection) {
        [isOpen, hasSection] = [false, false];
        at += mark[0].length;
      } else if (bytes[at] === 0x25 && bytes.toString('latin1', at, at + 5) !== '%%EOF') at = endOfLine(bytes, at);
      else if (known.objects.has(`${at} ${file.numberAt(at)}`)) at = file.endOf(at);
      else return false;
    }
    return !isOpen;
  } catch (error) {
    if (error instanceof PdfDamage) return false;
    throw error;
  }
}
