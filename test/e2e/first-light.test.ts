import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type PracticeService, startPracticeService } from '../practice-service/practice-service.ts';
import { launchApp } from './launch-app.ts';
import { connect, connectionFileIn, copyFromAdminPage, focused, next, paste } from './onboarding.ts';

let home: string;
let service: PracticeService;
let file: string;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'countersign-e2e-'));
  service = await startPracticeService({ polling: '429-seconds' });
  file = connectionFileIn(home, service.connection);
});
afterEach(async () => {
  await service.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const launch = () => launchApp({ home: join(home, 'app'), args: ['--connection', file], locale: 'en-GB' });

describe('first light', () => {
  test('a person connects by copy and paste, and the documents of the service are listed', async () => {
    await using app = await launch();
    const { page } = app;
    await page.getByText('Nothing leaves this computer').waitFor();
    await next(app);
    await page.getByRole('button', { name: 'Open the admin page' }).click();
    await page.getByText('The page is open in your browser').waitFor();
    const [opened] = await app.opened();
    const copied = await copyFromAdminPage(opened?.target ?? '');
    await paste(app, copied);
    // Nothing of the password stays in the page.
    const password = /Password\s+(\S+)/.exec(copied)?.[1] ?? '';
    expect(password.length).toBeGreaterThan(8);
    expect(await page.content()).not.toContain(password);
    await app.clipboard.set(copied);
    await page.getByRole('button', { name: 'Clear the clipboard' }).click();
    await page.getByText('The clipboard is empty').waitFor();
    expect(await focused(app)).toBe('Clear the clipboard');
    expect(await app.clipboard.get()).toBe('');

    await next(app);
    await page.getByText('Simple, Advanced, Qualified').waitFor();
    await page.getByRole('button', { name: 'Show my documents' }).click();
    await page.getByText('No documents yet').waitFor();
    await page.getByText(/Status as of \d\d:\d\d · next check \d\d:\d\d/).waitFor();
    expect(service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });

  test('the list shows names and both statuses, also those nobody knows; a restart keeps all and asks nothing', async () => {
    await using app = await launch();
    await app.page.getByText('Nothing leaves this computer').waitFor();
    // Documents are there before the person connects.
    const { id, username, password } = service.people.createServiceUser();
    await service.documents.add(id, { name: 'Mietvertrag Zürich.pdf', status: 'in-progress' });
    await service.documents.add(id, { name: 'Offer.pdf', status: 'draft' });
    await service.documents.add(id, { name: 'Invoice\u202efdp.exe', status: 'draft' });
    await next(app);
    await paste(app, `${username}\n${password}`);
    await next(app);
    await app.page.getByRole('button', { name: 'Show my documents' }).click();
    const row = app.page.getByRole('row').filter({ hasText: 'Mietvertrag Zürich.pdf' });
    await row.getByText('Under way').waitFor();
    await row.getByText('Nobody has signed yet').waitFor();
    await app.page.getByRole('row').filter({ hasText: 'Offer.pdf' }).getByText('Draft').waitFor();
    // A name that turns the direction of writing cannot pretend to be another kind of file.
    await app.page.getByRole('row', { name: 'Invoicefdp.exe' }).waitFor();

    const asked = service.records.requests.filter(({ operation }) => operation === 'overview').length;
    await app.page.getByRole('button', { name: 'Check now' }).click();
    await app.page.getByText('The service allows one check every 15 minutes').waitFor();
    await app.quit();
    service.tokens.clientRestarted();

    await using again = await launch();
    await again.page.getByRole('row').filter({ hasText: 'Mietvertrag Zürich.pdf' }).waitFor();
    await again.page.getByText(/next check/).waitFor();
    expect(service.records.requests.filter(({ operation }) => operation === 'overview')).toHaveLength(asked);
    expect(service.records.breaches).toEqual([]);
    expect([...app.problems(), ...again.problems()]).toEqual([]);
  });

  test('a second start shows the first one and hands over its connection file', async () => {
    await using app = await launch();
    await connect(app, service);
    await app.secondInstance(['--connection', join(home, 'nothing.json')]);
    const notice = app.page
      .getByRole('alert')
      .filter({ hasText: /The connection file .*nothing\.json could not be read/ });
    await notice.getByRole('button', { name: 'Close this notice' }).click();
    await expect.poll(() => notice.count()).toBe(0);

    // One that can be read is what the person wants to see, whatever is in use.
    const second = { ...service.connection, name: 'Second office', clientId: 'second' };
    await app.secondInstance(['--connection', connectionFileIn(home, second)]);
    await app.page.getByRole('heading', { name: 'Add a connection', level: 1 }).waitFor();
    await app.page.getByRole('button', { name: 'Addresses and identification' }).click();
    expect(await app.page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Second office');
    await app.page.getByRole('button', { name: 'Cancel' }).click();
    await app.page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
  });

  test('the sign-in can be forgotten and made again; the list stays', async () => {
    await using app = await launch();
    await connect(app, service);
    const { page } = app;
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Forget this sign-in…' }).click();
    await page.getByText('the connection file or the client secret').waitFor();
    await page.getByRole('button', { name: 'Forget', exact: true }).click();
    await page.getByText('Not signed in').waitFor();
    await expect.poll(() => focused(app)).toBe('Practice service');
    await page.getByRole('button', { name: 'Documents' }).click();
    await expect.poll(() => focused(app)).toBe('Documents');
    await page.getByText('This connection is not signed in.').waitFor();
    expect(await page.getByText(/next check \d/).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    // The client secret went too, so the way begins where it is typed.
    await page.getByRole('textbox', { name: 'Client secret' }).fill(service.connection.clientSecret ?? '');
    await next(app);
    const { username, password } = service.people.createServiceUser();
    await paste(app, JSON.stringify({ username, password }));
    await next(app);
    await page.getByRole('button', { name: 'Show my documents' }).click();
    await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
    expect(app.problems()).toEqual([]);
  });
});
