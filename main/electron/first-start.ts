import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How long a running app may take to answer, in looks and time between them. It only reads one message. */
const LOOKS = 40;
const BETWEEN_LOOKS_MS = 50;

/**
 * Tells whether another start of the app runs. The lock alone cannot: Electron also refuses it on a full disk or in a
 * folder that cannot be written. So a later start leaves a question, and the first one answers by deleting it.
 */
export function createFirstStart(dataFolder: string) {
  const folder = join(dataFolder, 'starts');
  const question = join(folder, randomUUID());
  return {
    ask(): void {
      try {
        mkdirSync(folder, { recursive: true });
        writeFileSync(question, '');
      } catch {
        // Without a place for the question nobody answers, and the person is told.
      }
    },
    /** Answers all questions, also those of starts that were killed. */
    answer(): void {
      try {
        for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
      } catch {
        // The later start says that nothing answered.
      }
    },
    async isAnswered(wait: (ms: number) => Promise<void>): Promise<boolean> {
      if (!existsSync(question)) return false;
      for (let look = 0; look < LOOKS; look += 1) {
        // oxlint-disable-next-line no-await-in-loop -- looked at again until the time is over
        await wait(BETWEEN_LOOKS_MS);
        if (!existsSync(question)) return true;
      }
      rmSync(question, { force: true });
      return false;
    },
  };
}
