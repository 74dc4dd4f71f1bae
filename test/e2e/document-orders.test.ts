import { describe, expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { button, counted, panel, row, says, signees, undoFor } from './on-page.ts';
import { connect } from './onboarding.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

/** The app with documents that were made in the web application. */
async function withElsewhere(names: Readonly<Record<string, 'draft' | 'in-progress'>>): Promise<App> {
  await using begun = new AsyncDisposableStack();
  const app = begun.use(await stage.launch());
  const user = stage.service.people.createServiceUser();
  for (const [name, status] of Object.entries(names)) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await stage.service.documents.add(user.id, { name, status });
  }
  await connect(app, stage.service, user);
  begun.move();
  return app;
}

async function order(app: App, name: string, command: 'withdraw' | 'delete'): Promise<void> {
  await row(app, name).click();
  await panel(app)
    .getByRole('button', { name: t(`submission.command.${command}`) })
    .click();
  await app.page
    .getByRole('alertdialog')
    .getByRole('button', { name: t(`submission.confirm.${command}`) })
    .click();
}

const statuses = () => stage.service.documents.all().map(({ documentStatus }) => documentStatus);

test('a document made elsewhere is withdrawn and then deleted, after a question each', async () => {
  await using app = await withElsewhere({ 'Lease.pdf': 'in-progress' });
  await row(app, 'Lease.pdf').click();
  const looks = () => stage.service.records.requests.filter(({ operation }) => operation === 'details').length;
  await expect.poll(looks).toBeGreaterThan(0);
  await panel(app).getByText(t('details.loading')).waitFor({ state: 'detached' });
  await order(app, 'Lease.pdf', 'withdraw');
  await expect.poll(statuses).toEqual(['withdrawn']);
  // The details are read once more. Until then nothing beside the row may say that it still waits, nor move the next button.
  stage.service.options.latencyMs = 5_000;
  await row(app, 'Lease.pdf').getByText(t('documentStatus.withdrawn'), { exact: true }).waitFor();
  await panel(app).getByRole('listitem').filter({ hasText: 'beat@example.test' }).waitFor();
  expect(await panel(app).getByText(t('details.atTheEnd')).count()).toBe(0);
  stage.service.options.latencyMs = 0;
  await order(app, 'Lease.pdf', 'delete');
  // The row stays with its history, until a person puts it out of sight.
  await row(app, 'Lease.pdf').getByText(t('row.gone'), { exact: true }).waitFor();
  expect([statuses(), app.problems()]).toEqual([[], []]);
});

test('what the details of a document say stands in its row before the next check', async () => {
  await using app = await withElsewhere({ 'Lease.pdf': 'in-progress' });
  const [document] = stage.service.documents.all();
  await stage.service.people.sign(document?.documentId ?? '', document?.signees[0]?.email ?? '');
  await row(app, 'Lease.pdf').click();
  await says(app, 'Lease.pdf', t('documentStatus.signed')).waitFor();
  await counted(app, 'waiting', 0);
  expect(app.problems()).toEqual([]);
});

test('an answer that is lost is looked up, and a refusal is told at the row', async () => {
  await using app = await withElsewhere({ 'Lease.pdf': 'in-progress', 'Offer.pdf': 'in-progress' });
  stage.service.options.forced.push({ operation: 'withdraw', times: 1, force: { kind: 'lose-after-commit' } });
  await order(app, 'Lease.pdf', 'withdraw');
  await row(app, 'Lease.pdf').getByText(t('documentStatus.withdrawn'), { exact: true }).waitFor();
  stage.service.options.forced.push({ operation: 'withdraw', times: 1, force: { kind: 'answer', status: 409 } });
  await order(app, 'Offer.pdf', 'withdraw');
  await row(app, 'Offer.pdf').getByText(t('row.notWithdrawn')).waitFor();
  await panel(app).getByText(t('problem.refused.what')).waitFor();
  await counted(app, 'needsYou', 1);
  await button(app, t('order.dropWithdraw')).click();
  await row(app, 'Offer.pdf').getByText(t('row.notWithdrawn')).waitFor({ state: 'detached' });
  await counted(app, 'needsYou', 0);
  expect(statuses().toSorted()).toEqual(['in-progress', 'withdrawn']);
  expect(app.problems()).toEqual([]);
});

describe('a draft made elsewhere', () => {
  const complete = (app: App) => panel(app).getByRole('button', { name: t('complete.action') });
  const dialog = ({ page }: App) => page.getByRole('dialog', { name: t('complete.title', { name: 'Lease.pdf' }) });

  /** Adds Carla, and changes sender and comment. */
  async function fill(app: App): Promise<void> {
    await row(app, 'Lease.pdf').click();
    await complete(app).click();
    await dialog(app).getByText('beat@example.test').waitFor();
    await signees(app).fill('carla@example.test');
    await signees(app).press('Enter');
    await dialog(app).getByLabel(t('submission.alias')).fill('Muster AG');
    await dialog(app).getByLabel(t('details.comment')).fill('Please sign until Friday');
  }
  const send = (app: App) =>
    dialog(app)
      .getByRole('button', { name: t('submission.command.send') })
      .click();

  test('gets a person, sender and comment, stays as it is after Undo, and is sent with one press', async () => {
    await using app = await withElsewhere({ 'Lease.pdf': 'draft' });
    await undoFor(app, 60);
    await fill(app);
    await signees(app).fill('dora@example.test');
    await signees(app).press('Enter');
    const inOrder = dialog(app).getByRole('radio', { name: t('signees.inOrder') });
    expect(await inOrder.isChecked()).toBe(false);
    await dialog(app).getByText(t('signees.inOrder'), { exact: true }).click();
    await send(app);
    await panel(app)
      .getByRole('button', { name: t('submission.command.undo') })
      .click();
    await complete(app).waitFor();
    const [before] = stage.service.documents.all();
    expect(before?.signees.map(({ email }) => email)).toEqual(['beat@example.test']);
    // What was chosen is there again.
    await complete(app).click();
    await inOrder.waitFor();
    expect(await inOrder.isChecked()).toBe(true);
    await send(app);
    await panel(app)
      .getByRole('button', { name: t('submission.command.send-now') })
      .click();
    // The row says "Sent" only until the details show who has to sign.
    await expect.poll(statuses).toEqual(['in-progress']);
    const [document] = stage.service.documents.all();
    expect(document).toMatchObject({
      documentStatus: 'in-progress',
      initiatorAliasName: 'Muster AG',
      comment: 'Please sign until Friday',
    });
    expect(document?.signees.map(({ email }) => email)).toEqual([
      'beat@example.test',
      'carla@example.test',
      'dora@example.test',
    ]);
    // There is no file here to send again.
    expect(await panel(app).getByText(t('submission.command.redo')).count()).toBe(0);
    expect([stage.service.documents.all().length, stage.service.records.breaches, app.problems()]).toEqual([1, [], []]);
  });

  test('that somebody changes meanwhile is not sent, and is shown anew', async () => {
    await using app = await withElsewhere({ 'Lease.pdf': 'draft' });
    await fill(app);
    const [document] = stage.service.documents.all();
    stage.service.documents.change(document?.documentId ?? '', { comment: 'Not yet!' });
    await send(app);
    await dialog(app).getByText(t('problem.draft-changed.what')).waitFor();
    await dialog(app)
      .getByRole('button', { name: t('connect.cancel') })
      .click();
    expect([statuses(), app.problems()]).toEqual([['draft'], []]);
  });
});
