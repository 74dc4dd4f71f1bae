import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { app, dialog } from '../../test/security/recording-electron.ts';
import { start } from './start.ts';

vi.mock('electron', () => import('../../test/security/recording-electron.ts'));

test('an app that fails to start shows the error, logs it and exits', async () => {
  const showErrorBox = vi.fn();
  const exit = vi.fn();
  Object.assign(dialog, { showErrorBox });
  Object.assign(app, { exit, commandLine: { hasSwitch: () => false } });
  const log = join(app.getPath('userData'), 'logs', 'countersign.log');
  vi.spyOn(app, 'getVersion').mockImplementation(() => {
    throw new Error('no version to be had');
  });
  start();
  await vi.waitFor(() => expect(exit).toHaveBeenCalledExactlyOnceWith(1), { timeout: 15_000 });
  expect(showErrorBox).toHaveBeenCalledExactlyOnceWith(
    'Countersign could not start',
    expect.stringMatching(/^no version to be had\n\n[^]*countersign\.log$/),
  );
  expect(existsSync(log) && readFileSync(log, 'utf8')).toContain('"place":"start"');
});
