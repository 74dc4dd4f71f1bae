import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../files/error-code.ts';

/** A running app only reads one message. We look again after this time, */
const BETWEEN_LOOKS_MS = 50;
/** so often when no process is known that could answer, */
const LOOKS = 40;
/** and so often when one is alive: on a busy computer it may be slow. */
const LOOKS_WHILE_ALIVE = 400;
/** The first start notes its process id in a name. */
const firstName = /^first-(\d+)$/;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, and may be another person's.
    return errorCode(error) === 'EPERM';
  }
}

/**
 * Tells whether another start of the app runs. The lock alone cannot: Electron also refuses it on a full disk or in a
 * folder that cannot be written. So a later start leaves a question, and the first one answers by deleting it.
 */
export function createFirstStart(dataFolder: string) {
  const folder = join(dataFolder, 'starts');
  const question = join(folder, randomUUID());
  let wasAsked = false;

  function names(): readonly string[] {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  }

  function isFirstAlive(): boolean {
    const pids = names().flatMap((name) => firstName.exec(name)?.[1] ?? []);
    return pids.some((pid) => isAlive(Number(pid)));
  }

  return {
    ask(): void {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(question, '', { mode: 0o600 });
        wasAsked = true;
      } catch {
        // Without a place for the question nobody answers, and the person is told.
      }
    },
    /** Answers all questions, also those of starts that were killed. */
    answer(): void {
      try {
        for (const name of readdirSync(folder)) if (!firstName.test(name)) rmSync(join(folder, name), { force: true });
      } catch {
        // The later start says that nothing answered.
      }
    },
    /** Notes that this start has the lock. A kill leaves the note behind, but then its process id no longer exists. */
    note(): void {
      const own = `first-${process.pid}`;
      try {
        for (const name of names()) if (firstName.test(name) && name !== own) rmSync(join(folder, name));
        writeFileSync(join(folder, own), '', { mode: 0o600 });
      } catch {
        // A command waits a little less for this start to answer.
      }
    },
    /** Tells whether no start has answered, and none that has the lock is alive. A living one may only be slow. */
    isAlone(): boolean {
      return !(wasAsked && !existsSync(question)) && !isFirstAlive();
    },
    takeBack(): void {
      try {
        rmSync(question, { force: true });
      } catch {
        // The next first start deletes it.
      }
    },
    /**
     * Waits for the answer of the first start. It often comes early: Electron asks for the lock until the start has our
     * data.
     */
    async isAnswered(wait: (ms: number) => Promise<void>): Promise<boolean> {
      if (!wasAsked) return false;
      for (let look = 0; look < LOOKS || (look < LOOKS_WHILE_ALIVE && isFirstAlive()); look += 1) {
        if (!existsSync(question)) return true;
        // oxlint-disable-next-line no-await-in-loop -- looked at again until the time is over
        await wait(BETWEEN_LOOKS_MS);
      }
      rmSync(question, { force: true });
      return false;
    },
  };
}
