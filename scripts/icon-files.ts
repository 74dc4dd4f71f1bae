/** A square picture with its pixels from the upper left, four bytes each: red, green, blue, alpha. */
export interface Picture {
  readonly size: number;
  readonly png: Buffer;
  readonly pixels: Uint8Array;
}

/** The bitmap inside an .ico file: rows from below, blue first, then an empty mask. */
function bitmap({ size, pixels }: Picture): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(size, 4);
  // Counts the rows of the mask as well.
  header.writeInt32LE(size * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  const colours = Buffer.alloc(size * size * 4);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const from = ((size - 1 - y) * size + x) * 4;
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(from, from + 4);
      colours.set([blue, green, red, alpha], (y * size + x) * 4);
    }
  const maskRow = Math.ceil(size / 32) * 4;
  return Buffer.concat([header, colours, Buffer.alloc(maskRow * size)]);
}

/** Bitmaps up to 128 pixels, because older installers read no PNG there; a bitmap of 256 would take 270 kB. */
export function toIco(pictures: readonly Picture[]): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  const bodies = pictures.map((picture) => (picture.size > 128 ? picture.png : bitmap(picture)));
  let offset = 6 + 16 * pictures.length;
  const entries = pictures.map(({ size }, index) => {
    const length = bodies[index]?.length ?? 0;
    const entry = Buffer.alloc(16);
    // 0 stands for 256.
    entry.writeUInt8(size % 256, 0);
    entry.writeUInt8(size % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...bodies]);
}

/** The names of macOS for each size; those from `ic11` on are for screens with double resolution. */
const icnsTypes = [
  ['icp4', 16],
  ['icp5', 32],
  ['icp6', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
] as const;

export function toIcns(pngOf: (size: number) => Buffer): Buffer {
  const parts = icnsTypes.map(([type, size]) => {
    const png = pngOf(size);
    const head = Buffer.alloc(8);
    head.write(type, 0, 'latin1');
    head.writeUInt32BE(png.length + 8, 4);
    return Buffer.concat([head, png]);
  });
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write('icns', 0, 'latin1');
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}
