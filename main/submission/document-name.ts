/** Services shorten long names. A shorter beginning than this would match too many other names. */
const SHORTEST_BEGINNING = 16;
/** The fewest letters that must be left of a name that was cut or has lost its ending. */
const SHORTEST_PARTS = 6;
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi;
const ESCAPES = /(?:%[\da-f]{2})+/gi;
const ENDING = /\.[^.\s]{1,5}$/;
const CUT = /…|\.{3,}/;
/** A letter that a service could not keep. */
const LOST = /[?\uFFFD]/;

const signs = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  szlig: 'ß',
  oelig: 'œ',
  aelig: 'æ',
} as const;
const named: ReadonlyMap<string, string> = new Map(Object.entries(signs));
/** `&uuml;` is a letter with an accent. */
const accents: ReadonlyMap<string, string> = new Map(
  Object.entries({
    uml: '\u0308',
    acute: '\u0301',
    grave: '\u0300',
    circ: '\u0302',
    cedil: '\u0327',
    tilde: '\u0303',
    ring: '\u030A',
  }),
);

function decodeName(name: string): string | undefined {
  const accent = accents.get(name.slice(1).toLowerCase());
  return accent === undefined ? named.get(name.toLowerCase()) : `${name.charAt(0)}${accent}`.normalize('NFC');
}

function decodeEntity(entity: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return decodeName(name) ?? entity;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
}

/** Returns the name without the escapes that servers keep: HTML entities, and percent escapes of a multipart name. */
export function plainName(name: string): string {
  // A name that is escaped twice has "&amp;amp;".
  const decoded = name.replaceAll(ENTITY, decodeEntity).replaceAll(ENTITY, decodeEntity);
  return asMeant(decoded.replaceAll(ESCAPES, decodeEscapes));
}

function decodeEscapes(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}

/** The bytes that a program took for letters of Windows, by letter. */
const windows = new Map(
  Array.from(
    { length: 0x1_00 },
    (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const,
  ),
);

/** Repairs "MÃ¼ller", which is "Müller" in UTF-8, read as text of Windows. */
function asMeant(name: string): string {
  if (!/[\u00C2-\u00F4]/.test(name)) return name;
  const bytes: number[] = [];
  for (const letter of name) {
    const byte = windows.get(letter);
    if (byte === undefined) return name;
    bytes.push(byte);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return name;
  }
}

/** Folds a name by what a service may change: accents as two characters, spaces, signs, case. */
function keyOf(name: string): string {
  const letters = name
    .toWellFormed()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
  return letters === '' ? name.normalize('NFC').trim() : letters;
}

/** A name in the forms that are compared. They are made once: an account may have sent tens of thousands. */
interface NameForm {
  /** The name as the service told it, without escapes. */
  readonly plain: string;
  readonly key: string;
  /** The name without its ending: some services leave it out, or keep it behind a shortened name. */
  readonly stem: string;
  /** The letters that every service keeps. */
  readonly ascii: string;
}

/** The damage of a shown name, as far as the name itself shows it. */
interface ShownForm extends NameForm {
  /** Files have endings: a name without one may have been cut, however short it is. */
  readonly isCutEarly: boolean;
  /** The parts before and after the sign of a cut. */
  readonly parts: readonly [head: string, tail: string] | null;
  readonly hasLostLetters: boolean;
}

function formOf(name: string): NameForm {
  const plain = plainName(name).trim();
  const key = keyOf(plain);
  const stem = keyOf(plain.replace(ENDING, ''));
  return { plain, key, stem: stem === '' ? key : stem, ascii: withoutAccents(plain) };
}

function shownFormOf(name: string): ShownForm {
  const form = formOf(name);
  const { plain, key, ascii } = form;
  const [head = '', tail, more] = plain.split(CUT).map(keyOf);
  const isEnough = tail !== undefined && more === undefined && head.length + tail.length >= SHORTEST_PARTS;
  return {
    ...form,
    isCutEarly: key.length >= SHORTEST_PARTS && !ENDING.test(plain),
    parts: isEnough ? [head, tail] : null,
    hasLostLetters: LOST.test(plain) && ascii !== '',
  };
}

const isBeginning = (part: string, whole: string) => part.length >= SHORTEST_BEGINNING && whole.startsWith(part);

function isSameForm(shown: ShownForm, sent: NameForm): boolean {
  if (shown.key === sent.key || shown.key === sent.stem) return true;
  return isBeginning(shown.key, sent.key) || isBeginning(shown.stem, sent.stem) || isDamaged(shown, sent);
}

function isDamaged({ key, isCutEarly, parts, hasLostLetters, ascii }: ShownForm, sent: NameForm): boolean {
  if (isCutEarly && sent.stem.startsWith(key)) return true;
  if (hasLostLetters && ascii === sent.ascii) return true;
  if (parts === null) return false;
  const [head, tail] = parts;
  const isWithin = head.length + tail.length <= sent.key.length && sent.key.startsWith(head);
  return isWithin && (sent.key.endsWith(tail) || sent.stem.endsWith(tail));
}

const withoutAccents = (plain: string) =>
  plain
    .normalize('NFC')
    .replaceAll(/[^a-z\d]/gi, '')
    .toLowerCase();

/** Tells whether the service could show the name that we sent like this: escaped, trimmed, shortened or normalised. */
export function isSameName(shown: string, sent: string): boolean {
  return shown === sent || isSameForm(shownFormOf(shown), formOf(sent));
}

/** Tells whether a text is the same but for changes by a service: escapes, spaces, accents as two characters. */
export function isSameText(shown: string, sent: string): boolean {
  const plain = (text: string) => plainName(text).toWellFormed().normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  return shown === sent || plain(shown) === plain(sent);
}

/** Finds which of many names the service may show as a given one, without comparing each with each. */
export function createNameIndex() {
  const byKey = new Map<string, string[]>();
  const byStem = new Map<string, string[]>();
  const all: { readonly name: string; readonly form: NameForm }[] = [];
  const byBeginning = new Map<string, { readonly name: string; readonly form: NameForm }[]>();

  /** Returns the sent names that a shown one may be a part of. */
  function partsOf(form: ShownForm) {
    if (form.parts !== null || form.hasLostLetters) return all;
    return byBeginning.get(beginningOf(form, form.isCutEarly ? SHORTEST_PARTS : SHORTEST_BEGINNING)) ?? [];
  }

  return {
    /** Adds a name that was sent. Each name may be added once. */
    add(name: string): void {
      const form = formOf(name);
      add(byKey, form.key, name);
      all.push({ name, form });
      add(byStem, form.stem, name);
      for (const length of [SHORTEST_PARTS, SHORTEST_BEGINNING])
        if (form.stem.length >= length) add(byBeginning, beginningOf(form, length), { name, form });
    },
    /**
     * Returns the sent names that the service may show like this. The very name may also be the beginning of a longer one
     * that was shortened: the details decide.
     */
    find(shown: string): readonly string[] {
      const form = shownFormOf(shown);
      const shortened = partsOf(form).filter((one) => isSameForm(form, one.form));
      const same = [...(byKey.get(form.key) ?? []), ...(byStem.get(form.key) ?? [])];
      return [...new Set([...same, ...shortened.map(({ name }) => name)])];
    },
  };
}

const beginningOf = ({ stem }: NameForm, length: number) => stem.slice(0, length);

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const found = map.get(key);
  if (found === undefined) map.set(key, [value]);
  else found.push(value);
}
