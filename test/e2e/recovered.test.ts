import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addSignees, button, middle, panel, row, undoFor } from './on-page.ts';
import { connect } from './onboarding.ts';
import { contract } from './preview/samples.ts';
import { setStage } from './stage.ts';
import { pattern, t } from './texts.ts';

const stage = setStage();

test('a document whose row was lost is found at the service, and a person says which it is', async () => {
  await stage.serve({ polling: 'off' });
  const user = stage.service.people.createServiceUser();
  {
    await using app = await stage.launch();
    await connect(app, stage.service, user);
    await undoFor(app, 60);
    await app.drop(middle, [stage.put('Lease.pdf', await contract(1))]);
    await addSignees(app, 'anna@muster.ch; beat@frei.ch');
    await button(app, t('submission.sendTo', { count: 2 })).click();
    await row(app, 'Lease.pdf')
      .getByRole('button', { name: t('submission.command.send-now') })
      .click();
    await expect.poll(() => stage.service.documents.all()[0]?.documentStatus).toBe('in-progress');
  }
  for (const part of ['', '-wal']) rmSync(join(stage.home, 'app', `journal.sqlite${part}`), { force: true });

  await using app = await stage.launch();
  const { page } = app;
  await connect(app, stage.service, user);
  // The document stands in the list, too.
  await row(app, 'Lease.pdf')
    .filter({ hasText: pattern('problem.several-documents.what') })
    .click();
  await panel(app).getByText(pattern('problem.several-documents.what')).first().waitFor();
  const found = panel(app).getByRole('listitem').filter({ hasText: 'anna@muster.ch' });
  await found.getByText('beat@frei.ch').waitFor();
  await button(app, t('submission.command.adopt')).click();

  await expect.poll(() => row(app, 'Lease.pdf').count()).toBe(1);
  const [document, ...others] = stage.service.documents.all();
  expect(others).toEqual([]);
  expect(stage.service.records.startsOf(document?.documentId ?? '')).toBe(1);
  expect(stage.service.records.signeesOf(document?.documentId ?? '').map(({ email }) => email)).toEqual([
    'anna@muster.ch',
    'beat@frei.ch',
  ]);
  await page.getByText(t('submission.candidates')).waitFor({ state: 'detached' });
  expect(app.problems()).toEqual([]);
});
