import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PracticeConnection } from '../practice-service/practice-service.ts';
import type { App } from './app-handle.ts';
import { button, focused } from './on-page.ts';
import { connectionFileIn, next, paste } from './onboarding.ts';
import { setStage } from './stage.ts';
import { pattern, t, textIn } from './texts.ts';

/** Everything that can be wrong at the beginning has its own sentence, and nothing that was typed is lost. */

const stage = setStage();

const launch = (wrong: Partial<PracticeConnection> = {}) =>
  stage.launch({ connection: { ...stage.service.connection, ...wrong } });

/** What happened, and what to do: both are in the same notice, without anything of the machinery. */
async function says(app: App, what: string | RegExp, todo: string | RegExp): Promise<void> {
  const notice = app.page.getByRole('alert').filter({ hasText: what });
  await notice.getByText(todo).waitFor();
  const text = await notice.innerText();
  expect(text).not.toMatch(/\bat .+:\d+:\d+|Error:|undefined|\[object|\{\{/);
}

const byHand = ({ page }: App) => page.getByText(t('connection.details'), { exact: true }).click();

/** Through the steps with a good paste, up to the test. */
async function toTheTest(
  app: App,
  credentials: { readonly username: string; readonly password: string } = stage.service.people.createServiceUser(),
): Promise<void> {
  await next(app);
  await paste(app, `${credentials.username}\n${credentials.password}`);
}

/** As the browser tells the page of a paste: the text comes from the clipboard, the field decides. */
async function pasteInto(app: App, label: string, text: string): Promise<void> {
  await app.page.getByLabel(label).evaluate((field, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

describe('a sentence for', () => {
  test('an option nobody knows', async () => {
    await using app = await stage.launch({ args: ['--conection=x.json'] });
    await says(app, t('problem.option-unknown.what', { option: '--conection=x.json' }), t('problem.option-unknown.do'));
    await button(app, t('problem.close')).click();
    expect(await app.page.getByRole('alert').count()).toBe(0);
  });

  test('a connection file that cannot be read', async () => {
    await using app = await stage.launch({ connection: null });
    const { page } = app;
    await byHand(app);
    await page.getByRole('textbox', { name: t('connection.name'), exact: true }).fill('Typed before');
    await app.answerDialog({ dialog: 'open', paths: [stage.put('letter.json', 'Dear aunt,')] });
    await button(app, t('connection.openFile')).click();
    await says(app, t('problem.connection-file-unreadable.what'), t('problem.connection-file-unreadable.do'));
    expect(await page.getByRole('textbox', { name: t('connection.name'), exact: true }).inputValue()).toBe(
      'Typed before',
    );
    expect(app.problems()).toEqual([]);
  });

  test('a connection file dropped anywhere is taken; what was typed can be had back', async () => {
    await using app = await stage.launch({ connection: null });
    const name = app.page.getByRole('textbox', { name: t('connection.name'), exact: true });
    await byHand(app);
    await name.fill('Typed before');
    await app.drop({ x: 20, y: 200 }, [connectionFileIn(stage.home, stage.service.connection)]);
    await app.page.getByText(t('connection.taken')).waitFor();
    await byHand(app);
    await expect.poll(() => name.inputValue()).toBe(stage.service.connection.name);
    await button(app, t('connection.backToTyped')).click();
    await expect.poll(() => name.inputValue()).toBe('Typed before');
    await app.drop('main', [connectionFileIn(stage.home, stage.service.connection)]);
    await app.page.getByText(t('connection.taken')).waitFor();
    await byHand(app);
    await expect
      .poll(() => app.page.getByRole('textbox', { name: t('connection.base') }).inputValue())
      .toBe(stage.service.connection.base);
  });

  test('fields that are missing or wrong, at each field', async () => {
    await using app = await stage.launch({ connection: null });
    const { page } = app;
    await byHand(app);
    await page.getByRole('textbox', { name: t('connection.base') }).fill('http://sign.example/api/v1');
    await page.getByRole('textbox', { name: t('connection.auth') }).fill('sign in here');
    await next(app);
    await says(app, t('problem.connection-incomplete.what'), t('problem.connection-incomplete.do'));
    await page.getByText(t('fieldProblem.not-https')).waitFor();
    await page.getByText(t('fieldProblem.not-an-address')).waitFor();
    expect(await page.getByText(t('fieldProblem.missing')).count()).toBeGreaterThanOrEqual(3);
    const signIn = page.getByRole('textbox', { name: t('connection.auth') });
    await expect.poll(() => signIn.inputValue()).toBe('sign in here');
    // The keyboard is at the first of them; what is changed is no longer held against it.
    await expect.poll(() => focused(app)).toBe(t('connection.name'));
    await signIn.fill('https://login.example');
    expect(await page.getByText(t('fieldProblem.not-an-address')).count()).toBe(0);
    await page.getByRole('textbox', { name: t('connection.clientSecret') }).fill('x'.repeat(4_001));
    await next(app);
    await page.getByText(t('fieldProblem.too-long')).waitFor();
    await expect.poll(() => focused(app)).toBe(t('connection.clientSecret'));
    await expect
      .poll(() => page.getByRole('textbox', { name: t('connection.clientSecret') }).inputValue())
      .toHaveLength(4_001);
  });

  test('an offer with a wrong field, which is shown; the offer can be changed letter by letter', async () => {
    await using app = await launch({ base: `${stage.service.url}/elsewhere` });
    const { page } = app;
    await page.getByText(t('connection.test'), { exact: true }).first().waitFor();
    await next(app);
    await says(app, t('problem.connection-incomplete.what'), t('problem.connection-incomplete.do'));
    await page.getByText(t('fieldProblem.wrong-ending')).waitFor();
    const base = page.getByRole('textbox', { name: t('connection.base') });
    await expect.poll(() => focused(app)).toBe(t('connection.base'));
    await page.keyboard.press('End');
    await page.keyboard.type('/x');
    await expect.poll(() => base.inputValue()).toBe(`${stage.service.url}/elsewhere/x`);
    await expect.poll(() => focused(app)).toBe(t('connection.base'));
    // An empty field is a choice, too: the offer does not come back.
    await base.fill('');
    await expect.poll(() => base.inputValue()).toBe('');
    await base.fill(stage.service.connection.base);
    await next(app);
    // The secret of the file goes to no other address than the file's own.
    const secret = page.getByRole('textbox', { name: t('connection.clientSecret') });
    await expect.poll(() => focused(app)).toBe(t('connection.clientSecret'));
    await secret.fill(stage.service.connection.clientSecret ?? '');
    await next(app);
    await page.getByLabel(t('signIn.paste')).waitFor();
  });

  test('a network and a language that must be set before the first connection', async () => {
    await using app = await stage.launch({ connection: null });
    const { page } = app;
    await button(app, t('connect.network')).click();
    await page.getByText(t('network.proxyNotAsked')).waitFor();
    await page.getByText('Deutsch').click();
    await page.getByRole('heading', { name: textIn('de', 'connect.networkTitle') }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(textIn('de', 'welcome.lead')).waitFor();
    expect(app.problems()).toEqual([]);
  });

  test('a call that nobody could answer: never silence', async () => {
    await using app = await stage.launch({ connection: null });
    // Longer than the contract allows, and than the field takes from a keyboard: main does not even look at it.
    const name = app.page.getByRole('textbox', { name: t('connection.name'), exact: true });
    await byHand(app);
    await name.evaluate((field) => field.removeAttribute('maxlength'));
    await name.fill('x'.repeat(121));
    await next(app);
    await says(app, t('problem.unknown.what'), t('problem.unknown.do'));
    await button(app, t('problem.close')).click();
    expect(await app.page.getByRole('alert').count()).toBe(0);
  });

  test('an address where nobody answers', async () => {
    await using app = await launch({ auth: 'http://127.0.0.1:9' });
    await toTheTest(app);
    await says(app, t('problem.unreachable.what', { host: '127.0.0.1:9' }), t('problem.unreachable.do'));
    // What comes after the step that failed is not waited for.
    expect(await app.page.getByText(t('signInTest.notTested')).count()).toBe(2);
    expect(await app.page.getByRole('alert').getByText(t('check.kept')).count()).toBe(0);
    await button(app, t('connect.back')).click();
    await button(app, t('connect.back')).click();
    await expect
      .poll(() => app.page.getByRole('textbox', { name: t('connection.auth') }).inputValue())
      .toBe('http://127.0.0.1:9');
  });

  test('an address where somebody else answers', async () => {
    await using app = await launch({ auth: `${stage.service.url}/elsewhere` });
    await toTheTest(app);
    await says(app, pattern('problem.wrong-address.what'), t('problem.wrong-address.do'));
  });

  test('a wrong client id', async () => {
    await using app = await launch({ clientId: 'somebody-else' });
    await toTheTest(app);
    await says(app, t('problem.client-refused.what'), t('problem.client-refused.do'));
  });

  test('a wrong client secret', async () => {
    await using app = await launch({ clientSecret: 'not-the-secret' });
    await toTheTest(app);
    await says(app, t('problem.client-refused.what'), t('problem.client-refused.do'));
    // The step that helps is at hand, and the sign-in pasted before is not asked for again.
    await button(app, t('settings.changeConnection')).click();
    await app.page
      .getByRole('textbox', { name: t('connection.clientSecret') })
      .fill(stage.service.connection.clientSecret ?? '');
    await next(app);
    await app.page.getByText(pattern('signIn.kept')).waitFor();
    await next(app);
    await button(app, t('signInTest.finish')).waitFor();
    await button(app, t('connect.back')).click();
    await button(app, t('signIn.again')).click();
    await expect.poll(() => focused(app)).toBe(t('signIn.paste'));
    await button(app, t('signIn.keep')).click();
    await expect.poll(() => focused(app)).toMatch(pattern('signIn.kept'));
  });

  test('a wrong password, which can be pasted again', async () => {
    await using app = await stage.launch();
    const { username, password } = stage.service.people.createServiceUser();
    await toTheTest(app, { username, password: `${password}x` });
    await says(app, t('problem.password-refused.what'), t('problem.password-refused.do'));
    expect(await app.page.getByText(t('signIn.recognised', { username })).count()).toBe(0);
    // The service answered, so the way to it is in order.
    expect(await button(app, t('diagnosis.run')).count()).toBe(0);
    await button(app, t('settings.signInAgain')).click();
    await expect.poll(() => focused(app)).toBe(t('signIn.title', { name: 'Practice service' }));
    // Taken at once, before anybody can read it over a shoulder.
    await app.page.evaluate(
      (words) => {
        const look = () => {
          const text = document.body.innerText;
          if (text.includes(words.taken) && !text.includes(words.passed)) document.body.dataset['early'] = 'yes';
        };
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
      },
      { taken: t('signIn.recognised', { username }), passed: t('signInTest.title.passed') },
    );
    await pasteInto(app, t('signIn.paste'), `${username}\n${password}`);
    await app.page.getByText(t('signIn.recognised', { username })).waitFor();
    await button(app, t('signInTest.finish')).waitFor();
    // While it was checked, nothing good was said of it.
    expect(await app.page.evaluate(() => document.body.dataset['early'])).toBeUndefined();
  });

  test('a text without a password; it stays in the field', async () => {
    await using app = await stage.launch();
    await next(app);
    const field = app.page.getByLabel(t('signIn.paste'));
    await field.fill('Username: service-1');
    await next(app);
    await says(app, t('problem.paste-no-password.what'), t('problem.paste-no-password.do'));
    await expect.poll(() => field.inputValue()).toBe('Username: service-1');
    await field.fill('');
    await pasteInto(app, t('signIn.paste'), 'Username: service-2');
    await expect.poll(() => field.inputValue()).toBe('Username: service-2');
    const hidden = () => field.evaluate((area) => getComputedStyle(area).getPropertyValue('-webkit-text-security'));
    await field.blur();
    expect(await hidden()).toBe('disc');
    await field.focus();
    expect(await hidden()).toBe('none');
    await field.fill('x'.repeat(20_001));
    await next(app);
    await says(app, t('problem.paste-too-long.what'), t('problem.paste-too-long.do'));
    await expect.poll(() => field.inputValue()).toHaveLength(20_001);
  });

  test('a token the service takes no longer, also not a renewed one', async () => {
    await using app = await stage.launch();
    await toTheTest(app);
    await button(app, t('signInTest.finish')).waitFor();
    stage.service.tokens.revoke();
    stage.service.options.forced.push({ operation: 'overview', times: 2, force: { kind: 'answer', status: 401 } });
    await button(app, t('signInTest.finish')).click();
    await says(app, t('problem.token-refused.what'), t('problem.token-refused.do'));
    await button(app, t('settings.signInAgain')).waitFor();
  });

  test('a client secret the service takes no longer, which leads to the new one and not to the password', async () => {
    await using app = await stage.launch();
    await toTheTest(app);
    await button(app, t('signInTest.finish')).waitFor();
    stage.service.tokens.revoke();
    stage.service.options.forced.push({
      operation: 'token',
      times: 9,
      force: {
        kind: 'answer',
        status: 401,
        body: '{"error":"invalid_client"}',
        headers: { 'content-type': 'application/json' },
      },
    });
    await button(app, t('signInTest.finish')).click();
    await says(app, t('problem.client-refused.what'), t('problem.client-refused.do'));
    expect(await button(app, t('settings.signInAgain')).count()).toBe(0);
    // The card of the connection leads to the secret, too, and the password in the keychain is kept.
    await button(app, t('nav.settings')).click();
    await button(app, t('settings.page.connections')).click();
    const { name } = stage.service.connection;
    expect(await button(app, t('profiles.of', { what: t('settings.signInAgain'), name })).count()).toBe(0);
    await button(app, t('profiles.of', { what: t('signIn.newSecret'), name })).click();
    await app.page
      .getByRole('textbox', { name: t('connection.clientSecret') })
      .fill(stage.service.connection.clientSecret ?? '');
    await next(app);
    await app.page.getByText(pattern('signIn.kept')).waitFor();
  });

  test('a service that is down; trying again works as soon as it is back', async () => {
    await stage.service.close();
    const dataDir = join(stage.home, 'practice');
    await stage.serve({ dataDir });
    await using app = await stage.launch();
    await toTheTest(app);
    await button(app, t('signInTest.finish')).waitFor();
    await stage.service.close();
    await button(app, t('signInTest.finish')).click();
    await says(app, pattern('problem.unreachable.what'), t('check.kept'));
    await stage.serve({ dataDir });
    await button(app, t('problem.retry')).click();
    await app.page.getByText(t('documents.emptyTitle')).waitFor();
    expect(await app.page.getByRole('alert').count()).toBe(0);
  });

  test('a service with a problem of its own', async () => {
    await using app = await stage.launch();
    await toTheTest(app);
    await button(app, t('signInTest.finish')).waitFor();
    stage.service.options.forced.push({ operation: 'overview', times: 1, force: { kind: 'answer', status: 503 } });
    await button(app, t('signInTest.finish')).click();
    await says(app, t('problem.service-down.what'), t('problem.service-down.do'));
  });

  test('a keychain that is not there; the pasted text stays and can be tried again', async () => {
    await using app = await stage.launch({ env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' } });
    const { page } = app;
    // Already the client secret has no place to go: nothing is saved without it, and the fields stay.
    await next(app);
    await says(app, t('problem.keychain-unavailable.what'), t('problem.keychain-unavailable.do'));
    await byHand(app);
    expect(await page.getByRole('textbox', { name: t('connection.clientId') }).inputValue()).toBe(
      stage.service.connection.clientId,
    );
  });
});
