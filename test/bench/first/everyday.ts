import { hand as handOver } from '../../e2e/hand.ts';
import { button, panel, row, says, sentTo } from '../../e2e/on-page.ts';
import { passPollingWindow } from '../../e2e/polling-window.ts';
import { t } from '../../e2e/texts.ts';
import { type ConnectedApp, connectedApp } from './connected-app.ts';
import { createHand } from './gestures.ts';

export interface EverydayGestures {
  /** From the row of a running document to the corrected one on its way. */
  readonly correctAddress: number;
  readonly sendTwentyHeld: number;
  /** From any screen to who has not signed for a week. */
  readonly findOverdue: number;
  /** In that list. */
  readonly remindOne: number;
  readonly remindFour: number;
}

/** Half a minute. */
const mostFrames = 1_800;

async function correctAddress(): Promise<number> {
  await using world = await connectedApp();
  const { app, service } = world;
  await app.page.evaluate(() => window.countersign.settings.undo({ seconds: 0 }));
  await handOver(app, 'send', 'Lease.pdf');
  await says(app, 'Lease.pdf', sentTo(1)).waitFor();
  await row(app, 'Lease.pdf').click();
  const hand = createHand();
  await hand.click(panel(app).getByRole('button', { name: t('submission.command.redo') }));
  const change = app.page.getByRole('dialog', { name: t('send.titleReplace') });
  await app.page.waitForFunction(() => getSelection()?.toString() === 'anna@example.ch');
  await hand.type(app.page, 'beat@example.ch');
  await hand.click(change.getByRole('button', { name: t('send.replace.redo') }));
  await change.waitFor({ state: 'detached' });
  const statuses = () => service.documents.all().map(({ documentStatus }) => documentStatus);
  for (let frame = 0; !statuses().includes('withdrawn') || !statuses().includes('in-progress'); frame += 1) {
    if (frame > mostFrames) throw new Error(`The service has ${statuses().join(', ')}`);
    // oxlint-disable-next-line no-await-in-loop -- until the service has both
    await app.page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return hand.done.length;
}

async function sendTwentyHeld(): Promise<number> {
  await using world = await connectedApp();
  const { app } = world;
  await handOver(app, 'hold', ...Array.from({ length: 20 }, (_none, at) => `Letter ${at + 1}.pdf`));
  const sendAll = button(app, t('documents.sendAll', { count: 20 }));
  await sendAll.waitFor();
  const hand = createHand();
  await hand.click(sendAll);
  await hand.click(app.page.getByRole('alertdialog').getByRole('button', { name: t('selection.action.send') }));
  await button(app, t('outbox.undoAll')).waitFor();
  return hand.done.length;
}

const late = ['anna', 'beat', 'carla', 'dora', 'emil'].map((name) => `${name}@example.test`);

/** Five people have not signed for nine days. */
const withOverdue = (): Promise<ConnectedApp> =>
  connectedApp(async (service, { id }) => {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the list
    for (const email of late)
      await service.documents.add(id, {
        name: `Offer ${email}.pdf`,
        status: 'in-progress',
        signees: [email],
        daysAgo: 9.001,
      });
  });

async function remind(): Promise<Pick<EverydayGestures, 'findOverdue' | 'remindOne' | 'remindFour'>> {
  await using world = await withOverdue();
  const { app } = world;
  await row(app, 'Offer anna').waitFor();
  await passPollingWindow(app, world);
  const finding = createHand();
  const nav = app.page.getByRole('navigation').getByRole('button', { name: t('nav.waiting') });
  await finding.click(nav);
  const table = app.page.getByRole('grid', { name: t('waiting.table') });
  // oxlint-disable-next-line no-await-in-loop -- each is there
  for (const who of late) await table.getByRole('row').filter({ hasText: who }).waitFor();
  const one = createHand();
  await one.click(button(app, t('waiting.remindTitle', { who: 'emil@example.test' })));
  await app.page.getByText(t('waiting.opened', { who: 'emil@example.test' })).waitFor();
  const four = createHand();
  await four.click(button(app, t('waiting.remindPeople', { count: 4 })));
  for (const [at, who] of late.slice(1, 4).entries()) {
    // A click that comes as fast as this hand is taken for the second one of a double click. The keyboard is on *Next*.
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await app.page.locator('button:focus', { hasText: t('waiting.next', { who }) }).waitFor();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await four.press(app.page, 'Enter');
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await app.page.getByText(t('waiting.step', { at: at + 2, all: 4 })).waitFor();
  }
  return { findOverdue: finding.done.length, remindOne: one.done.length, remindFour: four.done.length };
}

/** Counts the gestures of what a regular does most often. */
export const everyday = async (): Promise<EverydayGestures> => ({
  correctAddress: await correctAddress(),
  sendTwentyHeld: await sendTwentyHeld(),
  ...(await remind()),
});
