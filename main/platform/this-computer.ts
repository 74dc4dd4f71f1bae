import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createSmallState } from '../files/small-file.ts';

/** This computer, as other computers that watch the same folder see it. */
export interface Computer {
  readonly id: string;
  readonly name: string;
  readonly user: string;
}

/** Names a computer and the person on it. */
export const whoIs = ({ name, user }: Omit<Computer, 'id'>): string => (user === '' ? name : `${name} (${user})`);

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
 * Returns this computer. Its id lies in the state folder, which is never restored or copied to another computer. If it
 * is lost, our own claims look like those of another computer, and a person decides.
 */
export function thisComputer(stateFolder: string, newId: () => string): Computer {
  const state = createSmallState(join(stateFolder, 'computer.json'), kept.nullable(), null);
  const known = state.read();
  const id = known?.id ?? newId();
  // If it cannot be stored, the next start makes another id, and a person releases the claims of this run.
  if (known === null) state.write({ id });
  return { id, name: hostname().slice(0, 120), user: userName().slice(0, 120) };
}
