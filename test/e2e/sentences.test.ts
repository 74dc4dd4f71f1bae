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
import { connectionFileIn, next, paste } from './onboarding.ts';

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

describe('a sentence for', () => {
  test('an option nobody knows', async () => {
    await using app = await launchApp({ home: join(home, 'app'), args: ['--conection=x.json'], locale: 'en-GB' });
    await says(app, 'an option it does not know: --conection=x.json', 'The only option is --connection FILE');
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

  test('a dropped connection file is taken, whatever was there before', async () => {
    await using app = await launchApp({ home: join(home, 'app'), locale: 'en-GB' });
    await app.drop('main', [connectionFileIn(home, service.connection)]).catch(() => {});
    const button = await app.page.getByRole('button', { name: 'Open a connection file…' }).boundingBox();
    await app.drop({ x: (button?.x ?? 0) + 5, y: (button?.y ?? 0) - 8 }, [connectionFileIn(home, service.connection)]);
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
    expect(await page.getByRole('textbox', { name: 'Sign-in address' }).inputValue()).toBe('sign in here');
  });

  test('an address where nobody answers', async () => {
    await using app = await launch({ auth: 'http://127.0.0.1:9' });
    await toTheTest(app);
    await says(app, 'The service at 127.0.0.1:9 could not be reached.', 'Check whether this computer is online.');
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
  });

  test('a wrong password, which can be pasted again', async () => {
    await using app = await launch();
    const { username, password } = service.people.createServiceUser();
    await toTheTest(app, { username, password: `${password}x` });
    await says(app, 'The service does not accept this user name and password.', 'Open the admin page again');
    await app.page.getByRole('button', { name: 'Back' }).click();
    await paste(app, `${username}\n${password}`);
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
