import { expect, test } from 'vitest';
import { personOperations } from '../../main/practice-service/options.ts';
import type { App } from './app-handle.ts';
import { button, go, moreOf, panel, row } from './on-page.ts';
import { connect } from './onboarding.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

/** The app whose connection file allows all operations, with a document that was made in the web application. */
async function withDocument(
  status: 'draft' | 'in-progress',
  daysAgo = 0,
  others: readonly string[] = [],
  signees: readonly string[] = ['anna@x.ch'],
): Promise<App> {
  await using begun = new AsyncDisposableStack();
  stage.service.options.signees = 'public';
  const connection = { ...stage.service.connection, operations: [...personOperations] };
  const app = begun.use(await stage.launch({ connection }));
  const user = stage.service.people.createServiceUser();
  await stage.service.documents.add(user.id, { name: 'Lease.pdf', status, signees, daysAgo });
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const name of others) await stage.service.documents.add(user.id, { name, status, signees: ['anna@x.ch'] });
  await connect(app, stage.service, user);
  await row(app, 'Lease.pdf').click();
  begun.move();
  return app;
}

const invitations = () => stage.service.people.mails().filter(({ kind }) => kind === 'invitation');
const press = (app: App, name: string) => panel(app).getByRole('button', { name, exact: true }).click();

test('an invitation is sent again once, and the details say when', async () => {
  stage.service.options.operations = personOperations;
  await using app = await withDocument('in-progress');
  await press(app, t('personOrder.resend'));
  await panel(app)
    .getByText(t('personOrder.done', { time: '' }).trim())
    .waitFor();
  expect(
    await panel(app)
      .getByRole('button', { name: t('personOrder.resend') })
      .count(),
  ).toBe(0);
  expect([invitations().length, stage.service.records.breaches, app.problems()]).toEqual([2, [], []]);
});

test('another invitation is not offered for a moment beside the word that the document was withdrawn', async () => {
  stage.service.options.operations = personOperations;
  await using app = await withDocument('in-progress');
  const { page } = app;
  await panel(app)
    .getByRole('button', { name: t('personOrder.resend') })
    .waitFor();
  await page.evaluate(
    ([withdrawn, resend]) => {
      const isOffered = () => [...document.querySelectorAll('aside button')].some((one) => one.textContent === resend);
      new MutationObserver(() => {
        const isOver = document.querySelector('aside')?.textContent.includes(withdrawn) === true;
        if (isOver && isOffered()) document.body.dataset['tooLate'] = 'true';
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
    [t('documentStatus.withdrawn'), t('personOrder.resend')] as const,
  );
  await press(app, t('submission.command.withdraw'));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('submission.confirm.withdraw') })
    .click();
  await row(app, 'Lease.pdf').getByText(t('documentStatus.withdrawn'), { exact: true }).waitFor();
  await panel(app)
    .getByRole('button', { name: t('personOrder.resend') })
    .waitFor({ state: 'detached' });
  expect(await page.locator('body').getAttribute('data-too-late')).toBeNull();
  expect([stage.service.records.breaches, app.problems()]).toEqual([[], []]);
});

test('Signatures offer another invitation for what they show beside the mail, once a day', async () => {
  stage.service.options.operations = personOperations;
  await using app = await withDocument('in-progress', 20, ['Fresh.pdf']);
  const { page } = app;
  await go(app, 'waiting');
  const more = button(app, moreOf('anna@x.ch'));
  await more.click();
  await page
    .getByRole('menuitem')
    .filter({ hasText: t('personOrder.withService', { count: 1 }) })
    .click();
  await page.getByText(t('waiting.invited', { who: 'anna@x.ch', count: 1 })).waitFor();
  await expect.poll(() => invitations().length).toBe(3);
  // Until tomorrow there is the mail.
  await more.waitFor({ state: 'detached' });
  await button(app, t('waiting.remindTitle', { who: 'anna@x.ch' })).waitFor();
  expect([stage.service.records.breaches, app.problems()]).toEqual([[], []]);
});

test('a service that does not have it leaves the mail, and says so', async () => {
  stage.service.options.operationMissing = 405;
  await using app = await withDocument('in-progress');
  await press(app, t('personOrder.resend'));
  await panel(app).getByText(t('problem.operation-missing.what')).waitFor();
  expect(
    await panel(app)
      .getByRole('button', { name: t('personOrder.resend') })
      .count(),
  ).toBe(0);
  await panel(app)
    .getByRole('button', { name: t('waiting.remind') })
    .waitFor();
  expect([invitations().length, app.problems()]).toEqual([1, []]);
});

test('the people of a draft are changed, removed and added', async () => {
  stage.service.options.operations = personOperations;
  await using app = await withDocument('draft');
  await press(app, t('personOrder.addObserver'));
  const dialog = app.page.getByRole('dialog');
  await dialog.getByLabel(t('signees.email')).fill('otto@x.ch');
  await dialog.getByRole('button', { name: t('submission.save') }).click();
  await press(app, t('signees.remove', { who: 'otto@x.ch' }));
  const question = app.page.getByRole('alertdialog');
  await question.getByRole('button', { name: t('send.remove') }).click();
  await panel(app)
    .getByRole('button', { name: t('signees.remove', { who: 'otto@x.ch' }) })
    .waitFor({ state: 'detached' });
  await press(app, t('personOrder.changeWho', { who: 'anna@x.ch' }));
  await dialog.getByLabel(t('signees.email')).fill('anna@new.ch');
  await dialog.getByRole('button', { name: t('submission.save') }).click();
  await press(app, t('signees.remove', { who: 'anna@new.ch' }));
  await question.getByRole('button', { name: t('send.remove') }).click();
  await panel(app)
    .getByRole('button', { name: t('signees.remove', { who: 'anna@new.ch' }) })
    .waitFor({ state: 'detached' });
  const [document] = stage.service.documents.all();
  expect([document?.signees, document?.observers]).toEqual([[], []]);
  expect([stage.service.records.breaches, app.problems()]).toEqual([[], []]);
});

test('a person dialog says what is wrong, keeps what is typed, and stays with its person', async () => {
  stage.service.options.operations = personOperations;
  await using app = await withDocument('draft', 0, [], ['anna@x.ch', 'beat@x.ch', 'carl@x.ch']);
  const dialog = app.page.getByRole('dialog');
  const question = app.page.getByRole('alertdialog');
  const address = dialog.getByLabel(t('signees.email'));
  // The first person goes while the dialog of the second is open, who becomes the first.
  stage.service.options.latencyMs = 2_000;
  await press(app, t('signees.remove', { who: 'anna@x.ch' }));
  await question.getByRole('button', { name: t('send.remove') }).click();
  await question.waitFor({ state: 'detached' });
  await press(app, t('personOrder.changeWho', { who: 'beat@x.ch' }));
  await address.fill('Beat <beat@new.ch>');
  await dialog.getByRole('button', { name: t('submission.save') }).click();
  await dialog.getByText(t('signees.problem.space')).waitFor();
  await app.page.mouse.click(5, 5);
  // The library gives the focus back to the dialog a moment later.
  await address.press('Escape');
  await question.getByText(t('form.discardTitle')).waitFor();
  await app.page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  stage.service.options.latencyMs = 0;
  await app.page.getByText('anna@x.ch').first().waitFor({ state: 'detached' });
  await dialog.getByText(t('personOrder.changeWho', { who: 'beat@x.ch' })).waitFor();
  expect(await address.inputValue()).toBe('Beat <beat@new.ch>');
  await app.page.keyboard.press('Escape');
  await question.getByRole('button', { name: t('profiles.discardConfirm') }).click();
  await dialog.waitFor({ state: 'detached' });
  expect([stage.service.records.breaches, app.problems()]).toEqual([[], []]);
});

test('an order that is not taken leaves its dialog open, with what was typed', async () => {
  stage.service.options.operations = personOperations;
  await using app = await withDocument('draft');
  const dialog = app.page.getByRole('dialog');
  const address = dialog.getByLabel(t('signees.email'));
  const add = async () => {
    await press(app, t('personOrder.addObserver'));
    await address.fill('otto@x.ch');
    await dialog.getByRole('button', { name: t('submission.save') }).click();
  };
  await panel(app)
    .getByRole('button', { name: t('personOrder.addObserver') })
    .waitFor();
  stage.service.options.forced.push({ operation: 'details', times: 100, force: { kind: 'answer', status: 503 } });
  await add();
  await dialog.waitFor({ state: 'detached' });
  // The first one still waits for the service.
  await add();
  await dialog.getByRole('alert').getByText(t('problem.not-now.what')).waitFor();
  expect(await address.inputValue()).toBe('otto@x.ch');
  expect(app.problems()).toEqual([]);
});
