import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { button, chooseInMenu, goSettings, groups, panel, row, unfold } from './on-page.ts';
import { connect } from './onboarding.ts';
import { setStage, shapes } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

/** The text of a PDF, page by page. */
async function pagesOf(path: string): Promise<readonly string[]> {
  const opened = await getDocument({ data: new Uint8Array(readFileSync(path)), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= opened.numPages; number += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const { items } = await (await opened.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  return pages;
}

describe('evidence', () => {
  test('of a document is one page with who, when, what and the hashes, in any script', async () => {
    const user = stage.service.people.createServiceUser();
    const name = 'Μίσθωση Договор Hợp đồng \uE000.pdf';
    await stage.service.documents.add(user.id, { name, status: 'signed', signees: ['anna@example.test'] });
    await using app = await stage.launch();
    await connect(app, stage.service, user);
    await row(app, 'Договор').getByText(t('row.verdict.sealed')).waitFor();
    await row(app, 'Договор').click();
    await unfold(app, 'history');
    await panel(app).getByText(t('history.saved')).waitFor();
    const path = join(stage.home, 'evidence.pdf');
    await app.answerDialog({ dialog: 'save', path });
    await chooseInMenu(app, t('evidence.button'));
    await panel(app).getByText(t('evidence.saved')).waitFor();

    const pages = await pagesOf(path);
    expect(pages).toHaveLength(1);
    const text = pages[0] ?? '';
    for (const part of ['Μίσθωση Договор Hợp đồng [U+E000].pdf', 'anna@example.test', t('evidence.escaped')])
      expect(text).toContain(part);
    const sheet = await app.page.evaluate(async () => {
      const id = document.querySelector('[role="row"][aria-selected="true"]')?.getAttribute('data-key') ?? '';
      const answer = await window.countersign.evidence.sheet({ submissionId: null, documentId: id });
      return answer.ok && answer.value.ok ? answer.value.sheet : null;
    });
    for (const hash of [sheet?.copies[0]?.sha256, sheet?.head?.hash]) expect(text).toContain(hash);
    // A document without embedded fonts would look different elsewhere.
    expect(readFileSync(path, 'latin1')).toMatch(/\/FontFile[23]/);
    expect(readFileSync(path, 'latin1')).toContain('/StructTreeRoot');
    // The window shows what it showed before.
    expect(await app.page.locator('body > article').count()).toBe(0);

    await app.answerDialog({ dialog: 'save', path: null });
    await chooseInMenu(app, t('evidence.button'));
    await expect.poll(() => app.page.locator('body > article').count()).toBe(0);
    await expect.poll(() => panel(app).getByText(t('evidence.saved')).count()).toBe(0);

    await chooseInMenu(app, t('evidence.print'));
    await panel(app).getByText(t('evidence.printed')).waitFor();
    expect(await app.page.locator('body > article').count()).toBe(0);

    await goSettings(app, 'storage');
    await button(app, t('evidence.verify')).focus();
    await button(app, t('evidence.verify')).evaluate((shown) => shown.scrollIntoView({ block: 'end' }));
    await app.page.keyboard.press('Enter');
    const verified = app.page.getByText(t('evidence.verified'));
    await verified.waitFor();
    // It stands below the end of the window.
    const isSeen = (said: Element) => {
      const { left, top, width, height } = said.getBoundingClientRect();
      return said.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    await expect.poll(() => verified.evaluate(isSeen)).toBe(true);
    expect(app.problems()).toEqual([]);
  });

  test.each(shapes)('has when and why a person rejected, on paper and in the table (%s)', async (shape) => {
    stage.service.options.signees = shape;
    const user = stage.service.people.createServiceUser();
    const document = { name: 'Lease.pdf', status: 'in-progress', signees: ['anna@example.test'] } as const;
    const { documentId: id } = await stage.service.documents.add(user.id, document);
    stage.service.people.view(id, 'anna@example.test');
    await stage.service.people.reject(id, 'anna@example.test', 'Page 3\nis missing');
    await using app = await stage.launch();
    await connect(app, stage.service, user);
    await row(app, 'Lease.pdf').click();
    const words = t('details.ownWords', { words: 'Page 3 is missing' });
    await panel(app).getByText(words).waitFor();
    const paper = join(stage.home, 'evidence.pdf');
    await app.answerDialog({ dialog: 'save', path: paper });
    await chooseInMenu(app, t('evidence.button'));
    await panel(app).getByText(t('evidence.saved')).waitFor();
    const written = (await pagesOf(paper)).join(' ').replaceAll(/\s+/g, ' ');
    const year = String(new Date(stage.service.clock.now()).getFullYear());
    expect(written).toMatch(
      new RegExp(`anna@example\\.test.*“Page 3 is missing”.*${t('signeeStatus.rejected')}.*${year}`),
    );
    // The description has no field for it.
    expect(written.includes(t('details.opened', { time: '' }).trim())).toBe(shape === 'public');

    const table = join(stage.home, 'list.csv');
    await app.answerDialog({ dialog: 'save', path: table });
    await button(app, t('table.button')).click();
    await app.page.getByText(t('table.saved')).waitFor();
    const [, line = ''] = readFileSync(table, 'utf8').split('\r\n');
    const opened = shape === 'public' ? String.raw`, Opened \d{4}-\d\d-\d\d \d\d:\d\d` : '';
    const rejected = String.raw`anna@example\.test: Rejected \d{4}-\d\d-\d\d \d\d:\d\d`;
    expect(line).toMatch(new RegExp(`${rejected}${opened}, “Page 3 is missing”`));
    expect(app.problems()).toEqual([]);
  });

  test('of the list is a table of the rows that are shown', async () => {
    const user = stage.service.people.createServiceUser();
    for (const [name, status] of [
      ['=Plan.pdf', 'signed'],
      ['Offer.pdf', 'draft'],
    ] as const)
      await stage.service.documents.add(user.id, { name, status });
    await using app = await stage.launch();
    await connect(app, stage.service, user);
    await row(app, '=Plan.pdf').getByText(t('row.verdict.sealed')).waitFor();
    await groups(app).selectOption('finished');
    const path = join(stage.home, 'list.csv');
    await app.answerDialog({ dialog: 'save', path });
    await button(app, t('table.button')).click();
    await app.page.getByText(t('table.saved')).waitFor();
    const rows = readFileSync(path, 'utf8').trimEnd().split('\r\n');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^\uFEFFDocument,Status,People,/);
    expect(rows[1]).toMatch(
      /^'=Plan\.pdf,Signed,beat@example\.test: Signed \d{4}-\d\d-\d\d \d\d:\d\d,.*,[0-9a-f]{64},/,
    );
    expect(app.problems()).toEqual([]);
  });
});
