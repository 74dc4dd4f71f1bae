import { limits } from '../../../preload/contract/limits.ts';
import { hand } from '../../e2e/hand.ts';
import { button, middle, pause, row, sheet } from '../../e2e/on-page.ts';
import { pattern, t } from '../../e2e/texts.ts';
import { type ConnectedApp, connectedApp } from './connected-app.ts';
import { countInSight } from './in-sight.ts';

const documents = 60;
const kinds = ['Mietvertrag', 'Arbeitsvertrag', 'Offerte', 'Protokoll', 'Kündigung'];
const matters = [
  'Bahnhofstrasse 31, 8001 Zürich',
  'Müller & Partner AG',
  'Frau Dr. Annemarie Keller-Sutter',
  'Gesellschaft für Wohnbau',
  'Muster AG',
  'Beat Frei',
];
const statuses = ['in-progress', 'signed', 'rejected', 'draft'] as const;
const people = ['beat.frei@example.test', 'anna.muster@example.test', 'carla.rossi@example.test'];

/** Names as offices give them: 29 to 60 characters. */
const longName = (at: number): string =>
  `${kinds[at % kinds.length]} ${matters[at % matters.length]} ${2020 + (at % 7)}-${String(at).padStart(2, '0')}.pdf`;

/** The account has sixty documents in four states, each with one to three people. */
const withLongNames = (): Promise<ConnectedApp> =>
  connectedApp(async (service, { id }) => {
    for (let at = 0; at < documents; at += 1)
      // oxlint-disable-next-line no-await-in-loop -- in the order of the list
      await service.documents.add(id, {
        name: longName(at),
        status: statuses[at % statuses.length] ?? 'draft',
        signees: people.slice(0, 1 + (at % people.length)),
        daysAgo: at % 6,
      });
  });

/** How many of the sixty names are cut in a window of the usual size. */
export async function namesCut(): Promise<number> {
  await using world = await withLongNames();
  const { page } = world.app;
  await page.setViewportSize({ width: 1180, height: 780 });
  const grid = page.getByRole('grid');
  await grid.locator('[data-key]').first().waitFor();
  const isCut = new Map<string, boolean>();
  while (isCut.size < documents) {
    // oxlint-disable no-await-in-loop -- one view after the other
    const seen = await grid.locator('[data-key]').evaluateAll((rows) =>
      rows.map((line) => {
        const parts = [...line.querySelectorAll('bdi[title] > span')];
        return { key: line.getAttribute('data-key') ?? '', cut: parts.some((at) => at.scrollWidth > at.clientWidth) };
      }),
    );
    for (const { key, cut } of seen) isCut.set(key, cut);
    const before = await grid.evaluate((at) => {
      const from = at.scrollTop;
      at.scrollTop += at.clientHeight / 2;
      return { from, to: at.scrollTop };
    });
    if (before.from === before.to) break;
    await page.waitForFunction(
      (at) => {
        const { left, top, bottom } = at?.getBoundingClientRect() ?? new DOMRect();
        // From line to line, so that none of those in sight is still to come.
        for (let y = top + 3; y < bottom; y += 22) {
          const line = document.elementFromPoint(left + 40, y)?.closest('[role="row"]');
          if (!line || line.getAttribute('aria-busy') === 'true') return false;
        }
        return true;
      },
      await grid.elementHandle(),
    );
    // oxlint-enable no-await-in-loop
  }
  if (isCut.size < documents) throw new Error(`Only ${isCut.size} of ${documents} rows were seen`);
  return [...isCut.values()].filter(Boolean).length;
}

/** The rows in sight in a small window, while everything that can be told is told. */
export async function narrowRows(): Promise<number> {
  await using world = await withLongNames();
  const { app, service } = world;
  const { page } = app;
  await app.secondInstance(['--conection=x.json']);
  await app.secondInstance(['--connection', '/nowhere/nothing.json']);
  await pause(app, true);
  await hand(app, 'send', 'Waiting.pdf');
  await row(app, 'Waiting.pdf').waitFor();
  await app.drop(middle, [await world.pdf('Closed.pdf')]);
  await sheet(app).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(pattern('send.closed', 1)).waitFor();
  service.options.forced.push({ operation: 'overview', times: 9, force: { kind: 'answer', status: 503 } });
  service.clock.advance(limits.pollingMs);
  await app.sleep(limits.pollingMs);
  await page.waitForFunction(async () => {
    const answer = await window.countersign.state.get();
    return answer.ok && answer.value.state.check.problem !== null;
  });
  await button(app, t('documents.check')).click();
  await page.setViewportSize({ width: 590, height: 390 });
  await page.waitForFunction(() => innerWidth === 590);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const grid = page.getByRole('grid');
  return await countInSight(grid.locator('[role="row"][data-key]'));
}

const listed = 200;

/** The rows of a list of two hundred that are in sight in a window of the usual size. */
export async function bulkRows(): Promise<number> {
  await using world = await connectedApp();
  const { app } = world;
  const { page } = app;
  await page.setViewportSize({ width: 1180, height: 780 });
  await button(app, t('send.many')).click();
  const many = page.getByRole('dialog', { name: t('bulk.title') });
  const numbers = Array.from({ length: listed }, (_none, at) => at + 1);
  const files: string[] = [];
  // oxlint-disable-next-line no-await-in-loop -- two hundred PDFs at once are no faster
  for (const at of numbers) files.push(await world.pdf(`Letter ${at}.pdf`));
  await app.drop(middle, files);
  const lines = numbers.map((at) => `Letter ${at}.pdf\tanna${at}@muster.ch`);
  await many.getByLabel(t('bulk.paste')).fill(`File\tPeople\n${lines.join('\n')}`);
  await button(app, t('bulk.useRows')).click();
  await many
    .getByText(t('bulk.count.ready', { count: listed }))
    .first()
    .waitFor();
  return await countInSight(many.getByRole('row').filter({ has: page.locator('input, textarea') }));
}
