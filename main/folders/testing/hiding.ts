import { createFileTable } from '../file-table.ts';
import type { ScanResult } from '../folder-scan.ts';

/** A sub-folder that the system refuses for a while, or a look that ends before it. */
export function hiding(prefix: string, incomplete: Pick<ScanResult, 'unread' | 'isCut'>, create = createFileTable) {
  let isHidden = false;
  const isIn = (path: string) => isHidden && path.startsWith(prefix);
  const without = <Value>(all: ReadonlyMap<string, Value>) => new Map([...all].filter(([path]) => !isIn(path)));
  const createTable = (monotonic: () => number) => {
    const real = create(monotonic);
    return {
      ...real,
      seeAll(seen: ScanResult, quietMs: number): Promise<void> {
        const more = isHidden ? incomplete : {};
        return real.seeAll({ ...seen, files: without(seen.files), beside: without(seen.beside), ...more }, quietMs);
      },
    };
  };
  return { createTable, hide: (hidden: boolean) => void (isHidden = hidden) };
}
