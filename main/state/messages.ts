/** Leaves room for the rest of a message over the bridge, which has at most 64 kB. */
const MESSAGE_BYTES = 52_000;

/** Groups items into messages of a bounded size, in their order. Reads an item when its message is wanted. */
export function* inMessages<K, T>(keys: Iterable<K>, read: (key: K) => T): Generator<readonly T[]> {
  let part: T[] = [];
  let bytes = 0;
  for (const key of keys) {
    const item = read(key);
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (part.length > 0 && bytes + size > MESSAGE_BYTES) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(item);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

export function firstMessage<K, T>(keys: Iterable<K>, read: (key: K) => T): T[] {
  const [first = []] = inMessages(keys, read);
  return [...first];
}
