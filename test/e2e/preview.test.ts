import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PreviewHarness, startPreviewHarness } from './preview/harness.ts';
import type { Shown } from './preview/main.tsx';
import {
  chinese,
  contract,
  dynamicForm,
  encrypted,
  forCertificates,
  large,
  lively,
  scanned,
  turnedAndCut,
  withOddPage,
  withoutPages,
} from './preview/samples.ts';
import { t } from './texts.ts';

let harness: PreviewHarness;
beforeAll(async () => {
  harness = await startPreviewHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

const field = (position: Partial<Shown['fields'][number]>) => ({
  page: 1,
  x: 60,
  y: 132,
  width: 200,
  height: 50,
  email: 'anna@example.test',
  name: null,
  ...position,
});

async function show(page: Page, name: string, content: Uint8Array, fields: Shown['fields'] = []): Promise<void> {
  harness.files.set(name, content);
  const size = content.length;
  await page.evaluate((file) => window.preview.show(file), { name, kind: 'pdf' as const, size, fields });
}

const area = (page: Page) => page.getByRole('region', { name: /^Page \d+ of \d+$/ });
const drawn = (page: Page, number: number, pages: number) =>
  page.locator(`[role="region"][aria-label="Page ${number} of ${pages}"][aria-busy="false"]`).waitFor();
/** What is loaded for PDFs alone. */
const library = /pdf-(?:preview|library)|pdf\.worker|^\/pdf\//;
const reads = (page: Page) => page.evaluate(() => window.preview.reads);

/** The colour in the middle of the picture of the page. */
const inTheMiddle = (page: Page, down = 0.5) =>
  area(page)
    .locator('canvas')
    .evaluate((canvas, share) => {
      if (!(canvas instanceof HTMLCanvasElement)) throw new Error('not a canvas');
      const pixel = canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height * share, 1, 1).data;
      return [...(pixel ?? [])];
    }, down);

describe('a PDF', () => {
  test('of 39 MB shows its first page from a few small pieces, and gives everything back', async () => {
    await using opened = await harness.open();
    const { page, problems, requests } = opened;
    // What is shown first brings nothing of the library.
    expect(requests.filter((path) => library.test(path))).toEqual([]);
    await page.evaluate(() => window.preview.prepare());
    expect(requests).toContainEqual(expect.stringMatching(/^\/assets\/pdf-preview-.+\.js$/));
    const content = await large();
    await show(page, 'large.pdf', content);
    await drawn(page, 1, 200);
    expect((await inTheMiddle(page))[3]).toBe(255);
    const early = await reads(page);
    expect(Math.max(...early.map(([from, to]) => to - from))).toBeLessThanOrEqual(256 * 1024);
    expect(early.reduce((sum, [from, to]) => sum + to - from, 0)).toBeLessThan(4_000_000);

    await page
      .getByRole('option', { name: t('preview.page', { page: '3' }), exact: true })
      .locator('canvas')
      .waitFor();
    expect(await page.getByRole('option').count()).toBeLessThan(20);
    expect(page.workers()).toHaveLength(1);
    await page.getByRole('listbox', { name: t('preview.pages') }).press('End');
    await page.evaluate(() => window.preview.show(null));
    await expect.poll(() => page.workers().length).toBe(0);
    const after = await page.evaluate(() => ({
      elements: document.querySelectorAll('canvas').length,
      fonts: document.fonts.size,
      sheets: document.adoptedStyleSheets.length,
    }));
    expect(after).toEqual({ elements: 0, fonts: 0, sheets: 0 });
    const total = (await reads(page)).length;
    await page.evaluate(() => fetch('./index.html'));
    expect(await reads(page)).toHaveLength(total);
    expect(problems).toEqual([]);
  });

  test('draws its first page before the strip of its pages is made', async () => {
    await using opened = await harness.open();
    const { page } = opened;
    const states = await page.evaluateHandle(() => {
      const seen: string[] = [];
      new MutationObserver(() => {
        const isDrawn = document.querySelector('[role="region"][aria-busy="false"]') !== null;
        const hasStrip = document.querySelector('[role="listbox"]') !== null;
        const now = `${isDrawn ? 'drawn' : 'empty'}${hasStrip ? ', strip' : ''}`;
        if (seen.at(-1) !== now) seen.push(now);
      }).observe(document, { subtree: true, childList: true, attributes: true });
      return seen;
    });
    await show(page, 'contract.pdf', await contract(3));
    await page.getByRole('listbox').waitFor();
    expect(await states.jsonValue()).toEqual(['empty', 'drawn', 'drawn, strip']);
    expect(opened.problems).toEqual([]);
  });

  test('is taken away while it opens, again and again', async () => {
    await using opened = await harness.open();
    const { page, problems } = opened;
    for (let round = 0; round < 5; round += 1) {
      await show(page, 'contract.pdf', await contract(3));
      await page.evaluate(() => window.preview.show(null));
    }
    await show(page, 'contract.pdf', await contract(3));
    await drawn(page, 1, 3);
    await expect.poll(() => page.workers().length).toBe(1);
    expect(problems).toEqual([]);
  });

  test('can be read and walked by keyboard alone', async () => {
    await using opened = await harness.open();
    const { page, problems } = opened;
    await show(page, 'contract.pdf', await contract(3), [field({ page: 2 }), field({ page: 2, x: 335 })]);
    await drawn(page, 1, 3);
    await area(page).getByText('Contract, page 1').waitFor();

    // The strip comes after the page.
    const list = page.getByRole('listbox', { name: t('preview.pages') });
    await list.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => list.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await drawn(page, 2, 3);
    await area(page).getByText('Contract, page 2').waitFor();
    const chosen = page.getByRole('option', {
      name: `${t('preview.page', { page: '2' })}, ${t('preview.fieldCount', { count: 2 })}`,
      selected: true,
    });
    await expect.poll(() => list.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    await page.keyboard.press('End');
    await drawn(page, 3, 3);
    await page.keyboard.press('Home');
    await drawn(page, 1, 3);

    const size = () => area(page).locator('canvas').boundingBox();
    const fitting = (await size())?.width ?? 0;
    await page.keyboard.press('Tab');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('+');
    await page.getByText('125%').waitFor();
    await expect.poll(async () => (await size())?.width).toBeCloseTo((595 * 125 * 96) / 7200, 0);
    await page.keyboard.press('-');
    await page.getByText('100%').waitFor();
    await page.keyboard.press('0');
    await expect.poll(async () => (await size())?.width).toBe(fitting);

    // Seen to its end, a page gives way to the next.
    await page.keyboard.press('PageDown');
    await drawn(page, 2, 3);
    await page.keyboard.press('PageUp');
    await drawn(page, 1, 3);

    // The last press takes the button's use away; the keyboard goes on in the page.
    await page.getByRole('button', { name: t('preview.next') }).focus();
    await page.keyboard.press('Enter');
    await drawn(page, 2, 3);
    await page.keyboard.press('Enter');
    await drawn(page, 3, 3);
    await expect.poll(() => area(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
  });

  test('has its fields drawn where they are, with their addresses; what fits no page is named', async () => {
    await using opened = await harness.open();
    const { page, problems } = opened;
    const fields = [
      field({}),
      field({ x: 335, email: null, name: 'Beat Frei' }),
      field({ page: 2, email: 'carla@example.test' }),
      field({ page: 7, email: 'zoe@example.test' }),
      field({ x: 9000, email: null }),
    ];
    await show(page, 'contract.pdf', await contract(2), fields);
    await drawn(page, 1, 2);
    const boxes = page.getByRole('list', { name: t('preview.fields') }).getByRole('listitem');
    await expect.poll(() => boxes.allTextContents()).toEqual(['anna@example.test', 'Beat Frei']);
    const paper = await area(page).locator('canvas').boundingBox();
    const box = await boxes.first().boundingBox();
    if (!paper || !box) throw new Error('nothing to measure');
    const points = paper.width / 595;
    expect(box.x - paper.x).toBeCloseTo(60 * points, 0);
    expect(paper.y + paper.height - (box.y + box.height)).toBeCloseTo(132 * points, 0);
    expect([box.width, box.height].map(Math.round)).toEqual([200, 50].map((length) => Math.round(length * points)));
    await page
      .getByText(t('preview.unplaced', { count: 2, who: `zoe@example.test and ${t('preview.nobody')}` }))
      .waitFor();
    await page.getByRole('button', { name: t('preview.next') }).click();
    await drawn(page, 2, 2);
    await expect.poll(() => boxes.allTextContents()).toEqual(['carla@example.test']);

    // Turned by 90° and cut: what was below left is above left.
    await show(page, 'turned.pdf', await turnedAndCut(), [field({})]);
    await drawn(page, 1, 1);
    const cut = await area(page).locator('canvas').boundingBox();
    const turned = await boxes.first().boundingBox();
    if (!cut || !turned) throw new Error('nothing to measure');
    const unit = cut.width / 792;
    expect(turned.x - cut.x).toBeCloseTo((132 - 30) * unit, 0);
    expect(turned.y - cut.y).toBeCloseTo((60 - 20) * unit, 0);
    expect(problems).toEqual([]);
  });

  test('runs nothing, leads nowhere and takes nothing in', async () => {
    await using opened = await harness.open();
    const { page, problems, requests } = opened;
    await show(page, 'lively.pdf', await lively());
    await drawn(page, 1, 2);
    await area(page).getByText('Contract, page 1').click();
    await page.getByRole('option', { name: t('preview.page', { page: '2' }) }).click();
    await drawn(page, 2, 2);
    expect(await page.locator('#root :is(a, input, textarea, iframe, object, embed, audio, video)').count()).toBe(0);
    expect(requests.filter((path) => /quickjs|sandbox|leak/.test(path))).toEqual([]);
    expect(problems).toEqual([]);
  });

  test.each([
    ['JBIG2', [0, 0, 0, 255], 'jbig2'],
    ['JPX', [200, 30, 30, 255], 'openjpeg'],
  ] as const)('of a scanner (%s) is decoded by WebAssembly from the bundle', async (how, colour, decoder) => {
    await using opened = await harness.open();
    const { page, problems, requests } = opened;
    await show(page, 'scan.pdf', await scanned(how));
    await drawn(page, 1, 1);
    expect(await inTheMiddle(page, 0.58)).toEqual(colour);
    // The same decoder as a script would need three times as long.
    expect(requests.filter((path) => path.startsWith('/pdf/decoders/'))).toEqual([`/pdf/decoders/${decoder}.wasm`]);
    expect(problems).toEqual([]);
  });

  test('leaves WebAssembly to its worker: the page may not compile', async () => {
    await using opened = await harness.open();
    const empty = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
    const compiled = opened.page.evaluate(
      (bytes) => WebAssembly.compile(Uint8Array.from(bytes)).then(() => 'compiled'),
      empty,
    );
    await expect(compiled).rejects.toThrow(/Content Security Policy/);
  });

  test('in another script finds its table in the bundle', async () => {
    await using opened = await harness.open();
    const { page, problems, requests } = opened;
    await show(page, 'chinese.pdf', await chinese());
    await drawn(page, 1, 1);
    await area(page).getByText('合同').waitFor();
    expect(requests).toContain('/pdf/cmaps/UniGB-UCS2-H.bcmap');
    expect(problems).toEqual([]);
  });
});

describe('instead of a blank there is a sentence for', () => {
  test('a password', async () => {
    await using opened = await harness.open();
    await show(opened.page, 'locked.pdf', await encrypted());
    await opened.page.getByRole('alert').getByText(t('preview.encrypted.what')).waitFor();
    expect(opened.problems).toEqual([]);
  });

  test('a certificate', async () => {
    await using opened = await harness.open();
    await show(opened.page, 'locked.pdf', forCertificates());
    await opened.page.getByRole('alert').getByText(t('preview.certificate.what')).waitFor();
    expect(opened.problems).toEqual([]);
  });

  test('a page that cannot be read: it is not busy any more, and the first can still be read', async () => {
    await using opened = await harness.open();
    const { page, problems } = opened;
    await show(page, 'odd.pdf', withOddPage());
    await drawn(page, 1, 2);
    await page.getByRole('button', { name: t('preview.next') }).click();
    await page.getByRole('alert').getByText(t('preview.pageFailed.what')).waitFor();
    await drawn(page, 2, 2);
    await page.getByRole('button', { name: t('preview.previous') }).click();
    await drawn(page, 1, 2);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test.each([
    ['rubbish', new TextEncoder().encode(`%PDF-1.7\n${'rubbish '.repeat(5000)}`)],
    ['another kind of file', Uint8Array.from([0x50, 0x4b, 3, 4, ...Array.from({ length: 900 }, () => 7)])],
    ['nothing at all', new Uint8Array()],
    ['a file without pages', withoutPages()],
  ])('%s', async (_what, content) => {
    await using opened = await harness.open();
    await show(opened.page, 'damaged.pdf', content);
    await opened.page.getByRole('alert').getByText(t('preview.damaged.what')).waitFor();
    expect(opened.problems).toEqual([]);
  });

  test('a half file: what is left of it, or that it is damaged', async () => {
    await using opened = await harness.open();
    const whole = await contract(9);
    await show(opened.page, 'half.pdf', whole.subarray(0, whole.length / 2));
    const end = opened.page.locator('[role="alert"], [role="region"][aria-busy="false"]');
    await end.waitFor();
    await expect.poll(() => end.textContent()).toMatch(/damaged|Contract/);
    expect(opened.problems).toEqual([]);
  });

  test('a file that went away or was cut after it was opened', async () => {
    await using opened = await harness.open();
    const { page } = opened;
    const content = await large();
    await show(page, 'going.pdf', content);
    await drawn(page, 1, 200);
    await page.getByRole('listbox', { name: t('preview.pages') }).focus();
    harness.files.set('going.pdf', content.subarray(0, 1000));
    // Not asked of the list: the small pictures may have found out first, and the list be gone.
    await page.keyboard.press('PageDown');
    await page.getByRole('alert').getByText(t('preview.unreadable.what')).waitFor();
    await expect.poll(() => page.workers().length).toBe(0);
    expect(opened.problems).toEqual([]);
  });
});

test('tells a list whether a file opens', async () => {
  await using opened = await harness.open();
  const { page, problems } = opened;
  const told = async (name: string, content: Uint8Array) => {
    await page.evaluate(() => window.preview.verdicts.splice(0));
    await show(page, name, content);
    await expect.poll(() => page.evaluate(() => window.preview.verdicts.length)).toBe(1);
    return page.evaluate(() => window.preview.verdicts[0]);
  };
  const failed = (why: string) => ({ kind: 'failed', why });
  expect(await told('fine.pdf', await contract(1))).toEqual({ kind: 'opens', isDynamicForm: false });
  expect(await told('form.pdf', await lively())).toEqual({ kind: 'opens', isDynamicForm: false });
  expect(await told('xfa.pdf', dynamicForm())).toEqual({ kind: 'opens', isDynamicForm: true });
  expect(await told('locked.pdf', await encrypted())).toEqual(failed('encrypted'));
  expect(await told('certificate.pdf', forCertificates())).toEqual(failed('certificate'));
  expect(await told('empty.pdf', withoutPages())).toEqual(failed('damaged'));
  expect(await told('rubbish.pdf', new TextEncoder().encode('%PDF-1.7\nrubbish'))).toEqual(failed('damaged'));
  expect(problems).toEqual([]);
});

test('an Office file says what it is and what becomes of it', async () => {
  await using opened = await harness.open();
  const { page, problems, requests } = opened;
  const file = { name: 'Offer.xlsx', kind: 'xlsx' as const, size: 1_234_567, fields: [] };
  await page.evaluate((shown) => window.preview.show(shown), file);
  const preview = page.getByRole('region', { name: t('preview.label', { name: 'Offer.xlsx' }) });
  await preview.getByText(`${t('preview.xlsx')} · 1.23 MB`).waitFor();
  await preview.getByText(t('preview.converts')).waitFor();
  expect(await reads(page)).toEqual([]);
  expect(requests.filter((path) => library.test(path))).toEqual([]);
  expect(problems).toEqual([]);
});
