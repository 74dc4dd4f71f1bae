import { expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { hand } from './hand.ts';
import { button, buttonOf, goSettings, panel, pause, row } from './on-page.ts';
import { connect, paste } from './onboarding.ts';
import { setStage } from './stage.ts';
import { pattern, t } from './texts.ts';

const stage = setStage();

interface User {
  readonly username: string;
  readonly password: string;
}

/** Signs in again from the settings, with what the admin page shows for somebody else. */
async function signInAs(app: App, { username, password }: User): Promise<void> {
  await goSettings(app, 'connections');
  await buttonOf(app, t('settings.signInAgain')).click();
  const another = button(app, t('signIn.again'));
  await another
    .or(app.page.getByLabel(t('signIn.paste')))
    .first()
    .waitFor();
  if (await another.isVisible()) await another.click();
  await paste(app, `Username\n${username}\nPassword\n${password}`);
  await button(app, t('signInTest.finish')).click();
}

test('a document of another account waits; it is moved to the present one on hold, or cancelled', async () => {
  const { service } = stage;
  const [first, second] = [service.people.createServiceUser(), service.people.createServiceUser()];
  await using app = await stage.launch();
  await connect(app, service, first);
  await pause(app, true);
  await hand(app, 'send', 'Lease.pdf', 'Offer.pdf', 'Plan.pdf');
  await row(app, 'Plan.pdf').getByText(t('submission.queued')).first().waitFor();

  await signInAs(app, second);
  await pause(app, false);
  await row(app, 'Lease.pdf').click();
  const params = { account: first.username, now: second.username };
  const told = panel(app).getByText(t('problem.other-account.what', params)).first();
  await told.waitFor();
  await panel(app).getByText(t('problem.other-account.means', params)).waitFor();
  const send = button(app, t('submission.sendTo', { count: 1 }));
  expect(await send.count()).toBe(0);

  await button(app, t('submission.command.take-over')).click();
  await told.waitFor({ state: 'detached' });
  await send.waitFor();
  expect(service.documents.all()).toEqual([]);
  await send.click();
  await expect.poll(() => service.documents.all().map((one) => one.documentStatus)).toEqual(['in-progress']);
  expect(service.documents.all()).toMatchObject([{ documentName: 'Lease.pdf', owner: second.id }]);

  expect(await row(app, 'Offer.pdf').getByText(pattern('submission.sendingIn')).count()).toBe(0);
  await row(app, 'Offer.pdf').click();
  await told.waitFor();
  await button(app, t('submission.command.cancel')).click();
  await told.waitFor({ state: 'detached' });

  // The third one waited for its account, and goes on by itself under it. A sign-in asks for a token of its own.
  service.tokens.clientRestarted();
  await signInAs(app, first);
  await expect.poll(() => service.documents.all().filter(({ owner }) => owner === first.id)).toHaveLength(1);
  expect(service.documents.all().map(({ documentName }) => documentName)).not.toContain('Offer.pdf');
  expect(service.records.breaches).toEqual([]);
  expect(app.problems()).toEqual([]);
});
