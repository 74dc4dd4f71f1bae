/** Services shorten long names. A shorter beginning than this would match too many other names. */
const SHORTEST_BEGINNING = 16;
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/gi;
const ENDING = /\.[^.\s]{1,5}$/;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntity(entity: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? entity;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
}

/** The name without the escapes that servers keep: HTML entities, and the percent escapes of a multipart name. */
export function plainName(name: string): string {
  // A name that is escaped twice has "&amp;amp;".
  const decoded = name.replaceAll(ENTITY, decodeEntity).replaceAll(ENTITY, decodeEntity);
  return decoded.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

/** Equal for names that differ only in what a service may change: accents as two characters, spaces, signs, case. */
function keyOf(name: string): string {
  const letters = name
    .toWellFormed()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
  return letters === '' ? name.normalize('NFC').trim() : letters;
}

/** A name in the forms that are compared. */
interface NameForm {
  readonly key: string;
  /** Without its ending: some services leave it out, or keep it behind a shortened name. */
  readonly stem: string;
}

function formOf(name: string): NameForm {
  const plain = plainName(name).trim();
  const key = keyOf(plain);
  const stem = keyOf(plain.replace(ENDING, ''));
  return { key, stem: stem === '' ? key : stem };
}

const isBeginning = (part: string, whole: string) => part.length >= SHORTEST_BEGINNING && whole.startsWith(part);

function isSameForm(shown: NameForm, sent: NameForm): boolean {
  if (shown.key === sent.key || shown.key === sent.stem) return true;
  return isBeginning(shown.key, sent.key) || isBeginning(shown.stem, sent.stem);
}

/** Could the service show the name that we sent like this? It may have escaped, trimmed, shortened or normalised it. */
export function isSameName(shown: string, sent: string): boolean {
  return shown === sent || isSameForm(formOf(shown), formOf(sent));
}

/** The same text, but for what a service may change in it: escapes, spaces, accents as two characters. */
export function isSameText(shown: string, sent: string): boolean {
  const plain = (text: string) => plainName(text).toWellFormed().normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  return shown === sent || plain(shown) === plain(sent);
}

/** Finds which of many names the service may show as a given one, without comparing each with each. */
export function createNameIndex() {
  const byKey = new Map<string, string[]>();
  const byStem = new Map<string, string[]>();
  const byBeginning = new Map<string, { readonly name: string; readonly form: NameForm }[]>();
  return {
    /** Adds a name that was sent. Each name may be added once. */
    add(name: string): void {
      const form = formOf(name);
      add(byKey, form.key, name);
      add(byStem, form.stem, name);
      if (form.stem.length >= SHORTEST_BEGINNING) add(byBeginning, beginningOf(form), { name, form });
    },
    /** The sent names that the service may show like this. A name that was not changed has no other meaning. */
    find(shown: string): readonly string[] {
      const form = formOf(shown);
      const unchanged = byKey.get(form.key);
      if (unchanged !== undefined) return unchanged;
      const shortened = (byBeginning.get(beginningOf(form)) ?? []).filter((one) => isSameForm(form, one.form));
      return [...new Set([...(byStem.get(form.key) ?? []), ...shortened.map(({ name }) => name)])];
    },
  };
}

const beginningOf = ({ stem }: NameForm) => stem.slice(0, SHORTEST_BEGINNING);

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const found = map.get(key);
  if (found === undefined) map.set(key, [value]);
  else found.push(value);
}
