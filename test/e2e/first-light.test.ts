import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import { button, chooseMore, focused, go, goSettings, middle, moreOf, row, sheet, signees } from './on-page.ts';
import { connect, connectionFileIn, copyFromAdminPage, next, paste } from './onboarding.ts';
import { setStage } from './stage.ts';
import { pattern, t } from './texts.ts';

const stage = setStage();
const clock = '\\d\\d:\\d\\d';
/** In the last quarter of an hour of a day, the next refresh is told with its day. */
const later = `(?:.+ )?${clock}`;

describe('first light', () => {
  test('a person connects by copy and paste, and the documents of the service are listed', async () => {
    await using app = await stage.launch();
    const { page } = app;
    await page.getByText(t('connection.practiceLead')).waitFor();
    await next(app);
    await button(app, t('signIn.open')).click();
    await page.getByText(t('signIn.opened')).waitFor();
    const [opened] = await app.opened();
    const copied = await copyFromAdminPage(opened?.target ?? '');
    await paste(app, copied);
    // Nothing of the password stays in the page.
    const password = /Password\s+(\S+)/.exec(copied)?.[1] ?? '';
    expect(password.length).toBeGreaterThan(8);
    expect(await page.content()).not.toContain(password);
    await app.clipboard.set(copied);
    await button(app, t('signIn.clearClipboard')).click();
    await page.getByText(t('signIn.clipboardCleared')).waitFor();
    await expect.poll(() => focused(app)).toBe(t('signIn.clearClipboard'));
    expect(await app.clipboard.get()).toBe('');

    await page.getByText([t('mode.timestamp'), t('mode.advanced'), t('mode.qualified')].join(', ')).waitFor();
    await button(app, t('signInTest.finish')).click();
    await page.getByText(t('documents.emptyTitle')).waitFor();
    await page
      .getByText(new RegExp(`${t('check.asOf', { time: clock })} · ${t('check.next', { time: later })}`))
      .waitFor();
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });

  test('a paste anywhere signs in, and a document dropped on the working connection opens the sheet', async () => {
    await using app = await stage.launch();
    const { page } = app;
    const file = stage.put('Contract.pdf', await samplePdf({ title: 'Contract' }));
    await page.getByText(t('connection.practiceLead')).waitFor();
    // Before there is a connection, a document is no connection file, and nothing else happens.
    await app.drop(middle, [file]);
    await page.getByText(t('problem.connection-file-unreadable.what')).waitFor();
    await next(app);
    await button(app, t('signIn.open')).waitFor();
    const { username, password } = stage.service.people.createServiceUser();
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, `Username\n${username}\nPassword\n${password}`);
    await page.getByText(t('signIn.recognised', { username })).waitFor();
    expect(await page.content()).not.toContain(password);
    await page.getByRole('heading', { name: t('signInTest.title.passed') }).waitFor();
    // Who knows the way types before the sheet is there.
    await page.evaluate(() => {
      const press = (key: string) =>
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      const type = () => setTimeout(() => 'anna@muster.ch;be'.split('').forEach((key) => press(key)));
      window.addEventListener('drop', type, { capture: true, once: true });
    });
    await app.drop(middle, [file]);
    await sheet(app).getByText('Contract.pdf').first().waitFor();
    await expect.poll(() => focused(app)).toBe(t('signees.add'));
    await sheet(app).getByRole('row', { name: 'anna@muster.ch' }).waitFor();
    await expect.poll(() => signees(app).inputValue()).toBe('be');
    await sheet(app)
      .getByRole('button', { name: t('send.close') })
      .click();
    await button(app, t('send.askClose.close')).click();
    await sheet(app).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: t('documents.title'), level: 1 }).waitFor();
    // The file of the IT department comes while somebody practises: it opens the steps of a new connection.
    await app.drop(middle, [connectionFileIn(stage.home, stage.service.connection)]);
    await page.getByRole('radio', { name: stage.service.connection.name }).waitFor();
    await button(app, t('connect.cancel')).click();
    await page.getByRole('heading', { name: t('documents.title'), level: 1 }).waitFor();
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });

  test('the list shows names and who is waited for; a restart keeps all and asks nothing', async () => {
    await using app = await stage.launch();
    await app.page.getByText(t('connection.practiceLead')).waitFor();
    // Documents are there before the person connects.
    const user = stage.service.people.createServiceUser();
    await stage.service.documents.add(user.id, { name: 'Mietvertrag Zürich.pdf', status: 'in-progress' });
    await stage.service.documents.add(user.id, { name: 'Offer.pdf', status: 'draft' });
    await stage.service.documents.add(user.id, { name: 'Invoice\u202efdp.exe', status: 'draft' });
    await connect(app, stage.service, user);
    await row(app, 'Mietvertrag Zürich.pdf').getByText('beat', { exact: true }).waitFor();
    await row(app, 'Offer.pdf').getByText(t('signStatus.none')).waitFor();
    // A name that turns the direction of writing cannot pretend to be another kind of file.
    await app.page.getByRole('row', { name: 'Invoicefdp.exe' }).waitFor();

    const asked = stage.service.records.requests.filter(({ operation }) => operation === 'overview').length;
    await button(app, t('documents.check')).click();
    await app.page.getByText(pattern('check.tooEarly')).waitFor();
    await app.quit();
    stage.service.tokens.clientRestarted();

    await using again = await stage.launch();
    await row(again, 'Mietvertrag Zürich.pdf').waitFor();
    await again.page.getByText(pattern('check.next')).waitFor();
    expect(stage.service.records.requests.filter(({ operation }) => operation === 'overview')).toHaveLength(asked);
    expect(stage.service.records.breaches).toEqual([]);
    expect([...app.problems(), ...again.problems()]).toEqual([]);
  });

  test('a second start shows the first one and hands over its connection file', async () => {
    await using app = await stage.connected();
    await app.secondInstance(['--connection', join(stage.home, 'nothing.json')]);
    const notice = app.page.getByRole('alert').filter({ hasText: pattern('problem.option-file-missing.what') });
    await notice.getByRole('button', { name: t('problem.close') }).click();
    await expect.poll(() => notice.count()).toBe(0);

    // One that can be read is what the person wants to see, whatever is in use.
    const second = { ...stage.service.connection, name: 'Second office', clientId: 'second' };
    await app.secondInstance(['--connection', connectionFileIn(stage.home, second)]);
    await app.page.getByRole('heading', { name: t('settings.add'), level: 1 }).waitFor();
    await app.page.getByRole('radio', { name: t('connection.details') }).check({ force: true });
    expect(await app.page.getByRole('textbox', { name: t('connection.name'), exact: true }).inputValue()).toBe(
      'Second office',
    );
    await button(app, t('connect.cancel')).click();
    await app.page.getByRole('heading', { name: t('documents.title'), level: 1 }).waitFor();
  });

  test('the sign-in can be forgotten and made again; the list stays', async () => {
    await using app = await stage.connected();
    const { page } = app;
    await goSettings(app, 'connections');
    await chooseMore(app, moreOf(t('connection.practice')), t('settings.signOut'));
    await page.getByText(t('settings.signOutText.client-secret')).waitFor();
    await button(app, t('settings.signOutConfirm')).click();
    await page.getByText(t('settings.signedOut')).waitFor();
    await expect.poll(() => focused(app)).toBe(t('connection.practice'));
    await go(app, 'documents');
    await expect.poll(() => focused(app)).toBe(t('documents.title'));
    await page.getByText(t('problem.signed-out.what')).waitFor();
    expect(await page.getByText(pattern('check.next')).count()).toBe(0);
    await button(app, t('settings.signIn')).click();
    await page.getByRole('heading', { name: t('settings.signIn'), level: 1 }).waitFor();
    // The client secret went too, so the way begins where it is typed.
    await page
      .getByRole('textbox', { name: t('connection.clientSecret') })
      .fill(stage.service.connection.clientSecret ?? '');
    await next(app);
    const { username, password } = stage.service.people.createServiceUser();
    await paste(app, JSON.stringify({ username, password }));
    await button(app, t('signInTest.finish')).click();
    await page.getByRole('heading', { name: t('documents.title'), level: 1 }).waitFor();
    expect(app.problems()).toEqual([]);
  });
});
