import { describe, test } from 'vitest';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import { dialog, limit, question, setLooks } from './every-look.ts';
import { addSignees, button, go, middle, sheet } from './on-page.ts';
import { contract } from './preview/samples.ts';
import { letter, setStage, upTo } from './stage.ts';

/** In every look: who signs and how, one document and many. */

const stage = setStage();
const { look, lookAndWalk, expectNoFault } = setLooks();

describe('every screen of sending in every look', { timeout: limit }, () => {
  test('people and profiles', async () => {
    await using app = await stage.connected();
    const { page } = app;
    await go(app, 'People');
    const lines = [
      'Name,E-mail',
      'Anna Müller,anna@mueller.ch',
      'Anna Müller,anna@privat.ch',
      'Beat Frei,beat at frei.ch',
    ];
    await app.answerDialog({ dialog: 'open', paths: [stage.put('people.csv', lines.join('\n'))] });
    await button(app, 'Add from a file…').click();
    await page.getByText('2 people were added.').waitFor();
    await page.getByRole('grid').getByRole('row').first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('2 chosen').waitFor();
    await lookAndWalk(app, 'people: chosen, after a file', '[role="grid"]');
    await button(app, 'Merge…').click();
    await look(app, 'people: merge', dialog);
    await page.keyboard.press('Escape');
    await button(app, 'Forget…').click();
    await look(app, 'people: question', question);
    await page.keyboard.press('Escape');
    await button(app, 'New person').click();
    await page.getByRole('textbox', { name: 'Address' }).fill('frida muster.ch');
    await button(app, 'Save').click();
    await page.getByRole('dialog').getByText('There is a space in this address.').waitFor();
    await lookAndWalk(app, 'people: one person, with a mistake', dialog);
    await page.keyboard.press('Escape');

    await go(app, 'Profiles');
    await button(app, 'New profile').click();
    await page.getByText('In order', { exact: true }).click();
    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('Further parameters of the service').fill('{"callback": "x"');
    await addSignees(app, 'Anna Müller <anna@mueller.ch>; beat at frei.ch; carla@rossi.it');
    await button(app, 'Save').click();
    await page.getByText('The profile needs a name.').waitFor();
    await lookAndWalk(app, 'profiles: editor, with mistakes', 'main form, main h1');
    await button(app, 'Cancel').click();
    await look(app, 'profiles: leave without saving', question);
    await button(app, 'Leave without saving').click();
    for (const name of ['Contracts', 'Offers']) {
      await button(app, 'New profile').click();
      await page.getByLabel('Name of the profile').fill(name);
      await button(app, 'Save').click();
      await button(app, `Edit: ${name}`).waitFor();
    }
    await button(app, 'Start with it: Offers').click();
    await page.getByText('New documents start with it').waitFor();
    await lookAndWalk(app, 'profiles: list', 'main li h2, main li h3');
    await button(app, 'Delete…: Offers').click();
    await look(app, 'profiles: question', question);
    expectNoFault(app);
  });

  test('the Send sheet', async () => {
    await using app = await stage.connected();
    const { page } = app;
    const fields = [{ email: 'beat@frei.ch', order: 0, x: 60, y: 130, width: 200, height: 50 }];
    await app.drop(middle, [stage.put('Fields.pdf', await samplePdf({ title: 'Fields', fields }))]);
    await button(app, 'Take over these people').waitFor();
    await sheet(app).getByRole('list', { name: 'Signature fields on this page' }).waitFor();
    await look(app, 'send: one document with a field', dialog);
    await addSignees(app, 'Anna Muster <anna@muster.ch>; beat at frei.ch; anna@muster.ch');
    await page.getByRole('button', { name: /^More/ }).click();
    await page.getByLabel('Further parameters of the service').fill('{');
    await button(app, /^Send/).last().click();
    await lookAndWalk(app, 'send: one document, More, with mistakes', dialog);
    await button(app, 'Save as profile…').click();
    await page.getByRole('textbox', { name: 'Name of the profile' }).press('Enter');
    await look(app, 'send: save as a profile', '[role="dialog"] [role="dialog"], [role="dialog"]');
    await page.keyboard.press('Escape');
    await page.getByLabel('Further parameters of the service').fill('');
    await app.drop(middle, [
      stage.put('Lease.pdf', await contract(1)),
      stage.put('Empty.pdf', ''),
      stage.put('Program.pdf', 'MZ'),
      stage.put('Half.pdf', (await contract(1)).subarray(0, 700)),
    ]);
    await sheet(app).getByText('This is a program, not a document').waitFor();
    await lookAndWalk(app, 'send: several files, some refused', dialog);
    await sheet(app).getByRole('row', { name: 'Lease.pdf' }).click();
    await button(app, 'Different for this file…').click();
    await look(app, 'send: different for one file', dialog);
    await page.keyboard.press('Escape');
    await sheet(app).waitFor();
    await page.keyboard.press('Escape');
    await look(app, 'send: question', question);
    await button(app, 'Close without sending').click();
    await page.getByText('was not sent').or(page.getByText('were not sent')).first().waitFor();
    await look(app, 'send: can be opened again', 'main h1');
    expectNoFault(app);
  });

  test('many documents by a list', async () => {
    await using app = await stage.connected();
    const { page } = app;
    await button(app, 'Send many…').click();
    const many = page.getByRole('dialog', { name: 'Send many documents' });
    await look(app, 'bulk: nothing yet', dialog);
    const { folder } = await stage.letters(5);
    const lines = ['Datei;Unterzeichner 1;Reihenfolge;Notiz', 'Missing.pdf;anna@muster.ch;;'];
    for (const number of upTo(4))
      lines.push(`${letter(number)};${number === 2 ? 'beat at frei.ch' : `anna${number}@muster.ch`};;Please`);
    await app.drop(middle, [folder, stage.put('list.csv', lines.join('\n'))]);
    await many.getByText('3 ready · 2 to correct').first().waitFor();
    await many.getByRole('button', { name: 'What the columns hold' }).click();
    await lookAndWalk(app, 'bulk: a list with mistakes', dialog);
    await many.getByRole('button', { name: 'Start over' }).click();
    await look(app, 'bulk: question', question);
    expectNoFault(app);
  });
});
