import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { docx } from '../../main/intake/testing/sample-files.ts';
import { limits } from '../../preload/contract/limits.ts';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import { addSignees, button, middle, row, sheet } from './on-page.ts';
import { contract, dynamicForm, encrypted, forCertificates, withoutPages } from './preview/samples.ts';
import { letter, setStage, upTo } from './stage.ts';

const stage = setStage();

describe('what cannot be sent', () => {
  test('is told at its file, and the others go on', async () => {
    await using app = await stage.connected();
    const whole = await contract(1);
    const large = stage.put('Large.pdf', whole);
    truncateSync(large, limits.fileBytes + 1);
    const gone = stage.put('Gone.pdf', await samplePdf({ title: 'Gone' }));
    await app.drop(middle, [
      stage.put('Fine.pdf', whole),
      stage.put('Renamed.pdf', `MZ\u0090\u0000${'\u0000'.repeat(200)}This program cannot be run in DOS mode.`),
      stage.put('Empty.pdf', ''),
      large,
      stage.put('Locked.pdf', await encrypted()),
      stage.put('Half.pdf', whole.subarray(0, whole.length / 2)),
      stage.put('Word.pdf', docx),
      gone,
    ]);
    const line = (name: string) => sheet(app).getByRole('row').filter({ hasText: name });
    await sheet(app).getByText('2 files were not added; the others go on.').waitFor();
    await sheet(app).getByText('Empty.pdf This file is empty').waitFor();
    await sheet(app).getByText('Large.pdf This file is larger than 40 MB').waitFor();
    await line('Renamed.pdf').getByText('This is a program, not a document').waitFor();
    await line('Half.pdf').getByText('This file is not complete').waitFor();
    await line('Locked.pdf').getByText('encrypted').waitFor();
    await line('Word.pdf').getByText('name does not fit the content').waitFor();

    await addSignees(app, 'anna@muster.ch');
    await line('Locked.pdf').getByText('Opens only with its password').waitFor();
    await sheet(app).getByText('Ready: 3 of 6').waitFor();
    await button(app, 'Leave these 2 files out').click();
    rmSync(gone);
    // The last look finds it, before anything is handed over.
    await button(app, 'Send 4 documents').click();
    await sheet(app).getByText('Nothing was sent yet: 1 file can no longer be sent.').waitFor();
    await line('Gone.pdf').getByText('disappeared').waitFor();
    expect(stage.service.records.requests.filter(({ operation }) => operation === 'upload')).toEqual([]);
    await button(app, 'Leave this file out').click();
    await line('Fine.pdf').getByRole('button', { name: 'Leave out Fine.pdf' }).click();
    await button(app, 'Send 2 documents').waitFor();
    await line('Fine.pdf').getByRole('button', { name: 'Take along Fine.pdf' }).click();
    await button(app, 'Upload as draft').click();
    await sheet(app).waitFor({ state: 'detached' });
    for (const name of ['Fine.pdf', 'Word.pdf', 'Locked.pdf']) await row(app, name).waitFor();
    expect(await row(app, 'Renamed.pdf').count()).toBe(0);
    await expect.poll(() => stage.service.documents.all().length).toBe(3);
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });

  test('is a PDF that does not open, also one that nobody looked at', async () => {
    await using app = await stage.connected();
    await app.drop(middle, [
      stage.put('Fine.pdf', await contract(1)),
      stage.put('Empty.pdf', withoutPages()),
      stage.put('Certificate.pdf', forCertificates()),
      stage.put('Form.pdf', dynamicForm()),
    ]);
    const line = (name: string) => sheet(app).getByRole('row').filter({ hasText: name });
    await line('Empty.pdf').getByText('This PDF is damaged and cannot be opened.').waitFor();
    await line('Certificate.pdf').getByText('opens only with a certificate').waitFor();
    await line('Form.pdf').getByText('dynamic form').waitFor();
    await addSignees(app, 'anna@muster.ch');
    await sheet(app).getByText('Ready: 2 of 4').waitFor();

    // What the preview finds of the file that is shown stands in its line, too, and it can be looked at again.
    await line('Certificate.pdf').click();
    const notice = sheet(app).getByRole('alert').filter({ hasText: 'opens only with a certificate' });
    await notice.getByRole('button', { name: 'Look again' }).click();
    await line('Certificate.pdf').getByText('opens only with a certificate').waitFor();
    await button(app, 'Leave these 2 files out').click();
    await button(app, 'Send 2 documents').click();
    await sheet(app).waitFor({ state: 'detached' });
    await expect.poll(() => stage.service.documents.all().length).toBe(2);
    expect(app.problems()).toEqual([]);
  });

  test('a single PDF that does not open is not sent, however fast somebody is', async () => {
    await using app = await stage.connected();
    await app.drop(middle, [stage.put('Empty.pdf', withoutPages())]);
    await addSignees(app, 'anna@muster.ch');
    await button(app, 'Send to 1 person').click();
    await sheet(app).getByRole('alert').getByText('This PDF is damaged and cannot be opened.').waitFor();
    expect(stage.service.records.requests.filter(({ operation }) => operation === 'upload')).toEqual([]);
    expect(app.problems()).toEqual([]);
  });

  test('a folder of a thousand files opens as a list, one more is told; each can differ', async () => {
    await using app = await stage.connected();
    const content = await samplePdf({ title: 'Many' });
    for (const number of upTo(1_000)) stage.put(join('many', letter(number)), content);
    await app.drop(middle, [join(stage.home, 'many')]);
    await sheet(app).getByRole('row', { name: 'Letter 001.pdf' }).waitFor();
    await app.drop(middle, [stage.put('One more.pdf', content)]);
    await sheet(app).getByText('One more.pdf More than 1,000 files at once are not possible.').waitFor();
    await addSignees(app, 'anna@muster.ch');
    // Each of them is opened before it is ready.
    await sheet(app).getByText('Ready: 1,000 of 1,000').waitFor({ timeout: 100_000 });
    await button(app, 'Send 1,000 documents').waitFor();

    await sheet(app).getByRole('row', { name: 'Letter 002.pdf' }).click();
    await button(app, 'Different for this file…').click();
    const differ = app.page.getByRole('dialog', { name: 'Only for Letter 002.pdf' });
    await differ.getByRole('textbox', { name: 'Comment' }).fill('Yours alone');
    await differ.getByRole('button', { name: 'Use for this file' }).click();
    await sheet(app).getByRole('row', { name: 'Letter 002.pdf' }).getByText('differs from the others').waitFor();
    expect(app.problems()).toEqual([]);
  });
});
