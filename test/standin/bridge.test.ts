import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from './fixture/start-fixture.ts';

/** Everything that passes between page, preload and main, in a real Chromium. */
describe('the bridge', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());
  const run = (code: string): Promise<unknown> => fixture.page.evaluate(code);

  it('is there, frozen, before the first script of the page', async () => {
    expect(await run('early')).toEqual({
      api: 'object',
      frozen: true,
      keys: ['run', 'echo', 'fail', 'who', 'askNow', 'pathOf', 'twice', 'onTick', 'nested'],
    });
    expect(
      await run(`(() => { 'use strict'; const failed = [];
        for (const attack of [() => { api = 1 }, () => { api.echo = 1 }, () => { api.nested.list.push(3) }, () => { delete window.api }])
          try { attack(); failed.push('went through') } catch (error) { failed.push(error.name) }
        return failed })()`),
    ).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError']);
  });

  it('leaves nothing of the preload in the page', async () => {
    const names = ['require', 'process', 'module', 'standinTell', 'standinHear', 'standinAsk', 'ipcRenderer'];
    expect(await run(`${JSON.stringify(names)}.filter((name) => name in window)`)).toEqual([]);
  });

  it.each([
    ['a map in a list', 'new Map([["a", [1, undefined, null]]])', '[...x.get("a")].join()', '1,,'],
    ['a date', 'new Date(86400000)', 'x.toISOString()', '1970-01-02T00:00:00.000Z'],
    ['bytes', 'new Uint8Array([1, 255])', 'x instanceof Uint8Array && x.join()', '1,255'],
    ['a big number', '2n ** 70n', 'String(x)', '1180591620717411303424'],
    ['a set', 'new Set([1, "a"])', '[...x].join()', '1,a'],
    ['no number', 'NaN', 'String(x)', 'NaN'],
    ['a lone surrogate', '"\\ud800"', 'x.charCodeAt(0)', 0xd800],
    [
      'a __proto__ key',
      'JSON.parse(\'{"__proto__": {"a": 1}}\')',
      'Object.hasOwn(x, "__proto__") && x.a === undefined',
      true,
    ],
    ['a cycle', '(() => { const a = {}; a.self = a; return a })()', 'x.self.self === x', true],
    ['10 MB of text', '"x".repeat(10_000_000)', 'x.length', 10_000_000],
  ])('carries %s to main and back', async (_name, value, look, expected) => {
    expect(await run(`api.echo(${value}).then((x) => ${look})`)).toEqual(expected);
  });

  it.each([
    ['a function', '{ call: () => 1 }'],
    ['a symbol', 'Symbol("a")'],
    ['an element', 'document.body'],
    ['a file', 'new File(["x"], "x.txt")'],
  ])('refuses %s as Electron does', async (_name, value) => {
    const outcome = await run(
      `(async () => api.echo(${value}))().then(() => 'went through', (error) => error.message)`,
    );
    expect(outcome).toMatch(/clone|cross the bridge/);
  });

  it('says what went wrong in main, as Electron words it', async () => {
    const message = await run("api.fail().catch((error) => error.name + ': ' + error.message)");
    expect(message).toBe("Error: Error invoking remote method 'fail': TypeError: on purpose");
  });

  it('answers at once where the preload asks at once', async () => {
    expect(await run('api.askNow([1])')).toEqual({ value: [1], url: 'app://bundle/index.html' });
    expect(await run('api.twice((x) => x + 1)')).toBe(3);
  });

  it('shows main the sender with the address of the app, not of the standin', async () => {
    expect(await run('api.who()')).toEqual({
      url: 'app://bundle/index.html',
      origin: 'app://bundle',
      isTop: true,
      senderUrl: 'app://bundle/index.html',
    });
  });

  it('lets a test pretend to be another frame', async () => {
    const { app } = fixture;
    const from = (frame: Parameters<typeof app.ask<'invoke'>>[1]['frame']) =>
      app.ask('invoke', { channel: 'who', args: [], frame });
    expect(await from({ kind: 'gone' })).toMatchObject({ ok: true, value: { url: null, isTop: false } });
    expect(await from({ kind: 'sub', url: 'app://bundle/a.html' })).toMatchObject({ value: { isTop: false } });
    expect(await from({ kind: 'other', url: 'https://evil.example/x' })).toMatchObject({
      value: { origin: 'https://evil.example', isTop: true },
    });
    const unknown = await app.ask('invoke', { channel: 'nothing', args: [], frame: { kind: 'main' } });
    expect(unknown).toEqual({ ok: false, message: "Error: No handler registered for 'nothing'" });
  });

  it('brings events from main until the listener is taken off', async () => {
    const heard = await run(`(async () => {
      const heard = [];
      const next = () => new Promise((done) => { const off = api.onTick((value) => { off(); done(value) }) });
      const off = api.onTick((value) => heard.push(value));
      window.tickers = { off, heard, next: next() };
      return 'listening';
    })()`);
    expect(heard).toBe('listening');
    const tick = (value: number) =>
      fixture.app.ask('invoke', { channel: 'tick', args: [value], frame: { kind: 'main' } });
    await tick(7);
    expect(await run('tickers.next')).toBe(7);
    await run('tickers.off(); tickers.next = new Promise((done) => api.onTick(done)); undefined');
    await tick(8);
    expect(await run('tickers.next')).toBe(8);
    expect(await run('tickers.heard')).toEqual([7]);
  });
});
