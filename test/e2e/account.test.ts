import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startPracticeService } from '../practice-service/practice-service.ts';
import { hand } from './hand.ts';
import { button, focused, go, row } from './on-page.ts';
import { connect, connectionFileIn, next, paste } from './onboarding.ts';
import { setStage } from './stage.ts';

const stage = setStage();

describe('the account', () => {
  test('signed assertion: a key pair is made, handed over, used, and replaced when the operator has confirmed', async () => {
    await using app = await stage.launch({ connection: stage.service.connectionOf('signed-assertion') });
    const { page } = app;
    await next(app);
    await page.getByText('There is no key pair yet.').waitFor();
    await page.getByText('2048 bits').click();
    // Enter in the key's own field makes the key, and does not go on with the form around.
    await page.getByRole('textbox', { name: 'Key id (kid)' }).press('Enter');
    await page.getByText(/^In use: /).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await button(app, 'Copy the public key set').click();
    await page.getByText('Copied. Paste it into your message').waitFor();
    const handed = await app.clipboard.get();
    expect(handed).not.toMatch(/PRIVATE|"d"|"p"/);
    stage.service.clients.setKeys(JSON.parse(handed));

    const user = stage.service.people.createServiceUser('signed-assertion');
    await paste(app, `${user.username}\n${user.password}`);
    await next(app);
    await button(app, 'Show my documents').click();
    await page.getByText('No documents yet').waitFor();

    await go(app, 'Settings');
    await button(app, 'Key pair').click();
    await button(app, 'Create a new key beside it').click();
    await page.getByText(/^New, waiting for the operator: /).waitFor();
    expect(await focused(app)).toMatch(/^New, waiting for the operator: /);
    const saved = join(stage.home, 'public.jwks.json');
    await app.answerDialog({ dialog: 'save', path: saved });
    await button(app, 'Save the public key set…').click();
    await expect.poll(() => readKids(saved)).toHaveLength(2);
    const [first, second] = readKids(saved);
    stage.service.clients.setKeys(JSON.parse(readFileSync(saved, 'utf8')));
    await button(app, 'Discard the new key').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await button(app, 'Use the new key').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Use the new key' }).click();
    await page.getByText(`In use: ${second}`).waitFor();
    expect(first).not.toBe(second);
    await expect.poll(() => focused(app)).toBe('Key pair');
    await button(app, 'Close').click();

    await button(app, 'Check the connection').click();
    await page.getByRole('listitem').filter({ hasText: 'Signing service' }).getByText('Fine').waitFor();
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });

  test('the connection is checked step by step, and the report holds no secret', async () => {
    await using app = await stage.launch();
    const { page } = app;
    const { password } = await connect(app, stage.service);
    await go(app, 'Settings');
    await button(app, 'Check the connection').click();
    await button(app, 'Copy the report').click();
    await page.getByText('Copied. It holds no password').waitFor();
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
      await page.getByText('No documents yet').waitFor();
      await hand(app, 'hold', 'Held.pdf');
      await row(app, 'Held.pdf').waitFor();
      await go(app, 'Settings');
      await button(app, 'Add a connection').click();
      await page.getByRole('heading', { name: 'Add a connection', level: 1 }).waitFor();
      const file = connectionFileIn(stage.home, {
        ...other.connection,
        name: 'Second office',
        environment: 'production',
      });
      await app.answerDialog({ dialog: 'open', paths: [file] });
      await button(app, 'Open a connection file…').click();
      await expect
        .poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue())
        .toBe('Second office');
      const user = other.people.createServiceUser();
      await other.documents.add(user.id, { name: 'Only there.pdf', status: 'signed' });
      await connect(app, other, user);
      await row(app, 'Only there.pdf').waitFor();

      // What waits for a person elsewhere is not out of mind.
      await page.getByRole('button', { name: '1 document of another connection needs you' }).click();
      await page.getByRole('menuitemradio', { name: 'Practice service' }).click();
      await row(app, 'Held.pdf').waitFor();
      await button(app, 'Switch connection: Practice service').waitFor();
      await page.getByText('Test', { exact: true }).waitFor();
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
    const details = page.getByRole('complementary', { name: 'Details of NDA.pdf' });
    const other = page.getByRole('complementary', { name: 'Details of Plan.pdf' });
    // A heading is no document.
    await page.getByRole('rowheader', { name: 'Finished' }).click();
    expect(await page.getByRole('row', { selected: true }).count()).toBe(0);
    await row(app, 'NDA.pdf').click();
    await details.waitFor();
    await page.keyboard.press('ArrowDown');
    await other.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => other.count()).toBe(0);
    expect(await focused(app)).toContain('Plan.pdf');
    await page.keyboard.press('ArrowUp');
    expect(await page.getByRole('complementary').count()).toBe(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(app)).toBe('NDA.pdf');
    for (const signee of signees) await details.getByText(signee).first().waitFor();
    await details.getByText('Answer of the service').click();
    await details.getByText('"documentId"').waitFor();
    // It may be read much later: the day is always said.
    await details
      .getByText(new RegExp(String(new Date().getFullYear())))
      .first()
      .waitFor();
    await details.getByRole('button', { name: 'Close the details' }).click();
    expect(await details.count()).toBe(0);
    expect(await focused(app)).toContain('NDA.pdf');
    // With no room for both, the way back is the same.
    await page.setViewportSize({ width: 590, height: 390 });
    await row(app, 'Plan.pdf').click();
    await expect.poll(() => focused(app)).toBe('Plan.pdf');
    await page.keyboard.press('Escape');
    await page.locator('[role="row"]:focus', { hasText: 'Signed' }).waitFor();
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
