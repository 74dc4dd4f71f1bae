/**
 * The rooms of the product, lowest first. A file may import from its own room and from lower ones, also types.
 * `renderer/*` means the files directly in `renderer`.
 */
export const rooms: readonly string[] = [
  'shared',
  'preload/contract',
  'preload/*',
  'main/practice-service',
  'main/signing',
  'main/time',
  'main/files',
  'main/words',
  'main/state',
  'main/platform',
  'main/keychain',
  'main/problems',
  'main/people',
  'main/paste',
  'main/submission',
  'main/pdf',
  'main/intake',
  'main/signatures',
  'main/joining',
  'main/text-marks',
  'main/tracking',
  'main/jobs',
  'main/policy',
  'main/journal',
  'main/profiles',
  'main/outbox',
  'main/documents',
  'main/list',
  'main/notifications',
  'main/waiting',
  'main/evidence',
  'main/insight',
  'main/network',
  'main/settings',
  'main/support',
  'main/updates',
  'main/reader-thread',
  'main/practice',
  'main/account',
  'main/hand-over',
  'main/folders',
  'main/commands',
  'main/desk',
  'main/ipc',
  'main/app',
  'main/electron',
  'main/main.ts',
  'renderer/ui',
  'renderer/bridge',
  'renderer/language',
  'renderer/store',
  'renderer/features/people',
  'renderer/features/account',
  'renderer/features/send/signees',
  'renderer/features/send/preview',
  'renderer/features/send',
  'renderer/features/profiles',
  'renderer/features/bulk',
  'renderer/features/reminder',
  'renderer/features/documents/rows',
  'renderer/features/documents/entry',
  'renderer/features/documents/pages',
  'renderer/features/documents/submission',
  'renderer/features/documents/outbox',
  'renderer/features/evidence',
  'renderer/features/documents',
  'renderer/features/waiting',
  'renderer/features/folders',
  'renderer/features/settings',
  'renderer/app',
  'renderer/*',
];

function holds(room: string, path: string): boolean {
  if (room.endsWith('/*')) return path.startsWith(room.slice(0, -1)) && !path.slice(room.length - 1).includes('/');
  return path === room || path.startsWith(`${room}/`);
}

/** The position of the file's room in the list, or -1. If several match, the longest name wins. */
export function floorOf(path: string): number {
  const [room = ''] = rooms.filter((one) => holds(one, path)).toSorted((one, other) => other.length - one.length);
  return rooms.indexOf(room);
}

/** Finds circles of imports. Each is one line of paths. */
export function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  function visit(path: string): void {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '));
    if (way.includes(path) || done.has(path)) return;
    way.push(path);
    for (const target of imports.get(path) ?? []) visit(target);
    way.pop();
    done.add(path);
  }
  for (const path of imports.keys()) visit(path);
  return circles;
}
