import type { State } from '../../../preload/contract/state.ts';
import type { Chance } from '../simulation/random.ts';
import type { AppProcess } from './app-process.ts';
import { CONNECTION, type OpenedFiles } from './scene.ts';

/** What a person at the window knows. */
export interface Person {
  /** Names of the files they were told are accepted. */
  readonly told: Set<string>;
  /** Those still to be brought. */
  readonly left: OpenedFiles[];
}

export const personWith = (files: readonly OpenedFiles[]): Person => ({ told: new Set(), left: [...files] });

/** What is in the list is accepted, whether an answer said so or not. */
export function look({ submissions }: State, { told, left }: Person): void {
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

/** Tries again what waits for a person, and says of several drafts that the first is it: their content is the same. */
export async function seeTo(app: AppProcess, { submissions }: State, chance: Chance): Promise<void> {
  for (const { id, phase, candidates } of submissions) {
    if (phase !== 'needs-you' || chance.of(0.5)) continue;
    const documentId = candidates[0]?.documentId;
    const adopt = documentId === undefined ? null : ({ kind: 'adopt', documentId } as const);
    await app.call('outbox.command', { id, command: adopt ?? { kind: 'retry' } });
  }
}
