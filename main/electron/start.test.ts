import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { app, dialog, record } from '../../test/security/recording-electron.ts';
import { start } from './start.ts';

const showErrorBox = vi.fn();
const exit = vi.fn();
beforeEach(() => {
  showErrorBox.mockReset();
  exit.mockReset();
  Object.assign(dialog, { showErrorBox });
  Object.assign(app, { exit, commandLine: { hasSwitch: () => false } });
});
afterEach(() => vi.restoreAllMocks());

const ended = () => vi.waitFor(() => expect(exit).toHaveBeenCalledExactlyOnceWith(1), { timeout: 45_000 });

test.each([
  ['before the window', 'getVersion', 0],
  ['behind the window', 'getPreferredSystemLanguages', 1],
] as const)('an app that fails to start %s shows the error, logs it and exits', async (_when, failing, windows) => {
  const log = join(app.getPath('userData'), 'logs', 'countersign.log');
  vi.spyOn(app, failing).mockImplementation(() => {
    throw new Error(`no ${failing} to be had`);
  });
  start();
  await ended();
  expect(showErrorBox).toHaveBeenCalledExactlyOnceWith(
    'Countersign could not start',
    expect.stringMatching(new RegExp(`^no ${failing} to be had\\n\\n[^]*countersign\\.log$`)),
  );
  expect(existsSync(log) && readFileSync(log, 'utf8')).toContain('"place":"start"');
  // The page of a window that nobody serves stays held back.
  expect(record.windows).toHaveLength(windows);
  expect(record.calls.size).toBe(0);
});

/** As on a full disk, or in a folder that cannot be written. The starts before were of this process, which is alive. */
function refuseLock(): void {
  rmSync(join(app.getPath('userData'), 'starts'), { recursive: true, force: true });
  vi.spyOn(app, 'requestSingleInstanceLock').mockReturnValue(false);
}

test('a start whose lock was refused, though no other app answers, says so in the language of the system', async () => {
  refuseLock();
  vi.spyOn(app, 'getPreferredSystemLanguages').mockReturnValue(['de-CH', 'en-GB']);
  const quit = vi.spyOn(app, 'quit');
  start();
  await ended();
  expect(showErrorBox).toHaveBeenCalledExactlyOnceWith(
    'Countersign konnte nicht starten',
    expect.stringContaining(`nicht beschreibbar: ${app.getPath('userData')}\n\n`),
  );
  // In the spelling of Switzerland.
  expect(showErrorBox.mock.lastCall?.[1]).toContain('Schliessen Sie Countersign');
  expect(quit).not.toHaveBeenCalled();
});

test('the sentence waits until Electron can show it, because Linux has no dialog before', async () => {
  refuseLock();
  const ready = Promise.withResolvers<void>();
  const whenReady = vi.spyOn(app, 'whenReady').mockReturnValue(ready.promise);
  start();
  await vi.waitFor(() => expect(whenReady).toHaveBeenCalled(), { timeout: 45_000 });
  expect(showErrorBox).not.toHaveBeenCalled();
  ready.resolve();
  await ended();
  expect(showErrorBox).toHaveBeenCalledOnce();
});

test('a start that gives way to another app says nothing', async () => {
  refuseLock();
  const quit = vi.spyOn(app, 'quit');
  const starts = join(app.getPath('userData'), 'starts');
  start();
  // The first app answers by deleting the question.
  for (const name of readdirSync(starts)) rmSync(join(starts, name));
  await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce(), { timeout: 45_000 });
  expect([showErrorBox.mock.calls, exit.mock.calls]).toEqual([[], []]);
});
