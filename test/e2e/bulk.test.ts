import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { button, focused, listedRows, middle, pause, readyAndBad, says, sentTo, undoFor } from './on-page.ts';
import { forCertificates, withoutPages } from './preview/samples.ts';
import { letter, setStage, upTo } from './stage.ts';
import { pattern, t } from './texts.ts';

const stage = setStage();

const sheet = (app: App) => app.page.getByRole('dialog', { name: t('bulk.title') });
const cell = (app: App, column: 'file' | 'signees' | 'order', number: number) =>
  sheet(app).getByLabel(t('bulk.cell', { column: t(`bulk.column.${column}`), row: number }), { exact: true });
const line = (app: App, number: number) =>
  sheet(app)
    .getByRole('row')
    .filter({
      has: app.page.getByLabel(t('bulk.cell', { column: t('bulk.column.file'), row: number }), { exact: true }),
    });

/** How much of a row is in sight, with what is said about it, and of the people in it. */
const inSight = (app: App, number: number) =>
  line(app, number).evaluate(
    (at) =>
      new Promise<number>((resolve) => {
        new IntersectionObserver(([seen]) => resolve(seen?.intersectionRatio ?? 0)).observe(at);
      }),
  );
const cutOff = (app: App, number: number) =>
  cell(app, 'signees', number).evaluate((at) => at.scrollWidth > at.clientWidth || at.scrollHeight > at.clientHeight);

async function openMany(app: App): Promise<void> {
  await button(app, t('send.many')).click();
  await sheet(app).waitFor();
}

const columns = ['file', 'signees', 'order', 'note', 'profile'] as const;

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
  const { paths } = stage.letters(1);
  const others = [stage.put('Empty.pdf', withoutPages()), stage.put('Certificate.pdf', forCertificates())];
  await openMany(app);
  await app.drop(middle, [...paths, ...others]);
  const rows = [letter(1), 'Empty.pdf', 'Certificate.pdf'].map((name) => `${name}\tanna@muster.ch`);
  await sheet(app)
    .getByLabel(t('bulk.paste'))
    .fill(`File\tSignees\n${rows.join('\n')}`);
  // Rows that are typed stay while the sheet is closed.
  await app.page.keyboard.press('Escape');
  await sheet(app).waitFor({ state: 'detached' });
  await openMany(app);
  await button(app, t('bulk.useRows')).click();
  await sheet(app).getByText(readyAndBad(1, 2), { exact: true }).waitFor();
  await line(app, 2).getByText(t('problem.file-damaged.what')).waitFor();
  await line(app, 3).getByText(t('problem.file-certificate.what')).waitFor();
  expect(app.problems()).toEqual([]);
});

describe('a list of twenty', () => {
  test('is rehearsed; what is right starts once, in its order, and the rest stays with the reason', async () => {
    await using app = await stage.connected();
    await undoFor(app, 0);
    const { paths } = stage.letters(20);
    await openMany(app);
    await app.drop(middle, [...paths, stage.put('list.csv', twentyRows())]);
    await sheet(app).getByText(readyAndBad(17, 3), { exact: true }).waitFor();
    await expect.poll(() => cell(app, 'signees', 1).inputValue()).toBe('Jürg Müller <anna1@muster.ch>; beat1@frei.ch');
    await sheet(app)
      .getByText(t('bulk.trouble.not-here', { name: 'Missing.pdf' }))
      .waitFor();
    await sheet(app)
      .getByText(`${t('bulk.here', { count: 20 })} ${t('bulk.unused', { count: 1, names: letter(4) })}`)
      .waitFor();

    // Only the rows to correct: one that is corrected stays until the filter is chosen again.
    const show = (kind: 'all' | 'bad') => sheet(app).getByRole('radio', { name: t(`bulk.show.${kind}`) });
    await show('bad').click();
    await line(app, 1).waitFor({ state: 'detached' });
    await cell(app, 'signees', 9).fill('anna9@muster.ch; beat9@frei.ch');
    await sheet(app).getByText(readyAndBad(18, 2), { exact: true }).waitFor();
    await line(app, 9).waitFor();
    await cell(app, 'signees', 9).fill('Jürg Müller <anna9@muster.ch>; beat at frei.ch');
    await sheet(app).getByText(readyAndBad(17, 3), { exact: true }).waitFor();
    await show('all').click();
    await line(app, 1).waitFor();

    // Whoever presses Send too early is led to what is wrong, and nothing goes.
    await button(app, t('bulk.send', { count: 17 })).click();
    await sheet(app)
      .getByText(t('bulk.missing.bad', { count: 3 }), { exact: true })
      .waitFor();
    await expect.poll(() => focused(app)).toBe(t('bulk.cell', { column: t('bulk.column.file'), row: 4 }));
    await button(app, t('bulk.showNext')).click();
    await line(app, 9)
      .getByText(`beat at frei.ch – ${t('signees.problem.space')}`)
      .waitFor();
    await expect.poll(() => inSight(app, 9)).toBeGreaterThan(0.98);
    await button(app, t('bulk.showNext')).click();
    await line(app, 13).getByText(t('bulk.trouble.order-unknown')).waitFor();
    await expect.poll(() => inSight(app, 13)).toBeGreaterThan(0.98);
    expect(await cutOff(app, 13)).toBe(false);
    expect(stage.service.records.requests.filter(({ operation }) => operation === 'upload')).toEqual([]);

    await button(app, t('bulk.skipBad', { count: 3 })).click();
    await expect.poll(() => focused(app)).toBe(t('bulk.send', { count: 17 }));
    await button(app, t('bulk.send', { count: 17 })).click();
    await sheet(app)
      .getByText(`${t('bulk.result.handed-over', { count: 17 })} ${t('bulk.result.stay', { left: 3 })}`)
      .waitFor();
    await sheet(app)
      .getByText(t('bulk.count.skipped', { count: 3 }), { exact: true })
      .waitFor();
    const file = join(stage.home, 'rest.csv');
    await app.answerDialog({ dialog: 'save', path: file });
    await button(app, t('bulk.export')).click();
    await sheet(app).getByText(t('bulk.result.saved')).waitFor();
    await button(app, t('send.close')).click();

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
    await says(app, 'Letter 020.pdf', sentTo(2)).waitFor();

    const saved = readFileSync(file, 'utf8').split('\r\n');
    expect(saved).toHaveLength(5);
    expect(saved[0]).toBe(`\uFEFF${[...columns, 'reason' as const].map((name) => t(`bulk.column.${name}`)).join()}`);
    expect(saved[1]).toMatch(/^Missing\.pdf,/);
    expect(saved[1]).toContain(t('bulk.trouble.not-here', { name: 'Missing.pdf' }));
    expect(saved[2]).toMatch(/^Letter 009\.pdf,.*beat at frei\.ch/);
    expect(saved[2]).toContain(t('signees.problem.space'));
    expect(saved[3]).toMatch(/^Letter 013\.pdf,.*when it suits/);
    expect(saved[3]).toContain(t('bulk.trouble.order-unknown'));

    // Put right where they stay, they go, and only they.
    await openMany(app);
    await app.drop(middle, paths);
    await cell(app, 'file', 4).fill('letter 004');
    await cell(app, 'signees', 9).fill('anna9@muster.ch; beat9@frei.ch');
    await cell(app, 'order', 13).fill('1');
    await line(app, 13)
      .getByText(t('bulk.trouble.order-count', { steps: 1, people: 2 }))
      .waitFor();
    await cell(app, 'order', 13).fill('');
    for (const number of [4, 9, 13])
      await button(app, t('bulk.ofRow', { what: t('bulk.include'), row: number })).click();
    await button(app, t('bulk.send', { count: 3 })).click();
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
    await button(app, t('bulk.sample')).click();
    await sheet(app).getByText(t('bulk.result.saved')).waitFor();
    await app.answerDialog({ dialog: 'open', paths: [sample] });
    await button(app, t('bulk.open')).click();
    await sheet(app)
      .getByText(t('bulk.count.bad', { count: 3 }), { exact: true })
      .waitFor();
    await expect.poll(() => cell(app, 'signees', 3).inputValue()).toBe('anna@example.com; dora@example.com');
    await expect.poll(() => cell(app, 'order', 3).inputValue()).toBe(t('bulk.sampleOrder'));

    // Nobody can know which of these is the file: it is asked for.
    const { paths } = stage.letters(1);
    await app.drop(middle, [
      ...paths,
      stage.put('odd.csv', 'Was;Wer;Zwei\nLetter 001;a@b.ch;c@d.ch\nLetter 001;c@d.ch;a@b.ch\n'),
    ]);
    await sheet(app).getByText(t('bulk.columnsUnknown')).waitFor();
    const head = `${t('bulk.column.file')} ${t('bulk.chooseColumn')}`;
    await button(app, head).click();
    await app.page.getByRole('menuitemradio', { name: t('bulk.columnNumber', { number: 1 }) }).click();
    // The first line names columns in words nobody has heard of: a person says that it is no row.
    await sheet(app).getByText(t('bulk.headed')).click();
    await sheet(app).getByText(readyAndBad(1, 1), { exact: true }).waitFor();
    await line(app, 2)
      .getByText(t('bulk.trouble.twice', { row: 1 }))
      .waitFor();
    await button(app, t('bulk.ofRow', { what: t('bulk.all-the-same'), row: 2 })).click();
    await sheet(app)
      .getByText(t('bulk.count.ready', { count: 2 }), { exact: true })
      .waitFor();
    await button(app, t('bulk.takeBack')).click();
    await sheet(app)
      .getByText(t('bulk.count.bad', { count: 3 }), { exact: true })
      .waitFor();

    // Closed by mistake: everything is still there.
    await app.page.keyboard.press('Escape');
    await sheet(app).waitFor({ state: 'detached' });
    await openMany(app);
    await sheet(app)
      .getByText(t('bulk.count.bad', { count: 3 }), { exact: true })
      .waitFor();
    await button(app, t('bulk.startOver')).click();
    await app.page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('bulk.startOver') })
      .click();
    await sheet(app).getByText(t('bulk.missing.list'), { exact: true }).waitFor();
    expect(app.problems()).toEqual([]);
  });

  test('of a thousand rows is walked by keyboard, and only what is in sight is in the page', async () => {
    await using app = await stage.connected();
    await openMany(app);
    const rows = upTo(1_000).map((number) => `Letter ${number}.pdf\tanna${number}@muster.ch`);
    await sheet(app)
      .getByLabel(t('bulk.paste'))
      .fill(`File\tSignee\n${rows.join('\n')}`);
    await button(app, t('bulk.useRows')).click();
    await sheet(app)
      .getByText(t('bulk.count.bad', { count: 1_000 }), { exact: true })
      .waitFor();
    await cell(app, 'signees', 1).focus();
    for (let step = 1; step <= 12; step += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await app.page.keyboard.press('PageDown');
      // oxlint-disable-next-line no-await-in-loop
      await expect
        .poll(() => focused(app))
        .toBe(t('bulk.cell', { column: t('bulk.column.signees'), row: 1 + step * 10 }));
    }
    await app.page.keyboard.press('Enter');
    await expect.poll(() => focused(app)).toBe(t('bulk.cell', { column: t('bulk.column.signees'), row: 122 }));
    await app.page.keyboard.press('ArrowUp');
    await expect.poll(() => focused(app)).toBe(t('bulk.cell', { column: t('bulk.column.signees'), row: 121 }));
    expect(await sheet(app).getByRole('row').count()).toBeLessThan(60);
    await sheet(app).getByLabel(t('bulk.paste')).waitFor({ state: 'detached' });
    expect(app.problems()).toEqual([]);
  });
});

describe('a long list', () => {
  const all = 300;
  const rows = [
    'File\tSignee\tProfile',
    ...upTo(all).map((number) => `C:\\Letters\\${letter(number)}\tanna${number}@muster.ch\t`),
  ].join('\n');
  const accepted = async (app: App) => (await listedRows(app)).map(({ submission }) => submission?.name ?? '');
  /** How many files of the hand-over are copied; all of them when it has ended. */
  const copied = (app: App) =>
    app.page.evaluate(async () => {
      const answer = await window.countersign.state.get();
      if (!answer.ok) return 0;
      const { handOver, list } = answer.value.state;
      return handOver?.done ?? list.counts.all;
    });

  test('goes on after the app was killed while rows were handed over, and nothing goes twice', async () => {
    const { paths } = stage.letters(all);
    {
      await using app = await stage.connected();
      await undoFor(app, 0);
      // Nothing is on its way when the app ends: what is in doubt then is another matter.
      await pause(app, true);
      await openMany(app);
      await app.drop(middle, paths);
      await sheet(app).getByLabel(t('bulk.paste')).fill(rows);
      await button(app, t('bulk.useRows')).click();
      await sheet(app)
        .getByText(t('bulk.count.ready', { count: all }), { exact: true })
        .waitFor();
      await button(app, t('bulk.send', { count: all })).click();
      await expect.poll(() => copied(app), { interval: 5 }).toBeGreaterThan(0);
      await app.kill();
    }
    stage.service.tokens.clientRestarted();
    await using later = await stage.launch();
    // Rows are recorded when all files are copied: the kill comes before that, in the middle of it, or after it.
    const { length: before } = await accepted(later);
    await openMany(later);
    await later.drop(middle, [...paths, stage.put('again.tsv', rows)]);
    // Those that were taken are known by what they hold and who they go to; the others are ready.
    const counts = [
      ...(before < all ? [t('bulk.count.ready', { count: all - before })] : []),
      ...(before > 0 ? [t('bulk.count.taken', { count: before })] : []),
    ];
    await sheet(later).getByText(counts.join(' · '), { exact: true }).waitFor();
    if (before < all) await button(later, t('bulk.send', { count: all - before })).click();
    if (before === 0) await sheet(later).waitFor({ state: 'detached' });
    else {
      await sheet(later)
        .getByText(t('bulk.count.taken', { count: before }), { exact: true })
        .waitFor();
      await line(later, 1).getByText(pattern('bulk.before.under-way')).waitFor();
    }
    await expect.poll(async () => (await accepted(later)).length).toBe(all);
    // One submission for each file, and each of them starts once: the first of them are enough to see that they go.
    expect((await accepted(later)).toSorted()).toEqual(names(upTo(all)));
    await pause(later, false);
    await expect.poll(() => started().length, { timeout: 60_000 }).toBeGreaterThan(20);
    expectNothingTwice();
    expect(later.problems()).toEqual([]);
  });
});
