import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PracticeConnection } from '../practice-service/practice-service.ts';
import type { App } from './app-handle.ts';
import { button, focused } from './on-page.ts';
import { connectionFileIn, next, paste } from './onboarding.ts';
import { setStage } from './stage.ts';

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

/** Through the steps with a good paste, up to the test. */
async function toTheTest(
  app: App,
  credentials: { readonly username: string; readonly password: string } = stage.service.people.createServiceUser(),
): Promise<void> {
  await next(app);
  await paste(app, `${credentials.username}\n${credentials.password}`);
  await next(app);
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
    await says(app, 'an option it does not know: --conection=x.json', 'The only option is --connection FILE');
    await button(app, 'Close this notice').click();
    expect(await app.page.getByRole('alert').count()).toBe(0);
  });

  test('a connection file that cannot be read', async () => {
    await using app = await stage.launch({ connection: null });
    const { page } = app;
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed before');
    await app.answerDialog({ dialog: 'open', paths: [stage.put('letter.json', 'Dear aunt,')] });
    await button(app, 'Open a connection file…').click();
    await says(app, 'This is not a connection file.', 'Ask your IT department');
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Typed before');
    expect(app.problems()).toEqual([]);
  });

  test('a connection file dropped anywhere is taken; what was typed can be had back', async () => {
    await using app = await stage.launch({ connection: null });
    const name = app.page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Typed before');
    await app.drop({ x: 20, y: 200 }, [connectionFileIn(stage.home, stage.service.connection)]);
    await app.page.getByText('The fields now hold what the file says.').waitFor();
    expect(await name.inputValue()).toBe(stage.service.connection.name);
    await button(app, 'Back to what I typed').click();
    expect(await name.inputValue()).toBe('Typed before');
    await app.drop('main', [connectionFileIn(stage.home, stage.service.connection)]);
    await app.page.getByRole('textbox', { name: 'Address of the signing service' }).waitFor();
    await expect
      .poll(() => app.page.getByRole('textbox', { name: 'Address of the signing service' }).inputValue())
      .toBe(stage.service.connection.base);
  });

  test('fields that are missing or wrong, at each field', async () => {
    await using app = await stage.launch({ connection: null });
    const { page } = app;
    await page.getByRole('textbox', { name: 'Address of the signing service' }).fill('http://sign.example/api/v1');
    await page.getByRole('textbox', { name: 'Sign-in address' }).fill('sign in here');
    await next(app);
    await says(app, 'Something in these fields is missing or not right.', 'Look at the marked fields.');
    await page.getByText('Only https:// addresses are safe enough.').waitFor();
    await page.getByText('This is not an address.').waitFor();
    expect(await page.getByText('Please fill this in.').count()).toBeGreaterThanOrEqual(3);
    const signIn = page.getByRole('textbox', { name: 'Sign-in address' });
    expect(await signIn.inputValue()).toBe('sign in here');
    // The keyboard is at the first of them; what is changed is no longer held against it.
    expect(await focused(app)).toBe('Name');
    await signIn.fill('https://login.example');
    expect(await page.getByText('This is not an address.').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Client secret' }).fill('x'.repeat(4_001));
    await next(app);
    await page.getByText('This is too long.').waitFor();
    expect(await focused(app)).toBe('Client secret');
    expect(await page.getByRole('textbox', { name: 'Client secret' }).inputValue()).toHaveLength(4_001);
  });

  test('an offer with a wrong field, which is shown; the offer can be changed letter by letter', async () => {
    await using app = await launch({ base: `${stage.service.url}/elsewhere` });
    const { page } = app;
    await page.getByText('Test', { exact: true }).first().waitFor();
    await next(app);
    await says(app, 'Something in these fields is missing or not right.', 'Look at the marked fields.');
    await page.getByText('This address must end in /api/v1').waitFor();
    const base = page.getByRole('textbox', { name: 'Address of the signing service' });
    await expect.poll(() => focused(app)).toBe('Address of the signing service');
    await page.keyboard.press('End');
    await page.keyboard.type('/x');
    expect(await base.inputValue()).toBe(`${stage.service.url}/elsewhere/x`);
    expect(await focused(app)).toBe('Address of the signing service');
    // Nothing typed is a wish too: the offer does not come back.
    await base.fill('');
    expect(await base.inputValue()).toBe('');
    await base.fill(stage.service.connection.base);
    await next(app);
    await page.getByLabel('Paste here what the page showed').waitFor();
  });

  test('a network and a language that must be set before the first connection', async () => {
    await using app = await stage.launch({ connection: null });
    const { page } = app;
    await button(app, 'Network and language…').click();
    await page.getByRole('textbox', { name: 'User name for the proxy' }).waitFor();
    await page.getByText('Deutsch').click();
    await page.getByRole('heading', { name: 'Netzwerk und Sprache' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Countersign verbinden' }).waitFor();
    expect(app.problems()).toEqual([]);
  });

  test('a call that nobody could answer: never silence', async () => {
    await using app = await stage.launch({ connection: null });
    // Longer than the contract allows, and than the field takes from a keyboard: main does not even look at it.
    const name = app.page.getByRole('textbox', { name: 'Name', exact: true });
    await name.evaluate((field) => field.removeAttribute('maxlength'));
    await name.fill('x'.repeat(121));
    await next(app);
    await says(app, 'Something in Countersign itself went wrong.', 'Try again.');
    await button(app, 'Close this notice').click();
    expect(await app.page.getByRole('alert').count()).toBe(0);
  });

  test('an address where nobody answers', async () => {
    await using app = await launch({ auth: 'http://127.0.0.1:9' });
    await toTheTest(app);
    await says(
      app,
      'The service at 127.0.0.1:9 could not be reached.',
      'Check whether this computer is online, then try again.',
    );
    // What comes after the step that failed is not waited for.
    expect(await app.page.getByText('Not tested').count()).toBe(2);
    expect(await app.page.getByRole('alert').getByText('list of documents').count()).toBe(0);
    await button(app, 'Back').click();
    await button(app, 'Back').click();
    expect(await app.page.getByRole('textbox', { name: 'Sign-in address' }).inputValue()).toBe('http://127.0.0.1:9');
  });

  test('an address where somebody else answers', async () => {
    await using app = await launch({ auth: `${stage.service.url}/elsewhere` });
    await toTheTest(app);
    await says(app, /There is a computer at 127\.0\.0\.1:\d+, but not the signing service\./, 'Compare the addresses');
  });

  test('a wrong client id', async () => {
    await using app = await launch({ clientId: 'somebody-else' });
    await toTheTest(app);
    await says(
      app,
      'The service does not know this client id, or the proof that goes with it is wrong.',
      'Compare the client id',
    );
  });

  test('a wrong client secret', async () => {
    await using app = await launch({ clientSecret: 'not-the-secret' });
    await toTheTest(app);
    await says(
      app,
      'The service does not know this client id, or the proof that goes with it is wrong.',
      'the client secret or the key id',
    );
    // The step that helps is at hand, and the sign-in pasted before is not asked for again.
    await button(app, 'Change the connection').click();
    await app.page.getByRole('textbox', { name: 'Client secret' }).fill(stage.service.connection.clientSecret ?? '');
    await next(app);
    await app.page.getByText(/^Already signed in as /).waitFor();
    await next(app);
    await button(app, 'Show my documents').waitFor();
    await button(app, 'Back').click();
    await button(app, 'Paste something else').click();
    expect(await focused(app)).toBe('Paste here what the page showed');
    await button(app, 'Keep this sign-in').click();
    await expect.poll(() => focused(app)).toMatch(/^Already signed in as /);
  });

  test('a wrong password, which can be pasted again', async () => {
    await using app = await stage.launch();
    const { username, password } = stage.service.people.createServiceUser();
    await toTheTest(app, { username, password: `${password}x` });
    await says(app, 'The service does not accept this user name and password.', 'Open the admin page again');
    await button(app, 'Sign in again').click();
    await expect.poll(() => focused(app)).toBe('Introduce this computer to Practice service');
    // Taken at once, before anybody can read it over a shoulder.
    await pasteInto(app, 'Paste here what the page showed', `${username}\n${password}`);
    await app.page.getByText(`Found: user ${username}`).waitFor();
    await expect.poll(() => focused(app)).toMatch(/^Found: user /);
    await next(app);
    await button(app, 'Show my documents').waitFor();
  });

  test('a text without a password; it stays in the field', async () => {
    await using app = await stage.launch();
    await next(app);
    const field = app.page.getByLabel('Paste here what the page showed');
    await field.fill('Username: service-1');
    await next(app);
    await says(app, 'No password was found in this text.', 'Copy everything the admin page shows');
    expect(await field.inputValue()).toBe('Username: service-1');
    await field.fill('');
    await pasteInto(app, 'Paste here what the page showed', 'Username: service-2');
    await expect.poll(() => field.inputValue()).toBe('Username: service-2');
    const hidden = () => field.evaluate((area) => getComputedStyle(area).getPropertyValue('-webkit-text-security'));
    await field.blur();
    expect(await hidden()).toBe('disc');
    await field.focus();
    expect(await hidden()).toBe('none');
    await field.fill('x'.repeat(20_001));
    await next(app);
    await says(app, 'This is much more than the admin page shows.', 'Copy only the part');
    expect(await field.inputValue()).toHaveLength(20_001);
  });

  test('a token the service takes no longer, also not a renewed one', async () => {
    await using app = await stage.launch();
    await toTheTest(app);
    await button(app, 'Show my documents').waitFor();
    stage.service.tokens.revoke();
    stage.service.options.forced.push({ operation: 'overview', times: 2, force: { kind: 'answer', status: 401 } });
    await button(app, 'Show my documents').click();
    await says(app, 'This sign-in is no longer valid.', 'Sign in again.');
    await button(app, 'Sign in again').waitFor();
  });

  test('a service that is down; trying again works as soon as it is back', async () => {
    await stage.service.close();
    const dataDir = join(stage.home, 'practice');
    await stage.serve({ dataDir });
    await using app = await stage.launch();
    await toTheTest(app);
    await button(app, 'Show my documents').waitFor();
    await stage.service.close();
    await button(app, 'Show my documents').click();
    await says(app, /The service at 127\.0\.0\.1:\d+ could not be reached\./, 'Countersign tries again by itself.');
    await stage.serve({ dataDir });
    await button(app, 'Try again').click();
    await app.page.getByText('No documents yet').waitFor();
    expect(await app.page.getByRole('alert').count()).toBe(0);
  });

  test('a service with a problem of its own', async () => {
    await using app = await stage.launch();
    await toTheTest(app);
    await button(app, 'Show my documents').waitFor();
    stage.service.options.forced.push({ operation: 'overview', times: 1, force: { kind: 'answer', status: 503 } });
    await button(app, 'Show my documents').click();
    await says(app, 'The service has a problem of its own at the moment.', 'For anything else, try again later.');
  });

  test('a keychain that is not there; the pasted text stays and can be tried again', async () => {
    await using app = await stage.launch({ env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' } });
    const { page } = app;
    // Already the client secret has no place to go: nothing is saved without it, and the fields stay.
    await next(app);
    await says(app, 'The keychain of this computer cannot be used.', 'Then try again');
    await button(app, /Addresses and identification/).click();
    expect(await page.getByRole('textbox', { name: 'Client id' }).inputValue()).toBe(stage.service.connection.clientId);
  });
});
