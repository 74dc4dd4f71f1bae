import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import { hand } from './hand.ts';
import { addSignees, button, go, goSettings, middle, row, says, undoFor } from './on-page.ts';
import { connect, connectByHand } from './onboarding.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

/** The path of a policy with these parts, for the environment of the app. */
function policyOf(parts: object | string): { readonly COUNTERSIGN_POLICY: string } {
  const file = join(stage.home, 'policy.json');
  const whole =
    typeof parts === 'string' ? parts : JSON.stringify({ format: 'countersign-policy', version: 1, ...parts });
  writeFileSync(file, whole);
  return { COUNTERSIGN_POLICY: file };
}

describe('a policy of the IT department', () => {
  test('is shown as locked with the reason, and its connection is offered', async () => {
    const { clientSecret: _secret, ...connection } = stage.service.connection;
    const env = policyOf({
      preset: { undoSeconds: 30 },
      locked: { theme: 'dark', proxy: { mode: 'none', address: '' } },
      connection,
      lockConnection: true,
    });
    await using app = await stage.launch({ env, connection: null, colorScheme: 'light' });
    const { page } = app;
    await page.getByText(t('connection.details')).click();
    await page
      .getByLabel(t('connection.clientSecret'), { exact: true })
      .last()
      .fill(stage.service.connection.clientSecret ?? '');
    await connectByHand(app, stage.service.people.createServiceUser());
    await goSettings(app, 'general');
    const theme = page.getByRole('combobox', { name: t('settings.theme') });
    expect([await theme.isDisabled(), await theme.inputValue()]).toEqual([true, 'dark']);
    await page.getByText(t('app.locked'), { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: t('settings.undo') }).inputValue()).toBe('30');
    await goSettings(app, 'connections');
    await expect.poll(() => button(app, t('settings.add')).isDisabled()).toBe(true);
    // Whatever the window asks for, main keeps to the policy.
    const answer = await page.evaluate(() => window.countersign.settings.theme({ theme: 'light' }));
    expect(answer).toMatchObject({ value: { ok: false, problem: { key: 'set-by-policy' } } });
    expect(app.problems()).toEqual([]);
  });

  test('fixes sender name, folder of copies and profiles where each is shown, and main keeps to them', async () => {
    const choices = { mode: 'timestamp', jurisdiction: 'zertes', signees: [{ email: 'berta@muster.ch' }] };
    const env = policyOf({
      senderName: 'Muster AG',
      copiesFolder: stage.home,
      profiles: [{ name: 'Leases', choices }],
    });
    await using app = await stage.launch({ env });
    const { page } = app;
    await connect(app, stage.service);
    await goSettings(app, 'storage');
    await page.getByText(stage.home).first().waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: new RegExp(t('settings.changeFolder')) }).isDisabled())
      .toBe(true);
    await page.getByText(t('app.locked'), { exact: true }).waitFor();
    await go(app, 'profiles');
    await page.getByRole('heading', { name: 'Leases' }).waitFor();
    await page.getByText(t('app.locked'), { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: t('profiles.edit') }).count()).toBe(0);
    await undoFor(app, 0);
    await app.drop(middle, [stage.put('Lease.pdf', await samplePdf({ title: 'Lease' }))]);
    await addSignees(app, 'anna@muster.ch');
    await page
      .getByRole('button', { name: new RegExp(`^${t('send.more')}`) })
      .last()
      .click();
    const name = page.getByLabel(t('submission.alias'), { exact: true });
    expect([await name.inputValue(), await name.getAttribute('readonly')]).toEqual(['Muster AG', '']);
    await button(app, t('submission.sendTo', { count: 1 })).click();
    await says(app, 'Lease.pdf', t('submission.end.started')).waitFor();
    // Whatever the window names, main keeps to the policy.
    await hand(app, 'draft', 'Plan.pdf');
    await row(app, 'Plan.pdf').getByText(t('submission.end.draft'), { exact: true }).waitFor();
    const names = stage.service.documents.all().map(({ initiatorAliasName }) => initiatorAliasName);
    expect(names).toEqual(['Muster AG', 'Muster AG']);
    expect(app.problems()).toEqual([]);
  });

  test('may set addresses that a file would be warned of', async () => {
    const connection = {
      ...stage.service.connectionOf('public'),
      base: 'https://sign.example.ch/api/v1',
      admin: 'https://admin.example.ch',
      identity: 'https://id.example.ch',
      auth: 'https://login.example.com',
    };
    await using app = await stage.launch({ env: policyOf({ connection }), connection: null });
    await app.page.getByText('login.example.com').waitFor();
    expect(await app.page.getByRole('alert').count()).toBe(0);
    expect(app.problems()).toEqual([]);
  });

  test('that is damaged is ignored, and the app says so', async () => {
    await using app = await stage.launch({ env: policyOf('{"format":"countersign-policy"') });
    await app.page.getByText(t('problem.policy-unreadable.what')).waitFor();
    await app.page.getByRole('button', { name: t('connect.next') }).waitFor();
    expect(app.problems()).toEqual([]);
  });

  test('with parts that this version does not know counts in all others', async () => {
    await using app = await stage.launch({ env: policyOf({ locked: { theme: 'dark', telepathy: true } }) });
    await app.page.getByText(t('problem.policy-partly.what')).waitFor();
    await app.page.getByText(/locked\.telepathy/).waitFor();
    expect(await app.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
    expect(app.problems()).toEqual([]);
  });
});
