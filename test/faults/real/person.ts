import type { Chance } from '../simulation/random.ts';
import type { AppProcess } from './app-process.ts';
import { CONNECTION, type OpenedFiles } from './scene.ts';
import type { Shown } from './shown.ts';

/** What a simulated person knows from the window. */
export interface Person {
  /** Names of the files that the app accepted. */
  readonly told: Set<string>;
  /** Files that are still to be handed over. */
  readonly left: OpenedFiles[];
}

export const personWith = (files: readonly OpenedFiles[]): Person => ({ told: new Set(), left: [...files] });

/** A file in the list is accepted, even if no answer said so. */
export function look({ submissions }: Shown, { told, left }: Person): void {
  for (const { name } of submissions) {
    told.add(name);
    const at = left.findIndex((one) => one.name === name);
    if (at >= 0) left.splice(at, 1);
  }
}

/** Drops files on the window and presses Send. */
export async function bring(app: AppProcess, { told, left }: Person, files: readonly OpenedFiles[]): Promise<void> {
  const { files: offered } = await app.call('files.offer', { paths: files.map(({ path }) => path) });
  const items = offered.flatMap(({ id, name }) => {
    const found = files.find((one) => one.name === name);
    return found ? [{ fileId: id, choice: files.indexOf(found) }] : [];
  });
  const choices = files.map((file) => file.choices);
  const { results } = await app.call('outbox.submit', { connectionId: CONNECTION, goal: 'send', choices, items });
  for (const [at, result] of results.entries()) {
    const file = files[at];
    if (!result.ok || !file) throw new Error(`not taken: ${JSON.stringify(result)}`);
    told.add(file.name);
    left.splice(left.indexOf(file), 1);
  }
}

/** Retries submissions that wait for a person, and chooses the first of several drafts, as their content is the same. */
export async function seeTo(app: AppProcess, { submissions }: Shown, chance: Chance): Promise<void> {
  for (const { id, phase, candidates } of submissions) {
    if (phase !== 'needs-you' || chance.of(0.5)) continue;
    const documentId = candidates[0]?.documentId;
    const adopt = documentId === undefined ? null : ({ kind: 'adopt', documentId } as const);
    await app.call('outbox.command', { id, command: adopt ?? { kind: 'retry' } });
  }
}
