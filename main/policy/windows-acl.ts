/** Judges a security descriptor of Windows, as text (SDDL): does it leave a file or folder to administrators alone? */

/** Administrators, SYSTEM and TrustedInstaller, as SDDL writes them. */
const administrators: ReadonlySet<string> = new Set([
  'BA',
  'S-1-5-32-544',
  'SY',
  'S-1-5-18',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
]);
/** The groups that only say who gets a right in files that somebody creates here. The other entries decide that. */
const creators: ReadonlySet<string> = new Set(['CO', 'S-1-3-0', 'CG', 'S-1-3-1']);

/** Rights that change nothing. All others count as writing, also those that Windows may add. */
const readingLetters: ReadonlySet<string> = new Set(['CC', 'SW', 'WP', 'LO', 'RC', 'SY', 'GR', 'GX', 'FR', 'FX']);
/** FILE_READ_DATA, READ_EA, EXECUTE, READ_ATTRIBUTES, READ_CONTROL, SYNCHRONIZE, GENERIC_READ, GENERIC_EXECUTE. */
const readingBits = 0x01 | 0x08 | 0x20 | 0x80 | 0x2_0000 | 0x10_0000 | 0x8000_0000 | 0x2000_0000;

function onlyReads(rights: string): boolean {
  if (/^0x/i.test(rights)) return (Number(rights) & ~readingBits) === 0;
  const letters = rights.match(/../g) ?? [];
  return letters.join('') === rights && letters.every((letter) => readingLetters.has(letter));
}

/**
 * Tells whether an entry is harmless: type; flags; rights; object; inherited object; account, and perhaps a condition.
 */
function isHarmless(entry: string): boolean {
  const [type = '', , rights = '', , , account] = entry.split(';');
  if (account === undefined) return false;
  // A refusal takes away. Entries of any other unknown kind are judged like a permission.
  if (type === 'D') return true;
  return administrators.has(account) || creators.has(account) || onlyReads(rights);
}

export function isLeftToAdministrators(sddl: string): boolean {
  const owner = /^O:(S-1-[\d-]+|[A-Z]{2})(?=G:|D:)/.exec(sddl)?.[1];
  const list = /D:[A-Z]*((?:\([^()]*\))+)(?:S:.*)?$/s.exec(sddl.trim())?.[1];
  // Without a list, everybody may do everything.
  if (owner === undefined || list === undefined || !administrators.has(owner)) return false;
  return (list.match(/[^()]+/g) ?? []).every(isHarmless);
}
