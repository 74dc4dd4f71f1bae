import { expect, test } from 'vitest';
import { isOnServer } from './network-folder.ts';

/** As macOS prints it, with shares of several kinds, a memory stick and a disk image. */
const table = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
devfs on /dev (devfs, local, nobrowse)
/dev/disk3s6 on /System/Volumes/VM (apfs, local, noexec, journaled, noatime, nobrowse)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse, protect, root data)
map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)
//anna@nas._smb._tcp.local/Scans on /Volumes/Scans (smbfs, nodev, nosuid, mounted by anna)
//anna@nas._smb._tcp.local/Photo%20Library on /Volumes/Photo Library (smbfs, nodev, nosuid, mounted by local)
//anna@nas/Old on /Volumes/Scans on /Volumes (2) (smbfs, nodev, nosuid, mounted by anna)
//anna@mynas._afpovertcp._tcp.local/Media on /Volumes/Media (afpfs, nodev, nosuid, mounted by anna)
//admin@[fe80::1%25en0]/Backup on /Volumes/Backup (smbfs, nodev, nosuid, mounted by anna)
192.168.1.4:/src on /System/Volumes/Data/src (nfs, nodev, nosuid, automounted, noowners, nobrowse)
truenas:/mnt/tank/photos on /Users/anna/Photos (nfs, nodev, nosuid, mounted by anna)
anna@host:/home on /Users/anna/far (macfuse, nodev, nosuid, synchronous, mounted by anna)
/dev/disk4s1 on /Volumes/STICK (exfat, local, nodev, nosuid, noowners)
/dev/disk5s1 on /Volumes/Scans/Image (hfs, local, nodev, nosuid, journaled, mounted by anna)
//anna@nas/M%C3%BCller on /Volumes/Mu\u0308ller (smbfs, nodev, nosuid, mounted by anna)
`;

test.each([
  ['/Users/anna/Inbox', false],
  ['/', false],
  ['/Volumes/STICK/Inbox', false],
  ['/Volumes/Scans', true],
  ['/Volumes/Scans/Inbox', true],
  ['/Volumes/Scans elsewhere', false],
  ['/Volumes/Scans/Image/Inbox', false],
  ['/Volumes/Photo Library/Inbox', true],
  ['/Volumes/Scans on /Volumes (2)/Inbox', true],
  ['/Volumes/Media/Inbox', true],
  ['/Volumes/Backup', true],
  ['/System/Volumes/Data/src/Inbox', true],
  ['/Users/anna/Photos/Inbox', true],
  ['/Users/anna/Photos 2', false],
  ['/Users/anna/far/Inbox', true],
  ['/Volumes/M\u00fcller/Inbox', true],
])('%s is on a server: %s', (path, isServer) => {
  expect(isOnServer(table, path)).toBe(isServer);
});

test.each(['', 'nothing that anybody can read', '/dev/disk3s1s1 on /Volumes (apfs', ' on / ('])(
  'a table that is cut or empty tells nothing: %j',
  (text) => {
    expect(isOnServer(text, '/Volumes/Scans')).toBe(false);
  },
);

test('a share that is mounted over a folder of another one hides it', () => {
  const twice = `//a@one/X on /Volumes/X (smbfs, nodev)\n/dev/disk9 on /Volumes/X (hfs, local)\n`;
  expect(isOnServer(twice, '/Volumes/X/Inbox')).toBe(false);
});

test('a line that the system cannot have written is not read', () => {
  const long = `//a@b/${' on /Volumes'.repeat(20_000)} (smbfs, nodev)`;
  expect(isOnServer(`${table}${long}`, '/Users/anna')).toBe(false);
});
