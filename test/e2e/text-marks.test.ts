import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { zipOf } from '../../main/intake/testing/zip-file.ts';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import type { App } from './app-handle.ts';
import { addSignees, button, middle, sheet } from './on-page.ts';
import { connect } from './onboarding.ts';
import { encrypted } from './preview/samples.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

const marked = (...lines: readonly string[]) => samplePdf({ title: 'Lease', lines });
const says = (app: App, text: string) => sheet(app).getByText(text);
const count = (app: App, text: string) => says(app, text).count();

/** The app whose connection file says these forms of marks. */
async function begun(textMarks?: readonly string[]): Promise<App> {
  await using started = new AsyncDisposableStack();
  const connection = { ...stage.service.connection, ...(textMarks && { textMarks }) };
  const app = started.use(await stage.launch({ connection }));
  await connect(app, stage.service);
  started.move();
  return app;
}

test('marks in a document are shown, compared with the people, and copied for another one', async () => {
  await using app = await begun(['#ACME#{email};{order}#', '#ACME#']);
  await app.drop(middle, [stage.put('Lease.pdf', await marked('Anna: #ACME#anna@x.ch;0#', 'Ben: #ACME#ben@x.ch;1#'))]);
  await says(app, t('textMarks.found', { count: 2 })).waitFor();
  await expect
    .poll(() => says(app, t('textMarks.found', { count: 2 })).textContent())
    .toContain('anna@x.ch (1) and ben@x.ch (2)');
  // Nobody is chosen yet, so nothing differs.
  expect(await count(app, t('textMarks.strangers', { count: 1, who: 'ben@x.ch' }))).toBe(0);

  await addSignees(app, 'anna@x.ch');
  await says(app, t('textMarks.strangers', { count: 1, who: 'ben@x.ch' })).waitFor();
  await addSignees(app, 'carla@x.ch');
  await says(app, t('textMarks.without', { count: 1, who: 'carla@x.ch' })).waitFor();
  // Whoever has marks needs no fields, and the page stays in sight.
  await says(app, t('send.looking')).waitFor({ state: 'detached' });
  expect(await count(app, t('send.noFields'))).toBe(0);
  await app.page.setViewportSize({ width: 1180, height: 760 });
  const page = sheet(app).getByRole('region', { name: t('preview.label', { name: 'Lease.pdf' }) });
  const foot = sheet(app).getByRole('contentinfo');
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  expect((await top(foot)) - (await top(page))).toBeGreaterThan(360);

  // The author takes her mark to Word.
  await button(app, t('textMarks.copy')).click();
  await app.page.getByRole('menuitem', { name: t('textMarks.copyFor', { who: 'carla@x.ch' }) }).click();
  await says(app, t('textMarks.copied', { who: 'carla@x.ch' })).waitFor();
  expect(await app.clipboard.get()).toBe('#ACME#carla@x.ch;1#');

  // The service looks for marks only where it is asked to.
  await button(app, t('textMarks.use')).click();
  await says(app, t('textMarks.unused')).waitFor({ state: 'detached' });

  // All this is said, and Send stays possible.
  await button(app, t('submission.sendTo', { count: 2 })).click();
  await sheet(app).waitFor({ state: 'detached' });
  expect([stage.service.records.breaches, app.problems()]).toEqual([[], []]);
});

test('marks of a Word document name its people, and nothing is claimed of a text that cannot be read', async () => {
  await using app = await begun(['#ACME#{email};{order}#', '#ACME-mode#{mode}#']);
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const rels = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  const body = `<w:p>${['#AC', 'ME#an', 'na@x.ch', ';0', '#'].map(run).join('')}</w:p><w:p>${run('#ACME#anna@x.ch;0#')}</w:p><w:p>${run('#ACME-mode#qes#')}</w:p>`;
  const content = zipOf([
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="${types}"><Override PartName="/word/document.xml" ContentType="${word}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${rels}"><Relationship Id="r1" Type="${office}" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      content: `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
      deflated: true,
    },
  ]);
  await app.drop(middle, [stage.put('Lease.docx', content)]);
  await says(app, t('textMarks.found', { count: 3 })).waitFor();
  // The service reads no fields in Word: only this computer knows what the document asks for.
  await button(app, t('send.useMode', { mode: t('mode.qualified') })).click();
  await button(app, t('send.useMode', { mode: t('mode.qualified') })).waitFor({ state: 'detached' });
  await says(app, t('textMarks.twice', { count: 1, who: 'anna@x.ch' })).waitFor();
  await button(app, t('send.addPeople')).click();
  await button(app, t('submission.sendTo', { count: 1 })).waitFor();
  await button(app, t('textMarks.copyFor', { who: 'anna@x.ch' })).waitFor();
  await button(app, t('send.removeName', { name: 'Lease.docx' })).click();

  await app.drop(middle, [stage.put('Locked.pdf', await encrypted())]);
  // Before that, the file says by itself that nobody can read it.
  await button(app, t('send.sendAnyway')).click();
  await says(app, t('textMarks.unread')).waitFor();
  expect(await count(app, t('textMarks.found', { count: 1 }))).toBe(0);
  expect(app.problems()).toEqual([]);
});

test('without forms in the connection file, nothing of this is shown', async () => {
  await using app = await begun();
  await app.drop(middle, [stage.put('Lease.pdf', await marked('Anna: #ACME#anna@x.ch;0#'))]);
  await addSignees(app, 'ben@x.ch');
  await says(app, t('send.noFields')).waitFor();
  await button(app, t('submission.sendTo', { count: 1 })).waitFor();
  const words = ['found', 'unread', 'copyFor', 'unused', 'strangers'] as const;
  // oxlint-disable-next-line no-await-in-loop
  for (const word of words)
    expect(await count(app, t(`textMarks.${word}`, { count: 1, who: 'ben@x.ch', choice: t('send.scan') }))).toBe(0);
  expect(app.problems()).toEqual([]);
});
