import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import type { PracticeConnection, PracticeService } from '../practice-service/practice-service.ts';
import { findChromium } from '../standin/chromium.ts';
import type { App } from './app-handle.ts';
import { t } from './texts.ts';

type ServiceUser = ReturnType<PracticeService['people']['createServiceUser']>;

/** A connection file in a folder, as `--connection` takes it. */
export function connectionFileIn(
  folder: string,
  connection: PracticeConnection | Readonly<Record<string, unknown>>,
): string {
  const file = join(folder, 'practice.countersign-connection.json');
  writeFileSync(file, JSON.stringify(connection));
  return file;
}

/** In a browser of the person, on a page of the service. */
async function inBrowser<T>(address: string, act: (page: Page) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(address);
    return await act(page);
  } finally {
    await browser.close();
  }
}

/** What the admin page shows, got as a person gets it: logged in, accepted, copied. */
export const copyFromAdminPage = (address: string): Promise<string> =>
  inBrowser(address, async (page) => {
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('They are shown only once').waitFor();
    return page.locator('body').innerText();
  });

/** Signs on the page that an e-mail of the practice service leads to. */
export const signFromMail = (address: string, email: string): Promise<void> =>
  inBrowser(address, async (page) => {
    await page.getByRole('link', { name: new RegExp(email) }).click();
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByText('You have signed this document.').waitFor();
  });

export const next = (app: Pick<App, 'page'>) => app.page.getByRole('button', { name: t('connect.next') }).click();

/** Hands in what was copied, and waits until it was recognised: the check has begun then. */
export async function paste(app: Pick<App, 'page'>, text: string): Promise<void> {
  await app.page.getByLabel(t('signIn.paste')).fill(text);
  await next(app);
  await app.page.getByText(t('signIn.clipboard')).waitFor();
}

/** Takes the steps that the window would take. False: they do not begin with an offered connection. */
async function takeSteps({ page }: Pick<App, 'page'>, text: string): Promise<boolean> {
  await page.waitForFunction(() => 'countersign' in window);
  return page.evaluate(async (pasted) => {
    const { account, connection, state } = window.countersign;
    const now = await state.get();
    if (!now.ok) throw new Error(now.error);
    const { active, offer } = now.value.state;
    if (active !== null || offer === null) return false;
    const saved = await connection.save({ fields: offer.fields, clientSecret: '', isOfFile: true });
    if (!saved.ok || !saved.value.ok) throw new Error(JSON.stringify(saved));
    const { connectionId } = saved.value;
    const steps = [
      () => account.paste({ connectionId, text: pasted }),
      () => account.test({ connectionId }),
      () => account.finish({ connectionId }),
    ];
    for (const step of steps) {
      // oxlint-disable-next-line no-await-in-loop -- one step after the other
      const answer = await step();
      if (!answer.ok || !answer.value.ok) throw new Error(JSON.stringify(answer));
    }
    return true;
  }, text);
}

const credentials = ({ username, password }: ServiceUser) => `Username\n${username}\nPassword\n${password}`;

/** Connects the app by the steps of its window, from its first screen to the list. */
export async function connectByHand(app: Pick<App, 'page'>, user: ServiceUser): Promise<void> {
  await next(app);
  await paste(app, credentials(user));
  await app.page.getByRole('button', { name: t('signInTest.finish') }).click();
  await app.page.getByRole('heading', { name: t('documents.title'), level: 1 }).waitFor();
}

/**
 * Connects the app, from its first screen to the list, with a service user that is there or made for it. Over the bridge
 * where a connection is offered; `first-light`, `transcripts` and `policy`, and the installed app, take the steps by hand.
 */
export async function connect(
  app: Pick<App, 'page'>,
  service: PracticeService,
  user = service.people.createServiceUser(),
): Promise<typeof user> {
  if (await takeSteps(app, credentials(user)))
    await app.page.getByRole('heading', { name: t('documents.title'), level: 1 }).waitFor();
  else await connectByHand(app, user);
  return user;
}
