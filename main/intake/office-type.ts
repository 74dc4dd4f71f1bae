import type { ContentRefusal } from './refusal.ts';
import { type Bytes, readZipDirectory, readZipEntry, type ZipEntry } from './zip-directory.ts';

export type OfficeType = 'docx' | 'xlsx' | Exclude<ContentRefusal, 'program' | 'old-office'>;

/** A directory has at most 10,000 entries; each needs about 200 bytes here. */
const mostBytes = 2 * 1024 * 1024;
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
  const types = readContentTypes(textOf(content));
  return types === null ? 'unknown-type' : typeOf(directory.entries, types);
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

/** Part names ignore case. The list of types writes them with a leading slash, the zip directory without. */
const toPartName = (name: string): string => name.toLowerCase().replace(/^\//, '');

function textOf(content: Buffer): string {
  const isLittle = content[0] === 0xff && content[1] === 0xfe;
  const isBig = content[0] === 0xfe && content[1] === 0xff;
  if (!isLittle && !isBig) return content.toString('utf8');
  const whole = content.subarray(0, content.length - (content.length % 2));
  return (isBig ? Buffer.from(whole).swap16() : whole).toString('utf16le');
}

interface ContentTypes {
  readonly overrides: ReadonlyMap<string, string>;
  readonly defaults: ReadonlyMap<string, string>;
}

/**
 * Reads the list of types in one pass. It uses no regular expression, because foreign text could make one run for
 * minutes. Null: two programs could read the list differently (a part named twice, a DTD, CDATA, an entity in a type).
 */
function readContentTypes(text: string): ContentTypes | null {
  const overrides = new Map<string, string>();
  const defaults = new Map<string, string>();
  let at = text.indexOf('<');
  while (at >= 0) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4);
      at = end < 0 ? -1 : text.indexOf('<', end);
      continue;
    }
    if (text.startsWith('<!', at)) return null;
    const element = readElement(text, at + 1);
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
    at = text.indexOf('<', element.end);
  }
  return { overrides, defaults };
}

interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly end: number;
}

const isBlank = (letter: string): boolean => letter <= ' ';
const endsName = (letter: string): boolean => isBlank(letter) || letter === '=' || letter === '>' || letter === '/';

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
      if (end < 0) return { name: '', attributes, end: text.length };
      attributes.set(name, text.slice(at + 1, end).replaceAll('&amp;', '&'));
      at = end + 1;
    } else if (name === '') at += 1;
  }
  return { name: whole.slice(whole.indexOf(':') + 1), attributes, end: at };
}
