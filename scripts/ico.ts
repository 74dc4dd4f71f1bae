/** A square picture, four bytes per pixel, from the upper left. */
export interface Pixels {
  readonly size: number;
  readonly rgba: Uint8Array;
}

const HEADER = 6;
const ENTRY = 16;
const BITMAP_HEADER = 40;

/** A bitmap from the bottom up as icons have it: blue, green, red, transparency, then a mask that says nothing. */
function bitmapOf({ size, rgba }: Pixels): Buffer {
  // A line of the mask has one bit per pixel, in steps of four bytes.
  const maskBytes = Math.ceil(size / 32) * 4 * size;
  const bitmap = Buffer.alloc(BITMAP_HEADER + size * size * 4 + maskBytes);
  bitmap.writeUInt32LE(BITMAP_HEADER, 0);
  bitmap.writeInt32LE(size, 4);
  // Twice the height: picture and mask.
  bitmap.writeInt32LE(size * 2, 8);
  bitmap.writeUInt16LE(1, 12);
  bitmap.writeUInt16LE(32, 14);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const from = (y * size + x) * 4;
      const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(from, from + 4);
      bitmap.set([blue, green, red, alpha], BITMAP_HEADER + ((size - 1 - y) * size + x) * 4);
    }
  return bitmap;
}

/** An icon of Windows with a picture for each size. Bitmaps, because Windows reads small pictures in PNG form unreliably. */
export function icoOf(pictures: readonly Pixels[]): Buffer {
  const bitmaps = pictures.map(bitmapOf);
  const head = Buffer.alloc(HEADER + ENTRY * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  for (const [index, { size }] of pictures.entries()) {
    const entry = HEADER + index * ENTRY;
    const bytes = bitmaps[index]?.length ?? 0;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(bytes, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += bytes;
  }
  return Buffer.concat([head, ...bitmaps]);
}
