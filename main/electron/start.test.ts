import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { app, dialog, record } from '../../test/security/recording-electron.ts';
import { start } from './start.ts';

vi.mock('electron', () => import('../../test/security/recording-electron.ts'));

test.each([
  ['before the window', 'getVersion', 0],
  ['behind the window', 'getPreferredSystemLanguages', 1],
] as const)('an app that fails to start %s shows the error, logs it and exits', async (_when, failing, windows) => {
  const showErrorBox = vi.fn();
  const exit = vi.fn();
  Object.assign(dialog, { showErrorBox });
  Object.assign(app, { exit, commandLine: { hasSwitch: () => false } });
  const log = join(app.getPath('userData'), 'logs', 'countersign.log');
  const broken = vi.spyOn(app, failing).mockImplementation(() => {
    throw new Error(`no ${failing} to be had`);
  });
  start();
  await vi.waitFor(() => expect(exit).toHaveBeenCalledExactlyOnceWith(1), { timeout: 15_000 });
  broken.mockRestore();
  expect(showErrorBox).toHaveBeenCalledExactlyOnceWith(
    'Countersign could not start',
    expect.stringMatching(new RegExp(`^no ${failing} to be had\\n\\n[^]*countersign\\.log$`)),
  );
  expect(existsSync(log) && readFileSync(log, 'utf8')).toContain('"place":"start"');
  // The page of a window that nobody serves stays held back.
  expect(record.windows).toHaveLength(windows);
  expect(record.calls.size).toBe(0);
});
