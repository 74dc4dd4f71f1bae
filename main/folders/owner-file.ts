const DAY = 24 * 60 * 60_000;

/** An owner file in the same folder: an editor makes it while it has a document open. */
export interface OwnerFile {
  readonly name: string;
  /** How long we have seen it unchanged, by this computer. The clock of a file server may be wrong. */
  readonly ageMs: number;
}

export type Editor = 'office' | 'libreoffice';

/** Below this length Word keeps the whole name after `~$`, with one letter more it drops one, with two or more it drops two. */
const WHOLE_NAME = 6;

/** The names that Word and Excel may give to the owner file of a document. */
function officeNames(name: string): readonly string[] {
  const dot = name.lastIndexOf('.');
  const stem = Array.from(dot < 0 ? name : name.slice(0, dot)).length;
  const letters = Array.from(name);
  // `Contract.docx` has `~$ntract.docx`; Excel and PowerPoint keep the whole name.
  const dropped = stem > WHOLE_NAME + 1 ? 2 : stem > WHOLE_NAME ? 1 : 0;
  return [`~$${name}`, `~$${letters.slice(dropped).join('')}`];
}

const folded = (name: string) => name.normalize('NFC').toLowerCase();

/** The editor that has the document open. A lock older than a day was left behind by a crash. */
export function openIn(name: string, owners: readonly OwnerFile[]): Editor | null {
  const young = new Set(owners.filter(({ ageMs }) => ageMs < DAY).map((owner) => folded(owner.name)));
  if (young.size === 0) return null;
  if (officeNames(name).some((one) => young.has(folded(one)))) return 'office';
  return young.has(folded(`.~lock.${name}#`)) ? 'libreoffice' : null;
}

export const isOwnerFile = (name: string): boolean =>
  name.startsWith('~$') || (name.startsWith('.~lock.') && name.endsWith('#'));
