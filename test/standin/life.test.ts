import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureMain, startFixture, temporaryFolder } from './fixture/start-fixture.ts';
import { isGone, runToEnd, startStandin } from './start.ts';

describe('the life of an app', () => {
  it('looks like Electron to it', async () => {
    await using fixture = await startFixture({ args: ['a file.pdf'], env: { STANDIN_LOCALE: 'fr-CH' } });
    expect(await fixture.page.evaluate(`api.run('facts')`)).toMatchObject({
      argv: [process.execPath, dirname(fixtureMain), `--user-data-dir=${fixture.home}`, 'a file.pdf'],
      type: 'browser',
      resources: expect.stringContaining('resources'),
      versions: { electron: expect.stringMatching(/^\d+\./), chrome: expect.stringMatching(/^\d+\./) },
      userData: fixture.home,
      name: 'Fixture',
      version: '1.2.3',
      packaged: false,
      languages: ['fr-CH'],
    });
    expect(JSON.parse(fixture.app.output())).toEqual({
      standin: 'ready',
      cdp: fixture.app.ready.cdp,
      pid: fixture.app.ready.pid,
    });
  });

  it('is one per data folder, and the first hears of the second', async () => {
    await using fixture = await startFixture();
    const events = () => fixture.page.evaluate<string[]>(`api.run('events')`);
    const args = ['--connection', 'second.pdf', `--user-data-dir=${fixture.home}`];
    const cwd = tmpdir();
    const second = await runToEnd({ main: fixtureMain, args, cwd });
    // It never shows a window: only the farewell of an app that quits by itself.
    expect(second).toEqual({ code: 0, signal: null, output: 'before-quit\nwill-quit\n' });
    await expect.poll(async () => (await events()).filter((event) => event.includes('second.pdf'))).toHaveLength(1);
    const heard = (await events()).find((event) => event.includes('second.pdf')) ?? '';
    // As Chromium passes them on: whoever needs them as they were typed hands them over as data.
    const argv = [
      '--connection',
      `--user-data-dir=${fixture.home}`,
      '--allow-file-access-from-files',
      dirname(fixtureMain),
      'second.pdf',
    ];
    expect(JSON.parse(heard)).toEqual({ argv, cwd, data: { from: 'fixture' } });

    await using elsewhere = await startFixture();
    expect(elsewhere.home).not.toBe(fixture.home);
  });

  it('gives its place back when it is killed, and leaves nothing behind', async () => {
    using home = temporaryFolder();
    const args = [`--user-data-dir=${home.path}`];
    for (let round = 0; round < 2; round += 1) {
      const app = await startStandin({ main: fixtureMain, args });
      expect(existsSync(app.ready.profile)).toBe(true);
      expect(await app.kill()).toEqual({ code: null, signal: 'SIGKILL' });
      expect(isGone(app.ready.chromiumPid)).toBe(true);
      expect(existsSync(app.ready.profile)).toBe(false);
    }
  });

  it('takes Chromium along even when nobody can clean up, and the next start removes the rest', async () => {
    using home = temporaryFolder();
    const app = await startStandin({ main: fixtureMain, args: [`--user-data-dir=${home.path}`] });
    process.kill(app.ready.pid, 'SIGKILL');
    await app.ended;
    await expect.poll(() => isGone(app.ready.chromiumPid)).toBe(true);
    mkdirSync(app.ready.profile, { recursive: true });
    await using next = await startFixture();
    expect(next.app.ready.profile).not.toBe(app.ready.profile);
    expect(existsSync(app.ready.profile)).toBe(false);
  });

  it('quits in order, by its own will and by a signal', async () => {
    const app = await startFixture();
    expect(await app.app.quit()).toEqual({ code: 0, signal: null });
    expect(app.app.output()).toMatch(/before-quit\nwill-quit\n$/);
    expect([isGone(app.app.ready.chromiumPid), existsSync(app.app.ready.profile)]).toEqual([true, false]);
    await app[Symbol.asyncDispose]();

    const other = await startFixture();
    process.kill(other.app.ready.pid, 'SIGTERM');
    expect(await other.app.ended).toEqual({ code: 0, signal: null });
    expect(other.app.output()).toContain('will-quit');
    await other[Symbol.asyncDispose]();
  });

  it('ends with its last window', async () => {
    await using fixture = await startFixture();
    await fixture.app.ask('window', { act: 'close' });
    expect(await fixture.app.ended).toEqual({ code: 0, signal: null });
  });

  it('ends when Chromium does, and says so by its exit code', async () => {
    await using fixture = await startFixture();
    process.kill(fixture.app.ready.chromiumPid, 'SIGKILL');
    expect(await fixture.app.ended).toEqual({ code: 1, signal: null });
  });

  it('falls over loudly on an error in main, and leaves no Chromium', async () => {
    await using fixture = await startFixture();
    // Its answer may be lost with the app.
    await fixture.page.evaluate(`api.run('crash-main')`).catch(() => undefined);
    expect(await fixture.app.ended).toEqual({ code: 1, signal: null });
    expect(fixture.app.output()).toContain('Error: main fell over');
    await expect.poll(() => isGone(fixture.app.ready.chromiumPid)).toBe(true);
  });
});

describe('an app that is wrong', () => {
  async function runMain(source: string) {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, 'package.json'), '{"name": "wrong", "type": "module"}');
    writeFileSync(join(folder.path, 'main.js'), source);
    return await runToEnd({ main: join(folder.path, 'main.js'), args: [`--user-data-dir=${folder.path}/home`] });
  }

  it('ends without a browser, though it would live on with any error', async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, 'package.json'), '{"name": "stubborn", "type": "module"}');
    writeFileSync(
      join(folder.path, 'main.js'),
      `process.on('uncaughtException', () => {}).on('unhandledRejection', () => {}); setInterval(() => {}, 1e6);`,
    );
    const end = await runToEnd({
      main: join(folder.path, 'main.js'),
      args: [`--user-data-dir=${folder.path}/home`],
      env: { STANDIN_CHROMIUM: join(folder.path, 'no-browser') },
    });
    expect(end).toMatchObject({ code: 1, output: expect.stringContaining('no-browser') });
  });

  it('shows no error box before it is ready on Linux, and says it on stderr', async () => {
    const { output } = await runMain(`import { app, dialog } from 'electron';
      dialog.showErrorBox('No start', 'The disk is full.');
      app.exit(3);`);
    expect(output.includes('No start\nThe disk is full.\n')).toBe(process.platform === 'linux');
  });

  it('tells its end inside the call that asks for it', async () => {
    const { output } = await runMain(`import { app } from 'electron';
      app.on('before-quit', () => console.log('before-quit'));
      app.quit();
      console.log('after the call');`);
    expect(output).toBe('before-quit\nafter the call\n');
  });

  it('fails at the import of a name that is not there', async () => {
    const { code, output } = await runMain(`import { app, noSuchThing } from 'electron'; app.quit();`);
    expect(code).toBe(1);
    expect(output).toContain("does not provide an export named 'noSuchThing'");
  });

  it.each([
    ['a window before ready', `new BrowserWindow()`, 'Cannot create BrowserWindow before app is ready'],
    [
      'a scheme after ready',
      `app.whenReady().then(() => protocol.registerSchemesAsPrivileged([]))`,
      'before app is ready',
    ],
    [
      'a page of an unknown scheme',
      `app.whenReady().then(() => new BrowserWindow().loadURL('app://x/'))`,
      'register its scheme',
    ],
    ['two handlers of one name', `ipcMain.handle('a', () => 1); ipcMain.handle('a', () => 1)`, 'second handler'],
    ['a relative path', `app.setPath('userData', 'here')`, 'Path must be absolute'],
  ])('fails with %s', async (_name, code, message) => {
    const end = await runMain(`import { app, BrowserWindow, ipcMain, protocol } from 'electron'; ${code};`);
    expect(end).toMatchObject({ code: 1, output: expect.stringContaining(message) });
  });

  it('is told apart by its window: weak preferences and a broken preload are problems', async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, 'package.json'), '{"name": "weak", "type": "module"}');
    writeFileSync(join(folder.path, 'preload.cjs'), `require('node:fs')`);
    writeFileSync(
      join(folder.path, 'main.js'),
      `import { app, BrowserWindow } from 'electron';
       app.whenReady().then(() => {
         const preload = import.meta.dirname + '/preload.cjs';
         const window = new BrowserWindow({ webPreferences: { sandbox: false, nodeIntegration: true, preload } });
         window.loadURL('data:text/html,<p>here</p>');
       });`,
    );
    const app = await startStandin({
      main: join(folder.path, 'main.js'),
      args: [`--user-data-dir=${folder.path}/home`],
    });
    await expect
      .poll(() => app.problems.map(({ kind, text }) => `${kind}: ${text}`))
      .toEqual(
        expect.arrayContaining([
          'unsupported: a window with sandbox: false',
          'unsupported: a window with nodeIntegration: true',
          expect.stringContaining('preload: Error: module not found: node:fs'),
        ]),
      );
    await app.kill();
  });
});
