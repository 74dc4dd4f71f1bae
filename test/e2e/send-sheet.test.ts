import { describe, expect, test } from 'vitest';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import { addSignees, button, focused, middle, sheet } from './on-page.ts';
import { contract } from './preview/samples.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

describe('the sheet', () => {
  test('asks before it throws away what was typed, and can be opened again', async () => {
    await using app = await stage.connected();
    await app.drop(middle, [stage.put('Offer.pdf', await contract(1))]);
    await expect.poll(() => focused(app)).toBe(t('signees.add'));
    await app.page.keyboard.press('Escape');
    await sheet(app).waitFor({ state: 'detached' });
    await button(app, t('send.reopen')).click();
    await addSignees(app, 'anna@muster.ch');
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('alertdialog', { name: t('send.askClose.title') }).waitFor();
    await app.page.keyboard.press('Enter');
    await expect.poll(() => focused(app)).toBe(t('signees.add'));
    await app.page.keyboard.press('Escape');
    await button(app, t('send.askClose.close')).click();
    await app.page.getByText(t('send.closed', { count: 1, name: 'Offer.pdf' })).waitFor();
    await button(app, t('send.reopen')).click();
    await button(app, t('submission.sendTo', { count: 1 })).waitFor();
    expect(app.problems()).toEqual([]);
  });

  test('takes over who is named in the fields of the document, in their order', async () => {
    await using app = await stage.connected();
    const field = { width: 200, height: 50, y: 130 };
    const fields = [
      { ...field, email: 'beat@frei.ch', order: 1, x: 330 },
      { ...field, email: 'anna@muster.ch', order: 0, x: 60 },
    ];
    await app.drop(middle, [stage.put('Fields.pdf', await samplePdf({ title: 'Fields', fields }))]);
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
    await button(app, t('send.draft')).click();
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
