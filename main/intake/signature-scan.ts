const signature = Buffer.from('/Sig');
const byteRange = Buffer.from('/ByteRange');
const transform = Buffer.from('/TransformMethod');
/** The longest word, blanks behind it and the name of the method. */
const longest = 64;

const isUsageRights = (after: string): boolean => /^\s*\/UR3?\b/.test(after);

/**
 * Looks for a signature while the file passes by. The dictionary of a signature stands in plain bytes, but anywhere, and names the
 * bytes it covers. A dictionary that grants usage rights does the same and says so: nobody has signed with it.
 */
export function createSignatureScan() {
  let named = false;
  let ranges = 0;
  let carry = Buffer.alloc(0);

  return {
    look(chunk: Uint8Array): void {
      // A word may lie across two chunks: the last bytes are looked at together with the next chunk.
      const bytes = Buffer.concat([carry, chunk]);
      const until = Math.max(0, bytes.length - longest);
      named ||= bytes.includes(signature);
      ranges += rangesOfSignatures(bytes, until);
      // Copied by `concat`, for the memory of a chunk is filled again.
      carry = bytes.subarray(until);
    },
    signed: (): boolean => named && ranges + rangesOfSignatures(carry, carry.length) > 0,
  };
}

/** Counts the ranges that begin before `until`, less those of usage rights. */
function rangesOfSignatures(bytes: Buffer, until: number): number {
  let count = 0;
  for (let at = bytes.indexOf(byteRange); at >= 0 && at < until; at = bytes.indexOf(byteRange, at + 1)) count += 1;
  for (let at = bytes.indexOf(transform); at >= 0 && at < until; at = bytes.indexOf(transform, at + 1)) {
    const behind = at + transform.length;
    if (isUsageRights(bytes.toString('latin1', behind, behind + longest - transform.length))) count -= 1;
  }
  return count;
}
