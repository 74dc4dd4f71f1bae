import { describe, test } from 'vitest';
import { dialog, limit, question, setLooks } from './every-look.ts';
import { hand } from './hand.ts';
import { button, go, panel, pause, row } from './on-page.ts';
import { connect, next, paste } from './onboarding.ts';
import { setStage } from './stage.ts';

/** Every screen in every look; those for sending are in every-screen-of-sending.test.ts. */

const stage = setStage();
const { look, lookAndWalk, expectNoFault } = setLooks();

describe('every screen in every look', { timeout: limit }, () => {
  test('the steps of connecting, and the empty ones after them', async () => {
    await using app = await stage.launch();
    const { page } = app;
    await page.getByText('Addresses and identification').click();
    await page.getByLabel('Address of the signing service').fill('nowhere');
    await next(app);
    await page.getByText('Something in these fields is missing').waitFor();
    await lookAndWalk(app, 'connect: connection, with a mistake', 'form');
    await button(app, 'Network and language…').click();
    await look(app, 'connect: network and language', dialog);
    await page.keyboard.press('Escape');
    await page.getByLabel('Address of the signing service').fill(stage.service.connection.base);
    await page.getByText('Signed assertion (key pair)').click();
    await next(app);
    await button(app, 'Create a key pair').click();
    await button(app, 'Copy the public key set').waitFor();
    await look(app, 'connect: key pair', 'form');
    await button(app, 'Back').click();
    await page.getByText('Client secret', { exact: true }).first().click();
    await page
      .getByLabel('Client secret', { exact: true })
      .last()
      .fill(stage.service.connection.clientSecret ?? '');
    await next(app);
    await page.getByLabel('Paste here what the page showed').fill('nothing useful');
    await next(app);
    await page.getByRole('alert').waitFor();
    await lookAndWalk(app, 'connect: sign in, with a notice', 'form');
    const { username, password } = stage.service.people.createServiceUser();
    await paste(app, `Username\n${username}\nPassword\n${password}`);
    await look(app, 'connect: signed in', 'form');
    await next(app);
    await button(app, 'Show my documents').waitFor();
    await lookAndWalk(app, 'connect: tested', 'main h1');
    await button(app, 'Show my documents').click();
    await page.getByText('No documents yet').waitFor();
    await look(app, 'documents: none', 'main h2');
    await go(app, 'People');
    await page.getByText('Nobody yet').waitFor();
    await look(app, 'people: nobody', 'main h2');
    await go(app, 'Profiles');
    await page.getByText('No profiles yet').waitFor();
    await look(app, 'profiles: none', 'main h2');
    expectNoFault(app);
  });

  test('the list of documents, its details and questions, and the settings', async () => {
    await using app = await stage.launch();
    const { page } = app;
    const user = stage.service.people.createServiceUser();
    for (const status of ['draft', 'in-progress', 'signed', 'withdrawn', 'rejected'] as const)
      await stage.service.documents.add(user.id, { name: `Elsewhere ${status}.pdf`, status });
    await connect(app, stage.service, user);
    await row(app, 'Elsewhere signed.pdf').waitFor();
    await hand(app, 'hold', 'Held.pdf');
    await hand(app, 'draft', 'Plan.pdf');
    await row(app, 'Plan.pdf').getByText('Draft', { exact: true }).waitFor();
    stage.service.options.forced.push({ operation: 'upload', times: 1, force: { kind: 'answer', status: 400 } });
    await hand(app, 'draft', 'Refused.pdf');
    await row(app, 'Refused.pdf').getByText('The service refused').waitFor();
    stage.service.options.forced.push({ operation: 'upload', times: 1, force: { kind: 'lose-after-commit' } });
    await hand(app, 'draft', 'Doubt.pdf');
    await row(app, 'Doubt.pdf').getByText('Not certain').waitFor();
    await pause(app, true);
    await hand(app, 'send', 'Waiting.pdf');
    await row(app, 'Waiting.pdf').getByText('Paused').waitFor();
    await button(app, 'Check now').click();
    await page.getByText('The service allows one check').waitFor();
    await app.secondInstance(['--conection=x.json']);
    await page.getByRole('alert').waitFor();
    await lookAndWalk(app, 'documents: in many states', '[role="grid"]');
    await page.getByRole('button', { name: 'Close this notice' }).click();
    await row(app, 'Refused.pdf').click();
    await panel(app).getByText('The upload did not work.').waitFor();
    await lookAndWalk(app, 'documents: details of one that needs you', '[role="complementary"], aside');
    await row(app, 'Elsewhere rejected.pdf').click();
    await panel(app).getByText('Rejected').first().waitFor();
    await look(app, 'documents: details of one made elsewhere', '[role="complementary"], aside');
    await row(app, 'Plan.pdf').click();
    await panel(app).getByRole('button', { name: 'Delete…' }).click();
    await lookAndWalk(app, 'documents: question', question);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await panel(app).getByRole('button', { name: 'Change sender and comment…' }).click();
    await look(app, 'documents: sender and comment', dialog);
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('no such document');
    await page.getByText('Nothing matches').waitFor();
    await look(app, 'documents: nothing matches', 'main h2');
    await go(app, 'Settings');
    await lookAndWalk(app, 'settings', '#connections');
    await button(app, 'Forget this sign-in…').click();
    await look(app, 'settings: question', question);
    await page.keyboard.press('Escape');
    await button(app, 'Check the connection').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy the report' }).waitFor();
    await look(app, 'settings: check of the connection', dialog);
    expectNoFault(app);
  });
});
