import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Data } from 'resedit';
import { expect, test } from 'vitest';
import { root } from './packed-app.ts';

const assets = join(root, 'assets');
const read = (name: string) => readFileSync(join(assets, name));
const pngSize = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('Linux has each size as a picture of its own', () => {
  const names = readdirSync(join(assets, 'icons')).filter((name) => name.endsWith('.png'));
  const sizes = names.map((name) => Number.parseInt(name, 10)).toSorted((a, b) => a - b);
  expect(sizes).toEqual([16, 22, 24, 32, 48, 64, 128, 256, 512]);
  for (const size of sizes) expect(pngSize(read(`icons/${size}x${size}.png`))).toEqual([size, size]);
});

test('Windows has each size, drawn for it', () => {
  const { icons } = Data.IconFile.from(read('icon.ico'));
  expect(icons.map(({ width = 0 }) => width || 256)).toEqual([16, 24, 32, 48, 64, 128, 256]);
});

test('16 pixels still show the light page and the yellow tick on the dark plate', () => {
  const [smallest] = Data.IconFile.from(read('icon.ico')).icons;
  if (!smallest || smallest.data.isRaw()) throw new Error('The smallest icon is no bitmap');
  const bytes = Buffer.from(smallest.data.generate()).subarray(40, 40 + 16 * 16 * 4);
  const pixels = Array.from({ length: 256 }, (_none, index) => [...bytes.subarray(index * 4, index * 4 + 3)]);
  const count = (is: (blue: number, green: number, red: number) => boolean) =>
    pixels.filter(([blue = 0, green = 0, red = 0]) => is(blue, green, red)).length;
  expect(count((blue, green, red) => Math.min(blue, green, red) > 200)).toBeGreaterThan(15);
  expect(count((blue, green, red) => red > 200 && green > 160 && blue < 170)).toBeGreaterThan(8);
  expect(count((blue, _green, red) => red < 60 && blue > 90)).toBeGreaterThan(100);
});

test('macOS has every size it may ask for', () => {
  const icns = read('icon.icns');
  const types: string[] = [];
  for (let offset = 8; offset < icns.length; offset += icns.readUInt32BE(offset + 4))
    types.push(icns.subarray(offset, offset + 4).toString('latin1'));
  expect(types).toEqual(['icp4', 'icp5', 'icp6', 'ic07', 'ic08', 'ic09', 'ic10', 'ic11', 'ic12', 'ic13', 'ic14']);
  expect(icns.readUInt32BE(4)).toBe(icns.length);
});
