import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { button, focused, middle, sheet, signees } from './on-page.ts';
import { connect, connectionFileIn } from './onboarding.ts';
import { contract } from './preview/samples.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

describe('a document that is opened with the app', () => {
  test('before there is a connection waits, says so, and opens after it', async () => {
    const file = stage.put('First.pdf', await contract(1));
    const args = ['--connection', connectionFileIn(stage.home, stage.service.connection), file];
    await using app = await stage.launch({ args });
    await app.page.getByText(t('connect.openedFiles', { count: 1 })).waitFor();
    await connect(app, stage.service);
    await sheet(app).getByText('First.pdf').first().waitFor();
    await expect.poll(() => focused(app)).toBe(t('signees.add'));
    expect(app.problems()).toEqual([]);
  });

  test('opens the sheet, or comes into the one that is open; one that is not there is told', async () => {
    await using app = await stage.connected();
    await app.secondInstance([stage.put('One.pdf', await contract(1))]);
    await sheet(app).getByText('One.pdf').first().waitFor();
    await app.secondInstance([stage.put('Two.pdf', await contract(2)), join(stage.home, 'Gone.pdf')]);
    await sheet(app).getByRole('row', { name: 'Two.pdf' }).waitFor();
    await sheet(app).getByRole('row', { name: 'One.pdf' }).waitFor();
    await sheet(app).getByText('Gone.pdf').first().waitFor();
    // A double click too many.
    await app.secondInstance([join(stage.home, 'One.pdf'), stage.put('Three.pdf', await contract(1))]);
    await sheet(app).getByRole('row', { name: 'Three.pdf' }).waitFor();
    expect(await sheet(app).getByRole('row', { name: 'One.pdf' }).count()).toBe(1);
    expect(app.problems()).toEqual([]);
  });

  test('waits behind a question until that is answered', async () => {
    await using app = await stage.connected();
    await app.drop(middle, [stage.put('One.pdf', await contract(1))]);
    await signees(app).fill('anna at');
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('alertdialog', { name: t('send.askClose.title') }).waitFor();
    await app.secondInstance([stage.put('Two.pdf', await contract(2))]);
    const waiting = () =>
      app.page.evaluate(async () => {
        const answer = await window.countersign.state.get();
        return answer.ok ? answer.value.state.openedFiles : null;
      });
    await expect.poll(waiting).toBe(1);
    await button(app, t('send.askClose.close')).click();
    await sheet(app).getByText('Two.pdf').first().waitFor();
    expect(await sheet(app).getByText('One.pdf').count()).toBe(0);
    await expect.poll(waiting).toBe(0);
    expect(app.problems()).toEqual([]);
  });
});
