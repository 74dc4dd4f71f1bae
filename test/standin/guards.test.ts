import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAttacker } from './fixture/attacker.ts';
import { type Fixture, startFixture } from './fixture/start-fixture.ts';

const submit = (action: string) =>
  `document.body.appendChild(Object.assign(document.createElement('form'), { action: '${action}' })).submit()`;

/** What an app forbids its windows really does not happen in Chromium. */
describe('the guards of an app', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());
  const run = (code: string): Promise<unknown> => fixture.page.evaluate(code);
  const events = () => run(`api.run('events')`);

  it.each([
    ['a link', `document.querySelector('#away').click()`, 'https://away.invalid/'],
    ['a script', `location.href = 'https://script.invalid/'`, 'https://script.invalid/'],
    ['another page of the app', `location.href = '/other.html'`, 'app://bundle/other.html'],
    ['an empty page', `location.href = 'about:blank'`, 'about:blank'],
    ['a reload by the page', `location.reload()`, 'app://bundle/index.html'],
    ['a form', submit('https://form.invalid/'), 'https://form.invalid/?'],
  ])('hold back %s', async (_name, code, url) => {
    await run(`window.stayed = 'stayed'; ${code}; undefined`);
    await expect.poll(events).toContain(`navigate ${url}`);
    expect(await run('window.stayed')).toBe('stayed');
  });

  it('let a move within the page pass', async () => {
    await run(`location.hash = 'part'; undefined`);
    const url = async () => (await fixture.app.ask('windows'))[0]?.url;
    await expect.poll(url).toBe('app://bundle/index.html#part');
    expect(await events()).not.toContain('navigate app://bundle/index.html#part');
  });

  it('hold back redirects and frames', async () => {
    const load = (path: string) =>
      fixture.app.ask('invoke', { channel: 'load', args: [`app://bundle${path}`], frame: { kind: 'main' } });
    expect(await load('/redirect')).toMatchObject({ ok: false, message: expect.stringContaining('ERR_ABORTED') });
    expect(await events()).toContain('redirect app://bundle/other.html');
    await load('/frame');
    await expect.poll(events).toContain('frame app://bundle/other.html');
    expect(await load('/index.html')).toMatchObject({ ok: true });
    await fixture.page.getByRole('heading', { name: 'Fixture' }).waitFor();
  });

  it('hear of windows that the page wants, and open none', async () => {
    expect(await run(`window.open('https://opened.invalid/')`)).toBeNull();
    await fixture.page.locator('#popup').click();
    await expect
      .poll(events)
      .toEqual(expect.arrayContaining(['window https://opened.invalid/', 'window https://popup.invalid/']));
    expect(fixture.page.context().pages()).toHaveLength(1);
  });

  it('hear of downloads and stop them', async () => {
    await fixture.page.locator('#download').click();
    await expect.poll(events).toContain('download report.txt');
  });

  it('are asked for permissions, and the page feels the answer', async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi'];
    const states = `Promise.all(${JSON.stringify(names)}.map((name) => navigator.permissions.query({ name }).then(({ state }) => state)))`;
    expect(new Set(await fixture.page.evaluate<string[]>(states))).toEqual(new Set(['denied']));
    await using open = await startFixture({ args: ['--mode=unguarded'] });
    expect(new Set(await open.page.evaluate<string[]>(states))).toEqual(new Set(['granted']));
  });

  it('can be asked about what Chromium never does here', async () => {
    const { app } = fixture;
    expect(await app.ask('emit', { on: 'contents', event: 'will-attach-webview', args: [{}, {}] })).toEqual({
      listeners: 1,
      prevented: true,
    });
    expect(await app.ask('emit', { on: 'app', event: 'open-file', args: ['/a.pdf'] })).toMatchObject({
      prevented: true,
    });
    expect(await run(`api.run('events')`)).toContain('open-file /a.pdf');
    expect(await app.ask('emit', { on: 'app', event: 'login' })).toMatchObject({ listeners: 0, prevented: false });
  });
});

/** Ways out of a page: each resolves when it has failed or succeeded. */
const waysOut: Readonly<Record<string, (url: string) => string>> = {
  fetch: (url) => `fetch('${url}').then(() => 0, () => 0)`,
  image: (url) =>
    `new Promise((done) => { const image = new Image(); image.onload = image.onerror = () => done(0); image.src = '${url}' })`,
  beacon: (url) => `navigator.sendBeacon('${url}', 'x')`,
  socket: (url) =>
    `new Promise((done) => { const socket = new WebSocket('${url.replace('http', 'ws')}'); socket.onclose = () => done(0) })`,
  worker: (url) =>
    `new Promise((done) => { const worker = new Worker('worker.js'); worker.onmessage = () => done(0); worker.postMessage('${url}') })`,
};

describe('the network', () => {
  it('is closed: nothing leaves, and everything that tried is known', async () => {
    const attacker = await startAttacker();
    await using fixture = await startFixture();
    for (const [name, code] of Object.entries(waysOut))
      await fixture.page.evaluate(code(`${attacker.address}/${name}`));
    const tried = async () => (await fixture.app.ask('network')).map(({ url, by }) => `${by} ${new URL(url).pathname}`);
    // The picture is stopped by the fixture's own content policy before it is a request.
    const expected = ['fetch', 'beacon', 'socket', 'worker'].map((name) => `standin /${name}`);
    await expect.poll(tried).toEqual(expect.arrayContaining(expected));
    expect(attacker.hits).toEqual([]);
    const problems = fixture.app.problems.map(({ kind }) => kind);
    expect(problems.filter((kind) => kind === 'blocked')).toHaveLength(expected.length);
    expect(problems).toContain('csp');
    await attacker.close();
  });

  it('is asked for a dictionary by a session, unless the app names no language', async () => {
    await using unguarded = await startFixture({ args: ['--mode=unguarded'] });
    expect(await unguarded.app.ask('network')).toEqual([
      { url: expect.stringMatching(/\.bdic$/), resourceType: 'dictionary', by: 'standin' },
    ]);
    await using guarded = await startFixture();
    expect(await guarded.app.ask('network')).toEqual([]);
  });

  it('when open, is held back by the guard of the app alone', async () => {
    const attacker = await startAttacker();
    await using fixture = await startFixture({ env: { STANDIN_NETWORK: 'open' } });
    const { fetch: code } = waysOut;
    await fixture.page.evaluate(code?.(`${attacker.address}/cancelled`) ?? '');
    await fixture.page.evaluate(code?.(`${attacker.address}/passed`) ?? '');
    expect(attacker.hits).toEqual(['/passed']);
    expect((await fixture.app.ask('network')).map(({ by }) => by)).toEqual(['app', 'nobody']);
    await attacker.close();
  });
});
