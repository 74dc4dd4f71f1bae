import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from './fixture/start-fixture.ts';

/** What is around a window on the desktop: recorded, and driven by the test as a person would. */
describe('the desktop', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());
  const run = (code: string): Promise<unknown> => fixture.page.evaluate(code);
  const events = () => run(`api.run('events')`);

  it('answers dialogs in the order the test said', async () => {
    const { app } = fixture;
    await app.ask('answerOpen', ['/a.pdf', '/b.pdf']);
    await app.ask('answerOpen', []);
    expect(await run(`api.run('open-dialog')`)).toEqual({ canceled: false, filePaths: ['/a.pdf', '/b.pdf'] });
    expect(await run(`api.run('open-dialog')`)).toEqual({ canceled: true, filePaths: [] });
    await app.ask('answerSave', '/c.pdf');
    expect(await run(`api.run('save-dialog')`)).toEqual({ canceled: false, filePath: '/c.pdf' });
    expect((await app.ask('dialogs')).map(({ kind, options }) => [kind, options])).toEqual([
      ['open', { title: 'Pick', properties: ['openFile'] }],
      ['open', { title: 'Pick', properties: ['openFile'] }],
      ['save', { defaultPath: '/x' }],
    ]);
  });

  it('fails a dialog that nobody answers, at once', async () => {
    const message = await run(`api.run('message-box').catch((error) => error.message)`);
    expect(message).toContain('message dialog without an answer: {"message":"Sure?"');
    expect(fixture.app.problems).toContainEqual({ kind: 'dialog', text: expect.stringContaining('Sure?') });
  });

  it('shows menus and clicks them by label and by role', async () => {
    const { app } = fixture;
    const menu = await app.ask('menu', 'application');
    expect(menu?.map(({ label, items }) => [label, items.filter(({ type }) => type !== 'separator').length])).toEqual([
      ['File', 1],
      ['View', 7],
      ['&Document', 2],
    ]);
    await app.ask('clickMenu', { menu: 'application', item: ['Document', 'Send…'] });
    expect(await events()).toContain('menu send');
    await expect(app.ask('clickMenu', { menu: 'application', item: ['Document', 'Greyed'] })).rejects.toThrow(
      'disabled',
    );
    await expect(app.ask('clickMenu', { menu: 'application', item: ['Document', 'None'] })).rejects.toThrow(
      'No ["Document","None"]',
    );
    await app.ask('clickMenu', { menu: 'application', item: { role: 'zoomIn' } });
    expect((await app.ask('windows'))[0]?.zoom).toBeCloseTo(1.2 ** 0.5);
    await app.ask('clickMenu', { menu: 'application', item: { role: 'resetZoom' } });
    expect((await app.ask('windows'))[0]?.zoom).toBe(1);
  });

  it('hears the keys of a menu where the page leaves them', async () => {
    const sent = async () => JSON.stringify(await events()).split('menu send').length - 1;
    const before = await sent();
    await fixture.page.keyboard.press('Control+Shift+N');
    await expect.poll(sent).toBe(before + 1);
    await run(`addEventListener('keydown', function once(event) {
      if (event.key !== 'N') return;
      event.preventDefault();
      removeEventListener('keydown', once);
    })`);
    await fixture.page.keyboard.press('Control+Shift+N');
    await fixture.page.keyboard.press('Control+Shift+N');
    await expect.poll(sent).toBe(before + 2);
  });

  it('has a tray with a menu, which works while the window is hidden', async () => {
    const { app } = fixture;
    expect(await app.ask('tray')).toEqual({
      image: expect.stringMatching(/icon\.png$/),
      toolTip: 'Fixture',
    });
    await app.ask('clickTray');
    expect(await events()).toContain('tray');
    await app.ask('window', { act: 'hide' });
    expect((await app.ask('windows'))[0]).toMatchObject({ visible: false, focused: false });
    await app.ask('clickMenu', { menu: 'tray', item: ['Open'] });
    expect((await app.ask('windows'))[0]).toMatchObject({ visible: true, focused: true });
  });

  it('shows notifications, and a click reaches the app once', async () => {
    const { app } = fixture;
    await run(`api.run('notify', 'Signed')`);
    expect(await app.ask('notifications')).toEqual([{ title: 'Signed', body: 'body', open: true }]);
    await app.ask('clickNotification', 'Signed');
    expect(await events()).toContain('notification Signed');
    expect(await app.ask('notifications')).toEqual([{ title: 'Signed', body: 'body', open: false }]);
    await expect(app.ask('clickNotification', 'Signed')).rejects.toThrow("No notification 'Signed'");
  });

  it('opens nothing, and remembers what it was given', async () => {
    const { app } = fixture;
    await run(`api.run('open', 'https://admin.example/')`);
    expect(await app.ask('opened')).toEqual([
      { how: 'external', target: 'https://admin.example/' },
      { how: 'folder', target: '/some/file' },
      { how: 'path', target: '/some/path' },
    ]);
  });

  it('shares one clipboard between main and page', async () => {
    const { app, page } = fixture;
    await run(`api.run('clipboard', 'from main')`);
    await page.locator('#text').focus();
    await page.keyboard.press('Control+V');
    expect(await page.locator('#text').inputValue()).toBe('from main');
    await page.locator('#text').fill('from the page');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    await expect.poll(() => run(`api.run('clipboard')`)).toBe('from the page');
    await app.ask('writeClipboard', 'from the test');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+V');
    expect(await page.locator('#text').inputValue()).toBe('from the test');
    expect(await run(`api.run('clipboard', null)`)).toBe('');
    expect(await app.ask('readClipboard')).toBe('');
  });

  it('looks as the system or the app wants, in main and in the page', async () => {
    const { app } = fixture;
    const media = (query: string) => run(`matchMedia('(${query})').matches`);
    await app.ask('look', { dark: true });
    expect(await run(`api.run('theme')`)).toBe(true);
    expect(await media('prefers-color-scheme: dark')).toBe(true);
    expect(await run(`api.run('theme', 'light')`)).toBe(false);
    await expect.poll(() => media('prefers-color-scheme: dark')).toBe(false);
    await app.ask('look', { forcedColors: true, reducedMotion: true });
    expect(await media('forced-colors: active')).toBe(true);
    expect(await media('prefers-reduced-motion: reduce')).toBe(true);
  });

  it('suspends, and starts with the computer', async () => {
    const { app } = fixture;
    for (const event of ['suspend', 'resume', 'lock-screen'] as const) await app.ask('power', event);
    expect(await events()).toEqual(expect.arrayContaining(['suspend', 'resume', 'lock-screen']));
    // Electron does nothing on Linux.
    const starts = process.platform !== 'linux';
    expect(await run(`api.run('login-item', true)`)).toBe(starts);
    expect(await app.ask('record')).toMatchObject({ loginItem: { openAtLogin: starts } });
  });
});
