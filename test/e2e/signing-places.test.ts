import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { addSignees, button, middle, panel, row, sheet, undoFor } from './on-page.ts';
import { connect } from './onboarding.ts';
import { contract } from './preview/samples.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();
const anna = 'anna@muster.ch';
const beat = 'beat@frei.ch';

/** The app whose connection file lets people choose places, with a document for Anna and Beat in the sheet. */
async function begun(): Promise<App> {
  await using started = new AsyncDisposableStack();
  stage.service.options.signees = 'public';
  const connection = { ...stage.service.connection, operations: ['place-signature'] };
  const app = started.use(await stage.launch({ connection }));
  await connect(app, stage.service);
  await undoFor(app, 60);
  await app.drop(middle, [stage.put('Lease.pdf', await contract(2))]);
  await addSignees(app, `${anna}, ${beat}`);
  started.move();
  return app;
}

const box = (app: App, who: string) =>
  sheet(app).getByRole('button', {
    name: new RegExp(`^${t('preview.places.box', { who, left: '', top: '' }).split(':')[0]}`),
  });
const choose = (app: App, who: string, page: number) => button(app, t('preview.places.add', { who, page })).click();
const send = (app: App, count: number) => button(app, t('submission.sendTo', { count })).click();
const placesAtService = () => {
  const [document] = stage.service.documents.all();
  return document?.signees.map(({ autographPosition }) => autographPosition) ?? [];
};

test('places are chosen by keyboard and mouse on the pages, and the service gets them', async () => {
  await using app = await begun();
  await choose(app, anna, 1);
  // It has the focus, so the arrow keys move it, and with Shift they size it.
  await expect.poll(() => box(app, anna).evaluate((it) => it === document.activeElement)).toBe(true);
  const first = await box(app, anna).getAttribute('aria-label');
  await app.page.keyboard.press('ArrowUp');
  await expect.poll(() => box(app, anna).getAttribute('aria-label')).not.toBe(first);
  await app.page.keyboard.press('Shift+ArrowRight');

  await button(app, t('preview.next')).click();
  await choose(app, beat, 2);
  await box(app, beat).waitFor();
  // It stands on its page, which has its size when it is drawn.
  await sheet(app)
    .locator(`[role="region"][aria-label="${t('preview.pageOf', { page: '2', pages: '2' })}"][aria-busy="false"]`)
    .waitFor();
  const before = await box(app, beat).boundingBox();
  const { x = 0, y = 0, width = 0, height = 0 } = before ?? {};
  await app.page.mouse.move(x + width / 2, y + height / 2);
  await app.page.mouse.down();
  await app.page.mouse.move(x + width / 2 + 40, y + height / 2 - 60, { steps: 4 });
  await app.page.mouse.up();
  await expect.poll(async () => (await box(app, beat).boundingBox())?.y).toBeCloseTo(y - 60, -1);

  // Its corner makes it higher, and no wider.
  const moved = await box(app, beat).boundingBox();
  const corner = { x: (moved?.x ?? 0) + (moved?.width ?? 0), y: (moved?.y ?? 0) + (moved?.height ?? 0) };
  await app.page.mouse.move(corner.x, corner.y);
  await app.page.mouse.down();
  await app.page.mouse.move(corner.x, corner.y + 30, { steps: 4 });
  await app.page.mouse.up();
  await expect
    .poll(async () => (await box(app, beat).boundingBox())?.height)
    .toBeCloseTo((moved?.height ?? 0) + 30, -1);

  // A chip leads back to the page of its box.
  await button(app, t('preview.places.go', { who: anna, page: 1 })).click();
  await box(app, anna).waitFor();
  const pictures = process.env['COUNTERSIGN_PICTURES'];
  if (pictures !== undefined) await app.page.screenshot({ path: join(pictures, 'signing-places.png') });
  await send(app, 2);
  await row(app, 'Lease.pdf')
    .getByRole('button', { name: t('submission.command.send-now') })
    .click();
  await expect.poll(() => stage.service.documents.all()[0]?.documentStatus).toBe('in-progress');
  const [forAnna, forBeat] = placesAtService();
  expect([forAnna?.pageNumber, forBeat?.pageNumber]).toEqual([1, 2]);
  expect(forAnna?.width).toBeGreaterThan(170);
  expect(forBeat?.width).toBeCloseTo(170, -1);
  expect([stage.service.records.breaches, app.problems()]).toEqual([[], []]);
});

test('a service that drops the places is told, starts nothing, and is not asked again', async () => {
  stage.service.options.signaturePlaces = false;
  await using app = await begun();
  await choose(app, anna, 1);
  await box(app, anna).waitFor();
  await send(app, 2);
  await row(app, 'Lease.pdf')
    .getByRole('button', { name: t('submission.command.send-now') })
    .click();
  await row(app, 'Lease.pdf').getByText(t('problem.differs-place.what')).waitFor();
  await row(app, 'Lease.pdf').click();
  await panel(app).getByText(t('problem.differs-place.do')).waitFor();
  expect(stage.service.documents.all()[0]?.documentStatus).toBe('draft');

  // The corrected copy goes without places: the sheet offers none any more.
  await panel(app)
    .getByRole('button', { name: t('submission.command.correct') })
    .click();
  const again = app.page.getByRole('dialog');
  await again.getByRole('region', { name: t('preview.pageOf', { page: 1, pages: 2 }) }).waitFor();
  expect(await again.getByRole('group', { name: t('preview.places.title') }).count()).toBe(0);
  expect([stage.service.records.breaches, app.problems()]).toEqual([[], []]);
});
