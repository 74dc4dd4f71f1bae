import { nodeDisk, type SpoolDisk } from '../spool-disk.ts';

/** Counts the files that are begun on a spool's disk. */
export function countingDisk() {
  let begun = 0;
  const disk: SpoolDisk = {
    ...nodeDisk,
    create(path) {
      begun += 1;
      return nodeDisk.create(path);
    },
  };
  return { disk, begun: () => begun };
}
