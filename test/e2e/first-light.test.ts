import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { button, focused, go, row } from './on-page.ts';
import { connect, connectionFileIn, copyFromAdminPage, next, paste } from './onboarding.ts';
import { setStage } from './stage.ts';

const stage = setStage();

describe('first light', () => {
  test('a person connects by copy and paste, and the documents of the service are listed', async () => {
    await using app = await stage.launch();
    const { page } = app;
    await page.getByText('Nothing leaves this computer').waitFor();
    await next(app);
    await button(app, 'Open the admin page').click();
    await page.getByText('The page is open in your browser').waitFor();
    const [opened] = await app.opened();
    const copied = await copyFromAdminPage(opened?.target ?? '');
    await paste(app, copied);
    // Nothing of the password stays in the page.
    const password = /Password\s+(\S+)/.exec(copied)?.[1] ?? '';
    expect(password.length).toBeGreaterThan(8);
    expect(await page.content()).not.toContain(password);
    await app.clipboard.set(copied);
    await button(app, 'Clear the clipboard').click();
    await page.getByText('The clipboard is empty').waitFor();
    expect(await focused(app)).toBe('Clear the clipboard');
    expect(await app.clipboard.get()).toBe('');

    await next(app);
    await page.getByText('Simple, Advanced, Qualified').waitFor();
    await button(app, 'Show my documents').click();
    await page.getByText('No documents yet').waitFor();
    await page.getByText(/Status as of \d\d:\d\d · next check \d\d:\d\d/).waitFor();
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });

  test('the list shows names and both statuses, also those nobody knows; a restart keeps all and asks nothing', async () => {
    await using app = await stage.launch();
    await app.page.getByText('Nothing leaves this computer').waitFor();
    // Documents are there before the person connects.
    const user = stage.service.people.createServiceUser();
    await stage.service.documents.add(user.id, { name: 'Mietvertrag Zürich.pdf', status: 'in-progress' });
    await stage.service.documents.add(user.id, { name: 'Offer.pdf', status: 'draft' });
    await stage.service.documents.add(user.id, { name: 'Invoice\u202efdp.exe', status: 'draft' });
    await connect(app, stage.service, user);
    await row(app, 'Mietvertrag Zürich.pdf').getByText('Under way').waitFor();
    await row(app, 'Mietvertrag Zürich.pdf').getByText('Nobody has signed yet').waitFor();
    await row(app, 'Offer.pdf').getByText('Draft').waitFor();
    // A name that turns the direction of writing cannot pretend to be another kind of file.
    await app.page.getByRole('row', { name: 'Invoicefdp.exe' }).waitFor();

    const asked = stage.service.records.requests.filter(({ operation }) => operation === 'overview').length;
    await button(app, 'Check now').click();
    await app.page.getByText('The service allows one check every 15 minutes').waitFor();
    await app.quit();
    stage.service.tokens.clientRestarted();

    await using again = await stage.launch();
    await row(again, 'Mietvertrag Zürich.pdf').waitFor();
    await again.page.getByText(/next check/).waitFor();
    expect(stage.service.records.requests.filter(({ operation }) => operation === 'overview')).toHaveLength(asked);
    expect(stage.service.records.breaches).toEqual([]);
    expect([...app.problems(), ...again.problems()]).toEqual([]);
  });

  test('a second start shows the first one and hands over its connection file', async () => {
    await using app = await stage.connected();
    await app.secondInstance(['--connection', join(stage.home, 'nothing.json')]);
    const notice = app.page
      .getByRole('alert')
      .filter({ hasText: /The connection file .*nothing\.json could not be read/ });
    await notice.getByRole('button', { name: 'Close this notice' }).click();
    await expect.poll(() => notice.count()).toBe(0);

    // One that can be read is what the person wants to see, whatever is in use.
    const second = { ...stage.service.connection, name: 'Second office', clientId: 'second' };
    await app.secondInstance(['--connection', connectionFileIn(stage.home, second)]);
    await app.page.getByRole('heading', { name: 'Add a connection', level: 1 }).waitFor();
    await button(app, /Addresses and identification/).click();
    expect(await app.page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Second office');
    await button(app, 'Cancel').click();
    await app.page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
  });

  test('the sign-in can be forgotten and made again; the list stays', async () => {
    await using app = await stage.connected();
    const { page } = app;
    await go(app, 'Settings');
    await button(app, 'Forget this sign-in…').click();
    await page.getByText('the connection file or the client secret').waitFor();
    await button(app, 'Forget').click();
    await page.getByText('Not signed in').waitFor();
    await expect.poll(() => focused(app)).toBe('Practice service');
    await go(app, 'Documents');
    await expect.poll(() => focused(app)).toBe('Documents');
    await page.getByText('This connection is not signed in.').waitFor();
    expect(await page.getByText(/next check \d/).count()).toBe(0);
    await button(app, 'Sign in').click();
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    // The client secret went too, so the way begins where it is typed.
    await page.getByRole('textbox', { name: 'Client secret' }).fill(stage.service.connection.clientSecret ?? '');
    await next(app);
    const { username, password } = stage.service.people.createServiceUser();
    await paste(app, JSON.stringify({ username, password }));
    await next(app);
    await button(app, 'Show my documents').click();
    await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
    expect(app.problems()).toEqual([]);
  });
});
