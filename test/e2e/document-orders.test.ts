import { expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { button, counted, panel, row, says } from './on-page.ts';
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
  await order(app, 'Lease.pdf', 'withdraw');
  await row(app, 'Lease.pdf').getByText(t('documentStatus.withdrawn'), { exact: true }).waitFor();
  expect(statuses()).toEqual(['withdrawn']);
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
