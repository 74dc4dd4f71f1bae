import { describe, expect, test } from 'vitest';
import { button, go, panel } from './on-page.ts';
import { connect } from './onboarding.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

describe('open signatures', () => {
  test('show who is waited for, and remind a person of all documents with one mail', async () => {
    const user = stage.service.people.createServiceUser();
    const documents = [
      { name: 'NDA.pdf', signees: ['anna@example.test', 'beat@example.test'], daysAgo: 28.5 },
      { name: 'Offer.pdf', signees: ['anna@example.test'], daysAgo: 9.5 },
      { name: 'Signed.pdf', signees: ['cleo@example.test'], daysAgo: 1, status: 'signed' as const },
    ];
    for (const { status = 'in-progress' as const, ...wish } of documents)
      await stage.service.documents.add(user.id, { ...wish, status });
    await using app = await stage.launch();
    await connect(app, stage.service, user);
    await go(app, 'waiting');
    const people = app.page.getByRole('listitem').getByRole('heading', { level: 2 });
    await expect.poll(() => people.allTextContents()).toEqual(['anna@example.test', 'beat@example.test']);
    const anna = app.page
      .getByRole('listitem')
      .filter({ has: app.page.getByRole('heading', { name: 'anna@example.test' }) });
    expect(await anna.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^NDA\.pdfWaiting: 28 daysDue: (?:tomorrow|in 2 days)$/),
      expect.stringMatching(/^Offer\.pdfWaiting: 9 daysDue: in 2[01] days$/),
    ]);

    await anna.getByRole('button', { name: `${t('waiting.remind')} anna@example.test` }).click();
    await app.page.getByLabel(t('waiting.language')).selectOption('de');
    await app.page.getByRole('dialog').getByText('Bitte 2 Dokumente unterschreiben').waitFor();
    await button(app, t('waiting.openMail')).click();
    await app.page.getByRole('status').filter({ hasText: 'anna@example.test' }).waitFor();
    const opened = await app.opened();
    expect(opened).toHaveLength(1);
    const mail = new URL(opened[0]?.target ?? '');
    expect([mail.protocol, mail.pathname]).toEqual(['mailto:', 'anna@example.test']);
    expect(mail.searchParams.get('body')).toContain('- NDA.pdf (Einladung vom');
    await anna.getByText('Reminded: today').first().waitFor();
    expect(await app.page.getByText('Reminded: today').count()).toBe(2);

    const figures = app.page.getByRole('region', { name: new RegExp(`${new Date().getFullYear()}`) });
    await figures.getByRole('row', { name: /^cleo@example\.test 1 / }).waitFor();
    const sentBefore = await figures.getByRole('definition').allTextContents();
    await button(app, t('month.before')).click();
    await expect.poll(() => figures.getByRole('definition').allTextContents()).not.toEqual(sentBefore);
    await button(app, t('month.after')).click();
    await expect.poll(() => figures.getByRole('definition').allTextContents()).toEqual(sentBefore);
    expect(await button(app, t('month.after')).isDisabled()).toBe(true);

    await anna.getByRole('button', { name: 'Offer.pdf' }).click();
    await panel(app).getByRole('heading', { name: 'Offer.pdf' }).waitFor();
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });
});
