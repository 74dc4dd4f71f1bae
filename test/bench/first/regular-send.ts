import { sheet, signees } from '../../e2e/on-page.ts';
import { t } from '../../e2e/texts.ts';
import { connectedApp } from './connected-app.ts';
import { createHand } from './gestures.ts';
import { countInSight } from './in-sight.ts';

/** Somebody with profiles sends a document: from the drop to its row in the list. */
export async function regularSend(): Promise<number> {
  await using world = await connectedApp();
  const { app } = world;
  const { page } = app;
  const isSaved = await page.evaluate(async () => {
    const now = await window.countersign.state.get();
    if (!now.ok || now.value.state.active === null) return false;
    const choices = {
      mode: 'timestamp',
      jurisdiction: 'zertes',
      alias: 'Anna Muster',
      comment: '',
      sendMail: 'others',
      scanPredefined: false,
      extra: {},
      signees: [{ email: 'anna@example.ch', name: 'Anna', comment: '', order: null }],
    } as const;
    const answer = await window.countersign.profiles.save({
      name: 'Contracts',
      choices: { ...choices, signees: [...choices.signees] },
      isDefault: false,
    });
    return answer.ok && answer.value.ok === true;
  });
  if (!isSaved) throw new Error('The profile was not saved');
  const hand = createHand();
  await hand.drop(app, [await world.pdf('Contract.pdf')]);
  await hand.choose(sheet(app).getByRole('combobox', { name: t('send.profile') }), 'Contracts');
  await hand.click(sheet(app).getByRole('button', { name: t('submission.sendTo', { count: 1 }), exact: true }));
  await sheet(app).waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'Contract.pdf' }).waitFor();
  return hand.done.length;
}

/** The three sizes in which every screen is looked at: 100 %, 200 % and 400 %. */
const sizes = [
  { width: 1180, height: 780 },
  { width: 590, height: 390 },
  { width: 320, height: 256 },
];

/** In how many sizes the field for signees is wholly in sight when the sheet has opened. */
export async function signeeFieldInSight(): Promise<number> {
  let inSight = 0;
  for (const [at, size] of sizes.entries()) {
    // oxlint-disable no-await-in-loop -- one window after the other
    await using world = await connectedApp();
    const { app } = world;
    await app.page.setViewportSize(size);
    await app.drop({ x: size.width / 2, y: size.height / 2 }, [await world.pdf(`Contract ${at}.pdf`)]);
    await signees(app).waitFor();
    await sheet(app).getByText(t('send.missing.no-signees')).waitFor({ state: 'attached' });
    // The page of the preview may push the field away when it comes.
    await sheet(app).locator('[role="region"][aria-busy="false"]').waitFor({ state: 'attached' });
    inSight += await countInSight(signees(app));
    // oxlint-enable no-await-in-loop
  }
  return inSight;
}
