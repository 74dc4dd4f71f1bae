/** What the app writes for itself, on a computer where new files are open to everybody unless a program says otherwise. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unless, windowsObstacle } from '../only-where.ts';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import { addSignees, button, middle, says, undoFor } from './on-page.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

let usual: number;
beforeEach(() => {
  usual = process.umask(0);
});
afterEach(() => void process.umask(usual));
const stage = setStage();

/** Every file and folder of the app that others may use. `Singleton…` is Electron's. */
const openIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    // While the app runs, what it no longer needs goes before it is looked at.
    const mode = statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0;
    return !name.startsWith('Singleton') && (mode & 0o077) !== 0;
  });

test(
  'nobody else can read the journal, the log, or the copies of files being sent',
  unless(windowsObstacle),
  async () => {
    const folder = join(stage.home, 'app');
    {
      await using app = await stage.connected();
      await undoFor(app, 0);
      await app.drop(middle, [stage.put('Contract.pdf', await samplePdf({ title: 'Contract' }))]);
      await addSignees(app, 'anna@muster.ch');
      await button(app, t('submission.sendTo', { count: 1 })).click();
      await says(app, 'Contract.pdf', t('submission.end.started')).waitFor();
      expect(openIn(folder)).toEqual([]);
    }
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['journal.sqlite', 'logs', 'spool']));
    expect(openIn(folder)).toEqual([]);
  },
);
