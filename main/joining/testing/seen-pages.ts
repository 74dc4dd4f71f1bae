import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { z } from 'zod';

const annotation = z.object({
  subtype: z.string().optional(),
  rect: z.array(z.number()).optional(),
  fieldName: z.string().optional(),
  fieldValue: z.unknown().optional(),
  url: z.string().optional(),
  dest: z.unknown().optional(),
});
const pageReference = z.object({ num: z.number(), gen: z.number() });

type Opened = Awaited<ReturnType<typeof getDocument>['promise']>;

/** Returns the index of the page that a link leads to, and the rest of its place. */
async function placeOf(pdf: Opened, dest: unknown): Promise<unknown> {
  const place: unknown = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
  if (!Array.isArray(place)) return null;
  const [page, ...rest]: unknown[] = place;
  return [await pdf.getPageIndex(pageReference.parse(page)), ...rest];
}

/** Returns what pdf.js sees of each page: its box, its turn, all it draws, its text, and what can be clicked. */
export async function seenPages(bytes: Buffer) {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await loading.promise;
  try {
    const pages = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      // oxlint-disable-next-line no-await-in-loop
      pages.push(await seenPage(pdf, number));
    }
    return pages;
  } finally {
    await loading.destroy();
  }
}

async function seenPage(pdf: Opened, number: number) {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const { fnArray } = await page.getOperatorList();
  const layers = await pdf.getOptionalContentConfig();
  const found: unknown[] = await page.getAnnotations();
  const clickable = [];
  for (const one of found) {
    const { dest, ...seen } = annotation.parse(one);
    // oxlint-disable-next-line no-await-in-loop
    clickable.push({ ...seen, leads: await placeOf(pdf, dest) });
  }
  return {
    view: page.view,
    rotate: page.rotate,
    unit: page.userUnit,
    text: items.flatMap((item) => ('str' in item ? [[item.str, item.transform, item.width]] : [])),
    drawn: fnArray,
    layers: [...layers].map(([, group]: readonly [string, { readonly visible: boolean }]) => group.visible),
    clickable,
  };
}

/** Returns all text of each page. */
export async function textsOf(bytes: Buffer): Promise<readonly string[]> {
  const pages = await seenPages(bytes);
  return pages.map(({ text }) => text.flatMap(([words]) => (words === '' ? [] : words)).join(' '));
}
