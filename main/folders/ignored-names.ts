/** The folders that we make in a watched folder. Their names are the same in every language, so that rules agree. */
export const ownFolders = {
  sent: 'Sent',
  signed: 'Signed',
  attention: 'Needs attention',
  duplicates: 'Duplicates',
} as const;
/** Holds the marker of the folder and the claims. Hidden on systems that hide names with a dot. */
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

export const isTemporaryName = (name: string): boolean => temporary.some((pattern) => pattern.test(name));

/** Folders that we never look into: hidden ones, and our own at the top of the watched folder. */
export function isIgnoredFolder(name: string, depth: number): boolean {
  if (name.startsWith('.') || name.startsWith('~$')) return true;
  const plain = name.normalize('NFC').toLowerCase();
  return depth === 0 && Object.values(ownFolders).some((own) => own.toLowerCase() === plain);
}

const longestPattern = 200;

/** A pattern such as `*.pdf` or `offer-?.*`, as people know it from their file manager. Case does not matter. */
export function matchesPattern(name: string, pattern: string): boolean {
  const text = Array.from(name.normalize('NFC').toLowerCase());
  const wanted = Array.from(pattern.slice(0, longestPattern).normalize('NFC').toLowerCase());
  // Two pointers with one way back: linear for one star, and never exponential as a regular expression may be.
  let at = 0;
  let next = 0;
  let star = -1;
  let marked = 0;
  while (at < text.length) {
    if (next < wanted.length && (wanted[next] === '?' || wanted[next] === text[at]) && wanted[next] !== '*') {
      at += 1;
      next += 1;
    } else if (wanted[next] === '*') {
      star = next;
      marked = at;
      next += 1;
    } else if (star >= 0) {
      next = star + 1;
      marked += 1;
      at = marked;
    } else return false;
  }
  while (wanted[next] === '*') next += 1;
  return next === wanted.length;
}
