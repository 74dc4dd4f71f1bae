/** Each byte of a mail is looked at a few times: to find the parts, to decode them, and again in a mail inside. */
const timesEach = 8;
const spareWork = 1024 * 1024;

/** The mail makes more work than a true one of its size ever does. */
export class TooMuchWork extends Error {}

/** Counts the bytes that reading a mail looks at or copies, so that no shape of it makes work without end. */
export function createWork(size: number) {
  const most = timesEach * size + spareWork;
  let used = 0;
  return {
    /** Throws when the mail has used up its work. */
    spend(bytes: number): void {
      used += bytes;
      if (used > most) throw new TooMuchWork();
    },
    used: (): number => used,
  };
}

export type Work = ReturnType<typeof createWork>;
