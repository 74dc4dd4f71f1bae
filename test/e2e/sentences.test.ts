import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type PracticeConnection,
  type PracticeService,
  startPracticeService,
} from '../practice-service/practice-service.ts';
import type { App, LaunchOptions } from './app-handle.ts';
import { launchApp } from './launch-app.ts';
import { connectionFileIn, focused, next, paste } from './onboarding.ts';

/** Everything that can be wrong at the beginning has its own sentence, and nothing that was typed is lost. */

let home: string;
let service: PracticeService;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'countersign-e2e-'));
  service = await startPracticeService();
});
afterEach(async () => {
  await service.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

function launch(wrong: Partial<PracticeConnection> = {}, options: LaunchOptions = {}): Promise<App> {
  const file = connectionFileIn(home, { ...service.connection, ...wrong });
  return launchApp({ home: join(home, 'app'), args: ['--connection', file], locale: 'en-GB', ...options });
}

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
  credentials: { readonly username: string; readonly password: string } = service.people.createServiceUser(),
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
    await using app = await launchApp({ home: join(home, 'app'), args: ['--conection=x.json'], locale: 'en-GB' });
    await says(app, 'an option it does not know: --conection=x.json', 'The only option is --connection FILE');
    await app.page.getByRole('button', { name: 'Close this notice' }).click();
    expect(await app.page.getByRole('alert').count()).toBe(0);
  });

  test('a connection file that cannot be read', async () => {
    await using app = await launchApp({ home: join(home, 'app'), locale: 'en-GB' });
    const { page } = app;
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed before');
    const bad = join(home, 'letter.json');
    writeFileSync(bad, 'Dear aunt,');
    await app.answerDialog({ dialog: 'open', paths: [bad] });
    await page.getByRole('button', { name: 'Open a connection file…' }).click();
    await says(app, 'This is not a connection file.', 'Ask your IT department');
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Typed before');
    expect(app.problems()).toEqual([]);
  });

  test('a connection file dropped anywhere is taken; what was typed can be had back', async () => {
    await using app = await launchApp({ home: join(home, 'app'), locale: 'en-GB' });
    const name = app.page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Typed before');
    await app.drop({ x: 20, y: 200 }, [connectionFileIn(home, service.connection)]);
    await app.page.getByText('The fields now hold what the file says.').waitFor();
    expect(await name.inputValue()).toBe(service.connection.name);
    await app.page.getByRole('button', { name: 'Back to what I typed' }).click();
    expect(await name.inputValue()).toBe('Typed before');
    await app.drop('main', [connectionFileIn(home, service.connection)]);
    await app.page.getByRole('textbox', { name: 'Address of the signing service' }).waitFor();
    await expect
      .poll(() => app.page.getByRole('textbox', { name: 'Address of the signing service' }).inputValue())
      .toBe(service.connection.base);
  });

  test('fields that are missing or wrong, at each field', async () => {
    await using app = await launchApp({ home: join(home, 'app'), locale: 'en-GB' });
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
    await using app = await launch({ base: `${service.url}/elsewhere` });
    const { page } = app;
    await page.getByText('Test', { exact: true }).first().waitFor();
    await next(app);
    await says(app, 'Something in these fields is missing or not right.', 'Look at the marked fields.');
    await page.getByText('This address must end in /api/v1').waitFor();
    const base = page.getByRole('textbox', { name: 'Address of the signing service' });
    await expect.poll(() => focused(app)).toBe('Address of the signing service');
    await page.keyboard.press('End');
    await page.keyboard.type('/x');
    expect(await base.inputValue()).toBe(`${service.url}/elsewhere/x`);
    expect(await focused(app)).toBe('Address of the signing service');
    // Nothing typed is a wish too: the offer does not come back.
    await base.fill('');
    expect(await base.inputValue()).toBe('');
    await base.fill(service.connection.base);
    await next(app);
    await page.getByLabel('Paste here what the page showed').waitFor();
  });

  test('a network and a language that must be set before the first connection', async () => {
    await using app = await launchApp({ home: join(home, 'app'), locale: 'en-GB' });
    const { page } = app;
    await page.getByRole('button', { name: 'Network and language…' }).click();
    await page.getByRole('textbox', { name: 'User name for the proxy' }).waitFor();
    await page.getByText('Deutsch').click();
    await page.getByRole('heading', { name: 'Netzwerk und Sprache' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Countersign verbinden' }).waitFor();
    expect(app.problems()).toEqual([]);
  });

  test('a call that nobody could answer: never silence', async () => {
    await using app = await launchApp({ home: join(home, 'app'), locale: 'en-GB' });
    // Longer than the contract allows, and than the field takes from a keyboard: main does not even look at it.
    const name = app.page.getByRole('textbox', { name: 'Name', exact: true });
    await name.evaluate((field) => field.removeAttribute('maxlength'));
    await name.fill('x'.repeat(121));
    await next(app);
    await says(app, 'Something in Countersign itself went wrong.', 'Try again.');
    await app.page.getByRole('button', { name: 'Close this notice' }).click();
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
    await app.page.getByRole('button', { name: 'Back' }).click();
    await app.page.getByRole('button', { name: 'Back' }).click();
    expect(await app.page.getByRole('textbox', { name: 'Sign-in address' }).inputValue()).toBe('http://127.0.0.1:9');
  });

  test('an address where somebody else answers', async () => {
    await using app = await launch({ auth: `${service.url}/elsewhere` });
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
    await app.page.getByRole('button', { name: 'Change the connection' }).click();
    await app.page.getByRole('textbox', { name: 'Client secret' }).fill(service.connection.clientSecret ?? '');
    await next(app);
    await app.page.getByText(/^Already signed in as /).waitFor();
    await next(app);
    await app.page.getByRole('button', { name: 'Show my documents' }).waitFor();
    await app.page.getByRole('button', { name: 'Back' }).click();
    await app.page.getByRole('button', { name: 'Paste something else' }).click();
    expect(await focused(app)).toBe('Paste here what the page showed');
    await app.page.getByRole('button', { name: 'Keep this sign-in' }).click();
    await expect.poll(() => focused(app)).toMatch(/^Already signed in as /);
  });

  test('a wrong password, which can be pasted again', async () => {
    await using app = await launch();
    const { username, password } = service.people.createServiceUser();
    await toTheTest(app, { username, password: `${password}x` });
    await says(app, 'The service does not accept this user name and password.', 'Open the admin page again');
    await app.page.getByRole('button', { name: 'Sign in again' }).click();
    await expect.poll(() => focused(app)).toBe('Introduce this computer to Practice service');
    // Taken at once, before anybody can read it over a shoulder.
    await pasteInto(app, 'Paste here what the page showed', `${username}\n${password}`);
    await app.page.getByText(`Found: user ${username}`).waitFor();
    await expect.poll(() => focused(app)).toMatch(/^Found: user /);
    await next(app);
    await app.page.getByRole('button', { name: 'Show my documents' }).waitFor();
  });

  test('a text without a password; it stays in the field', async () => {
    await using app = await launch();
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
    await using app = await launch();
    await toTheTest(app);
    await app.page.getByRole('button', { name: 'Show my documents' }).waitFor();
    service.tokens.revoke();
    service.options.forced.push({ operation: 'overview', times: 2, force: { kind: 'answer', status: 401 } });
    await app.page.getByRole('button', { name: 'Show my documents' }).click();
    await says(app, 'This sign-in is no longer valid.', 'Sign in again.');
    await app.page.getByRole('button', { name: 'Sign in again' }).waitFor();
  });

  test('a service that is down; trying again works as soon as it is back', async () => {
    await service.close();
    const dataDir = join(home, 'practice');
    service = await startPracticeService({ dataDir });
    await using app = await launch();
    await toTheTest(app);
    await app.page.getByRole('button', { name: 'Show my documents' }).waitFor();
    await service.close();
    await app.page.getByRole('button', { name: 'Show my documents' }).click();
    await says(app, /The service at 127\.0\.0\.1:\d+ could not be reached\./, 'Countersign tries again by itself.');
    service = await startPracticeService({ dataDir });
    await app.page.getByRole('button', { name: 'Try again' }).click();
    await app.page.getByText('No documents yet').waitFor();
    expect(await app.page.getByRole('alert').count()).toBe(0);
  });

  test('a service with a problem of its own', async () => {
    await using app = await launch();
    await toTheTest(app);
    await app.page.getByRole('button', { name: 'Show my documents' }).waitFor();
    service.options.forced.push({ operation: 'overview', times: 1, force: { kind: 'answer', status: 503 } });
    await app.page.getByRole('button', { name: 'Show my documents' }).click();
    await says(app, 'The service has a problem of its own at the moment.', 'Try again in a few minutes.');
  });

  test('a keychain that is not there; the pasted text stays and can be tried again', async () => {
    await using app = await launch({}, { env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' } });
    const { page } = app;
    // Already the client secret has no place to go: nothing is saved without it, and the fields stay.
    await next(app);
    await says(app, 'The keychain of this computer cannot be used.', 'Then try again');
    await page.getByRole('button', { name: 'Addresses and identification' }).click();
    expect(await page.getByRole('textbox', { name: 'Client id' }).inputValue()).toBe(service.connection.clientId);
  });
});
