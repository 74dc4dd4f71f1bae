// `npm run icons`: draws the icons of the app for every system from assets/icon.svg. The files are committed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../test/standin/chromium.ts';
import { type Picture, toIcns, toIco } from './icon-files.ts';

const assets = join(dirname(dirname(fileURLToPath(import.meta.url))), 'assets');
const sizes = [16, 22, 24, 32, 48, 64, 128, 256, 512, 1024] as const;
const windowsSizes = new Set<number>([16, 24, 32, 48, 64, 128, 256]);
/** Larger pictures are stored as PNG alone (scripts/icon-files.ts). */
const largestBitmap = 128;
const linuxSizes = new Set<number>([16, 22, 24, 32, 48, 64, 128, 256, 512]);

/** An element of the page, because the drawing adapts to the size at which it is shown. */
async function draw(page: Page, svg: string, size: number): Promise<Picture> {
  const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  await page.setContent(`<style>body{margin:0}img{display:block}</style><img src="${address}" width="${size}">`);
  const png = await page.locator('img').screenshot({ omitBackground: true });
  if (size > largestBitmap) return { size, png, pixels: new Uint8Array() };
  const pixels = await page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext('2d');
      context?.drawImage(picture, 0, 0);
      return [...(context?.getImageData(0, 0, picture.width, picture.height).data ?? [])];
    },
    [...png],
  );
  return { size, png, pixels: Uint8Array.from(pixels) };
}

const svg = readFileSync(join(assets, 'icon.svg'), 'utf8');
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
const pictures: Picture[] = [];
try {
  const page = await browser.newPage({ viewport: { width: 1024, height: 1024 }, deviceScaleFactor: 1 });
  // oxlint-disable-next-line no-await-in-loop -- one page draws them all
  for (const size of sizes) pictures.push(await draw(page, svg, size));
} finally {
  await browser.close();
}

function pngOf(wanted: number): Buffer {
  const found = pictures.find(({ size }) => size === wanted);
  if (!found) throw new Error(`No picture of ${wanted} pixels was drawn`);
  return found.png;
}

mkdirSync(join(assets, 'icons'), { recursive: true });
for (const { size, png } of pictures)
  if (linuxSizes.has(size)) writeFileSync(join(assets, 'icons', `${size}x${size}.png`), png);
writeFileSync(join(assets, 'icon.png'), pngOf(512));
writeFileSync(join(assets, 'icon.ico'), toIco(pictures.filter(({ size }) => windowsSizes.has(size))));
writeFileSync(join(assets, 'icon.icns'), toIcns(pngOf));
