import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dialog, limit, setLooks } from './every-look.ts';
import { hand } from './hand.ts';
import { addSignees, button, chooseMore, focused, go, heldRow, middle, panel, row, sheet, undoFor } from './on-page.ts';
import { contract } from './preview/samples.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();
const { look, expectNoFault } = setLooks();

test('the window is used by its shortcuts, and none acts while a person types', async () => {
  await using app = await stage.connected();
  const { page } = app;
  const { keyboard } = page;
  await undoFor(app, 60);
  await app.drop(middle, [stage.put('Contract.pdf', await contract(1))]);
  await addSignees(app, 'Anna Muster <anna@muster.ch>');
  await button(app, t('submission.sendTo', { count: 1 })).click();
  await sheet(app).waitFor({ state: 'detached' });
  await row(app, 'Contract.pdf').waitFor();
  await page.getByText(t('outbox.undoKeys', { keys: 'Ctrl+Z' })).waitFor({ state: 'attached' });

  // F searches. In the field every key is text.
  await keyboard.press('f');
  await expect.poll(() => focused(app)).toBe(t('documents.search'));
  await keyboard.type('nfr?');
  await keyboard.press('Control+k');
  await keyboard.press('Control+z');
  expect(await page.getByRole('dialog').allTextContents()).toEqual([]);
  await page.getByRole('searchbox').fill('');
  await row(app, 'Contract.pdf').waitFor();

  // The sheet of shortcuts, and no second dialog above it.
  await row(app, 'Contract.pdf').focus();
  await keyboard.press('?');
  const all = page.getByRole('dialog', { name: t('shortcuts.name.sheet') });
  await all.getByText(t('shortcuts.name.remove')).waitFor();
  await keyboard.press('Control+k');
  expect(await page.getByRole('dialog').count()).toBe(1);
  await keyboard.press('Escape');
  await all.waitFor({ state: 'detached' });
  await expect.poll(() => focused(app)).toContain('Contract.pdf');

  // The palette leaves out what only keys can do.
  await keyboard.press('Control+k');
  await page.getByRole('option', { name: t('shortcuts.name.help') }).waitFor();
  expect(await page.getByRole('option', { name: t('shortcuts.name.panesBack') }).count()).toBe(0);
  await keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // Ctrl+Z undoes what counts down.
  await button(app, `${t('submission.command.send-now')} Contract.pdf`).waitFor();
  await keyboard.press('Control+z');
  await page.getByText(t('outbox.undone', { count: 1 })).waitFor({ state: 'attached' });
  await expect.poll(() => stage.service.records.requests.filter(({ operation }) => operation === 'start')).toEqual([]);

  // Del asks before anything is deleted.
  await row(app, 'Contract.pdf').focus();
  await keyboard.press('Delete');
  await page.getByRole('alertdialog').waitFor();
  await keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await keyboard.press('Escape');
  expect(app.problems()).toEqual([]);
});

test('a letter means a shortcut on the screen of the list alone', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await app.answerDialog({ dialog: 'open', paths: [stage.put('Contract.pdf', await contract(1))] });
  await go(app, 'profiles');
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  for (const key of 'Contracts for') await page.keyboard.press(key === ' ' ? 'Space' : key);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: t('nav.profiles'), level: 1 }).waitFor();
  expect(await sheet(app).count()).toBe(0);

  await go(app, 'documents');
  await page.keyboard.press('n');
  await sheet(app).waitFor();
  expect(app.problems()).toEqual([]);
});

test('Undo of the menu undoes the typing in a field, and elsewhere the sending', async () => {
  await using app = await stage.connected();
  const { page } = app;
  const undo = async () => {
    await app.clickMenu([t('menu.edit'), t('menu.undo')]);
    // The menu does not wait for the window: a late Undo would take back what is typed next.
    await page.evaluate(() => window.countersign.state.get());
  };
  await undoFor(app, 60);
  await app.drop(middle, [stage.put('Contract.pdf', await contract(1))]);
  // With nothing but a dialog open there is nothing to undo.
  await button(app, t('send.close')).focus();
  await undo();
  await addSignees(app, 'Anna Muster <anna@muster.ch>');
  await button(app, t('submission.sendTo', { count: 1 })).click();
  await sheet(app).waitFor({ state: 'detached' });
  await row(app, 'Contract.pdf').waitFor();

  const search = page.getByRole('searchbox');
  await search.focus();
  await page.keyboard.insertText('contract');
  await undo();
  await expect.poll(() => search.inputValue()).toBe('');
  await button(app, `${t('submission.command.send-now')} Contract.pdf`).waitFor();
  await row(app, 'Contract.pdf').focus();
  await undo();
  await page.getByText(t('outbox.undone', { count: 1 })).waitFor({ state: 'attached' });
  await heldRow(app, 'Contract.pdf').waitFor();
  expect(app.problems()).toEqual([]);
});

test('on a touch screen a dialog with a text field is seen at once', async () => {
  await using app = await stage.connected();
  const { page } = app;
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
  // The library hides it as soon as it is there, and shows it some frames later.
  await page.evaluate(() => {
    new MutationObserver((_changes, observer) => {
      const found = document.querySelector('[role="dialog"]');
      if (!found) return;
      observer.disconnect();
      const hidden = [];
      for (let at: Element | null = found; at; at = at.parentElement)
        if (getComputedStyle(at).opacity === '0' || getComputedStyle(at).clipPath !== 'none') hidden.push(at.className);
      document.documentElement.dataset['hidden'] = hidden.join(' ');
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await page.keyboard.press('Control+k');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['hidden'])).toBe('');
  expect(app.problems()).toEqual([]);
});

test('the palette finds commands, documents and people', { timeout: limit }, async () => {
  await using app = await stage.connected();
  const { page } = app;
  const { keyboard } = page;
  await app.drop(middle, [stage.put('Contract.pdf', await contract(1))]);
  await addSignees(app, 'Anna Muster <anna@muster.ch>');
  await chooseMore(app, t('send.otherWays'), t('send.hold'));
  await row(app, 'Contract.pdf').waitFor();

  const palette = page.getByRole('dialog', { name: t('shortcuts.name.palette') });
  const option = (text: string) => palette.getByRole('option').filter({ hasText: text });
  await keyboard.press('Control+k');
  await option(t('shortcuts.name.refresh')).waitFor();
  await keyboard.type('contr');
  // What the first letters found, such as the person's address, goes when the whole word has its answer.
  await expect
    .poll(() => palette.getByRole('option').allTextContents())
    .toEqual([`Contract.pdfAnna · ${t('submission.held')}`]);
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await palette.waitFor({ state: 'detached' });
  await panel(app).getByText('Contract.pdf').first().waitFor();

  // Its first group acts on the row whose details are open. One Escape closes it, whatever was typed.
  await keyboard.press('Control+k');
  await keyboard.type(t('submission.command.discard').toLowerCase());
  await option(t('submission.command.discard')).waitFor();
  await keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await keyboard.press('Control+k');
  await option(t('submission.command.revise')).click();
  const change = page.getByRole('dialog', { name: t('send.titleChange') });
  await change.waitFor();
  await keyboard.press('Escape');
  await change.waitFor({ state: 'detached' });

  // F6 goes through the parts of the window, and comes back to where the focus was.
  await row(app, 'Contract.pdf').focus();
  const places: (string | undefined)[] = [];
  for (let press = 0; press < 4; press += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await keyboard.press('F6');
    // oxlint-disable-next-line no-await-in-loop
    places.push(await page.evaluate(() => document.activeElement?.closest('nav, aside, footer, main')?.localName));
  }
  expect(places).toEqual(['aside', 'footer', 'nav', 'main']);
  await expect.poll(() => focused(app)).toContain('Contract.pdf');
  await keyboard.press('Shift+F6');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('nav, aside, footer, main')?.localName))
    .toBe('nav');
  await panel(app)
    .getByRole('button', { name: t('details.close') })
    .click();

  await keyboard.press('Control+k');
  await option(t('shortcuts.name.refresh')).waitFor();
  expect(await palette.getByRole('option', { name: t('submission.command.revise') }).count()).toBe(0);
  await keyboard.type('no such thing');
  await palette.getByText(t('shortcuts.none')).waitFor();
  await keyboard.press('Control+a');
  await keyboard.type(t('nav.profiles').toLowerCase());
  await option(t('nav.profiles')).waitFor();
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: t('nav.profiles'), level: 1 }).waitFor();

  await keyboard.press('Control+k');
  await keyboard.type('muster');
  await option('Anna Muster').click();
  await row(app, 'Contract.pdf').waitFor();

  // The menu asks the window for the same.
  await app.clickMenu([t('menu.view'), t('shortcuts.name.palette')]);
  await palette.waitFor();
  await look(app, 'palette', dialog);
  await keyboard.press('Escape');
  await app.clickMenu([t('menu.help'), t('shortcuts.name.sheet')]);
  await page.getByRole('dialog', { name: t('shortcuts.name.sheet') }).waitFor();
  await look(app, 'shortcuts', dialog);
  await keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const settings = page.getByRole('heading', { name: t('nav.settings'), level: 1 });
  for (const open of [
    () => app.clickMenu([t('menu.file'), t('shortcuts.name.settings')]),
    () => keyboard.press('Control+,'),
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    await open();
    // oxlint-disable-next-line no-await-in-loop
    await settings.waitFor();
    // oxlint-disable-next-line no-await-in-loop
    await go(app, 'documents');
  }
  await keyboard.press('F1');
  await page.getByRole('heading', { name: t('help.about') }).waitFor();
  expectNoFault(app);
});

test('the palette has the commands of every screen', async () => {
  await using app = await stage.connected();
  const { page } = app;
  const { keyboard } = page;
  const palette = page.getByRole('dialog', { name: t('shortcuts.name.palette') });
  const lookFor = async (text: string) => {
    await keyboard.press('Control+k');
    await expect.poll(() => focused(app)).toBe(t('shortcuts.search'));
    await keyboard.insertText(text);
    await expect.poll(() => palette.getByRole('searchbox').inputValue()).toBe(text);
  };
  const choose = async (text: string) => {
    await lookFor(text);
    await palette.getByRole('option', { name: text }).click();
    await palette.waitFor({ state: 'detached' });
  };
  const isOffered = async (text: string) => {
    await lookFor(text);
    const found = palette.getByRole('option', { name: text }).or(palette.getByText(t('shortcuts.none')));
    await found.first().waitFor();
    const count = await palette.getByRole('option', { name: text }).count();
    await palette.getByRole('searchbox').fill('');
    await keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    return count > 0;
  };
  // There is nothing to pause, to save or to look after yet.
  expect(await isOffered(t('outbox.pause'))).toBe(false);
  expect(await isOffered(t('table.button'))).toBe(false);
  expect(await isOffered(t('desk.pauseFolders'))).toBe(false);

  await undoFor(app, 60);
  await app.drop(middle, [stage.put('Contract.pdf', await contract(1))]);
  await addSignees(app, 'Anna Muster <anna@muster.ch>');
  await button(app, t('submission.sendTo', { count: 1 })).click();
  // No shortcut acts while the sheet is open, and the row may be in the list before it closes.
  await sheet(app).waitFor({ state: 'detached' });
  await row(app, 'Contract.pdf').waitFor();
  await choose(t('outbox.pause'));
  await row(app, 'Contract.pdf').getByText(t('submission.queued')).waitFor();

  // From another screen.
  await choose(`${t('nav.settings')} · ${t('settings.page.storage')}`);
  await page.getByRole('heading', { name: t('settings.copies') }).waitFor();
  await choose(t('outbox.resumeSending'));
  await expect.poll(() => isOffered(t('outbox.pause'))).toBe(true);
  await choose(t('help.licences'));
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
  await keyboard.press('Escape');
  await page.getByRole('heading', { name: t('help.about') }).waitFor();
  const path = join(stage.home, 'list.csv');
  await app.answerDialog({ dialog: 'save', path });
  await choose(t('table.button'));
  await page.getByText(t('table.saved')).waitFor();
  expect(readFileSync(path, 'utf8')).toContain('Contract.pdf');
  await choose(t('nav.people'));
  await choose(t('send.many'));
  await page.getByRole('dialog', { name: t('bulk.title') }).waitFor();
  expect(app.problems()).toEqual([]);
});

test('what is typed before the palette is there is its text, and no shortcut of the list', async () => {
  await using app = await stage.connected();
  const { page } = app;
  const palette = page.getByRole('dialog', { name: t('shortcuts.name.palette') });
  await hand(app, 'hold', 'First.pdf');
  await row(app, 'First.pdf').focus();
  // No code can be loaded between these keys. F would search, and Enter opens the row.
  await page.evaluate(async () => {
    for (const key of ['k', 'f', 'i', 'Enter', 'r']) {
      const event = new KeyboardEvent('keydown', { key, ctrlKey: key === 'k', bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
      await Promise.resolve();
    }
  });
  await expect.poll(() => palette.getByRole('searchbox').inputValue()).toBe('fir');
  await expect.poll(() => focused(app)).toBe(t('shortcuts.search'));
  await page.keyboard.type('st');
  await expect.poll(() => palette.getByRole('searchbox').inputValue()).toBe('first');
  await palette.getByRole('option', { name: 'First.pdf' }).first().waitFor();
  expect(await panel(app).count()).toBe(0);
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  expect(app.problems()).toEqual([]);
});

test('the palette acts on the row of the keyboard and on chosen rows, without open details', async () => {
  await using app = await stage.connected();
  const { page } = app;
  const { keyboard } = page;
  await hand(app, 'hold', 'First.pdf', 'Second.pdf', 'Third.pdf');
  const palette = page.getByRole('dialog', { name: t('shortcuts.name.palette') });
  const offered = async (words: string) => {
    await keyboard.press('Control+k');
    await keyboard.type(words);
    return palette.getByRole('option', { name: `${words}…` });
  };
  const discard = t('selection.action.discard');
  const question = page.getByRole('alertdialog');
  await row(app, 'Second.pdf').focus();
  await (await offered(discard)).waitFor();
  expect(await palette.getByRole('group').first().textContent()).toContain('Second.pdf');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await question.getByText(t('selection.ask.discard', { count: 1 })).waitFor();
  await question.getByRole('button', { name: discard }).click();
  await row(app, 'Second.pdf').getByText(t('submission.end.cancelled'), { exact: true }).waitFor();
  expect(await panel(app).count()).toBe(0);

  // Delete means the same, and one Escape leaves without doing anything.
  await row(app, 'First.pdf').focus();
  await (await offered(t('selection.action.delete'))).waitFor();
  await keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await keyboard.press('Control+a');
  await page.getByRole('region', { name: t('selection.label') }).waitFor();
  await (await offered(t('selection.action.send'))).first().waitFor();
  const ofRows = palette.getByRole('group').first();
  expect(await ofRows.textContent()).toContain(t('selection.count', { count: 3 }));
  await ofRows.getByRole('option').first().click();
  await question.getByText(t('selection.ask.send', { count: 2 })).waitFor();
  await keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(app.problems()).toEqual([]);
});
