import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type PracticeService, startPracticeService } from '../practice-service/practice-service.ts';
import { launchApp } from './launch-app.ts';
import { connect, connectionFileIn, copyFromAdminPage, next, paste } from './onboarding.ts';

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
    await next(app);
    await paste(app, `${username}\n${password}`);
    await next(app);
    await app.page.getByRole('button', { name: 'Show my documents' }).click();
    const row = app.page.getByRole('row').filter({ hasText: 'Mietvertrag Zürich.pdf' });
    await row.getByText('Under way').waitFor();
    await row.getByText('Nobody has signed yet').waitFor();
    await app.page.getByRole('row').filter({ hasText: 'Offer.pdf' }).getByText('Draft').waitFor();

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
    await app.page.getByText(/The connection file .*nothing\.json could not be read/).waitFor();
  });

  test('the sign-in can be forgotten and made again; the list stays', async () => {
    await using app = await launch();
    await connect(app, service);
    const { page } = app;
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Forget this sign-in…' }).click();
    await page.getByRole('button', { name: 'Forget', exact: true }).click();
    await page.getByText('Not signed in').waitFor();
    await page.getByRole('button', { name: 'Sign in again' }).click();
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
