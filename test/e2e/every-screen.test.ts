import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type PracticeService, startPracticeService } from '../practice-service/practice-service.ts';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import type { App } from './app-handle.ts';
import { everyLook, type Tally, wholly } from './every-look.ts';
import { walk } from './focus-walk.ts';
import { hand } from './hand.ts';
import { launchApp } from './launch-app.ts';
import { connect, connectionFileIn, next, paste } from './onboarding.ts';
import { contract } from './preview/samples.ts';

/** Every screen in every look: axe with all its rules, nothing scrolls sideways, nothing is out of reach. */

// A bound against waiting without end: how long it takes is for the computer to say.
const limit = wholly ? 1_200_000 : 300_000;
const tally: Tally = { screens: [], faults: [], looks: 0, stops: 0 };
let home: string;
let service: PracticeService;

beforeEach(async () => {
  tally.faults.length = 0;
  home = mkdtempSync(join(tmpdir(), 'countersign-e2e-'));
  service = await startPracticeService({ polling: '429-seconds' });
});
afterEach(async () => {
  await service.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});
afterAll(() => {
  process.stdout.write(
    `Looked at ${tally.screens.length} screens, in ${tally.looks} looks; the keyboard was seen at ${tally.stops} places.\n`,
  );
});

const launch = () =>
  launchApp({
    home: join(home, 'app'),
    args: ['--connection', connectionFileIn(home, service.connection)],
    locale: 'en-GB',
  });

function put(name: string, content: Uint8Array | string): string {
  const path = join(home, name);
  writeFileSync(path, content);
  return path;
}

const middle = { x: 600, y: 400 };
const dialog = '[role="dialog"]';
const question = '[role="alertdialog"]';
const button = (app: App, name: string | RegExp) => app.page.getByRole('button', { name, exact: true });
const go = (app: App, screen: string) => app.page.getByRole('navigation').getByRole('button', { name: screen }).click();
const row = (app: App, name: string) => app.page.getByRole('row').filter({ hasText: name });
const panel = (app: App) => app.page.getByRole('complementary');
const pause = (app: App, paused: boolean) =>
  app.page.evaluate((wish) => window.countersign.outbox.pause({ paused: wish }), paused);
const look = (app: App, screen: string, sign: string) => everyLook(app, tally, screen, sign);

/** And from one thing to the next by Tab. */
async function lookAndWalk(app: App, screen: string, sign: string): Promise<void> {
  await look(app, screen, sign);
  const { stops, faults } = await walk(app);
  tally.stops += stops;
  tally.faults.push(...faults.map((fault) => `${screen}: ${fault}`));
}

function expectNoFault(app: App): void {
  expect(tally.faults).toEqual([]);
  expect(app.problems()).toEqual([]);
}

describe('every screen in every look', () => {
  test('the steps of connecting, and the empty ones after them', { timeout: limit }, async () => {
    await using app = await launch();
    const { page } = app;
    await page.getByText('Addresses and identification').click();
    await page.getByLabel('Address of the signing service').fill('nowhere');
    await next(app);
    await page.getByText('Something in these fields is missing').waitFor();
    await lookAndWalk(app, 'connect: connection, with a mistake', 'form');
    await button(app, 'Network and language…').click();
    await look(app, 'connect: network and language', dialog);
    await page.keyboard.press('Escape');
    await page.getByLabel('Address of the signing service').fill(service.connection.base);
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
      .fill(service.connection.clientSecret ?? '');
    await next(app);
    await page.getByLabel('Paste here what the page showed').fill('nothing useful');
    await next(app);
    await page.getByRole('alert').waitFor();
    await lookAndWalk(app, 'connect: sign in, with a notice', 'form');
    const { username, password } = service.people.createServiceUser();
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

  test('the list of documents, its details and questions, and the settings', { timeout: limit }, async () => {
    await using app = await launch();
    const { page } = app;
    const { id, username, password } = service.people.createServiceUser();
    for (const status of ['draft', 'in-progress', 'signed', 'withdrawn', 'rejected'] as const)
      await service.documents.add(id, { name: `Elsewhere ${status}.pdf`, status });
    await next(app);
    await paste(app, `Username\n${username}\nPassword\n${password}`);
    await next(app);
    await button(app, 'Show my documents').click();
    await row(app, 'Elsewhere signed.pdf').waitFor();
    await hand(app, 'hold', 'Held.pdf');
    await hand(app, 'draft', 'Plan.pdf');
    await row(app, 'Plan.pdf').getByText('Draft', { exact: true }).waitFor();
    service.options.forced.push({ operation: 'upload', times: 1, force: { kind: 'answer', status: 400 } });
    await hand(app, 'draft', 'Refused.pdf');
    await row(app, 'Refused.pdf').getByText('The service refused').waitFor();
    service.options.forced.push({ operation: 'upload', times: 1, force: { kind: 'lose-after-commit' } });
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

  test('people and profiles', { timeout: limit }, async () => {
    await using app = await launch();
    const { page } = app;
    await connect(app, service);
    await go(app, 'People');
    const lines = [
      'Name,E-mail',
      'Anna Müller,anna@mueller.ch',
      'Anna Müller,anna@privat.ch',
      'Beat Frei,beat at frei.ch',
    ];
    await app.answerDialog({ dialog: 'open', paths: [put('people.csv', lines.join('\n'))] });
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
    const signees = page.getByRole('combobox', { name: 'Add signees' });
    await signees.fill('Anna Müller <anna@mueller.ch>; beat at frei.ch; carla@rossi.it');
    await signees.press('Enter');
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

  test('the Send sheet', { timeout: limit }, async () => {
    await using app = await launch();
    const { page } = app;
    await connect(app, service);
    const sheet = page.getByRole('dialog', { name: 'Send for signing' });
    const fields = [{ email: 'beat@frei.ch', order: 0, x: 60, y: 130, width: 200, height: 50 }];
    await app.drop(middle, [put('Fields.pdf', await samplePdf({ title: 'Fields', fields }))]);
    await button(app, 'Take over these people').waitFor();
    await sheet.getByRole('list', { name: 'Signature fields on this page' }).waitFor();
    await look(app, 'send: one document with a field', dialog);
    const signees = page.getByRole('combobox', { name: 'Add signees' });
    await signees.fill('Anna Muster <anna@muster.ch>; beat at frei.ch; anna@muster.ch');
    await signees.press('Enter');
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
      put('Lease.pdf', await contract(1)),
      put('Empty.pdf', ''),
      put('Program.pdf', 'MZ'),
      put('Half.pdf', (await contract(1)).subarray(0, 700)),
    ]);
    await sheet.getByText('This is a program, not a document').waitFor();
    await lookAndWalk(app, 'send: several files, some refused', dialog);
    await sheet.getByRole('row', { name: 'Lease.pdf' }).click();
    await button(app, 'Different for this file…').click();
    await look(app, 'send: different for one file', dialog);
    await page.keyboard.press('Escape');
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await look(app, 'send: question', question);
    await button(app, 'Close without sending').click();
    await page.getByText('was not sent').or(page.getByText('were not sent')).first().waitFor();
    await look(app, 'send: can be opened again', 'main h1');
    expectNoFault(app);
  });

  test('many documents by a list', { timeout: limit }, async () => {
    await using app = await launch();
    const { page } = app;
    await connect(app, service);
    await button(app, 'Send many…').click();
    const sheet = page.getByRole('dialog', { name: 'Send many documents' });
    await look(app, 'bulk: nothing yet', dialog);
    const folder = join(home, 'letters');
    mkdirSync(folder);
    for (let number = 1; number <= 5; number += 1)
      writeFileSync(join(folder, `Letter ${number}.pdf`), await samplePdf({ title: `Letter ${number}` }));
    const lines = ['Datei;Unterzeichner 1;Reihenfolge;Notiz', 'Missing.pdf;anna@muster.ch;;'];
    for (let number = 1; number <= 4; number += 1)
      lines.push(`Letter ${number}.pdf;${number === 2 ? 'beat at frei.ch' : `anna${number}@muster.ch`};;Please`);
    await app.drop(middle, [folder, put('list.csv', lines.join('\n'))]);
    await sheet.getByText('3 ready · 2 to correct').first().waitFor();
    await sheet.getByRole('button', { name: 'What the columns hold' }).click();
    await lookAndWalk(app, 'bulk: a list with mistakes', dialog);
    await sheet.getByRole('button', { name: 'Start over' }).click();
    await look(app, 'bulk: question', question);
    expectNoFault(app);
  });
});
