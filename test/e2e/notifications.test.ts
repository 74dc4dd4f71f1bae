import { describe, expect, test } from 'vitest';
import { hand } from './hand.ts';
import { button, describedBy, go, goSettings, panel, row, says, undoFor } from './on-page.ts';
import { passPollingWindowClosed } from './polling-window.ts';
import { setStage, shapes } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

describe('a notification', () => {
  test.each(shapes)('tells a rejection with its reason, and a click opens the row (%s)', async (shape) => {
    stage.service.options.signees = shape;
    {
      await using app = await stage.connected();
      await undoFor(app, 0);
      await hand(app, 'send', 'Lease.pdf');
      await expect.poll(() => stage.service.documents.all()[0]?.documentStatus).toBe('in-progress');
      await says(app, 'Lease.pdf', t('submission.end.started')).waitFor();
      await app.quit();
      expect(app.problems()).toEqual([]);
    }
    const id = stage.service.documents.all()[0]?.documentId ?? '';
    await stage.service.people.reject(id, 'anna@example.ch', 'The price is wrong');
    passPollingWindowClosed(stage);

    await using app = await stage.launch();
    await row(app, 'Lease.pdf').getByText(t('documentStatus.rejected')).waitFor();
    const title = t('notification.one.rejected', { name: 'Lease.pdf' });
    const body = t('notification.rejectedBecause', { who: 'anna@example.ch', reason: 'The price is wrong' });
    // The time of the rejection is before the words.
    const shown = { title, body: expect.stringMatching(new RegExp(` · ${body}$`)), open: true };
    await expect.poll(() => app.notifications()).toEqual([shown]);
    await expect.poll(() => app.standin?.ask('record')).toMatchObject({ badge: 1 });
    // What is typed in a dialog comes first.
    await go(app, 'people');
    await button(app, t('people.add')).click();
    const dialog = app.page.getByRole('dialog');
    await dialog.getByLabel(t('people.address')).fill('beat@example.ch');
    await app.clickNotification(title);
    await dialog.getByRole('button', { name: t('submission.save') }).click();
    await panel(app).getByRole('heading', { name: 'Lease.pdf' }).waitFor();
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });

  test('leaves names out when the person wants it', async () => {
    {
      await using app = await stage.connected();
      await undoFor(app, 0);
      await goSettings(app, 'notifications');
      await app.page.getByText(t('settings.notify.hideNames')).click();
      await expect
        .poll(() => app.page.getByRole('checkbox', { name: t('settings.notify.hideNames') }).isChecked())
        .toBe(true);
      const hideNames = app.page.getByRole('checkbox', { name: t('settings.notify.hideNames') });
      expect(await describedBy(hideNames)).toBe(t('settings.notify.hideNamesHint'));
      await app.page.getByText(t('settings.notify.quiet'), { exact: true }).click();
      await app.page.getByLabel(t('settings.notify.quietTo')).waitFor();
      await app.page.getByText(t('settings.notify.quiet'), { exact: true }).click();
      await go(app, 'documents');
      await hand(app, 'send', 'Divorce.pdf');
      await expect.poll(() => stage.service.documents.all()[0]?.documentStatus).toBe('in-progress');
      await says(app, 'Divorce.pdf', t('submission.end.started')).waitFor();
      await app.quit();
    }
    await stage.service.people.sign(stage.service.documents.all()[0]?.documentId ?? '', 'anna@example.ch');
    passPollingWindowClosed(stage);

    await using app = await stage.launch();
    await expect
      .poll(() => app.notifications())
      .toEqual([{ title: t('notification.hidden.signed'), body: t('notification.open'), open: true }]);
    expect(app.problems()).toEqual([]);
  });
});
