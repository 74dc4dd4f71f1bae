import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { button, focused, middle, pause, row, undoFor } from './on-page.ts';
import { forCertificates, withoutPages } from './preview/samples.ts';
import { letter, setStage, upTo } from './stage.ts';

const stage = setStage();

const sheet = (app: App) => app.page.getByRole('dialog', { name: 'Send many documents' });
const cell = (app: App, column: string, number: number) =>
  sheet(app).getByLabel(`${column}, row ${number}`, { exact: true });
const line = (app: App, number: number) =>
  sheet(app)
    .getByRole('row')
    .filter({ has: app.page.getByLabel(`File, row ${number}`, { exact: true }) });

/** How much of a row is in sight, with what is said about it, and of the people in it. */
const inSight = (app: App, number: number) =>
  line(app, number).evaluate(
    (at) =>
      new Promise<number>((resolve) => {
        new IntersectionObserver(([seen]) => resolve(seen?.intersectionRatio ?? 0)).observe(at);
      }),
  );
const cutOff = (app: App, number: number) =>
  cell(app, 'Signees', number).evaluate((at) => at.scrollWidth > at.clientWidth || at.scrollHeight > at.clientHeight);

async function openMany(app: App): Promise<void> {
  await button(app, 'Send many…').click();
  await sheet(app).waitFor();
}

const started = () =>
  stage.service.documents
    .all()
    .filter(({ documentId }) => stage.service.records.startsOf(documentId) > 0)
    .map(({ documentName }) => documentName)
    .toSorted();

const names = (numbers: readonly number[]) => numbers.map(letter).toSorted();

/** Whatever was started was started once, and no content more often than that. */
function expectNothingTwice(): void {
  for (const { documentId, sha256 } of stage.service.documents.all()) {
    expect(stage.service.records.startsOf(documentId)).toBeLessThanOrEqual(1);
    expect(stage.service.records.startsOfContent(sha256)).toBeLessThanOrEqual(1);
  }
  expect(stage.service.records.breaches).toEqual([]);
}

/** Twenty rows as a German Excel saves them; three of them cannot be sent as they are. */
function twentyRows(): Buffer {
  const lines = ['Datei;Unterzeichner 1;Unterzeichner 2;Reihenfolge;Notiz;Profil'];
  for (const number of upTo(20)) {
    const file = number === 4 ? 'Missing.pdf' : letter(number);
    const second = number === 9 ? 'beat at frei.ch' : `beat${number}@frei.ch`;
    const order = number === 13 ? 'when it suits' : ['', '2, 1', 'beliebig', '1;1'][number % 4];
    lines.push(`${file};Jürg Müller <anna${number}@muster.ch>;${second};"${order}";"Bitte ""prüfen""; danke";`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
}

test('a PDF that does not open is a row to correct', async () => {
  await using app = await stage.connected();
  const { paths } = await stage.letters(1);
  const others = [stage.put('Empty.pdf', withoutPages()), stage.put('Certificate.pdf', forCertificates())];
  await openMany(app);
  await app.drop(middle, [...paths, ...others]);
  const rows = [letter(1), 'Empty.pdf', 'Certificate.pdf'].map((name) => `${name}\tanna@muster.ch`);
  await sheet(app)
    .getByLabel('Or paste rows from Excel here')
    .fill(`File\tSignees\n${rows.join('\n')}`);
  await button(app, 'Use these rows').click();
  await sheet(app).getByText('1 ready · 2 to correct', { exact: true }).waitFor();
  await line(app, 2).getByText('This PDF is damaged and cannot be opened.').waitFor();
  await line(app, 3).getByText('opens only with a certificate').waitFor();
  expect(app.problems()).toEqual([]);
});

describe('a list of twenty', () => {
  test('is rehearsed; what is right starts once, in its order, and the rest stays with the reason', async () => {
    await using app = await stage.connected();
    await undoFor(app, 'Not at all');
    const { paths } = await stage.letters(20);
    await openMany(app);
    await app.drop(middle, [...paths, stage.put('list.csv', twentyRows())]);
    await sheet(app).getByText('17 ready · 3 to correct', { exact: true }).waitFor();
    expect(await cell(app, 'Signees', 1).inputValue()).toBe('Jürg Müller <anna1@muster.ch>; beat1@frei.ch');
    await sheet(app).getByText('There is no document named Missing.pdf here.').waitFor();
    await sheet(app).getByText('20 documents are here. 1 is in no row and stays where it is: Letter 004.pdf').waitFor();

    // Whoever presses Send too early is led to what is wrong, and nothing goes.
    await button(app, 'Send 17 documents').click();
    await sheet(app).getByText('3 rows are neither ready nor skipped.', { exact: true }).waitFor();
    await expect.poll(() => focused(app)).toBe('File, row 4');
    await button(app, 'Show the next to correct').click();
    await line(app, 9).getByText('beat at frei.ch: There is a space in this address.').waitFor();
    await expect.poll(() => inSight(app, 9)).toBeGreaterThan(0.98);
    await button(app, 'Show the next to correct').click();
    await line(app, 13).getByText('This order is not understood.').waitFor();
    await expect.poll(() => inSight(app, 13)).toBeGreaterThan(0.98);
    expect(await cutOff(app, 13)).toBe(false);
    expect(stage.service.records.requests.filter(({ operation }) => operation === 'upload')).toEqual([]);

    await button(app, 'Skip the 3 rows to correct').click();
    await expect.poll(() => focused(app)).toBe('Send 17 documents');
    await button(app, 'Send 17 documents').click();
    await sheet(app).getByText('17 documents are in the list of documents now. Rows that stay here: 3.').waitFor();
    await sheet(app).getByText('3 skipped', { exact: true }).waitFor();
    const file = join(stage.home, 'rest.csv');
    await app.answerDialog({ dialog: 'save', path: file });
    await button(app, 'Save these rows…').click();
    await sheet(app).getByText('The list is saved.').waitFor();
    await button(app, 'Close').click();

    const good = upTo(20).filter((number) => ![4, 9, 13].includes(number));
    await expect.poll(started, { timeout: 60_000 }).toEqual(names(good));
    expectNothingTwice();
    for (const { documentId, documentName } of stage.service.documents.all()) {
      const number = Number(/\d+/.exec(documentName)?.[0]);
      const order = [
        [0, 1],
        [1, 0],
        [null, null],
        [0, 0],
      ][number % 4];
      const note = 'Bitte "prüfen"; danke';
      expect([number, stage.service.records.signeesOf(documentId)]).toMatchObject([
        number,
        [
          { email: `anna${number}@muster.ch`, signOrder: order?.[0], comment: note },
          { email: `beat${number}@frei.ch`, signOrder: order?.[1], comment: note },
        ],
      ]);
    }
    await row(app, 'Letter 020.pdf').getByText('Started · 2 people').waitFor();

    const saved = readFileSync(file, 'utf8').split('\r\n');
    expect(saved).toHaveLength(5);
    expect(saved[0]).toBe('\uFEFFFile,Signees,Order,Note,Profile,Reason');
    expect(saved[1]).toMatch(/^Missing\.pdf,.*There is no document named Missing\.pdf here/);
    expect(saved[2]).toMatch(/^Letter 009\.pdf,.*beat at frei\.ch.*in this address/);
    expect(saved[3]).toMatch(/^Letter 013\.pdf,.*when it suits.*This order is not understood/);

    // Put right where they stay, they go, and only they.
    await openMany(app);
    await app.drop(middle, paths);
    await cell(app, 'File', 4).fill('letter 004');
    await cell(app, 'Signees', 9).fill('anna9@muster.ch; beat9@frei.ch');
    await cell(app, 'Order', 13).fill('1');
    await line(app, 13).getByText('Numbers in the order: 1. People who sign: 2.').waitFor();
    await cell(app, 'Order', 13).fill('');
    for (const number of [4, 9, 13]) await button(app, `Do not skip: row ${number}`).click();
    await button(app, 'Send 3 documents').click();
    // Nothing is left: the list is shown, where all of it can be undone.
    await sheet(app).waitFor({ state: 'detached' });
    await expect.poll(started, { timeout: 60_000 }).toEqual(names(upTo(20)));
    expectNothingTwice();
    expect(app.problems()).toEqual([]);
  });
});

describe('a list', () => {
  test('can be begun from the sample; columns can be told otherwise, and another list can be taken back', async () => {
    await using app = await stage.connected();
    await openMany(app);
    const sample = join(stage.home, 'sample.csv');
    await app.answerDialog({ dialog: 'save', path: sample });
    await button(app, 'Save a sample…').click();
    await sheet(app).getByText('The list is saved.').waitFor();
    await app.answerDialog({ dialog: 'open', paths: [sample] });
    await button(app, 'Open a list…').click();
    await sheet(app).getByText('3 to correct', { exact: true }).waitFor();
    expect(await cell(app, 'Signees', 3).inputValue()).toBe('anna@example.com; dora@example.com');
    expect(await cell(app, 'Order', 3).inputValue()).toBe('any order');

    // Nobody can know which of these is the file: it is asked for.
    const { paths } = await stage.letters(1);
    await app.drop(middle, [
      ...paths,
      stage.put('odd.csv', 'Was;Wer;Zwei\nLetter 001;a@b.ch;c@d.ch\nLetter 001;c@d.ch;a@b.ch\n'),
    ]);
    await sheet(app).getByText('Say in which column the file stands').waitFor();
    await sheet(app).getByLabel('Column 1').selectOption('File');
    // The first line names columns in words nobody has heard of: a person says that it is no row.
    await sheet(app).getByText('The first line names the columns').click();
    await sheet(app).getByText('1 ready · 1 to correct', { exact: true }).waitFor();
    await line(app, 2).getByText('The same document goes to the same people in row 1.').waitFor();
    await button(app, 'Send it all the same: row 2').click();
    await sheet(app).getByText('2 ready', { exact: true }).waitFor();
    await button(app, 'Back to the other list').click();
    await sheet(app).getByText('3 to correct', { exact: true }).waitFor();

    // Closed by mistake: everything is still there.
    await app.page.keyboard.press('Escape');
    await sheet(app).waitFor({ state: 'detached' });
    await openMany(app);
    await sheet(app).getByText('3 to correct', { exact: true }).waitFor();
    await button(app, 'Start over').click();
    await app.page.getByRole('alertdialog').getByRole('button', { name: 'Start over' }).click();
    await sheet(app).getByText('A list is missing.', { exact: true }).waitFor();
    expect(app.problems()).toEqual([]);
  });

  test('of a thousand rows is walked by keyboard, and only what is in sight is in the page', async () => {
    await using app = await stage.connected();
    await openMany(app);
    const rows = upTo(1_000).map((number) => `Letter ${number}.pdf\tanna${number}@muster.ch`);
    await sheet(app)
      .getByLabel('Or paste rows from Excel here')
      .fill(`File\tSignee\n${rows.join('\n')}`);
    await button(app, 'Use these rows').click();
    await sheet(app).getByText('1,000 to correct', { exact: true }).waitFor();
    await cell(app, 'Signees', 1).focus();
    for (let step = 1; step <= 12; step += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await app.page.keyboard.press('PageDown');
      // oxlint-disable-next-line no-await-in-loop
      await expect.poll(() => focused(app)).toBe(`Signees, row ${1 + step * 10}`);
    }
    await app.page.keyboard.press('Enter');
    await expect.poll(() => focused(app)).toBe('Signees, row 122');
    await app.page.keyboard.press('ArrowUp');
    await expect.poll(() => focused(app)).toBe('Signees, row 121');
    expect(await sheet(app).getByRole('row').count()).toBeLessThan(60);
    await sheet(app).getByLabel('Or paste rows from Excel here').waitFor({ state: 'detached' });
    expect(app.problems()).toEqual([]);
  });
});

describe('a long list', () => {
  const all = 300;
  const rows = [
    'File\tSignee\tProfile',
    ...upTo(all).map((number) => `C:\\Letters\\${letter(number)}\tanna${number}@muster.ch\t`),
  ].join('\n');
  const accepted = (app: App) =>
    app.page.evaluate(async () => {
      const answer = await window.countersign.state.get();
      return answer.ok ? answer.value.state.submissions.map(({ name }) => name) : [];
    });

  test('goes on after the app was killed while rows were taken, and nothing goes twice', async () => {
    const { paths } = await stage.letters(all);
    {
      await using app = await stage.connected();
      await undoFor(app, 'Not at all');
      // Nothing is on its way when the app ends: what is in doubt then is another matter.
      await pause(app, true);
      await openMany(app);
      await app.drop(middle, paths);
      await sheet(app).getByLabel('Or paste rows from Excel here').fill(rows);
      await button(app, 'Use these rows').click();
      await sheet(app).getByText(`${all} ready`, { exact: true }).waitFor();
      await button(app, `Send ${all} documents`).click();
      await expect.poll(async () => (await accepted(app)).length, { interval: 5 }).toBeGreaterThan(0);
      await app.kill();
    }
    stage.service.tokens.clientRestarted();
    await using later = await stage.launch();
    const { length: before } = await accepted(later);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(all);
    await openMany(later);
    await later.drop(middle, [...paths, stage.put('again.tsv', rows)]);
    // Those that were taken are known by what they hold and who they go to; the others are ready.
    await sheet(later)
      .getByText(`${all - before} ready · ${before} went already`, { exact: true })
      .waitFor();
    await button(later, `Send ${all - before} documents`).click();
    await sheet(later).getByText(`Rows that stay here: ${before}.`).waitFor();
    await sheet(later).getByText(`${before} went already`, { exact: true }).waitFor();
    await line(later, 1).getByText('It is not sent again.').waitFor();
    // One submission for each file, and each of them starts once: the first of them are enough to see that they go.
    expect((await accepted(later)).toSorted()).toEqual(names(upTo(all)));
    await pause(later, false);
    await expect.poll(() => started().length, { timeout: 60_000 }).toBeGreaterThan(20);
    expectNothingTwice();
    expect(later.problems()).toEqual([]);
  });
});
