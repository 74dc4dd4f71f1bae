import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePdf } from '../signatures/testing/test-pdf.ts';
import { directTextMarkReader } from '../text-marks/testing/direct-text-mark-reader.ts';
import { folderWorld, profile } from './testing/folder-world.ts';

let world: ReturnType<typeof folderWorld>;
beforeEach(() => {
  world = folderWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const put = (name: string, text: string) => writeFileSync(world.path(name), makePdf(text).bytes);
const forms = ['#ACME#{email};{order}#', '#ACME#'];

/** The app whose connection file names these forms, with a folder that sends by itself. */
async function withForms(textMarks: readonly string[], patch: Parameters<typeof world.begin>[0] = {}) {
  const app = await world.begin(patch);
  const connection = { ...world.connection, fields: { ...world.connection.fields, textMarks: [...textMarks] } };
  app.state.publish({ connections: [connection] });
  const id = await app.add({ goal: 'send' });
  return { app, id };
}

test('a document whose marks do not fit the people waits for a person', async () => {
  put('Fits.pdf', 'Sign #ACME#anna@muster.ch;0#');
  put('No marks.pdf', 'Sign here');
  put('Nobody.pdf', 'Sign #ACME#');
  put('Stranger.pdf', 'Sign #ACME#ben@muster.ch;0#');
  world.put('No text.pdf');
  const { app, id } = await withForms(forms);
  await app.pass(60_000);
  expect(
    world
      .submissions()
      .map(({ wish, goal }) => `${wish.file.name} ${goal}`)
      .toSorted(),
  ).toEqual(['Fits.pdf send', 'No marks.pdf send', 'No text.pdf send', 'Nobody.pdf send']);
  const [held] = app.folders.files(id, 'all').files.filter(({ key }) => key === 'Stranger.pdf');
  expect(held).toMatchObject({
    verdict: 'asks-more',
    problem: { key: 'marks-differ', params: { value: 'ben@muster.ch' } },
    actions: ['change-folder', 'send-anyway', 'aside'],
  });
  await app.act({ id, key: 'Stranger.pdf', action: 'send-anyway' });
  await app.pass(60_000);
  expect(world.names()).toContain('Stranger.pdf');
  await app.end();
});

test('a document whose marks ask for another signature than the profile waits for a person', async () => {
  put('Qualified.pdf', 'Sign #ACME#anna@muster.ch;0# #ACME-mode#qes#');
  put('In copy.pdf', 'Sign #ACME#anna@muster.ch;0# #ACME-observer#otto@muster.ch;admin#');
  const { app, id } = await withForms([...forms, '#ACME-mode#{mode}#', '#ACME-observer#{observer};{right}#']);
  await app.pass(60_000);
  expect(world.submissions()).toEqual([]);
  const problems = app.folders.files(id, 'all').files.map(({ key, problem }) => `${key}: ${problem?.key}`);
  expect(problems.toSorted()).toEqual(['In copy.pdf: asks-observers', 'Qualified.pdf: asks-stronger']);
  await app.end();
});

test('a document where one of two people has no mark waits for a person', async () => {
  put('One.pdf', 'Sign #ACME#anna@muster.ch;0#');
  const [anna] = profile.choices.signees;
  const ben = { email: 'ben@muster.ch', name: '', comment: '', order: 1 };
  const both = { ...profile, choices: { ...profile.choices, signees: anna ? [anna, ben] : [] } };
  const { app, id } = await withForms(forms, { profilesOf: () => [both] });
  await app.pass(60_000);
  expect(app.shown(id)).toEqual(['One.pdf: asks-more']);
  await app.end();
});

test.each([
  ['no forms', []],
  ['forms that cannot be used', ['#']],
])('with %s in the connection file, nobody reads the text', async (_what, none) => {
  put('Stranger.pdf', 'Sign #ACME#ben@muster.ch;0#');
  let reads = 0;
  const textMarks: typeof directTextMarkReader.textMarks = (...asked) => {
    reads += 1;
    return directTextMarkReader.textMarks(...asked);
  };
  const { app } = await withForms(none, { documentReader: { ...directTextMarkReader, textMarks } });
  await app.pass(60_000);
  expect([reads, world.names()]).toEqual([0, ['Stranger.pdf']]);
  await app.end();
});

test('forms that come later count for the files that are not taken yet', async () => {
  const { app, id } = await withForms([]);
  app.state.publish({
    connections: [{ ...world.connection, fields: { ...world.connection.fields, textMarks: forms } }],
  });
  put('Stranger.pdf', 'Sign #ACME#ben@muster.ch;0#');
  await app.pass(10 * 60_000);
  expect([app.shown(id), world.names()]).toEqual([['Stranger.pdf: asks-more'], []]);
  await app.end();
});

test('a file that becomes another one is read again', async () => {
  put('Contract.pdf', 'Sign #ACME#ben@muster.ch;0#');
  const { app, id } = await withForms(forms);
  await app.pass(60_000);
  expect(app.shown(id)).toEqual(['Contract.pdf: asks-more']);
  put('Contract.pdf', 'Now sign #ACME#anna@muster.ch;0#');
  await app.pass(10 * 60_000);
  expect(world.names()).toEqual(['Contract.pdf']);
  await app.end();
});

test('a file that cannot be read just then is not sent without its marks', async () => {
  put('Stranger.pdf', 'Sign #ACME#ben@muster.ch;0#');
  let fails = true;
  const textMarks: typeof directTextMarkReader.textMarks = (...asked) => {
    if (fails) throw Object.assign(new Error('EIO'), { code: 'EIO' });
    return directTextMarkReader.textMarks(...asked);
  };
  const { app, id } = await withForms(forms, { documentReader: { ...directTextMarkReader, textMarks } });
  await app.pass(60_000);
  expect([app.shown(id), world.names()]).toEqual([['Stranger.pdf: unreadable'], []]);
  fails = false;
  await app.pass(10 * 60_000);
  expect(app.shown(id)).toEqual(['Stranger.pdf: asks-more']);
  await app.end();
});
