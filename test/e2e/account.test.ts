import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startPracticeService } from '../practice-service/practice-service.ts';
import { hand } from './hand.ts';
import { button, chooseMore, focused, goSettings, moreOf, panel, row, unfold } from './on-page.ts';
import { connect, connectionFileIn, next, paste } from './onboarding.ts';
import { setStage } from './stage.ts';
import { pattern, t } from './texts.ts';

const stage = setStage();

describe('the account', () => {
  test('another admin page is asked about outside of the window, and the old one stays without a yes', async () => {
    await using app = await stage.connected();
    const { page } = app;
    const before = stage.service.connection.admin;
    const toPage = async (admin: string, press: 0 | 1) => {
      await goSettings(app, 'connections');
      await page.getByRole('button', { name: pattern('settings.changeConnection') }).click();
      await page.getByRole('textbox', { name: t('connection.admin') }).fill(admin);
      await app.answerDialog({ dialog: 'message', button: press });
      await next(app);
    };
    const other = 'https://admin.elsewhere.example';
    await toPage(other, 0);
    await page.getByText(t('problem.admin-page-kept.what')).waitFor();
    const saved = () =>
      page.evaluate(async () => {
        const answer = await window.countersign.state.get();
        return answer.ok ? answer.value.state.connections[0]?.fields.admin : null;
      });
    expect(await saved()).toBe(before);
    await button(app, t('connect.cancel')).click();
    await toPage(other, 1);
    await page.getByText(t('problem.addresses-strange.what')).waitFor();
    expect(await saved()).toBe(other);
    expect(app.problems()).toEqual([]);
  });

  test('signed assertion: a key pair is made, handed over, used, and replaced when the operator has confirmed', async () => {
    await using app = await stage.launch({ connection: stage.service.connectionOf('signed-assertion') });
    const { page } = app;
    await next(app);
    await page.getByText(t('keys.none')).waitFor();
    await page.getByText(t('keys.bits', { bits: '2048' })).click();
    // Enter in the key's own field makes the key, and does not go on with the form around.
    await page.getByRole('textbox', { name: t('keys.kid') }).press('Enter');
    await page.getByText(pattern('keys.current')).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await button(app, t('keys.copy')).click();
    await page.getByText(t('keys.copied')).waitFor();
    const handed = await app.clipboard.get();
    expect(handed).not.toMatch(/PRIVATE|"d"|"p"/);
    stage.service.clients.setKeys(JSON.parse(handed));

    const user = stage.service.people.createServiceUser('signed-assertion');
    await paste(app, `${user.username}\n${user.password}`);
    await button(app, t('signInTest.finish')).click();
    await page.getByText(t('documents.emptyTitle')).waitFor();

    await goSettings(app, 'connections');
    await chooseMore(app, moreOf(t('connection.practice')), t('keys.title'));
    await button(app, t('keys.createNext')).click();
    await page.getByText(pattern('keys.next')).waitFor();
    await expect.poll(() => focused(app)).toMatch(pattern('keys.next'));
    const saved = join(stage.home, 'public.jwks.json');
    await app.answerDialog({ dialog: 'save', path: saved });
    await button(app, t('keys.save')).click();
    await expect.poll(() => readKids(saved)).toHaveLength(2);
    const [first, second] = readKids(saved);
    stage.service.clients.setKeys(JSON.parse(readFileSync(saved, 'utf8')));
    await button(app, t('keys.discard')).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('connect.cancel') })
      .click();
    await button(app, t('keys.promote')).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('keys.promote') })
      .click();
    await page.getByText(t('keys.current', { kid: second })).waitFor();
    expect(first).not.toBe(second);
    await expect.poll(() => focused(app)).toBe(t('keys.title'));
    await button(app, t('diagnosis.close')).click();

    await chooseMore(app, moreOf(t('connection.practice')), t('diagnosis.run'));
    await page
      .getByRole('listitem')
      .filter({ hasText: t('diagnosis.api') })
      .getByText(t('diagnosis.done'))
      .waitFor();
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });

  test('the connection is checked step by step, and the report holds no secret', async () => {
    await using app = await stage.launch();
    const { page } = app;
    const { password } = await connect(app, stage.service);
    await goSettings(app, 'connections');
    await chooseMore(app, moreOf(t('connection.practice')), t('diagnosis.run'));
    await button(app, t('diagnosis.report')).click();
    await page.getByText(t('diagnosis.reportCopied')).waitFor();
    const report = await app.clipboard.get();
    expect(report).toContain('ok      token');
    expect(report).toContain('ok      api');
    expect(report).not.toContain(password);
    expect(report).not.toContain(stage.service.connection.clientSecret);
    expect(app.problems()).toEqual([]);
  });

  test('two connections are told apart and switched; each keeps its own list', async () => {
    const other = await startPracticeService();
    try {
      await using app = await stage.launch();
      const { page } = app;
      const { id } = await connect(app, stage.service);
      await page.getByText(t('documents.emptyTitle')).waitFor();
      await hand(app, 'hold', 'Held.pdf');
      await row(app, 'Held.pdf').waitFor();
      await goSettings(app, 'connections');
      await button(app, t('settings.add')).click();
      await page.getByRole('heading', { name: t('settings.add'), level: 1 }).waitFor();
      const file = connectionFileIn(stage.home, {
        ...other.connection,
        name: 'Second office',
        environment: 'production',
      });
      await app.answerDialog({ dialog: 'open', paths: [file] });
      await button(app, t('connection.openFile')).click();
      await page.getByRole('radio', { name: /Second office/, checked: true }).waitFor();
      const user = other.people.createServiceUser();
      await other.documents.add(user.id, { name: 'Only there.pdf', status: 'signed' });
      await other.documents.add(user.id, { name: 'Ended there.pdf', status: 'rejected' });
      await connect(app, other, user);
      await row(app, 'Ended there.pdf')
        .getByRole('button', { name: `${t('row.done')} Ended there.pdf` })
        .click();
      const undo = button(app, t('row.undoDone'));
      await undo.waitFor();
      await row(app, 'Only there.pdf').click();
      await panel(app).waitFor();

      // What waits for a person elsewhere is not out of mind.
      await page.getByRole('button', { name: t('app.elsewhere', { count: 1 }) }).click();
      await page.getByRole('menuitemradio', { name: t('connection.practice') }).click();
      await row(app, 'Held.pdf').waitFor();
      await button(app, `${t('app.switch')} – ${t('connection.practice')}`).waitFor();
      await page.getByText(t('app.test'), { exact: true }).waitFor();
      expect([await panel(app).count(), await undo.count()]).toEqual([0, 0]);
      expect(await page.getByText('Only there.pdf').count()).toBe(0);
      expect(id).not.toBe(user.id);
      expect([...stage.service.records.breaches, ...other.records.breaches]).toEqual([]);
      expect(app.problems()).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test('a row shows what the service says about the document: a click, Enter, and the keys along the list', async () => {
    await using app = await stage.launch();
    const { page } = app;
    const user = stage.service.people.createServiceUser();
    const signees = ['anna@muster.test', 'beat@frei.test'];
    await stage.service.documents.add(user.id, { name: 'NDA.pdf', status: 'in-progress', signees });
    await stage.service.documents.add(user.id, { name: 'Plan.pdf', status: 'signed' });
    await connect(app, stage.service, user);
    const details = page.getByRole('complementary', { name: t('details.title', { name: 'NDA.pdf' }) });
    const other = page.getByRole('complementary', { name: t('details.title', { name: 'Plan.pdf' }) });
    // A heading is no document: it folds its section, and unfolds it.
    const heading = page.getByRole('rowheader', { name: t('documents.finished') });
    await heading.click();
    await row(app, 'Plan.pdf').waitFor({ state: 'detached' });
    expect(await page.getByRole('row', { selected: true }).count()).toBe(0);
    await heading.click();
    await row(app, 'Plan.pdf').waitFor();
    await row(app, 'NDA.pdf').click();
    await details.waitFor();
    await page.keyboard.press('ArrowDown');
    await other.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => other.count()).toBe(0);
    await expect.poll(() => focused(app)).toContain('Plan.pdf');
    await page.keyboard.press('ArrowUp');
    expect(await page.getByRole('complementary').count()).toBe(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(app)).toBe('NDA.pdf');
    for (const signee of signees) await details.getByText(signee).first().waitFor();
    await unfold(app, 'facts');
    await details.getByText(t('details.raw')).click();
    await details.getByText('"documentId"').waitFor();
    // It may be read much later: the day is always said.
    await details
      .getByText(new RegExp(String(new Date().getFullYear())))
      .first()
      .waitFor();
    await details.getByRole('button', { name: t('details.close') }).click();
    await expect.poll(() => details.count()).toBe(0);
    await expect.poll(() => focused(app)).toContain('NDA.pdf');
    // With no room for both, the way back is the same.
    await page.setViewportSize({ width: 590, height: 390 });
    await row(app, 'Plan.pdf').click();
    await expect.poll(() => focused(app)).toBe('Plan.pdf');
    await page.keyboard.press('Escape');
    await page
      .locator('[role="row"]:focus', { has: page.locator('[data-state="done"]') })
      .first()
      .waitFor();
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });
});

function readKids(file: string): string[] {
  try {
    const set: { keys: { kid: string }[] } = JSON.parse(readFileSync(file, 'utf8'));
    return set.keys.map(({ kid }) => kid);
  } catch {
    return [];
  }
}
