import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, temporaryFolder } from './fixture/start-fixture.ts';

describe('a window', () => {
  const files = temporaryFolder();
  const file = join(files.path, 'größe 1.pdf');
  let fixture: Fixture;
  beforeAll(async () => {
    writeFileSync(file, '%PDF-1.4');
    fixture = await startFixture({ args: ['--mode=tray'] });
  });
  afterAll(async () => {
    await fixture[Symbol.asyncDispose]();
    files[Symbol.dispose]();
  });
  const run = (code: string): Promise<unknown> => fixture.page.evaluate(code);
  const first = async () => (await fixture.app.ask('windows'))[0];
  const out = () => fixture.page.locator('#out').textContent();

  it('is shown when it is ready, with the title and size of its page', async () => {
    expect(await first()).toMatchObject({
      title: 'Fixture',
      visible: true,
      focused: true,
      url: 'app://bundle/index.html',
    });
    await run(`document.title = 'Changed'`);
    await expect.poll(async () => (await first())?.title).toBe('Changed');
    expect(await run('[innerWidth, innerHeight]')).toEqual([900, 700]);
    await fixture.app.ask('resize', { width: 640, height: 480 });
    await expect.poll(() => run('[innerWidth, innerHeight]')).toEqual([640, 480]);
    expect(await run(`api.run('events')`)).toContain('resize');
  });

  it('zooms as a browser does: fewer, larger pixels', async () => {
    await run(`api.run('zoom', 2)`);
    await expect.poll(() => run('[innerWidth, innerHeight, devicePixelRatio]')).toEqual([320, 240, 2]);
    await run(`api.run('zoom', 1)`);
    await expect.poll(() => run('[innerWidth, devicePixelRatio]')).toEqual([640, 1]);
  });

  it('is minimized, restored, maximized, hidden', async () => {
    const { app } = fixture;
    await app.ask('window', { act: 'minimize' });
    expect(await first()).toMatchObject({ minimized: true, focused: false });
    await app.ask('window', { act: 'restore' });
    await app.ask('window', { act: 'maximize' });
    expect(await first()).toMatchObject({ minimized: false, maximized: true });
    expect(await run(`api.run('events')`)).toEqual(expect.arrayContaining(['show', 'minimize', 'restore', 'maximize']));
  });

  it('stays when the app keeps it from closing', async () => {
    await fixture.app.ask('window', { act: 'close' });
    expect(await first()).toMatchObject({ visible: false });
    expect(await run(`api.run('events')`)).toEqual(expect.arrayContaining(['close', 'hide']));
    await fixture.app.ask('window', { act: 'show' });
  });

  it('takes dropped, chosen and pasted files with their paths; made ones have none', async () => {
    const { app } = fixture;
    await app.ask('drop', { x: 20, y: 20, files: [file] });
    await expect.poll(out).toBe(file);
    await run(`document.querySelector('#out').textContent = ''`);
    await app.ask('paste', { files: [file, file] });
    expect(await out()).toBe(`${file}|${file}`);
    await app.ask('choose', { selector: '#file', files: [file] });
    expect(await run(`api.pathOf(document.querySelector('#file').files[0])`)).toBe(file);
    expect(await run(`api.pathOf(new File(['x'], 'x.txt'))`)).toBe('');
    expect(await run(`(() => { try { api.pathOf({}) } catch (error) { return error.name } })()`)).toBe('TypeError');
  });

  it('keeps the bridge over a reload, and shows a screenshot', async () => {
    await fixture.page.reload();
    expect(await run(`api.echo('again')`)).toBe('again');
    expect((await fixture.page.screenshot()).length).toBeGreaterThan(1000);
  });

  it('serves workers, queries and bodies by the scheme of the app', async () => {
    const code = `new Promise((done) => { const worker = new Worker('worker.js');
      worker.onmessage = ({ data }) => done(data); worker.postMessage('/echo?a=1') })`;
    expect(JSON.parse(String(await run(code)))).toMatchObject({ url: 'app://bundle/echo?a=1' });
    expect(await run(`fetch('/echo', { method: 'POST', body: 'größe' }).then((answer) => answer.json())`)).toEqual({
      url: 'app://bundle/echo',
      origin: 'app://bundle',
      body: 'größe',
    });
  });

  it('tells the breach of its content policy and its errors, and nothing else', async () => {
    expect(await run('typeof inlineRan')).toBe('undefined');
    await run(`setTimeout(() => { throw new RangeError('thrown in the page') })`);
    await run(`console.error('said', 'in the page')`);
    const kinds = () => [...new Set(fixture.app.problems.map(({ kind }) => kind))].toSorted();
    await expect.poll(kinds).toEqual(['console', 'csp', 'exception']);
    const texts = fixture.app.problems.map(({ text }) => text).join('\n');
    expect(texts).toContain('RangeError: thrown in the page');
    expect(texts).toContain('said in the page');
  });

  it('can crash, and the app can bring it back', async () => {
    const recorded = async () => {
      const events = await fixture.app.ask('invoke', { channel: 'events', args: [], frame: { kind: 'main' } });
      return JSON.stringify(events);
    };
    await fixture.app.ask('window', { act: 'crash' });
    await expect.poll(recorded).toMatch(/"gone crashed",.*"loaded"/);
    expect(fixture.app.problems.map(({ kind }) => kind)).toContain('crash');
  });
});
