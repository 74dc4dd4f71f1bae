import { dirname } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { app } from '../../test/security/recording-electron.ts';
import { createRequestBox } from '../commands/request-box.ts';
import type { SendAnswer } from '../commands/send-command.ts';
import { startProgram } from './programs.ts';
import { runSendCommand } from './send-start.ts';

vi.mock('./programs.ts', () => ({ startProgram: vi.fn() }));
afterEach(() => {
  vi.unstubAllEnvs();
  hide.mockReset();
});

const hide = vi.fn();
const answer: SendAnswer = {
  version: 1,
  files: [{ file: '/srv/a.pdf', state: 'sending', id: 's', message: 'ok' }],
};

/** Runs the command while no app runs. Returns the program that it starts, which answers for the app. */
async function startedProgram(): Promise<string | undefined> {
  const exit = vi.fn();
  Object.assign(app, {
    exit,
    dock: { hide },
    isPackaged: true,
    releaseSingleInstanceLock() {},
    commandLine: { getSwitchValue: () => '' },
  });
  const box = createRequestBox(app.getPath('userData'));
  vi.mocked(startProgram).mockImplementation((_program, args) => {
    const id = args.at(-1)?.replace('--request=', '') ?? '';
    void box.take(id).then(() => box.answer(id, answer));
  });
  await runSendCommand({
    ok: true,
    json: true,
    request: { version: 1, files: ['/srv/a.pdf'], profile: 'Contracts', goal: 'send' },
  });
  expect(exit).toHaveBeenCalledExactlyOnceWith(0);
  return vi.mocked(startProgram).mock.lastCall?.[0];
}

function runFrom(folder: string): void {
  vi.stubEnv('APPIMAGE', '/home/anna/Any.AppImage');
  vi.stubEnv('APPDIR', folder);
}

test('`countersign send` starts the AppImage that it runs from', async () => {
  runFrom(dirname(process.execPath));
  expect(await startedProgram()).toBe('/home/anna/Any.AppImage');
});

test('`countersign send` never starts the AppImage of another program, from which it was called', async () => {
  runFrom(import.meta.dirname);
  expect(await startedProgram()).toBe(process.execPath);
});

test('`countersign send` leaves no icon bouncing in the Dock of macOS', async () => {
  await startedProgram();
  expect(hide).toHaveBeenCalledOnce();
});
