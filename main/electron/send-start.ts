import '../platform/no-generated-code.ts';
import { setTimeout } from 'node:timers/promises';
import { app } from 'electron';
import { askApp } from '../commands/ask-app.ts';
import { askStatus } from '../commands/ask-status.ts';
import { type CheckCommand, exitCodeOfCheck, jsonOfCheck } from '../commands/check-command.ts';
import { checkFile } from '../commands/check-file.ts';
import { exitCodeOfStatus, type ProgramCommand, reportOfStatus, usageOfStatus } from '../commands/program-command.ts';
import { createRequestBox } from '../commands/request-box.ts';
import { exitCodeOf, reportOf, type SendCommand, untaken, wrongUseIn } from '../commands/send-command.ts';
import { textOfCheck, usageOfCheck } from '../commands/signature-words.ts';
import { createDocumentReader } from '../reader-thread/document-reader.ts';
import { createFirstStart } from './first-start.ts';
import { ownAppImage } from './own-app-image.ts';
import { startProgram } from './programs.ts';
import { systemLocale, systemTexts } from './system-texts.ts';

/** An app that starts on a slow computer needs its time before it can be handed anything. */
const COLD_START_MS = 20_000;

/** Returns the arguments with which a start of our own is the same app with the same data. */
function ownArguments(): string[] {
  const dataFolder = app.commandLine.getSwitchValue('user-data-dir');
  return [
    ...(app.isPackaged ? [] : [app.getAppPath()]),
    ...(dataFolder === '' ? [] : [`--user-data-dir=${dataFolder}`]),
    ...(process.argv.includes('--no-sandbox') ? ['--no-sandbox'] : []),
  ];
}

/** Sends our arguments to a running app. Returns false if no app is running. */
function handOver(args: readonly string[]): boolean {
  if (!app.requestSingleInstanceLock({ args: [...args], folder: process.cwd() })) return true;
  app.releaseSingleInstanceLock();
  return false;
}

/** Ends a command that failed unexpectedly: a script would wait for it for ever. */
export function fail(error: unknown): void {
  complain(error);
  app.exit(4);
}

function complain(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}

/** Prints a text of a process without a window. Wait for it: the last line may be on its way when the process ends. */
const print = (text: string): Promise<unknown> => new Promise((resolve) => process.stdout.write(text, resolve));

/** Runs `countersign --version` and `countersign status`. Neither starts the app. */
export async function runProgramCommand(command: ProgramCommand): Promise<void> {
  app.dock?.hide();
  if (command.kind === 'wrong') {
    process.stderr.write(usageOfStatus(systemTexts()));
    app.exit(2);
    return;
  }
  if (command.kind === 'help') {
    await print(usageOfStatus(systemTexts()));
    app.exit(0);
    return;
  }
  if (command.kind === 'version') {
    await print(`Countersign ${app.getVersion()}\n`);
    app.exit(0);
    return;
  }
  const folder = app.getPath('userData');
  const firstStart = createFirstStart(folder);
  firstStart.ask();
  const answer = await askStatus({
    box: createRequestBox(folder),
    bring: (id) => handOver(['--hidden', `--request=${id}`]),
    wait: setTimeout,
    ids: command.ids,
  }).catch((error: unknown) => {
    complain(error);
    return 'not-asked' as const;
  });
  // The lock alone says nothing: a full disk refuses it as well.
  const outcome = answer === null && firstStart.isAlone() ? 'not-asked' : answer;
  firstStart.takeBack();
  await print(reportOfStatus(outcome, app.getVersion(), command.json));
  app.exit(exitCodeOfStatus(outcome, command.ids));
}

/** Runs `countersign check FILE`: reads one file in a thread and starts nothing else. */
export async function runCheckCommand(command: CheckCommand, thread: URL): Promise<void> {
  app.dock?.hide();
  if (!command.ok) {
    process.stderr.write(usageOfCheck(systemTexts()));
    app.exit(2);
    return;
  }
  const reader = createDocumentReader({
    thread,
    // The process ends with the file, so there is nothing to remember.
    marks: { left: [], begin: () => undefined, end: () => undefined, close: () => undefined },
    ended: [],
    onEnded: () => undefined,
  });
  const outcome = await checkFile(command.path, reader);
  reader.close();
  const { standingNow } = await import('../signatures/issuers/shipped-issuers.ts');
  const standing = standingNow(Date.now());
  const speech = { t: systemTexts(), locale: systemLocale(), standing };
  await print(command.json ? jsonOfCheck(command.path, outcome, standing) : textOfCheck(command.path, outcome, speech));
  app.exit(exitCodeOfCheck(outcome));
}

/**
 * Runs `countersign send …`: a process without a window, which ends with an exit code for the script that started it.
 */
export async function runSendCommand(command: SendCommand): Promise<void> {
  // macOS shows an icon for each process of a program with windows.
  app.dock?.hide();
  if (!command.ok) {
    process.stderr.write(wrongUseIn(systemTexts(), command.wrong));
    app.exit(2);
    return;
  }
  const program = ownAppImage(process.env, process.execPath) ?? process.execPath;
  const folder = app.getPath('userData');
  const firstStart = createFirstStart(folder);
  let startedAt: number | null = null;
  let isHanded = false;
  const outcome = await askApp(command.request, {
    box: createRequestBox(folder),
    bring(id) {
      const args = ['--hidden', `--request=${id}`];
      firstStart.ask();
      isHanded = handOver(args);
      if (isHanded || (startedAt !== null && performance.now() - startedAt < COLD_START_MS)) return;
      startedAt = performance.now();
      startProgram(program, [...ownArguments(), ...args]);
    },
    isAppRunning: () => handOver(['--hidden']),
    // Another command may have had the lock for a moment: ask once more.
    isRefused: () => isHanded && firstStart.isAlone() && handOver(['--hidden']),
    onFault: complain,
    wait: setTimeout,
  }).catch(complain);
  firstStart.takeBack();
  const text = () => systemTexts()('command.notStarted', { folder });
  const answer = outcome === 'untaken' ? untaken(command.request, text()) : (outcome ?? null);
  await print(reportOf(answer, command.json, systemTexts));
  app.exit(exitCodeOf(answer));
}
