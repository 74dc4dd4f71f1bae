import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { build } from '../../scripts/build.ts';

const root = join(import.meta.dirname, '../..');

/** What a newcomer and a regular have to do and to read, and how much of long lists is in sight. */
const measured = z.object({
  gestures: z.number(),
  words: z.number(),
  regularGestures: z.number(),
  correctAddress: z.number(),
  sendTwentyHeld: z.number(),
  findOverdue: z.number(),
  remindOne: z.number(),
  remindFour: z.number(),
  namesCut: z.number(),
  narrowRows: z.number(),
  bulkRows: z.number(),
  /** In how many of the three sizes of the looks the field for signees is in sight when the sheet opens. */
  signeeFieldInSight: z.number(),
  /** The words of each screen on the way to the first send. */
  wordsOf: z.record(z.string(), z.number()),
});
export type FirstFigures = z.infer<typeof measured>;

/** Builds, then walks through the real window. On Linux the password of the walk goes into a private keyring. */
export async function first(): Promise<FirstFigures> {
  await build(() => undefined);
  const walk = [process.execPath, join(import.meta.dirname, 'first/walk.ts')];
  const [program = '', ...args] =
    process.platform === 'linux' ? [join(root, 'scripts/with-secret-service.sh'), ...walk] : walk;
  return measured.parse(JSON.parse(execFileSync(program, args, { cwd: root, encoding: 'utf8' })));
}
