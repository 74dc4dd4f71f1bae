/** Leaves room for the rest of a message over the bridge, which has at most 64 kB. */
const MESSAGE_BYTES = 52_000;

/** The first of these that fit into one message. */
export function fitMessage<T>(items: Iterable<T>): T[] {
  const fitting: T[] = [];
  let bytes = 0;
  for (const item of items) {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    if (bytes > MESSAGE_BYTES) break;
    fitting.push(item);
  }
  return fitting;
}
