import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('compiled'), value: z.string() }),
  z.object({ kind: z.literal('asked'), value: z.unknown() }),
  z.object({ kind: z.literal('answered'), value: z.unknown() }),
  z.object({ kind: z.literal('told'), value: z.unknown() }),
]);
type Kind = z.infer<typeof entry>['kind'];

export type Recording = ReturnType<typeof recordingIn>;

/** The built app as recording-main.js starts it, and what it has written down so far. */
export function recordingIn(folder: string) {
  const file = join(folder, 'recorded.jsonl');
  const breaking = join(folder, 'break-the-journal');
  const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []);
  return {
    main: new URL('./recording-main.js', import.meta.url).pathname,
    env: { SECURITY_RECORD: file, SECURITY_BREAK: breaking },
    /** As they were written: for a search. */
    lines: (...kinds: Kind[]): readonly string[] =>
      lines().filter((line) => kinds.includes(entry.parse(JSON.parse(line)).kind)),
    /** The text that main made code of. */
    compiled: (): readonly string[] =>
      lines()
        .map((line) => entry.parse(JSON.parse(line)))
        .flatMap(({ kind, value }) => (kind === 'compiled' ? [value] : [])),
    /** The next write of the journal fails. */
    breakJournal: () => writeFileSync(breaking, ''),
  };
}
