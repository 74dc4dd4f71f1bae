import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { launchApp } from '../../e2e/launch-app.ts';
import { connectionFileIn } from '../../e2e/onboarding.ts';
import { t } from '../../e2e/texts.ts';
import { startPracticeService } from '../../practice-service/practice-service.ts';
import { samplePdf } from '../../practice-service/sample-pdf.ts';
import { findChromium } from '../../standin/chromium.ts';
import { createHand } from './gestures.ts';
import { createReader } from './in-sight.ts';

type Hand = ReturnType<typeof createHand>;
type Reader = ReturnType<typeof createReader>;

/** The browser of the person: logs in, accepts, selects and copies the page. Returns what was copied. */
async function visitAdminPage(address: string, hand: Hand, reader: Reader): Promise<string> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1180, height: 780 } });
    await page.goto(address);
    await reader.read(page, 'admin page: log in');
    await hand.click(page.getByRole('button', { name: 'Log in' }));
    await page.getByRole('button', { name: 'Accept' }).waitFor();
    await reader.read(page, 'admin page: access');
    await hand.click(page.getByRole('button', { name: 'Accept' }));
    await page.getByText('They are shown only once').waitFor();
    await reader.read(page, 'admin page: credentials');
    await hand.press(page, 'Control+a');
    await hand.press(page, 'Control+c');
    return await page.evaluate(() => getSelection()?.toString() ?? '');
  } finally {
    await browser.close();
  }
}

export interface FirstSend {
  readonly gestures: number;
  readonly words: number;
  readonly wordsOf: Readonly<Record<string, number>>;
}

/** From the first start to the first document that is sent, with nothing but what the screens offer. */
export async function firstSend(): Promise<FirstSend> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-bench-first-'));
  const service = await startPracticeService();
  const hand = createHand();
  const reader = createReader();
  try {
    const file = join(home, 'Contract.pdf');
    writeFileSync(file, await samplePdf({ title: 'Contract' }));
    const args = ['--connection', connectionFileIn(home, service.connection)];
    await using app = await launchApp({ home: join(home, 'app'), args, locale: 'en-GB' });
    const { page } = app;
    await page.setViewportSize({ width: 1180, height: 780 });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.getByText(t('connection.practiceLead')).waitFor();
    await reader.read(page, 'service');
    await hand.click(button(t('connect.next')));
    await button(t('signIn.open')).waitFor();
    await reader.read(page, 'sign in');
    await hand.click(button(t('signIn.open')));
    await page.getByText(t('signIn.opened')).waitFor();
    await reader.read(page, 'sign in');
    const [opened] = await app.opened();
    const copied = await visitAdminPage(opened?.target ?? '', hand, reader);
    await hand.paste(page, copied);
    await page.getByRole('heading', { name: t('signInTest.title.passed') }).waitFor();
    await reader.read(page, 'check');
    await hand.drop(app, [file]);
    const sheet = page.getByRole('dialog', { name: t('send.title') });
    await sheet.getByText(t('send.missing.no-signees')).waitFor();
    await sheet.getByRole('region', { name: t('preview.label', { name: 'Contract.pdf' }) }).waitFor();
    await reader.read(page, 'send');
    await hand.type(page, 'anna@muster.ch');
    await reader.read(page, 'send');
    await hand.click(sheet.getByRole('button', { name: t('submission.sendTo', { count: 1 }), exact: true }));
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Contract.pdf' }).waitFor();
    const words = Object.values(reader.wordsOf).reduce((sum, count) => sum + count, 0);
    return { gestures: hand.done.length, words, wordsOf: reader.wordsOf };
  } finally {
    await service.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
