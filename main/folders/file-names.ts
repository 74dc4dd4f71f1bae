import { type Language, languages } from '../../preload/contract/language.ts';
import { foldedName } from '../files/name-pattern.ts';

const purposes = ['sent', 'signed', 'attention', 'duplicates'] as const;
type Purpose = (typeof purposes)[number];
export type OwnFolders = Readonly<Record<Purpose, string>>;

/** The folders that we make in a watched folder. Its marker says in which language, so that all computers agree. */
export const ownFolders: Readonly<Record<Language, OwnFolders>> = {
  en: { sent: 'Sent', signed: 'Signed', attention: 'Needs attention', duplicates: 'Duplicates' },
  de: { sent: 'Gesendet', signed: 'Unterschrieben', attention: 'Zu prüfen', duplicates: 'Doppelt' },
  fr: { sent: 'Envoyés', signed: 'Signés', attention: 'À vérifier', duplicates: 'Doublons' },
  it: { sent: 'Inviati', signed: 'Firmati', attention: 'Da controllare', duplicates: 'Doppioni' },
};
/** Holds the marker of the folder, the claims and files that are being moved. Hidden where a dot hides names. */
export const markerFolder = '.countersign';

/** Names of whole documents that are not the document: temporary files of editors, browsers and synchronisers. */
const temporary: readonly RegExp[] = [
  /^\./, // hidden, `._name` of macOS, `.~lock.name#` of LibreOffice, `.syncthing.…`, `.sb-…`
  /^~\$/, // the owner file of Word and Excel
  /^~WR[LD]/i,
  /\.(?:tmp|part|partial|crdownload|download|filepart|opdownload|!ut|rsync-partial)$/i,
  /^(?:thumbs\.db|desktop\.ini|icon\r)$/i,
  /~$/, // a backup of an editor
  /\.~qpdf-orig#?$/i,
  /\.~[0-9a-f]{1,8}$/i,
  /\.sb-[0-9a-z-]+$/i,
  /^(?:sed|zi|tmp)[a-z0-9]{6,}$/i, // `sedXXXXXX` of sed, `ziXXXXXX` of zip, `tmpXXXX…` of many
  /^tmp[a-z0-9]{4}$/i,
  /^4913$/, // vim tries whether it may write
  /^[0-9A-F]{8}$/, // Excel saves under eight hexadecimal digits
  /^~.*\.tmp$/i,
  /^syncthing\./i,
];
/** `tmpab12cd34` is a temporary folder of Python, and `tmpkunden24` a person's. `Temp` and `TMP2024` are a person's alone. */
const ofPython = /^tmp[a-z0-9_]{8}$/;
/** Browsers, editors and synchronisers keep unfinished files in such folders. `Zivilstand` or `4913` is a person's folder. */
const temporaryFolder: readonly RegExp[] = [
  /^\.|^~\$|~$|\.(?:tmp|temp|part|partial|crdownload|download|filepart|opdownload|!ut|sb-[0-9a-z-]+|~[0-9a-f]{1,8})$/i,
  ofPython,
  // What was deleted, or lost and found: of Synology and QNAP, Windows, and Linux.
  /^(?:[#@]recycle|\$recycle\.bin|recycler|lost\+found)$/i,
];

export const isTemporaryName = (name: string): boolean => temporary.some((pattern) => pattern.test(name));

/** Our folders in every language: those of a lost marker, or of a computer that was faster, are no place of documents. */
const purposeOfName: ReadonlyMap<string, Purpose> = new Map(
  languages.flatMap((language) =>
    purposes.map((purpose) => [foldedName(ownFolders[language][purpose]), purpose] as const),
  ),
);

/** Returns the purpose of our folder in which a path lies, whatever its language. Null: it lies in none. */
export function purposeOf(path: string): Purpose | null {
  const cut = path.indexOf('/');
  return cut < 0 ? null : (purposeOfName.get(foldedName(path.slice(0, cut))) ?? null);
}

/** Folders inside folders. Deeper ones are no place where people drop documents. */
const deepest = 8;

/**
 * Tells whether a scan skips the folder: hidden, temporary and very deep ones, and our own at the top of the watched one.
 * What was set aside lies one level deeper than before.
 */
export const isIgnoredFolder = (name: string, depth: number, isSetAside = false): boolean =>
  depth >= (isSetAside ? deepest + 1 : deepest) ||
  temporaryFolder.some((pattern) => pattern.test(name)) ||
  (depth === 0 && purposeOfName.has(foldedName(name)));

/** Tells whether a folder that no scan enters may be a person's all the same, who is told then. */
export const mayBeOfPerson = (name: string): boolean => ofPython.test(name);

/** Tells whether a file was set aside: it is shown, and taken only when a person says so. */
export function isAside(path: string): boolean {
  const purpose = purposeOf(path);
  return purpose === 'attention' || purpose === 'duplicates';
}

/** Tells whether no scan would show this path, so that a hint about it means nothing. */
export function isUninteresting(path: string): boolean {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  // Of our own folders a scan enters those with files that were set aside.
  const isSetAside = isAside(path);
  const from = isSetAside ? 1 : 0;
  if (folders.some((folder, depth) => depth >= from && isIgnoredFolder(folder, depth, isSetAside))) return true;
  return isTemporaryName(name) && !isOwnerFile(name);
}

/** Splits a path into its folder (empty: the top) and its name. */
export function splitPath(path: string): readonly [string, string] {
  const cut = path.lastIndexOf('/');
  return [path.slice(0, Math.max(cut, 0)), path.slice(cut + 1)];
}

/** Returns the path of something in a folder (empty: the top). */
export const pathIn = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** Folds the name of a path, and leaves its folder as it is. */
export function foldedPath(path: string): string {
  const [folder, name] = splitPath(path);
  return `${folder}/${foldedName(name)}`;
}

const ofDocument = /\.(?:pdf|docx|xlsx)\.json$/i;
/** Tells whether a name is that of a sidecar: `Offer.pdf.json` says who signs `Offer.pdf`. */
export const isSidecar = (name: string): boolean => ofDocument.test(name);
export const sidecarOf = (name: string): string => `${name}.json`;
export const documentOf = (sidecar: string): string => sidecar.slice(0, -'.json'.length);

export type Editor = 'office' | 'libreoffice';

/** Tells whether a name is that of an owner file, which an editor makes while it has a document open. */
export const isOwnerFile = (name: string): boolean =>
  name.startsWith('~$') || (name.startsWith('.~lock.') && name.endsWith('#'));

export const editorOf = (ownerFile: string): Editor =>
  splitPath(ownerFile)[1].startsWith('~$') ? 'office' : 'libreoffice';

/** Below this length Word keeps the whole name after `~$`, with one letter more it drops one, with two or more it drops two. */
const WHOLE_NAME = 6;

/** Returns the names that an owner file of a document may have. */
function ownerNamesOf(name: string): readonly string[] {
  const dot = name.lastIndexOf('.');
  const stem = Array.from(dot < 0 ? name : name.slice(0, dot)).length;
  // `Contract.docx` has `~$ntract.docx`; Excel and PowerPoint keep the whole name.
  const dropped = stem > WHOLE_NAME + 1 ? 2 : stem > WHOLE_NAME ? 1 : 0;
  const word = Array.from(name).slice(dropped).join('');
  return [`~$${name}`, `~$${word}`, `.~lock.${name}#`];
}

/** Returns the keys under which the sidecars and the owner files of a document are found, its own first. */
export function keysOf(document: string): readonly [string, ...string[]] {
  const [folder, name] = splitPath(document);
  return [foldedPath(document), ...ownerNamesOf(name).map((owner) => `${folder}/${foldedName(owner)}`)];
}

/** Returns the paths at which programs put a sidecar and owner files. Other spellings are found in a listing. */
export function usualBesidesOf(document: string): readonly string[] {
  const [folder, name] = splitPath(document);
  return [sidecarOf(name), ...ownerNamesOf(name)].map((one) => pathIn(folder, one));
}

/** Returns the key of a file beside a document: a sidecar has that of its document, an owner file its own. */
export const keyOf = (beside: string): string => foldedPath(isSidecar(beside) ? documentOf(beside) : beside);

/** Tells whether a file belongs to a document or to an editor, and is no document itself. */
export const isBeside = (name: string): boolean => isOwnerFile(name) || isSidecar(name);
