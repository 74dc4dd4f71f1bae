import { statfs } from 'node:fs/promises';
import { isInside } from '../files/is-inside.ts';

/** File systems whose changes come from elsewhere, by the numbers of statfs: NFS, SMB, CIFS, FUSE, 9p, Ceph, AFS. */
const networks: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546, 0x01021997, 0x00c36400, 0x5346414f,
]);

/** The output of `mount` on macOS. Null: it printed nothing, or the system is another one. */
export type ReadMounts = () => Promise<string | null>;

/** macOS keeps 1,024 bytes for the share, and as many for its place. */
const longestLine = 4_096;

/** Tells whether changes may come from other computers as well, which the system does not report. */
export async function isNetworkFolder(root: string, readMounts: ReadMounts): Promise<boolean> {
  // Windows gives the address of the share for a letter that stands for one.
  if (root.startsWith('\\\\')) return true;
  try {
    if (process.platform === 'linux') return networks.has((await statfs(root)).type >>> 0);
    return isOnServer((await readMounts()) ?? '', root);
  } catch {
    return false;
  }
}

/**
 * Reads what `mount` of macOS prints: `//anna@server/Scans on /Volumes/Scans (smbfs, nodev, nosuid, mounted by anna)`. The
 * system marks each drive of this computer as `local`. It tells of our own files on a share, so that the probe is heard,
 * but not of those of other computers; its numbers of file systems differ from one start to the next.
 */
export function isOnServer(table: string, path: string): boolean {
  const wanted = path.normalize('NFC');
  let nearest = '';
  let isLocal = true;
  for (const line of table.split('\n')) {
    if (line.length > longestLine) continue;
    const [, mounted = '', options = ''] = /^(.*) \(([^()]*)\)$/.exec(line) ?? [];
    const place = placeIn(mounted.normalize('NFC'), wanted);
    // The last one of two at the same place lies above the other.
    if (place === null || place.length < nearest.length) continue;
    nearest = place;
    isLocal = options.split(', ').includes('local');
  }
  return !isLocal;
}

/** Returns the place of a mount, if the path is in it. Names of shares and places may have ` on ` inside. */
function placeIn(mounted: string, path: string): string | null {
  for (let at = mounted.indexOf(' on /'); at >= 0; at = mounted.indexOf(' on /', at + 1)) {
    const place = mounted.slice(at + ' on '.length);
    if (isInside(place, path)) return place;
  }
  return null;
}
