import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { signPdf } from '../../main/signatures/testing/sign-pdf.ts';
import { makeTestPeople } from '../../main/signatures/testing/test-certificates.ts';
import { makePdf } from '../../main/signatures/testing/test-pdf.ts';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import { dialog, limit, question, setLooks } from './every-look.ts';
import { addSignees, button, chooseMore, go, moreOf } from './on-page.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();
const { look, lookAndWalk, expectNoFault } = setLooks();

describe('every screen of watched folders in every look', { timeout: limit }, () => {
  test('the first folder, what would happen in it, its questions, its files and its activity', async () => {
    const inbox = join(stage.home, 'Inbox of the whole legal department');
    mkdirSync(inbox);
    const name = 'Inbox of the whole legal department';
    writeFileSync(join(inbox, 'Letter.pdf'), 'Dear aunt');
    // oxlint-disable-next-line no-await-in-loop
    for (const title of ['Lease of the flat in the Bahnhofstrasse 31 in Zürich 2026 (corrected).pdf', 'Offer.pdf'])
      writeFileSync(join(inbox, title), await samplePdf({ title }));
    writeFileSync(join(inbox, 'Signed.pdf'), signPdf(makePdf(), { signer: makeTestPeople().anna }).bytes);
    await using app = await stage.connected();
    const { page } = app;
    await go(app, 'folders');
    await page.getByText(t('folders.needsProfile')).waitFor();
    await look(app, 'folders: no profile yet', 'main h2');
    await button(app, t('profiles.add')).click();
    await page.getByLabel(t('send.profileName')).fill('Contracts');
    await addSignees(app, 'anna@muster.ch');
    await page.getByText(t('send.more'), { exact: true }).click();
    await page.getByLabel(t('submission.alias'), { exact: true }).fill('Muster AG');
    await button(app, t('submission.save')).click();
    await button(app, t('folders.add')).waitFor();
    await lookAndWalk(app, 'folders: none', 'main h2');
    await app.answerDialog({ dialog: 'open', paths: ['/'] });
    await button(app, t('folders.add')).click();
    await page.getByRole('alert').waitFor();
    await look(app, 'folders: refused', '[role="alert"]');
    await app.answerDialog({ dialog: 'open', paths: [inbox] });
    await button(app, t('folders.add')).click();
    await page.getByText(t('folders.goal.send'), { exact: true }).click();
    await page.getByRole('button', { name: t('send.more') }).click();
    await page.getByLabel(t('folders.quiet.label')).fill('2');
    await page.getByText(t('folders.verdict.would-send'), { exact: true }).first().waitFor();
    await page
      .getByRole('row', { name: 'Signed.pdf' })
      .getByText(/Anna Muster/u)
      .waitFor();
    await lookAndWalk(app, 'folders: what would happen', 'main table');
    await button(app, t('folders.switchOn')).click();
    await look(app, 'folders: question before sending', question);
    await page.keyboard.press('Escape');
    await page.getByText(t('folders.goal.hold'), { exact: true }).click();
    await button(app, t('folders.switchOn')).click();
    await page.getByText(t('folders.status.watching'), { exact: true }).waitFor();
    await page.getByRole('button', { name: t('folders.files', { name }) }).click();
    await page.getByText(t('folders.filter.all'), { exact: true }).click();
    await page.getByRole('table').getByText(t('folders.verdict.under-way'), { exact: true }).first().waitFor();
    await lookAndWalk(app, 'folders: a folder and its files', 'main table');
    await page.getByRole('button', { name: t('folders.activity') }).click();
    await page.getByText(t('folders.line.taken', { name: 'Offer.pdf' })).waitFor();
    await look(app, 'folders: activity', '[data-folder] ul');
    await button(app, t('profiles.of', { what: t('folders.edit'), name })).click();
    await page.getByRole('heading', { name: t('folders.editTitle', { name }) }).waitFor();
    await lookAndWalk(app, 'folders: change', 'main h1');
    await button(app, t('connect.cancel')).click();
    await chooseMore(app, moreOf(name), t('folders.remove'));
    await look(app, 'folders: question before leaving', question);
    await page.keyboard.press('Escape');
    await go(app, 'profiles');
    await button(app, t('profiles.of', { what: t('profiles.edit'), name: 'Contracts' })).click();
    await look(app, 'profiles: the folders that use the profile', 'main section');
    await page.keyboard.press('Tab');
    await page
      .getByRole('button', { name: t('signees.remove', { who: 'anna@muster.ch' }) })
      .first()
      .click();
    await button(app, t('submission.save')).click();
    await go(app, 'folders');
    writeFileSync(join(inbox, 'Nobody.pdf'), await samplePdf({ title: 'Nobody' }));
    // They are open if a file had to be checked when the screen came. A scan under way may know of none yet.
    const files = page.getByRole('button', { name: t('folders.files', { name }) });
    if ((await files.getAttribute('aria-expanded')) === 'false') await files.click();
    const complete = t('profiles.of', { what: t('folders.action.complete'), name: 'Nobody.pdf' });
    await button(app, complete).click();
    await look(app, 'folders: who signs', dialog);
    expectNoFault(app);
  });
});
