import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';

/** This computer, as other computers that watch the same folder see it. */
export interface Computer {
  readonly id: string;
  readonly name: string;
  readonly user: string;
}

const kept = z.object({ id: z.string().min(8).max(64) });

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number without a name.
    return '';
  }
}

/**
 * The id lies in the state folder, which is never restored or copied to another computer. If it is lost, our own claims
 * look like those of another computer, and a person decides.
 */
export function thisComputer(stateFolder: string, newId: () => string): Computer {
  const path = join(stateFolder, 'computer.json');
  const names = { name: hostname().slice(0, 120), user: userName().slice(0, 120) };
  try {
    const found = kept.safeParse(parseJson(readFileSync(path, 'utf8')));
    if (found.success) return { ...names, id: found.data.id };
  } catch {
    // The first start on this computer.
  }
  const id = newId();
  try {
    mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.new`, JSON.stringify({ id }), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch {
    // The next start makes another id, and a person releases the claims of this run.
  }
  return { ...names, id };
}
