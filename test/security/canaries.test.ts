import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { App } from '../e2e/app-handle.ts';
import { buttonOf, chooseMore, moreOf } from '../e2e/on-page.ts';
import { next } from '../e2e/onboarding.ts';
import { pattern, t } from '../e2e/texts.ts';
import { type Canaries, canariesIn, canariesInFiles, canariesInProcesses } from './canary-search.ts';
import { startWatchedApp, type WatchedApp } from './watched-app.ts';

let watched: WatchedApp;
let canaries: Canaries;

beforeAll(async () => {
  watched = await startWatchedApp(({ connection }) => connection);
  canaries = await journey(watched);
});
afterAll(() => watched[Symbol.asyncDispose]());

const random = () => randomBytes(18).toString('base64url');

/** Another program, from which a person copies, and into which what is in the clipboard can be pasted. */
async function openOtherProgram({ page, clipboard }: App) {
  const browser = page.context().browser();
  if (!browser) return { copy: clipboard.set, paste: clipboard.get, close: async () => {} };
  const context = await browser.newContext();
  const program = await context.newPage();
  await program.setContent('<textarea></textarea>');
  const area = program.locator('textarea');
  return {
    async copy(text: string) {
      // The double of main's clipboard hears of what its own pages copy alone.
      await clipboard.set(text);
      await area.fill(text);
      await area.press('Control+A');
      await area.press('Control+C');
    },
    async paste() {
      await area.fill('');
      await area.press('Control+V');
      return area.inputValue();
    },
    close: () => context.close(),
  };
}

const pasteField = t('signIn.paste');

/** Everything a person can do with a secret today, mistakes and mishaps included. */
async function journey({ app, home, service, recording, tokens, type, heap }: WatchedApp): Promise<Canaries> {
  const { page } = app;
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const user = service.people.createServiceUser();
  const secondUser = service.people.createServiceUser();
  const [wrong, proxy, reference] = [random(), random(), random()];
  await service.documents.add(user.id, { name: 'Contract.pdf', status: 'in-progress' });
  await next(app);

  // A password that the service refuses. What comes by the clipboard is taken before the page has it.
  const other = await openOtherProgram(app);
  const pasteFromThere = async (text: string) => {
    await other.copy(text);
    await page.getByRole('textbox', { name: pasteField }).click();
    await page.keyboard.press('Control+V');
  };
  await pasteFromThere(`${secondUser.username}\n${wrong}`);
  await page.getByText(t('problem.password-refused.what')).waitFor();
  expect(await page.content()).not.toContain(wrong);
  expect(await heap()).not.toContain(wrong);
  await press(t('connect.back'));

  // The right one, while the disk is full: main fails with the password in its hands.
  recording.breakJournal();
  await pasteFromThere(`Reference\n${reference}\nUsername\n${user.username}\nPassword\n${user.password}`);
  await vi.waitFor(() => expect(recording.lines('answered').at(-1)).toContain('"error":"failed"'), 30_000);
  await next(app);
  await page.getByText(pattern('signIn.recognised')).waitFor();
  await press(t('signIn.clearClipboard'));
  await page.getByText(t('signIn.clipboardCleared')).waitFor();
  expect(await other.paste()).toBe('');
  await other.close();

  await press(t('signInTest.finish'));
  await page.getByRole('row').filter({ hasText: 'Contract.pdf' }).click();
  await page.keyboard.press('Enter');
  await page
    .getByRole('complementary')
    .getByRole('button', { name: new RegExp(`^${t('details.facts')}`) })
    .click();
  await page.getByRole('complementary').getByText(t('details.raw')).click();

  await press(t('nav.settings'));
  await press(t('settings.page.network'));
  await page.getByRole('combobox', { name: t('network.proxy') }).selectOption('manual');
  await type(t('network.proxyAddress'), '127.0.0.1:9');
  await type(t('network.proxyUser'), 'proxy-user');
  await type(t('network.proxyPassword'), proxy);
  const network = page.locator('form', { has: page.getByRole('textbox', { name: t('network.proxyUser') }) });
  await network.getByRole('button', { name: t('network.save'), exact: true }).click();
  await page.getByText(t('network.saved'), { exact: true }).waitFor();
  await press(t('settings.page.storage'));
  await app.answerDialog({ dialog: 'save', path: join(home, 'app/exported.json') });
  await press(t('transfer.export'));
  await page.getByText(t('transfer.exported'), { exact: true }).waitFor();
  await press(t('settings.page.help'));
  await app.answerDialog({ dialog: 'save', path: join(home, 'app/report.json') });
  await press(t('help.report'));
  await page.getByText(t('help.reportSaved'), { exact: true }).waitFor();
  await press(t('settings.page.connections'));
  const practice = t('connection.practice');
  await chooseMore(app, moreOf(practice), t('diagnosis.run'));
  await press(t('diagnosis.report'));
  await page.getByText(t('diagnosis.reportCopied')).waitFor();
  await press(t('diagnosis.close'));

  await chooseMore(app, moreOf(practice), t('settings.signOut'));
  await press(t('settings.signOutConfirm'));
  await page.getByText(t('settings.signedOut')).waitFor();
  await buttonOf(app, t('settings.signIn')).click();
  await type(t('connection.clientSecret'), service.connection.clientSecret ?? '');
  await next(app);
  await type(pasteField, JSON.stringify({ username: secondUser.username, password: secondUser.password }));
  await next(app);
  await page.getByText(pattern('signIn.recognised')).waitFor();
  // The window has let go of what was typed: who goes back finds the field empty.
  await press(t('connect.back'));
  await press(t('signIn.again'));
  expect(await page.getByRole('textbox', { name: pasteField }).inputValue()).toBe('');
  await press(t('signIn.keep'));
  await next(app);
  await press(t('signInTest.finish'));
  await page.getByRole('heading', { name: t('documents.title'), level: 1 }).waitFor();

  return {
    'wrong password': wrong,
    'rest of the clipboard': reference,
    password: user.password,
    'proxy password': proxy,
    'client secret': service.connection.clientSecret ?? '',
    'second password': secondUser.password,
    ...Object.fromEntries(tokens.map((token, index) => [`token ${index + 1}`, token])),
  };
}

test('every secret was there to be lost', () => {
  const names = Object.keys(canaries);
  // Two sign-ins, with an access token and one for renewal each.
  expect(names.filter((name) => name.startsWith('token '))).toHaveLength(4);
  for (const secret of Object.values(canaries)) expect(secret.length).toBeGreaterThan(20);
  const asked = watched.recording.lines('asked').join('\n');
  expect(canariesIn(asked, canaries)).toEqual(names.filter((name) => !name.startsWith('token ')));
});

describe('no secret is left', () => {
  test('in any file: log, journal, profile of the browser, temporary ones', () => {
    const log = readFileSync(join(watched.home, 'app/logs/countersign.log'), 'utf8');
    expect(log).toContain('The disk is full');
    expect(readdirSync(join(watched.home, 'app'))).toEqual(
      expect.arrayContaining(['journal.sqlite', 'exported.json', 'report.json']),
    );
    expect(watched.app.standin?.ready.profile ?? watched.home).toContain(watched.home);
    expect(canariesInFiles(watched.home, canaries)).toEqual([]);
  });

  test('in any message to the window', () => {
    const messages = watched.recording.lines('answered', 'told');
    expect(messages.length).toBeGreaterThan(30);
    expect(canariesIn(messages.join('\n'), canaries)).toEqual([]);
  });

  test('in the page, nor anywhere its scripts could reach', async () => {
    const { page } = watched.app;
    expect(canariesIn(await page.content(), canaries)).toEqual([]);
    expect(canariesIn(await watched.heap(), canaries)).toEqual([]);
    await page.evaluate((text) => Object.assign(window, { planted: { deep: `x${text}` } }), canaries['password'] ?? '');
    expect(canariesIn(await watched.heap(), canaries)).toEqual(['password']);
  });

  test('in the arguments or the environment of any process', async () => {
    expect(canariesInProcesses(canaries)).toEqual([]);
  });

  test('in what was printed, copied, opened or shown by the system', async () => {
    const { app } = watched;
    const seen = [await app.clipboard.get(), await app.opened(), await app.notifications(), app.problems()];
    expect(canariesIn(JSON.stringify([...seen, app.standin?.output()]), canaries)).toEqual([]);
  });

  test('in its files after the app has ended', async () => {
    await watched.app.quit();
    expect(canariesInFiles(watched.home, canaries)).toEqual([]);
  });
});

describe('the search would have found it', () => {
  test('in a file, its name, and in disguise', () => {
    const secret = canaries['password'] ?? '';
    const disguises = [
      secret,
      Buffer.from(secret, 'utf16le'),
      Buffer.from(`a:${secret}`).toString('base64'),
      Buffer.from(`ab:${secret};c`).toString('base64url'),
      Buffer.from(`abc:${secret}`).toString('base64'),
      Buffer.from(secret).toString('hex'),
    ];
    for (const [index, disguise] of disguises.entries()) writeFileSync(join(watched.home, `${index}`), disguise);
    writeFileSync(join(watched.home, `name-${secret}`), '');
    expect(canariesInFiles(watched.home, canaries)).toHaveLength(disguises.length + 1);
  });

  test('in the arguments and the environment of a process', async () => {
    const secret = canaries['password'] ?? '';
    // One secret in sixty-four begins with a hyphen, which is no option here.
    const child = spawn('cat', ['--', '-', secret], { stdio: ['pipe', 'ignore', 'ignore'], env: { PLANTED: secret } });
    await once(child, 'spawn');
    // Elsewhere than on Linux a process does not tell, neither this test nor anybody else.
    const places = process.platform === 'linux' ? ['cmdline', 'environ'] : [];
    const expected = places.map((place) => `password in the ${place} of ${child.pid}`);
    await vi.waitFor(() => expect(canariesInProcesses(canaries)).toEqual(expected), 30_000);
    child.stdin.end();
    await once(child, 'exit');
  });
});
