import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closerOf, listen } from '../../main/practice-service/listen.ts';
import type { App } from '../e2e/app-handle.ts';
import { launchApp } from '../e2e/launch-app.ts';
import { chooseMore, moreOf } from '../e2e/on-page.ts';
import { connectionFileIn, copyFromAdminPage, next, paste } from '../e2e/onboarding.ts';
import { t, textIn } from '../e2e/texts.ts';
import { type PracticeService, startPracticeService } from '../practice-service/practice-service.ts';
import { findChromium } from '../standin/chromium.ts';
import { type Attack, attacks, expressionOf, peers } from './attack-list.ts';
import { type Attacker, startAttacker } from './attacker.ts';

let home: string;
let service: PracticeService;
let attacker: Attacker;
let app: App;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'countersign-attacks-'));
  service = await startPracticeService();
  attacker = await startAttacker({
    tcp: ['bare: TURN', 'app: TURN'],
    udp: ['bare: WebTransport', 'app: WebTransport', 'bare: STUN', 'app: STUN'],
  });
  const file = connectionFileIn(home, service.connection);
  // Nobody but the app itself holds back what its window wants from the network.
  const env = { STANDIN_NETWORK: 'open' };
  app = await launchApp({ home: join(home, 'app'), args: ['--connection', file], locale: 'en-GB', env });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await attacker[Symbol.asyncDispose]();
  await service.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

/** In the page's own world, and held to its policy: DevTools would otherwise be allowed what the page is not. */
async function run(cdp: CDPSession, expression: string, awaitPromise = true): Promise<string> {
  const how = { awaitPromise, userGesture: true, returnByValue: true, allowUnsafeEvalBlockedByCSP: false };
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', { expression, ...how });
  return String(exceptionDetails?.exception?.description ?? result.value);
}

const soon = { interval: 5, timeout: 45_000 };

const on = (victim: string, { name, door }: Attack) => ({
  url: attacker.http(`${victim}: ${name}`),
  door: door ? attacker.door(`${victim}: ${name}`) : '',
});
/** What has an address of the attacker in it when the policy lets it pass. Sockets are no requests to the standin. */
const notRequests = new Set(['WebSocket', 'WebTransport', 'federated login', 'icon', 'base']);
const requested = /(connect|img|media|font|style)-src/;
const behindThePolicy = attacks.filter(({ name, stoppedBy }) => requested.test(stoppedBy) && !notRequests.has(name));

const hitsOn = (victim: string) => attacker.hits.filter((hit) => hit.startsWith(`${victim}: `));

test('the whole journey breaks the policy nowhere and asks the network for nothing', async () => {
  const { page } = app;
  await next(app);
  await page.getByRole('button', { name: t('signIn.open') }).click();
  await page.getByText(t('signIn.opened')).waitFor();
  const [opened] = await app.opened();
  await paste(app, await copyFromAdminPage(opened?.target ?? ''));
  await page.getByRole('button', { name: t('signInTest.finish') }).click();
  await page.getByText(t('documents.emptyTitle')).waitFor();
  await page.getByRole('searchbox', { name: t('documents.search') }).fill('contract');
  await page.getByRole('button', { name: t('nav.settings') }).click();
  await page.getByRole('combobox', { name: t('settings.language') }).selectOption('de');
  await page.getByRole('heading', { name: textIn('de', 'nav.settings') }).waitFor();
  await page.getByRole('combobox', { name: textIn('de', 'settings.language') }).selectOption('en');
  await page.getByRole('button', { name: t('settings.page.connections') }).click();
  await chooseMore(app, moreOf(t('connection.practice')), t('settings.signOut'));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('connect.cancel') })
    .click();
  await page.getByRole('heading', { name: t('nav.settings') }).waitFor();
  expect(app.problems()).toEqual([]);
  expect((await app.standin?.ask('network')) ?? []).toEqual([]);
});

describe('an attack from within the page', () => {
  let context: BrowserContext;
  let bare: CDPSession;
  let closeVictim: () => Promise<void>;
  let cdp: CDPSession;

  beforeAll(async () => {
    // The same browser with the same switches, but a page that nobody guards.
    const browser = app.page.context().browser() ?? (await chromium.launch({ executablePath: findChromium() }));
    const server = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Bare</title><body>'),
    );
    closeVictim = closerOf(server);
    context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${await listen(server)}/`);
    bare = await context.newCDPSession(page);
    cdp = await app.page.context().newCDPSession(app.page);
  });
  afterAll(async () => {
    await context.close();
    await closeVictim();
  });

  test.each(attacks)('$name: stopped by $stoppedBy', async (attack) => {
    await run(bare, expressionOf(attack, on('bare', attack)), false);
    if (!attack.neverHits) await expect.poll(() => hitsOn('bare'), soon).toContain(`bare: ${attack.name}`);
    await run(bare, 'endAttack()');

    const before = app.problems().length;
    const told = await run(cdp, expressionOf(attack, on('app', attack)));
    await expect.poll(() => [told, ...app.problems().slice(before)].join('\n'), soon).toContain(attack.stoppedBy);
  });

  test('never reached anybody; what Chromium itself forbids, it still forbids', () => {
    expect(attacks.length).toBeGreaterThan(80);
    expect(hitsOn('app')).toEqual([]);
    const never = attacks.filter(({ neverHits }) => neverHits).map(({ name }) => `bare: ${name}`);
    expect(hitsOn('bare').filter((hit) => never.includes(hit))).toEqual([]);
  });

  test('by a link that wants a window, pressed by the person, opens nothing', async () => {
    const url = attacker.http('app: pressed link');
    const link = `Object.assign(document.createElement('a'), { href: '${url}', target: '_blank', textContent: 'evil' })`;
    await run(cdp, `(window.evil = ${link}, document.body.append(evil), evil.focus())`);
    await app.page.keyboard.press('Enter');
    expect(await run(cdp, `(evil.remove(), document.activeElement.tagName)`)).toBe('BODY');
    expect(app.page.context().pages()).toEqual([app.page]);
    expect(hitsOn('app')).toEqual([]);
  });

  test('leaves the window as it was: the app is shown, its bridge answers, a person can go on', async () => {
    expect(await run(cdp, 'countersign.state.get().then(({ ok }) => ok)')).toBe('true');
    const heading = () => run(cdp, `document.querySelector('h1').textContent`);
    expect(await heading()).toBe(t('nav.settings'));
    // Without a locator: it would wait for the end of all the navigations that were prevented.
    const button = `[...document.querySelectorAll('nav button')].find(({ textContent }) => textContent === '${t('nav.documents')}')`;
    const middle = `(({ x, y, width, height }) => [x + width / 2, y + height / 2])(${button}.getBoundingClientRect())`;
    const [x = 0, y = 0] = (await run(cdp, `${middle}.join()`)).split(',').map(Number);
    await app.page.mouse.click(x, y);
    await expect.poll(heading).toBe(t('documents.title'));
  });

  test('finds the network closed behind the policy, too', async () => {
    await cdp.send('Page.setBypassCSP', { enabled: true });
    await cdp.send('Page.reload');
    await expect.poll(() => run(cdp, `document.querySelector('h1')?.textContent`)).toBe(t('documents.title'));
    for (const attack of behindThePolicy) await run(cdp, expressionOf(attack, on('open', attack)), false);
    const blocked = (url: string) => app.problems().some((said) => said.startsWith('blocked: ') && said.includes(url));
    const passed = () => behindThePolicy.filter((attack) => !blocked(on('open', attack).url)).map(({ name }) => name);
    await expect.poll(passed, soon).toEqual([]);
    expect(behindThePolicy.length).toBeGreaterThan(20);
    expect(hitsOn('open')).toEqual([]);
  });
});

/**
 * The standin cannot change Chromium's way to the network while it runs. So here Chromium is started with what main asks of
 * Electron (window.test.ts sees it ask), to know that this is what stops a peer connection, and that nothing else does.
 */
describe('a peer connection', () => {
  const guards = [
    // The name that a whole Chromium knows, and the one of its headless shell.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--proxy-server=http://127.0.0.1:1',
    '--proxy-bypass-list=<-loopback>',
  ];

  async function pageWith(switches: readonly string[]): Promise<{ cdp: CDPSession } & AsyncDisposable> {
    const args = ['--no-sandbox', '--disable-background-networking', ...switches];
    const browser = await chromium.launch({ executablePath: findChromium(), args });
    const page = await browser.newPage();
    const body = '<!doctype html><title>Bare</title><body>';
    await page.route('http://victim.invalid/', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto('http://victim.invalid/');
    return { cdp: await page.context().newCDPSession(page), [Symbol.asyncDispose]: () => browser.close() };
  }

  test('gets out of an unguarded window by UDP and by TCP', async () => {
    await using open = await pageWith([]);
    for (const peer of peers) await run(open.cdp, expressionOf(peer, on('bare', peer)), false);
    for (const { name } of peers) await expect.poll(() => hitsOn('bare'), soon).toContain(`bare: ${name}`);
  });

  test('finds no way out of ours', async () => {
    await using closed = await pageWith(guards);
    const told = peers.map((peer) => run(closed.cdp, expressionOf(peer, on('app', peer))));
    expect(await Promise.all(told)).toEqual(peers.map(({ stoppedBy }) => stoppedBy));
    expect(hitsOn('app')).toEqual([]);
  });
});
