import { describe, test } from 'vitest';
import { signPdf } from '../../main/signatures/testing/sign-pdf.ts';
import { makeTestPeople } from '../../main/signatures/testing/test-certificates.ts';
import { makePdf } from '../../main/signatures/testing/test-pdf.ts';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import { samples } from '../practice-service/samples.ts';
import { dialog, limit, question, setLooks } from './every-look.ts';
import { addSignees, button, chooseMore, go, middle, moreOf, readyAndBad, sheet, signees } from './on-page.ts';
import { connect } from './onboarding.ts';
import { contract } from './preview/samples.ts';
import { letter, setStage, upTo } from './stage.ts';
import { pattern, t } from './texts.ts';

/** In every look: who signs and how, one document and many. */

const stage = setStage();
const { look, lookAndWalk, expectNoFault } = setLooks();

describe('every screen of sending in every look', { timeout: limit }, () => {
  test('people and profiles', async () => {
    await using app = await stage.connected();
    const { page } = app;
    await go(app, 'people');
    const lines = [
      'Name,E-mail',
      'Anna Müller,anna@mueller.ch',
      'Anna Müller,anna@privat.ch',
      'Beat Frei,beat at frei.ch',
    ];
    await app.answerDialog({ dialog: 'open', paths: [stage.put('people.csv', lines.join('\n'))] });
    await button(app, t('people.importNow')).click();
    await page.getByText(t('people.added', { count: 2 })).waitFor();
    await page.getByRole('grid').getByRole('row').first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText(t('people.chosen', { count: 2 })).waitFor();
    await lookAndWalk(app, 'people: chosen, after a file', '[role="grid"]');
    await button(app, t('people.merge')).click();
    await look(app, 'people: merge', dialog);
    await page.keyboard.press('Escape');
    await button(app, t('people.forget')).click();
    await look(app, 'people: question', question);
    await page.keyboard.press('Escape');
    await button(app, t('people.add')).click();
    await page.getByRole('textbox', { name: t('people.address') }).fill('frida muster.ch');
    await button(app, t('submission.save')).click();
    await page.getByRole('dialog').getByText(t('signees.problem.space')).waitFor();
    await lookAndWalk(app, 'people: one person, with a mistake', dialog);
    await page.keyboard.press('Escape');
    await look(app, 'people: leave without saving', question);
    await button(app, t('profiles.discardConfirm')).click();

    await go(app, 'profiles');
    await button(app, t('profiles.add')).click();
    await page.getByText(t('send.more'), { exact: true }).click();
    await page.getByLabel(t('send.extra')).fill('{"callback": "x"');
    await addSignees(app, 'Anna Müller <anna@mueller.ch>; beat at frei.ch; carla@rossi.it');
    await page.getByText(t('signees.inOrder'), { exact: true }).click();
    await button(app, t('submission.save')).click();
    await page.getByText(t('send.profileNameMissing')).waitFor();
    await lookAndWalk(app, 'profiles: editor, with mistakes', 'main form, main h1');
    await button(app, t('connect.cancel')).click();
    await look(app, 'profiles: leave without saving', question);
    await button(app, t('profiles.discardConfirm')).click();
    for (const name of ['Contracts', 'Offers']) {
      await button(app, t('profiles.add')).click();
      await page.getByLabel(t('send.profileName')).fill(name);
      await button(app, t('submission.save')).click();
      await button(app, t('profiles.of', { what: t('profiles.edit'), name })).waitFor();
    }
    await chooseMore(app, moreOf('Offers'), t('profiles.makeDefault'));
    await page.getByText(t('profiles.isDefault'), { exact: true }).waitFor();
    await lookAndWalk(app, 'profiles: list', 'main li h2, main li h3');
    await chooseMore(app, moreOf('Offers'), t('profiles.remove'));
    await look(app, 'profiles: question', question);
    expectNoFault(app);
  });

  test('the Send sheet with one document', async () => {
    await using app = await stage.connected();
    const { page } = app;
    const fields = [{ email: 'beat.frei@freibau.example', order: 0, x: 60, y: 130, width: 200, height: 50 }];
    const lines = samples.find(({ name }) => name.startsWith('Offerte'))?.lines ?? [];
    const title = 'Offerte 2026-118 Dachsanierung';
    await app.drop(middle, [stage.put(`${title}.pdf`, await samplePdf({ title, lines, fields }))]);
    await button(app, t('send.addPeople')).waitFor();
    await sheet(app)
      .getByRole('list', { name: t('preview.fields') })
      .waitFor();
    await look(app, 'send: one document with a field', dialog);
    await button(app, t('send.addPeople')).click();
    await addSignees(app, 'Carla Rossi <carla.rossi@studiorossi.example>');
    await look(app, 'send: one document for two people', dialog);
    await addSignees(app, 'Anna Muster <anna@muster.ch>; beat at frei.ch; anna@muster.ch');
    await button(app, new RegExp(`^${t('send.more')}`)).click();
    await page.getByLabel(t('send.extra')).fill('{');
    await button(app, pattern('submission.sendTo', 2)).last().click();
    await lookAndWalk(app, 'send: one document, More, with mistakes', dialog);
    await chooseMore(app, t('send.otherWays'), t('send.saveProfile'));
    await page.getByRole('textbox', { name: t('send.profileName') }).press('Enter');
    await look(app, 'send: save as a profile', '[role="dialog"] [role="dialog"], [role="dialog"]');
    expectNoFault(app);
  });

  test('the Send sheet with several documents', async () => {
    await using app = await stage.connected();
    const { page } = app;
    await app.drop(middle, [
      stage.put('Offer.pdf', await contract(2)),
      stage.put('Lease.pdf', await contract(1)),
      stage.put('Empty.pdf', ''),
      stage.put('Program.pdf', 'MZ'),
      stage.put('Half.pdf', (await contract(1)).subarray(0, 700)),
    ]);
    await sheet(app).getByText(t('problem.file-program.what')).waitFor();
    await addSignees(
      app,
      'Carla Rossi <carla.rossi@studiorossi.example>; Anna Muster <anna@muster.ch>; beat at frei.ch',
    );
    await lookAndWalk(app, 'send: several files, some refused', dialog);
    await sheet(app).getByRole('row', { name: 'Lease.pdf' }).click();
    await app.drop(middle, [stage.put('Signed.pdf', signPdf(makePdf(), { signer: makeTestPeople().anna }).bytes)]);
    await sheet(app).getByRole('row', { name: 'Signed.pdf' }).waitFor();
    await button(app, t('send.join.command')).click();
    await button(app, t('send.join.do')).click();
    await page.getByText(t('send.join.why.signed')).waitFor();
    await lookAndWalk(app, 'send: as one document, one file stays alone', dialog);
    await button(app, t('send.join.restApart')).click();
    await button(app, t('send.join.do')).click();
    await button(app, t('send.join.separate')).waitFor();
    await look(app, 'send: one document made from several', dialog);
    await button(app, t('send.join.separate')).click();
    await sheet(app).getByRole('row', { name: 'Lease.pdf' }).click();
    await button(app, t('send.differ')).click();
    await look(app, 'send: different for one file', dialog);
    await page.keyboard.press('Escape');
    await sheet(app).waitFor();
    await signees(app).fill('carla at');
    await page.keyboard.press('Escape');
    await look(app, 'send: question', question);
    await button(app, t('send.askClose.close')).click();
    await page.getByText(pattern('send.closed', 2)).waitFor();
    await look(app, 'send: can be opened again', 'main h1');
    expectNoFault(app);
  });

  test('text marks in the Send sheet', async () => {
    const connection = { ...stage.service.connection, textMarks: ['#ACME#{email};{order}#', '#ACME#'] };
    await using app = await stage.launch({ connection });
    await connect(app, stage.service);
    const lines = ['#ACME#anna@mueller.ch;0#', '#ACME#anna@mueller.ch;0#', '#ACME#beat@frei.ch;1#', '#ACME#'];
    await app.drop(middle, [stage.put('Lease.pdf', await samplePdf({ title: 'Lease', lines }))]);
    await addSignees(app, 'Anna Müller <anna@mueller.ch>; carla@rossi.it; dora@rossi.it');
    await sheet(app).getByText('beat@frei.ch').first().waitFor();
    await button(app, t('textMarks.copy')).click();
    await app.page.getByRole('menuitem', { name: t('textMarks.copyFor', { who: 'Anna Müller' }) }).click();
    await sheet(app)
      .getByText(t('textMarks.copied', { who: 'Anna Müller' }))
      .waitFor();
    await lookAndWalk(app, 'Send sheet: text marks', dialog);
    expectNoFault(app);
  });

  test('many documents by a list', async () => {
    await using app = await stage.connected();
    const { page } = app;
    await button(app, t('send.many')).click();
    const many = page.getByRole('dialog', { name: t('bulk.title') });
    await look(app, 'bulk: nothing yet', dialog);
    const { folder } = stage.letters(5);
    const lines = ['Datei;Unterzeichner 1;Reihenfolge;Notiz', 'Missing.pdf;anna@muster.ch;;'];
    for (const number of upTo(4))
      lines.push(`${letter(number)};${number === 2 ? 'beat at frei.ch' : `anna${number}@muster.ch`};;Please`);
    await app.drop(middle, [folder, stage.put('list.csv', lines.join('\n'))]);
    await many.getByText(readyAndBad(3, 2)).first().waitFor();
    await lookAndWalk(app, 'bulk: a list, its set-up folded', dialog);
    await many.getByRole('button', { name: t('bulk.setup') }).click();
    await lookAndWalk(app, 'bulk: a list with mistakes', dialog);
    await many.getByRole('button', { name: t('bulk.setup') }).click();
    await button(app, `${t('bulk.column.signees')} Unterzeichner 1`).click();
    await look(app, 'bulk: where a column comes from', '[role="menu"]');
    await page.keyboard.press('Escape');
    await many.getByRole('button', { name: t('bulk.startOver') }).click();
    await look(app, 'bulk: question', question);
    expectNoFault(app);
  });
});
