import { describe, expect, test } from 'vitest';
import { languages } from '../../preload/contract/language.ts';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import { addSignees, button, chooseMore, focused, middle, row, says, sheet, signees } from './on-page.ts';
import { contract } from './preview/samples.ts';
import { layoutFaults } from './screen-faults.ts';
import { setStage } from './stage.ts';
import { t, textIn } from './texts.ts';

const stage = setStage();

describe('the sheet', () => {
  test('asks only before closing throws something away, and can be opened again', async () => {
    await using app = await stage.connected();
    await app.drop(middle, [stage.put('Offer.pdf', await contract(1))]);
    await expect.poll(() => focused(app)).toBe(t('signees.add'));
    await app.page.keyboard.press('Escape');
    await sheet(app).waitFor({ state: 'detached' });
    await button(app, t('send.reopen')).click();
    await addSignees(app, 'anna@muster.ch');
    // People and choices are kept: nothing to ask.
    await app.page.keyboard.press('Escape');
    await sheet(app).waitFor({ state: 'detached' });
    await button(app, t('send.reopen')).click();
    await button(app, t('submission.sendTo', { count: 1 })).waitFor();
    // What is not in the list yet would be lost.
    await signees(app).fill('beat at');
    await app.page.keyboard.press('Escape');
    const question = app.page.getByRole('alertdialog', { name: t('send.askClose.title') });
    await question.waitFor();
    await app.page.keyboard.press('Enter');
    await expect.poll(() => focused(app)).toBe(t('signees.add'));
    await app.page.keyboard.press('Escape');
    await button(app, t('send.askClose.close')).click();
    await app.page.getByText(t('send.closed', { count: 1, name: 'Offer.pdf' })).waitFor();
    // A second sheet would push the first one out.
    await app.drop(middle, [stage.put('Lease.pdf', await contract(2))]);
    await sheet(app).getByText('Lease.pdf').first().waitFor();
    await signees(app).fill('beat at');
    await app.page.keyboard.press('Escape');
    await question.getByText(t('send.askClose.both')).waitFor();
    await button(app, t('send.askClose.close')).click();
    await button(app, t('send.reopen')).click();
    await sheet(app).getByText('Lease.pdf').first().waitFor();
    await app.page.keyboard.press('Escape');
    await sheet(app).waitFor({ state: 'detached' });
    expect(app.problems()).toEqual([]);
  });

  test('keeps what is typed before it is there', async () => {
    await using app = await stage.connected();
    // In the list, the first letter would open the dialog for files.
    await app.page.evaluate(() => {
      const press = (key: string) =>
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      const type = () =>
        queueMicrotask(() =>
          ['n', 'o', '@', 'x', '.', 'c', 'x', 'Backspace', 'h', 'Enter', 'b', 'e'].forEach((key) => press(key)),
        );
      window.addEventListener('drop', type, { capture: true, once: true });
    });
    await app.drop(middle, [stage.put('Offer.pdf', await contract(1))]);
    await expect.poll(() => signees(app).inputValue()).toBe('be');
    await sheet(app).getByRole('row', { name: 'no@x.ch' }).waitFor();
    await app.page.keyboard.type('at@frei.ch;');
    await button(app, t('submission.sendTo', { count: 2 })).waitFor();
    expect(app.problems()).toEqual([]);
  });

  test('opens for a file, though what lies under the hand goes just before it lets go', async () => {
    await using app = await stage.connected();
    await app.page.evaluate(({ x, y }) => {
      const under = document.elementFromPoint(x, y)?.appendChild(document.createElement('i'));
      if (under) under.style.cssText = 'position: fixed; inset: 0';
      let times = 0;
      const over = () => {
        times += 1;
        // Chromium asks a last time where the file is, and then lets go there.
        if (times === 2) queueMicrotask(() => under?.remove());
      };
      window.addEventListener('dragover', over, { capture: true });
    }, middle);
    await app.drop(middle, [stage.put('Offer.pdf', await contract(1))]);
    await sheet(app).getByText('Offer.pdf').first().waitFor();
    await app.page.getByText(t('send.dropToSend')).waitFor({ state: 'detached' });
    expect(app.problems()).toEqual([]);
  });

  test('says that the same content is on its way already, and sends it all the same', async () => {
    await using app = await stage.connected();
    const content = await contract(1);
    const sendTo = async (name: string, email: string) => {
      await app.drop(middle, [stage.put(name, content)]);
      await addSignees(app, email);
    };
    const warning = sheet(app).getByText('“Offer.pdf”');
    const press = () => button(app, t('submission.sendTo', { count: 1 })).click();
    await sendTo('Offer.pdf', 'anna@muster.ch');
    await sheet(app).getByText(t('send.noFields')).waitFor();
    expect(await warning.count()).toBe(0);
    await press();
    await sheet(app).waitFor({ state: 'detached' });
    await sendTo('Offer (2).pdf', 'beat@muster.ch');
    await warning.waitFor();
    await expect.poll(() => warning.textContent()).toContain('anna@muster.ch');
    await press();
    await sheet(app).waitFor({ state: 'detached' });
    await app.page.getByText('Offer (2).pdf').first().waitFor();
    expect(app.problems()).toEqual([]);
  });

  test('takes over who is named in the fields of the document, in their order', async () => {
    await using app = await stage.connected();
    const field = { width: 200, height: 50, y: 130 };
    const fields = [
      { ...field, email: 'beat@frei.ch', order: 1, x: 330 },
      { ...field, email: 'anna@muster.ch', order: 0, x: 60 },
      { ...field, email: 'anybody', x: 60, y: 230 },
      { ...field, email: 'mode:qualified', x: 60, y: 330 },
      { ...field, email: 'law:eidas', x: 60, y: 430 },
      { ...field, email: 'zoe@muster.ch', observer: true, x: 60, y: 530 },
      { ...field, email: 'reminder:3', x: 60, y: 630 },
    ];
    await app.drop(middle, [stage.put('Fields.pdf', await samplePdf({ title: 'Fields', fields }))]);
    // The sheet puts the keyboard into its field first.
    await expect.poll(() => focused(app)).toBe(t('signees.add'));
    await button(app, t('send.addPeople')).focus();
    await app.page.keyboard.press('Enter');
    // The button goes with what it did; the keyboard stays in its part of the sheet.
    await expect.poll(() => focused(app)).toBe(t('send.addFiles'));
    const list = sheet(app).getByRole('grid', { name: t('signees.list') });
    await expect.poll(() => list.getByRole('textbox', { name: t('signees.email') }).count()).toBe(2);
    const addresses = await list
      .getByRole('textbox', { name: t('signees.email') })
      .evaluateAll((all) => all.map((one) => (one instanceof HTMLInputElement ? one.value : '')));
    expect(addresses).toEqual(['anna@muster.ch', 'beat@frei.ch']);
    await sheet(app)
      .getByRole('list', { name: t('preview.fields') })
      .waitFor();
    expect(stage.service.records.breaches).toEqual([]);

    // What the document asks for beyond that is said before Send.
    await sheet(app)
      .getByText(t('send.blankFields', { count: 1 }))
      .waitFor();
    const mode = t('mode.qualified');
    const asks = sheet(app)
      .getByRole('alert')
      .filter({ hasText: t('send.asksMore', { mode, chosen: t('mode.timestamp') }) });
    await asks.waitFor();
    await button(app, t('send.useMode', { mode })).click();
    await asks.waitFor({ state: 'detached' });
    const law = t('details.eidas');
    await button(app, t('send.useMode', { mode: law })).click();
    const others = sheet(app)
      .getByRole('alert')
      .filter({ hasText: t('send.alsoAsks') });
    await expect
      .poll(() => others.getByRole('listitem').allTextContents())
      .toEqual([
        t('send.asks.authority', { value: t('details.ras') }),
        t('send.asks.observers', { value: 'zoe@muster.ch' }),
        t('send.asks.reminder', { value: '3' }),
      ]);
    await expect.poll(() => sheet(app).getByRole('radio', { name: mode }).isChecked()).toBe(true);
  });

  test('sends no document of several whose fields ask for more than its sender was shown', async () => {
    await using app = await stage.connected();
    const field = { width: 200, height: 50, x: 60, y: 130 };
    const named = { ...field, email: 'anna@muster.ch' };
    const blank = { ...field, email: 'anybody', y: 230 };
    const qualified = { ...field, email: 'mode:qualified', y: 330 };
    await app.drop(middle, [
      stage.put('Plain.pdf', await samplePdf({ title: 'Plain', fields: [named] })),
      stage.put('Asking.pdf', await samplePdf({ title: 'Asking', fields: [named, blank, qualified] })),
    ]);
    await addSignees(app, 'anna@muster.ch');
    await button(app, new RegExp(`^${t('send.more')}`)).click();
    await app.page.getByText(t('send.scan'), { exact: true }).click();
    await button(app, t('send.sendSeveral', { count: 2 })).click();
    await sheet(app).waitFor({ state: 'detached' });

    await says(app, 'Asking.pdf', t('problem.asks-stronger.what')).waitFor();
    // The other one may still be on its way.
    await expect
      .poll(() => stage.service.documents.all().map(({ documentName }) => documentName))
      .toEqual(['Plain.pdf']);
    await row(app, 'Asking.pdf').click();
    await button(app, t('submission.command.revise')).click();
    const change = app.page.getByRole('dialog', { name: t('send.titleChange') });
    const asks = t('send.asksMore', { mode: t('mode.qualified'), chosen: t('mode.timestamp') });
    await change.getByRole('alert').filter({ hasText: asks }).waitFor();
    await change.getByText(t('send.blankFields', { count: 1 })).waitFor();
    // Whoever was shown it decides.
    await button(app, t('submission.sendTo', { count: 1 })).click();
    await change.waitFor({ state: 'detached' });
    await expect.poll(() => stage.service.documents.all().length).toBe(2);
    expect([stage.service.records.breaches, app.problems()]).toEqual([[], []]);
  });

  test('shows the field for signees at once, in every size', async () => {
    await using app = await stage.connected();
    for (const [at, size] of [
      { width: 1180, height: 780 },
      { width: 800, height: 600 },
      { width: 590, height: 390 },
      { width: 320, height: 256 },
    ].entries()) {
      // oxlint-disable no-await-in-loop -- one window, in one size after the other
      await app.page.setViewportSize(size);
      await app.drop({ x: size.width / 2, y: size.height / 2 }, [
        stage.put(`Contract ${at}.pdf`, await contract(at + 1)),
      ]);
      await sheet(app).locator('[role="region"][aria-busy="false"]').waitFor({ state: 'attached' });
      const inSight = await signees(app).evaluate((field) => {
        const { left, right, top, bottom } = field.getBoundingClientRect();
        return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === field && top >= 0;
      });
      expect([size, inSight]).toEqual([size, true]);
      await app.page.keyboard.press('Escape');
      await button(app, t('send.discard')).click();
      // oxlint-enable no-await-in-loop
    }
    expect(app.problems()).toEqual([]);
  });

  test('files that are pasted come in, also where somebody types and where they have no path', async () => {
    await using app = await stage.connected();
    const paste = (name: string, content: Uint8Array) =>
      app.page.evaluate(
        ([title, bytes]) => {
          const clipboardData = new DataTransfer();
          clipboardData.items.add(new File([new Uint8Array(bytes)], title));
          const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
          (document.activeElement ?? document.body).dispatchEvent(event);
        },
        [name, [...content]] as const,
      );
    await paste('From mail.pdf', await contract(1));
    await sheet(app).getByText('From mail.pdf').first().waitFor();
    await expect.poll(() => focused(app)).toBe(t('signees.add'));
    await paste('Nothing.pdf', new Uint8Array());
    await sheet(app)
      .getByText(`Nothing.pdf ${t('problem.file-empty.what')}`)
      .waitFor();
    await paste('Second.pdf', await contract(1));
    await sheet(app).getByRole('row', { name: 'Second.pdf' }).waitFor();
    await chooseMore(app, t('send.otherWays'), t('send.draft'));
    await expect
      .poll(() =>
        stage.service.documents
          .all()
          .map(({ documentName }) => documentName)
          .toSorted(),
      )
      .toEqual(['From mail.pdf', 'Second.pdf']);
    expect(app.problems()).toEqual([]);
  });
});

test('the kinds of signature and the law stand in one line, in every language', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await page.setViewportSize({ width: 1180, height: 780 });
  await app.drop(middle, [stage.put('Contract.pdf', await contract(1))]);
  await sheet(app).waitFor();
  for (const choice of languages) {
    // oxlint-disable-next-line no-await-in-loop -- one language after the other
    await page.evaluate((value) => window.countersign.settings.language({ choice: value }), choice);
    const law = page.getByRole('combobox', { name: textIn(choice, 'send.law') });
    // oxlint-disable-next-line no-await-in-loop
    await law.waitFor();
    const kind = page.getByRole('radio', { name: textIn(choice, 'mode.timestamp') }).locator('xpath=ancestor::label');
    // Both in one moment: what is found in the document may move them until the next.
    // oxlint-disable-next-line no-await-in-loop
    const other = await kind.elementHandle();
    // oxlint-disable-next-line no-await-in-loop
    const [first, second] = await law.evaluate(
      (at, beside) => [at.getBoundingClientRect().y, beside?.getBoundingClientRect().y],
      other,
    );
    expect([choice, first]).toEqual([choice, second]);
  }
  expect(app.problems()).toEqual([]);
});

test('files, page and people stand side by side from 761 pixels on, and Send is in sight in every size', async () => {
  await using app = await stage.connected();
  const { page } = app;
  const names = ['Lease Bahnhofstrasse 31.pdf', 'House rules 2026.pdf', 'Handover record.pdf'];
  const files = names.map(async (name, at) => stage.put(name, await contract(at + 1)));
  await app.drop(middle, await Promise.all(files));
  await addSignees(app, 'anna@muster.ch, beat@frei.ch');
  await button(app, t('send.sendSeveral', { count: 3 })).waitFor();
  // The sheet has another name in each language.
  const reader = page.locator('[role="dialog"] [role="region"][aria-busy="false"]');
  await reader.waitFor();
  for (const [language, width, height] of [
    ['en', 860, 560],
    ['de', 860, 560],
    ['fr', 761, 600],
    ['de', 1024, 700],
    ['en', 590, 390],
    ['it', 590, 390],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one window, in one look after the other
    await page.setViewportSize({ width, height });
    await page.evaluate((choice) => window.countersign.settings.language({ choice }), language);
    const send = page.getByRole('button', { name: textIn(language, 'send.otherWays') });
    await send.waitFor();
    const isInSight = () =>
      send.evaluate((at) => {
        const { left, right, top, bottom } = at.getBoundingClientRect();
        return bottom <= innerHeight && at.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      });
    await expect.poll(isInSight).toBe(true);
    expect([language, width, await layoutFaults(app)]).toEqual([language, width, []]);
    if (width < 760) continue;
    const parts = [
      page.getByRole('grid', { name: textIn(language, 'send.files'), exact: true }),
      reader,
      page.getByRole('combobox', { name: textIn(language, 'signees.add') }),
    ];
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
    const [rail, pages, field] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
    expect(rail && pages && rail.x + rail.width <= pages.x).toBe(true);
    expect(pages && field && pages.x + pages.width <= field.x).toBe(true);
    expect(pages?.height).toBeGreaterThan(180);
    // oxlint-enable no-await-in-loop
  }
  expect(app.problems()).toEqual([]);
});

test('the people stay in sight when the window becomes narrower while they are above it', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await page.setViewportSize({ width: 1180, height: 560 });
  await app.drop(middle, [stage.put('Contract.pdf', await contract(1))]);
  await signees(app).waitFor();
  await addSignees(app, Array.from({ length: 12 }, (_none, at) => `person${at}@muster.ch`).join(', '));
  const list = page.getByRole('grid', { name: t('signees.list') });
  await list.getByRole('row').first().waitFor();
  await button(app, new RegExp(`^${t('send.more')}`))
    .last()
    .click();
  await page.getByLabel(t('send.extra')).evaluate((field) => field.scrollIntoView({ block: 'end' }));
  await expect.poll(() => list.evaluate((box) => box.getBoundingClientRect().bottom)).toBeLessThan(0);
  // The virtualizer knows that none of its rows is in sight.
  await expect.poll(() => list.getByRole('row').count()).toBe(0);
  await page.setViewportSize({ width: 740, height: 560 });
  const isRowInMiddle = () =>
    list.evaluate((box) => {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('[role="row"]') !== null;
    });
  await expect.poll(isRowInMiddle).toBe(true);
  expect(app.problems()).toEqual([]);
});
