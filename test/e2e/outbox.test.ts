import { describe, expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { hand } from './hand.ts';
import {
  button,
  chooseMore,
  chooseUndo,
  counted,
  describedBy,
  focused,
  heldRow,
  panel,
  row,
  says,
  sentTo,
  undoFor,
  unfold,
} from './on-page.ts';
import { letter, setStage, upTo } from './stage.ts';
import { pattern, t } from './texts.ts';

const stage = setStage();

const documents = () => stage.service.documents.all();
const statuses = () => documents().map(({ documentStatus }) => documentStatus);
const peopleOf = (at: number) => documents()[at]?.signees.map(({ email }) => email);
const starts = () => stage.service.documents.all().map(({ documentId }) => stage.service.records.startsOf(documentId));

function expectNoBreach(app: App): void {
  expect(stage.service.records.breaches).toEqual([]);
  expect(app.problems()).toEqual([]);
}

describe('the queue in the window', () => {
  test('what is sent counts down in its row: Undo takes it back, Send now does not wait', async () => {
    await using app = await stage.connected();
    await chooseUndo(app, t('settings.undoSeconds', { count: 120 }));
    await hand(app, 'send', 'Offer.pdf', 'Lease.pdf');
    await row(app, 'Offer.pdf')
      .getByText(t('submission.sendingIn', { left: '1:' }))
      .waitFor();
    await row(app, 'Lease.pdf')
      .getByRole('button', { name: t('submission.command.send-now') })
      .click();
    await says(app, 'Lease.pdf', sentTo(1)).waitFor();
    await app.page
      .getByRole('status')
      .filter({ hasText: t('outbox.started', { name: 'Lease.pdf', count: 1 }) })
      .waitFor({ state: 'attached' });

    await row(app, 'Offer.pdf')
      .getByRole('button', { name: t('submission.command.undo') })
      .focus();
    await app.page.keyboard.press('Enter');
    await heldRow(app, 'Offer.pdf').waitFor();
    await expect.poll(() => focused(app)).toContain('Offer.pdf');
    await counted(app, 'ready', 1);
    expect(starts()).toEqual([1]);

    await row(app, 'Offer.pdf').click();
    for (const name of [t('submission.command.revise'), t('submission.command.discard')])
      await panel(app).getByRole('button', { name }).waitFor();
    await panel(app)
      .getByRole('button', { name: t('submission.sendTo', { count: 1 }) })
      .click();
    await panel(app)
      .getByRole('button', { name: t('submission.command.send-now') })
      .click();
    await says(app, 'Offer.pdf', sentTo(1)).waitFor();
    expect(starts()).toEqual([1, 1]);
    expectNoBreach(app);
  });

  test('the list stays where it is for the mouse, and follows the row for the keyboard', async () => {
    await using app = await stage.connected();
    await undoFor(app, 120);
    await hand(app, 'send', ...upTo(30).map(letter));
    const grid = app.page.getByRole('grid');
    const scrolled = () => grid.evaluate(({ scrollTop }) => scrollTop);
    const counting = app.page.getByRole('row').filter({ hasText: pattern('submission.sendingIn') });
    const first = counting.first();
    await first.getByRole('button', { name: t('submission.command.undo') }).click();
    await counted(app, 'ready', 1);
    expect(await scrolled()).toBe(0);
    await grid.evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await expect.poll(scrolled).toBeGreaterThan(0);
    // The rows at the end are drawn after the scroll.
    const end = app.page.locator(`[role="row"][aria-rowindex="${await grid.getAttribute('aria-rowcount')}"]`);
    await end.waitFor();
    const bottom = await scrolled();
    const name = (await end.getAttribute('aria-label'))?.split(',')[0] ?? '';
    await row(app, name)
      .getByRole('button', { name: t('submission.command.undo') })
      .focus();
    await app.page.keyboard.press('Enter');
    await counted(app, 'ready', 2);
    await expect.poll(scrolled).toBeLessThan(bottom);
    await expect.poll(() => focused(app)).toContain(name);
    expectNoBreach(app);
  });

  test('a wrong address is corrected in three gestures: open, type, withdraw and send again', async () => {
    await using app = await stage.connected();
    await undoFor(app, 0);
    await hand(app, 'send', 'Lease.pdf');
    await says(app, 'Lease.pdf', sentTo(1)).waitFor();
    await row(app, 'Lease.pdf').click();
    await panel(app)
      .getByRole('button', { name: t('submission.command.redo') })
      .click();
    const change = app.page.getByRole('dialog', { name: t('send.titleReplace') });
    await change.waitFor();
    await expect.poll(() => app.page.evaluate(() => getSelection()?.toString())).toBe('anna@example.ch');
    await app.page.keyboard.type('beat@example.ch');
    await change.getByText(t('send.replaceText.redo')).waitFor();
    // Nothing happens before the last button.
    expect(statuses()).toEqual(['in-progress']);
    await change.getByRole('button', { name: t('send.replace.redo') }).click();
    await change.waitFor({ state: 'detached' });
    await expect.poll(statuses).toEqual(['withdrawn', 'in-progress']);
    expect(starts()).toEqual([1, 1]);
    expect(peopleOf(1)).toEqual(['beat@example.ch']);
    await expect.poll(() => focused(app)).toContain('Lease.pdf');
    expectNoBreach(app);
  });

  test('what is held needs the person; its details tell what happened and what each button does', async () => {
    await using app = await stage.connected();
    await undoFor(app, 0);
    await hand(app, 'hold', 'Contract.pdf');
    await heldRow(app, 'Contract.pdf').waitFor();
    await counted(app, 'ready', 1);
    // The badge counts what is to check, as its tooltip says.
    const badge = app.page.getByRole('navigation').getByTitle(t('documents.needsYou'));
    expect(await badge.count()).toBe(0);
    expect(stage.service.documents.all()).toEqual([]);

    await row(app, 'Contract.pdf').click();
    await unfold(app, 'history');
    await panel(app).getByText(t('history.accepted')).waitFor();
    const discard = panel(app).getByRole('button', { name: t('submission.command.discard') });
    await expect.poll(() => describedBy(discard)).toBe(t('submission.effect.discard'));
    await panel(app)
      .getByRole('button', { name: t('submission.sendTo', { count: 1 }) })
      .click();
    await panel(app).getByText(t('history.started')).waitFor();
    for (const step of [t('history.asked.send'), t('history.uploaded'), t('history.compared')])
      await panel(app).getByText(step).waitFor();

    await panel(app)
      .getByRole('button', { name: t('submission.command.withdraw'), exact: true })
      .click();
    const question = app.page.getByRole('alertdialog', {
      name: t('submission.ask.withdraw', { name: 'Contract.pdf' }),
    });
    await question.getByText(t('submission.askText.withdraw')).waitFor();
    await question.getByRole('button', { name: t('submission.confirm.withdraw'), exact: true }).click();
    await panel(app).getByText(t('history.asked.withdraw')).waitFor();
    await row(app, 'Contract.pdf').getByText(t('submission.end.withdrawn')).waitFor();
    expect(starts()).toEqual([1]);
    expectNoBreach(app);
  });

  test('a draft takes another name and comment, and goes for good only after a question', async () => {
    await using app = await stage.connected();
    await hand(app, 'draft', 'Plan.pdf');
    await row(app, 'Plan.pdf').getByText(t('submission.end.draft'), { exact: true }).waitFor();
    await row(app, 'Plan.pdf').click();
    await panel(app)
      .getByRole('button', { name: t('submission.command.update') })
      .click();
    await app.page.getByRole('textbox', { name: t('submission.alias') }).fill('');
    await button(app, t('submission.save')).click();
    await app.page.getByText(t('fieldProblem.missing')).waitFor();
    await app.page.getByRole('textbox', { name: t('submission.alias') }).fill('Muster AG');
    await app.page.getByRole('textbox', { name: t('details.comment') }).fill('Please by Friday');
    await button(app, t('submission.save')).click();
    await unfold(app, 'history');
    await unfold(app, 'facts');
    await panel(app).getByText(t('history.updated')).waitFor();
    await panel(app).getByText('Muster AG', { exact: true }).waitFor();
    await app.page.getByRole('searchbox').fill('friday');
    await row(app, 'Plan.pdf').waitFor();

    await panel(app)
      .getByRole('button', { name: t('complete.action') })
      .waitFor();
    await chooseMore(app, t('details.more'), t('submission.command.delete'));
    await app.page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('connect.cancel') })
      .click();
    expect(stage.service.documents.all()).toHaveLength(1);
    await chooseMore(app, t('details.more'), t('submission.command.delete'));
    await app.page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('submission.confirm.delete'), exact: true })
      .click();
    await panel(app).getByText(t('history.deleted')).waitFor();
    await row(app, 'Plan.pdf').getByText(t('submission.end.deleted'), { exact: true }).waitFor();
    expect(stage.service.documents.all()).toEqual([]);
    expectNoBreach(app);
  });

  test('a pause holds everything, and says so above the list, until Resume', async () => {
    await using app = await stage.connected();
    await undoFor(app, 120);
    await hand(app, 'send', 'First.pdf');
    await button(app, t('outbox.pause')).focus();
    await app.page.keyboard.press('Enter');
    await app.page.getByText(`${t('outbox.paused')} ${t('outbox.wait', { count: 1 })}`).waitFor();
    await expect.poll(() => focused(app)).toBe(t('outbox.resume'));
    await hand(app, 'draft', 'Second.pdf');
    await row(app, 'Second.pdf').getByText(t('submission.queued')).waitFor();
    await app.page.getByText(t('outbox.wait', { count: 2 })).waitFor();
    // Nothing is being sent.
    expect(await app.page.getByText(t('outbox.waiting', { count: 2 })).count()).toBe(0);
    expect(stage.service.documents.all().filter(({ documentName }) => documentName === 'Second.pdf')).toEqual([]);
    await button(app, t('outbox.resume')).click();
    await row(app, 'Second.pdf').getByText(t('submission.end.draft'), { exact: true }).waitFor();
    await expect.poll(() => focused(app)).toBe(t('outbox.pause'));
    expectNoBreach(app);
  });

  test('what the service refuses says why in its row, is read out, and goes on after Try again', async () => {
    await using app = await stage.connected();
    await undoFor(app, 0);
    const body = JSON.stringify({ message: 'A page is missing.' });
    stage.service.options.forced.push({ operation: 'upload', times: 1, force: { kind: 'answer', status: 400, body } });
    await hand(app, 'send', 'Refused.pdf');
    await row(app, 'Refused.pdf').getByText(t('problem.upload-refused.what')).waitFor();
    await app.page
      .getByRole('status')
      .filter({ hasText: t('outbox.needYou', { name: 'Refused.pdf', count: 1 }) })
      .waitFor({ state: 'attached' });
    await row(app, 'Refused.pdf').click();
    await panel(app)
      .getByText(t('details.serviceSays', { words: 'A page is missing.' }))
      .first()
      .waitFor();
    // Trying again leads to the same answer.
    const actions = panel(app).getByRole('region', { name: t('order.actions') });
    await expect.poll(() => actions.getByRole('button').first().textContent()).toBe(t('submission.command.revise'));
    await unfold(app, 'history');
    await panel(app).getByText(t('history.failed.upload')).waitFor();
    await panel(app)
      .getByRole('button', { name: t('submission.command.retry') })
      .click();
    await says(app, 'Refused.pdf', sentTo(1)).waitFor();
    expect(starts()).toEqual([1]);
    expectNoBreach(app);
  });

  test('an upload whose answer was lost says so, and when it is asked for', async () => {
    await using app = await stage.connected();
    stage.service.options.forced.push({ operation: 'upload', times: 1, force: { kind: 'lose-after-commit' } });
    await hand(app, 'draft', 'Doubt.pdf');
    await row(app, 'Doubt.pdf').getByText(t('submission.doubt.upload')).waitFor();
    await app.page.getByText(t('outbox.waitForCheck', { count: 1 })).waitFor();
    await row(app, 'Doubt.pdf').click();
    await panel(app).getByText(t('submission.doNotSendAgain')).waitFor();
    await panel(app).getByText(pattern('submission.askedAt')).waitFor();
    expect(await panel(app).textContent()).not.toMatch(new RegExp(t('submission.command.retry'), 'i'));
    expect(stage.service.records.breaches).toEqual([]);
  });
});
