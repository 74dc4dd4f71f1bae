import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../e2e/app-handle.ts';
import { launchApp } from '../e2e/launch-app.ts';
import { fixtureMain, temporaryFolder } from './fixture/start-fixture.ts';

/** The handle of the end-to-end tests, on the small app. */
describe('launchApp', () => {
  const files = temporaryFolder();
  const file = join(files.path, 'größe 1.pdf');
  let app: App;
  beforeAll(async () => {
    writeFileSync(file, '%PDF-1.4');
    app = await launchApp({ main: fixtureMain, locale: 'de-CH', colorScheme: 'dark' });
    await app.page.getByRole('heading', { name: 'Fixture' }).waitFor();
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    files[Symbol.dispose]();
    expect(existsSync(app.home)).toBe(false);
  });
  const call = (code: string): Promise<unknown> => app.page.evaluate(code);

  it('drops real files on an element and on a point', async () => {
    const out = app.page.locator('#out');
    await app.drop('#drop', [file]);
    await expect.poll(() => out.textContent()).toBe(file);
    await call(`document.querySelector('#out').textContent = ''`);
    await app.drop({ x: 20, y: 20 }, [file, file]);
    await expect.poll(() => out.textContent()).toBe(`${file}|${file}`);
  });

  it('answers dialogs', async () => {
    await app.answerDialog({ dialog: 'open', paths: [file] });
    expect(await call(`api.run('open-dialog')`)).toEqual({ canceled: false, filePaths: [file] });
    await app.answerDialog({ dialog: 'save', path: null });
    expect(await call(`api.run('save-dialog')`)).toMatchObject({ canceled: true });
    await app.answerDialog({ dialog: 'message', button: 1 });
    expect(await call(`api.run('message-box')`)).toMatchObject({ response: 1 });
  });

  it('clicks menus, notifications and knows what was opened', async () => {
    await app.clickMenu(['Document', 'Send…']);
    await call(`api.run('notify', 'Signed')`);
    expect(await app.notifications()).toEqual([{ title: 'Signed', body: 'body', open: true }]);
    await app.clickNotification('Signed');
    expect(await call(`api.run('events')`)).toEqual(expect.arrayContaining(['menu send', 'notification Signed']));
    await call(`api.run('open', 'https://admin.example/')`);
    expect((await app.opened()).map(({ target }) => target)).toEqual([
      'https://admin.example/',
      '/some/file',
      '/some/path',
    ]);
  });

  it('reads and writes the clipboard, changes the look, suspends', async () => {
    await app.clipboard.set('pasted text');
    expect(await call(`api.run('clipboard')`)).toBe('pasted text');
    expect(await call(`matchMedia('(prefers-color-scheme: dark)').matches`)).toBe(true);
    await app.theme('light');
    expect(await call(`matchMedia('(prefers-color-scheme: dark)').matches`)).toBe(false);
    await app.power('suspend');
    expect(await call(`api.run('events')`)).toContain('suspend');
  });

  it('starts a second time', async () => {
    await app.secondInstance(['open-this.pdf']);
    await expect.poll(() => call(`api.run('events')`)).toContainEqual(expect.stringContaining('open-this.pdf'));
  });

  it('speaks the language it was started in', async () => {
    expect(await call(`api.run('facts')`)).toMatchObject({ languages: ['de-CH'], userData: app.home });
    expect(await call('navigator.language')).toMatch(/^de/);
  });

  it('tells the problems of the page, and quits', async () => {
    // The fixture breaks its own content policy once, on purpose.
    expect(app.problems()).toEqual([expect.stringMatching(/^csp: .*inline script/)]);
    await call(`console.error('seen by the test')`);
    // It comes by another way than the answer to the call.
    await expect.poll(() => app.problems()).toContain('console: seen by the test');
    await app.quit();
    expect(app.problems()).toContain('console: seen by the test');
  });
});
