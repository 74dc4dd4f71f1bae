import { inSlices, type LongWork } from '../time/slices.ts';
import type { ContentRefusal } from './refusal.ts';
import { readElements, textOf } from './xml-elements.ts';
import { type Bytes, readZipDirectory, readZipEntry, type ZipEntry } from './zip-directory.ts';
import { isUnambiguous } from './zip-names.ts';

export type OfficeType = 'docx' | 'xlsx' | Exclude<ContentRefusal, 'program' | 'old-office'>;

/** A directory has at most 10,000 entries; each needs about 110 bytes here. */
const mostBytes = 1_200_000;
const contentTypes = '[content_types].xml';

const open = 'application/vnd.openxmlformats-officedocument';
const word = 'application/vnd.ms-word';
const excel = 'application/vnd.ms-excel';

/** The kind of a file that contains a part of this type. In lower case, because programs ignore the case of types. */
const meanings: ReadonlyMap<string, OfficeType> = new Map([
  [`${open}.wordprocessingml.document.main+xml`, 'docx'],
  [`${open}.spreadsheetml.sheet.main+xml`, 'xlsx'],
  [`${excel}.sheet.binary.macroenabled.main`, 'binary-workbook'],
  [`${open}.wordprocessingml.template.main+xml`, 'template'],
  [`${open}.spreadsheetml.template.main+xml`, 'template'],
  [`${word}.template.macroenabledtemplate.main+xml`, 'template'],
  [`${excel}.template.macroenabled.main+xml`, 'template'],
  [`${word}.document.macroenabled.main+xml`, 'macros'],
  [`${excel}.sheet.macroenabled.main+xml`, 'macros'],
  [`${excel}.addin.macroenabled.main+xml`, 'macros'],
  // A macro project counts even if the main part has the type of a file without macros.
  ['application/vnd.ms-office.vbaproject', 'macros'],
  [`${excel}.macrosheet+xml`, 'macros'],
  [`${excel}.intlmacrosheet+xml`, 'macros'],
]);
/** The reasons to refuse, most important first: saving as a plain document solves the later ones as well. */
const refused: readonly OfficeType[] = ['binary-workbook', 'template', 'macros'];

/** Finds the kind of an Office file by the types of its parts. Names of folders and files in a zip prove nothing. */
export async function readOfficeType(bytes: Bytes, begin: number): Promise<OfficeType> {
  const directory = await readZipDirectory(bytes, begin);
  if (!directory.ok) return 'incomplete';
  const [list, ...others] = directory.entries.filter(({ name }) => toPartName(name) === contentTypes);
  // With two lists, one program would use the first and another the second.
  if (!list || others.length > 0) return 'unknown-type';
  if (directory.entries.some(({ encrypted }) => encrypted)) return 'password-protected';
  const content = await readZipEntry(bytes, list, mostBytes);
  if (content === null) return 'incomplete';
  const types = await inSlices(readContentTypes(textOf(content)));
  const type = types === null ? 'unknown-type' : typeOf(directory.entries, types);
  const isSent = type === 'docx' || type === 'xlsx';
  return isSent && !(await isUnambiguous(bytes, directory.entries)) ? 'ambiguous' : type;
}

function typeOf(entries: readonly ZipEntry[], { overrides, defaults }: ContentTypes): OfficeType {
  const parts = entries.map(({ name }) => toPartName(name));
  const types = parts.map((part) => overrides.get(part) ?? defaults.get(part.slice(part.lastIndexOf('.') + 1)));
  const found = new Set(types.flatMap((type) => meanings.get(type ?? '') ?? []));
  // A part may hide behind another spelling of its name, so every type in the list counts if it is a reason to refuse.
  const said = new Set([...overrides.values()].flatMap((type) => meanings.get(type) ?? []));
  if (parts.some((part) => part.endsWith('/vbaproject.bin'))) said.add('macros');
  const first = refused.find((type) => found.has(type) || said.has(type));
  const [only = 'unknown-type', ...others] = found;
  return first ?? (others.length === 0 ? only : 'unknown-type');
}

/** Converts to a part name, which ignores case. The list of types writes a leading slash, the zip directory none. */
const toPartName = (name: string): string => name.toLowerCase().replace(/^\//, '');

interface ContentTypes {
  readonly overrides: ReadonlyMap<string, string>;
  readonly defaults: ReadonlyMap<string, string>;
}

/**
 * Reads the list of types in one pass. It uses no regular expression, because foreign text could make one run for
 * minutes. Null: two programs could read the list differently (a part named twice, a DTD, CDATA, an entity in a type).
 */
function* readContentTypes(text: string): LongWork<ContentTypes | null> {
  const overrides = new Map<string, string>();
  const defaults = new Map<string, string>();
  for (const element of readElements(text)) {
    yield;
    if (element === 'unclear') return null;
    const type = element.attributes.get('ContentType')?.trim().toLowerCase();
    const part = element.attributes.get('PartName');
    const extension = element.attributes.get('Extension');
    if (type?.includes('&') === true) return null;
    if (type !== undefined && element.name === 'Override' && part !== undefined) {
      const name = toPartName(part.replaceAll('\\', '/'));
      if ((overrides.get(name) ?? type) !== type) return null;
      overrides.set(name, type);
    }
    if (type !== undefined && element.name === 'Default' && extension !== undefined) {
      const ending = extension.toLowerCase();
      if ((defaults.get(ending) ?? type) !== type) return null;
      defaults.set(ending, type);
    }
  }
  return { overrides, defaults };
}
