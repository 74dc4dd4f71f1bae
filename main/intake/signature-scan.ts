const signature = Buffer.from('/Sig');
const byteRange = Buffer.from('/ByteRange');
const transform = Buffer.from('/TransformMethod');
/** Bytes of the longest word, the blanks after it and the name of the method. */
const longest = 64;

const isUsageRights = (after: string): boolean => /^\s*\/UR3?\b/.test(after);

/**
 * Looks for a signature while the file is copied. The dictionary of a signature may stand anywhere, in plain bytes, and
 * names the byte ranges it covers. Dictionaries of usage rights do so as well, but they are no signature of a person.
 */
export function createSignatureScan() {
  let named = false;
  let ranges = 0;
  let carry = Buffer.alloc(0);

  return {
    look(chunk: Uint8Array): void {
      // A word may lie across two chunks: search the last bytes again together with the next chunk.
      const bytes = Buffer.concat([carry, chunk]);
      const until = Math.max(0, bytes.length - longest);
      named ||= bytes.includes(signature);
      ranges += countRanges(bytes, until);
      // `concat` made a copy: the caller reuses the memory of a chunk.
      carry = bytes.subarray(until);
    },
    signed: (): boolean => named && ranges + countRanges(carry, carry.length) > 0,
  };
}

/** Counts the byte ranges that begin before `until`, without those of usage rights. */
function countRanges(bytes: Buffer, until: number): number {
  let count = 0;
  for (let at = bytes.indexOf(byteRange); at >= 0 && at < until; at = bytes.indexOf(byteRange, at + 1)) count += 1;
  for (let at = bytes.indexOf(transform); at >= 0 && at < until; at = bytes.indexOf(transform, at + 1)) {
    const behind = at + transform.length;
    if (isUsageRights(bytes.toString('latin1', behind, behind + longest - transform.length))) count -= 1;
  }
  return count;
}
