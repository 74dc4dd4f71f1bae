import { decodeXML } from 'entities/decode';
import { unhurried } from '../time/slices.ts';
import { createWindow } from './byte-window.ts';
import type { Remark } from './refusal.ts';
import { type Element, readElements, textOf } from './xml-elements.ts';
import { type Bytes, readZipDirectory, readZipEntry } from './zip-directory.ts';

/** The relationships of one part, and of all parts together. */
const mostInOne = 2 * 1024 * 1024;
const mostInAll = 8 * 1024 * 1024;
const zipMark = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** The remark on a relationship, by the end of its type. Programs follow relationships, whatever the type of the part. */
const meanings: ReadonlyMap<string, Remark> = new Map([
  ['vbaproject', 'macros'],
  ['wordvbadata', 'macros'],
  ['xlmacrosheet', 'macros'],
  ['xlintlmacrosheet', 'macros'],
  ['oleobject', 'embedded-object'],
  ['control', 'embedded-object'],
  ['activexcontrolbinary', 'embedded-object'],
  ['package', 'embedded-object'],
  ['afchunk', 'embedded-object'],
]);
/** Kinds of content that Office loads from another place each time the file is opened. */
const loaded: ReadonlySet<string> = new Set(['attachedtemplate', 'subdocument', 'frame', 'image', 'afchunk']);
/** A chart brings the table of its figures along, and shows it itself. */
const ofChart = /(?:^|\/)charts\/_rels\/chart[^/]*\.rels$/i;

function remarkOf({ name, attributes }: Element, part: string): Remark | null {
  if (name !== 'Relationship') return null;
  const text = (attribute: string) =>
    decodeXML(attributes.get(attribute) ?? '')
      .trim()
      .toLowerCase();
  const type = text('Type');
  const kind = type.slice(type.lastIndexOf('/') + 1);
  if (loaded.has(kind) && text('TargetMode') === 'external') return 'outside-content';
  if (kind === 'package' && ofChart.test(part)) return null;
  return meanings.get(kind) ?? null;
}

/**
 * Reads in the relationships of an Office file what it starts, loads or contains. `unchecked`: we could not read all.
 */
export async function readOfficeRemarks(bytes: Bytes): Promise<readonly Remark[]> {
  const begin = (await bytes.read(0, Math.min(bytes.size, 1_024))).indexOf(zipMark);
  const directory = begin < 0 ? null : await readZipDirectory(bytes, begin);
  if (!directory?.ok) return ['unchecked'];
  const remarks = new Set<Remark>();
  const near = { size: bytes.size, read: createWindow(bytes) };
  let left = mostInAll;
  for await (const entry of unhurried(directory.entries)) {
    if (!/(?:^|\/)_rels\/[^/]*\.rels$/i.test(entry.name)) continue;
    const content = await readZipEntry(near, entry, Math.min(mostInOne, left));
    left -= content?.length ?? mostInOne;
    if (content === null) remarks.add('unchecked');
    else
      for (const element of readElements(textOf(content))) {
        const remark = element === 'unclear' ? 'unchecked' : remarkOf(element, entry.name);
        if (remark !== null) remarks.add(remark);
      }
    if (left <= 0) return [...remarks.add('unchecked')];
  }
  return [...remarks];
}
