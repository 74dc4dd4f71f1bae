// `node scripts/icons.ts`: draws the pictures of the notification area from assets/status.svg, with the Chromium that the
// standin uses. The pictures are committed, because not every computer that builds has a browser.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { icoOf, type Pixels } from './ico.ts';

const assets = join(dirname(fileURLToPath(import.meta.url)), '..', 'assets');
const folder = join(assets, 'status');

/** Windows chooses by the size of its small icons: 100, 125, 150 and 200 %. */
const windowsSizes = [16, 20, 24, 32];

/** The colours of each state on Windows and Linux. The shape says the same to whoever cannot tell them apart. */
const colours = {
  idle: { tile: '#1f5fbf', mark: '#ffffff' },
  working: { tile: '#1f5fbf', mark: '#ffffff' },
  'needs-you': { tile: '#ffb224', mark: '#241a00' },
  stopped: { tile: '#6b7280', mark: '#ffffff' },
} as const;
type State = keyof typeof colours;

const svg = readFileSync(join(assets, 'status.svg'), 'utf8');

/** One state as a picture of its own. A template has one colour, and its mark is a hole: macOS fills in the colour. */
function pictureOf(state: State, isTemplate: boolean): string {
  const [, group = ''] = new RegExp(`<g id="${state}">([^]*?)</g>`).exec(svg) ?? [];
  const [tile = '', mark = ''] = [...group.matchAll(/ d="([^"]+)"/g)].map(([, d]) => d ?? '');
  const line = 'fill="none" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"';
  const body = isTemplate
    ? `<mask id="m"><path d="${tile}" fill="#fff"/><path d="${mark}" ${line} stroke="#000"/></mask><path d="M0 0h16v16H0z" mask="url(#m)"/>`
    : `<path d="${tile}" fill="${colours[state].tile}"/><path d="${mark}" ${line} stroke="${colours[state].mark}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${body}</svg>`;
}

async function draw(page: Page, picture: string, size: number): Promise<{ png: Buffer; pixels: Pixels }> {
  const drawn = await page.evaluate(
    async ({ source, side }) => {
      const image = new Image(side, side);
      image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0, side, side);
      const { data = [] } = context?.getImageData(0, 0, side, side) ?? {};
      return { url: canvas.toDataURL('image/png'), rgba: [...data] };
    },
    { source: picture.replace('<svg ', `<svg width="${size}" height="${size}" `), side: size },
  );
  const png = Buffer.from(drawn.url.split(',')[1] ?? '', 'base64');
  return { png, pixels: { size, rgba: Uint8Array.from(drawn.rgba) } };
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env['STANDIN_CHROMIUM'] ?? 'chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
const states: readonly State[] = ['idle', 'working', 'needs-you', 'stopped'];
for (const state of states) {
  const [plain, template] = [pictureOf(state, false), pictureOf(state, true)];
  const keep = (name: string, content: Buffer) => writeFileSync(join(folder, `${state}${name}`), content);
  /* oxlint-disable no-await-in-loop -- one page draws one picture at a time */
  keep('.png', (await draw(page, plain, 32)).png);
  keep('@2x.png', (await draw(page, plain, 64)).png);
  keep('Template.png', (await draw(page, template, 16)).png);
  keep('Template@2x.png', (await draw(page, template, 32)).png);
  const pixels: Pixels[] = [];
  for (const size of windowsSizes) pixels.push((await draw(page, plain, size)).pixels);
  keep('.ico', icoOf(pixels));
  /* oxlint-enable no-await-in-loop */
}
await browser.close();
