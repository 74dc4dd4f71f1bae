import { execFile, spawn } from 'node:child_process';

/** Runs a program of the system and returns its output. Null: the program is missing, failed, or took too long. */
export function askProgram(program: string, args: readonly string[], longestMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, [...args], { timeout: longestMs, windowsHide: true }, (error, output) =>
      resolve(error === null ? output : null),
    );
  });
}

/** Starts a program that outlives this process. Reports a program that could not be started. */
export function startProgram(program: string, args: readonly string[]): void {
  const child = spawn(program, [...args], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}
