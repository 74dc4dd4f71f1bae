import { describe, expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { hand } from './hand.ts';
import { button, focused, panel, row, undoFor } from './on-page.ts';
import { letter, setStage, upTo } from './stage.ts';

const stage = setStage();

const starts = () => stage.service.documents.all().map(({ documentId }) => stage.service.records.startsOf(documentId));

function expectNoBreach(app: App): void {
  expect(stage.service.records.breaches).toEqual([]);
  expect(app.problems()).toEqual([]);
}

describe('the queue in the window', () => {
  test('what is sent counts down in its row: Undo takes it back, Send now does not wait', async () => {
    await using app = await stage.connected();
    await undoFor(app, '120 seconds');
    await hand(app, 'send', 'Offer.pdf', 'Lease.pdf');
    await row(app, 'Offer.pdf')
      .getByText(/Sending in 1:\d\d/)
      .waitFor();
    await row(app, 'Lease.pdf').getByRole('button', { name: 'Send now' }).click();
    await row(app, 'Lease.pdf').getByText('Started · 1 person').waitFor();
    await app.page.getByRole('status').filter({ hasText: 'Lease.pdf was sent.' }).waitFor({ state: 'attached' });

    await row(app, 'Offer.pdf').getByRole('button', { name: 'Undo' }).focus();
    await app.page.keyboard.press('Enter');
    await row(app, 'Offer.pdf').getByText('Cancelled: nothing was sent').waitFor();
    expect(await focused(app)).toContain('Offer.pdf');
    await app.page.getByRole('radio', { name: 'Finished 1' }).waitFor();
    expect(starts()).toEqual([1]);
    expectNoBreach(app);
  });

  test('the list stays where it is for the mouse, and follows the row for the keyboard', async () => {
    await using app = await stage.connected();
    await undoFor(app, '120 seconds');
    await hand(app, 'send', ...upTo(30).map(letter));
    const scrolled = () => app.page.getByRole('grid').evaluate(({ scrollTop }) => scrollTop);
    const first = app.page.getByRole('row').filter({ hasText: 'Sending in' }).first();
    await first.getByRole('button', { name: 'Undo' }).click();
    await app.page.getByRole('radio', { name: 'Finished 1' }).waitFor();
    expect(await scrolled()).toBe(0);
    const name = await first.getAttribute('aria-label');
    await first.getByRole('button', { name: 'Undo' }).focus();
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('radio', { name: 'Finished 2' }).waitFor();
    await expect.poll(scrolled).toBeGreaterThan(0);
    expect(await focused(app)).toBe(name);
    expectNoBreach(app);
  });

  test('what is held needs the person; its details tell what happened and what each button does', async () => {
    await using app = await stage.connected();
    await undoFor(app, 'Not at all');
    await hand(app, 'hold', 'Contract.pdf');
    await row(app, 'Contract.pdf').getByText('Prepared: waits for you').waitFor();
    await app.page.getByRole('radio', { name: 'Needs you 1' }).waitFor();
    expect(stage.service.documents.all()).toEqual([]);

    await row(app, 'Contract.pdf').click();
    await panel(app).getByText('A copy is safe on this computer').waitFor();
    await panel(app).getByText('Nobody is asked to sign').waitFor();
    await panel(app).getByRole('button', { name: 'Send to 1 person' }).click();
    await panel(app).getByText('Started: the people are asked to sign.').waitFor();
    for (const step of ['You pressed Send.', 'Uploaded as a draft.', 'Read back: everything is as you asked for.'])
      await panel(app).getByText(step).waitFor();

    await panel(app).getByRole('button', { name: 'Withdraw…', exact: true }).click();
    const question = app.page.getByRole('alertdialog', { name: 'Withdraw Contract.pdf?' });
    await question.getByText('cannot be restarted').waitFor();
    await question.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await panel(app).getByText('You asked to withdraw it.').waitFor();
    await row(app, 'Contract.pdf').getByText('Withdrawn').waitFor();
    expect(starts()).toEqual([1]);
    expectNoBreach(app);
  });

  test('a draft takes another name and comment, and goes for good only after a question', async () => {
    await using app = await stage.connected();
    await hand(app, 'draft', 'Plan.pdf');
    await row(app, 'Plan.pdf').getByText('Draft', { exact: true }).waitFor();
    await row(app, 'Plan.pdf').click();
    await panel(app).getByRole('button', { name: 'Change sender and comment…' }).click();
    await app.page.getByRole('textbox', { name: 'Sender in e‑mails' }).fill('');
    await button(app, 'Save').click();
    await app.page.getByText('Please fill this in.').waitFor();
    await app.page.getByRole('textbox', { name: 'Sender in e‑mails' }).fill('Muster AG');
    await app.page.getByRole('textbox', { name: 'Comment' }).fill('Please by Friday');
    await button(app, 'Save').click();
    await panel(app).getByText('The changes are saved at the service.').waitFor();
    await panel(app).getByText('Muster AG').waitFor();
    await app.page.getByRole('searchbox').fill('friday');
    await row(app, 'Plan.pdf').waitFor();

    await panel(app).getByRole('button', { name: 'Delete…' }).click();
    await app.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    expect(stage.service.documents.all()).toHaveLength(1);
    await panel(app).getByRole('button', { name: 'Delete…' }).click();
    await app.page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await panel(app).getByText('Deleted at the service.').waitFor();
    await row(app, 'Plan.pdf').getByText('Deleted', { exact: true }).waitFor();
    expect(stage.service.documents.all()).toEqual([]);
    expectNoBreach(app);
  });

  test('a pause holds everything, in the row and above the list, until Resume', async () => {
    await using app = await stage.connected();
    await undoFor(app, '120 seconds');
    await hand(app, 'send', 'First.pdf');
    await button(app, 'Pause everything').focus();
    await app.page.keyboard.press('Enter');
    await app.page.getByText('Everything is paused: nothing leaves this computer. 1 document waits.').waitFor();
    expect(await focused(app)).toBe('Resume');
    await hand(app, 'draft', 'Second.pdf');
    await row(app, 'Second.pdf').getByText('Paused').waitFor();
    await app.page.getByText('2 documents wait.').waitFor();
    await app.page.getByText('2 on their way').waitFor();
    expect(stage.service.documents.all().filter(({ documentName }) => documentName === 'Second.pdf')).toEqual([]);
    await button(app, 'Resume').click();
    await row(app, 'Second.pdf').getByText('Draft', { exact: true }).waitFor();
    expect(await focused(app)).toBe('Pause everything');
    expectNoBreach(app);
  });

  test('what the service refuses says why in its row, is read out, and goes on after Try again', async () => {
    await using app = await stage.connected();
    await undoFor(app, 'Not at all');
    stage.service.options.forced.push({ operation: 'upload', times: 1, force: { kind: 'answer', status: 400 } });
    await hand(app, 'send', 'Refused.pdf');
    await row(app, 'Refused.pdf').getByText('The service refused').waitFor();
    await app.page.getByRole('status').filter({ hasText: 'Refused.pdf needs you.' }).waitFor({ state: 'attached' });
    await row(app, 'Refused.pdf').click();
    await panel(app).getByText('The upload did not work.').waitFor();
    await panel(app).getByRole('button', { name: 'Try again' }).click();
    await row(app, 'Refused.pdf').getByText('Started · 1 person').waitFor();
    expect(starts()).toEqual([1]);
    expectNoBreach(app);
  });

  test('an upload whose answer was lost says so, and when it is asked for', async () => {
    await using app = await stage.connected();
    stage.service.options.forced.push({ operation: 'upload', times: 1, force: { kind: 'lose-after-commit' } });
    await hand(app, 'draft', 'Doubt.pdf');
    await row(app, 'Doubt.pdf')
      .getByText(/Not certain whether it arrived: asked at the next check, \d\d:\d\d/)
      .waitFor();
    await app.page.getByText(/not certain whether 1 upload arrived. The next check will show: \d\d:\d\d/).waitFor();
    await row(app, 'Doubt.pdf').click();
    await panel(app).getByText('Do nothing, and do not send it again: after that it goes on by itself.').waitFor();
    expect(await panel(app).textContent()).not.toMatch(/try again/i);
    expect(stage.service.records.breaches).toEqual([]);
  });
});
