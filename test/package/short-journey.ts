import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { addSignees, button, says, sheet } from '../e2e/on-page.ts';
import { connectByHand } from '../e2e/onboarding.ts';
import { t } from '../e2e/texts.ts';
import { createAuthority } from '../practice-service/network/authority.ts';
import { startTlsFront } from '../practice-service/network/tls-front.ts';
import { type PracticeService, startPracticeService } from '../practice-service/practice-service.ts';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import { cdpIn } from './debugging-port.ts';

interface Journey {
  readonly program: string;
  /** An empty folder for the data of the app and what it is given. */
  readonly folder: string;
  /** Puts this file where the installed app reads its policy. */
  readonly placePolicy: (file: string) => void;
}

const LONGEST_MS = 60_000;

/**
 * An installed app talks only https, also to this computer. So the practice service gets TLS in front, and the policy of the
 * IT department names its authority and its connection, as in a company.
 */
async function startService(folder: string) {
  const service = await startPracticeService();
  const authority = createAuthority('Short journey');
  const front = await startTlsFront({ to: service.url, certificate: authority.issue(['127.0.0.1']) });
  const authorityFile = join(folder, 'authority.pem');
  writeFileSync(authorityFile, authority.certificate);
  const connection: unknown = JSON.parse(JSON.stringify(service.connection).replaceAll(service.url, front.url));
  const policy = join(folder, 'policy.json');
  const preset = { language: 'en', undoSeconds: 0, proxy: { mode: 'none', address: '' }, authorityFile };
  writeFileSync(policy, JSON.stringify({ format: 'countersign-policy', version: 1, preset, connection }));
  return {
    service,
    policy,
    async close(): Promise<void> {
      await front.close();
      await service.close();
    },
  };
}

function atLatest<T>(promised: Promise<T>, what: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what} took too long`)), LONGEST_MS);
  return Promise.race([promised, promise]).finally(() => clearTimeout(timer));
}

async function openWindow(cdp: string) {
  const browser = await chromium.connectOverCDP(cdp, { noDefaults: true });
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
  if (!page) throw new Error('The installed app showed no window');
  page.setDefaultTimeout(LONGEST_MS);
  return { browser, page };
}

/** Signs in, sends a document that a second start of the program brings, and sees in the list that it was sent. */
async function sendOne(page: Page, service: PracticeService, start: (...args: string[]) => Promise<number | null>) {
  const app = { page };
  await connectByHand(app, service.people.createServiceUser());
  await page.getByText(t('documents.emptyTitle')).waitFor();
  const code = await start();
  if (code !== 0) throw new Error(`A second start of the installed app ended with ${code}`);
  await sheet(app).getByText('Contract.pdf').first().waitFor();
  await addSignees(app, 'anna@muster.ch');
  await button(app, t('submission.sendTo', { count: 1 })).click();
  await says(app, 'Contract.pdf', t('submission.end.started')).waitFor();
}

/** The documents that the service was asked to start, and what the app did against its rules. */
export async function shortJourney({ program, folder, placePolicy }: Journey) {
  const { service, policy, close } = await startService(folder);
  const document = join(folder, 'Contract.pdf');
  writeFileSync(document, await samplePdf({ title: 'Contract' }));
  placePolicy(policy);
  const args = [`--user-data-dir=${join(folder, 'data')}`, '--lang=en-US'];
  const app = spawn(program, [...args, '--remote-debugging-port=0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(app, 'exit');
  try {
    const begun = Promise.race([cdpIn(app.stdout), cdpIn(app.stderr), ended.then(() => null)]);
    const cdp = await atLatest(begun, 'The start of the installed app');
    if (cdp === null) throw new Error('The installed app ended before its window opened');
    const { browser, page } = await openWindow(cdp);
    const second = async () => {
      const started = spawn(program, [...args, '--send', '--', document], { stdio: 'ignore' });
      await atLatest(once(started, 'exit'), 'A second start');
      return started.exitCode;
    };
    await sendOne(page, service, second).catch(async (error: unknown) => {
      throw new Error(`The window shows:\n${await page.locator('body').innerText()}`, { cause: error });
    });
    await browser.close();
    const documents = service.documents.all();
    return {
      starts: documents.map(({ documentId }) => service.records.startsOf(documentId)),
      breaches: [...service.records.breaches],
    };
  } finally {
    app.kill('SIGTERM');
    await atLatest(ended, 'The end of the installed app').finally(() => app.kill('SIGKILL'));
    await close();
  }
}
