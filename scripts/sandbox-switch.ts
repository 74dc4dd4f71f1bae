import { readFileSync } from 'node:fs';

export interface SandboxFacts {
  /** The user's number, where the system has numbers. Root is 0. */
  readonly uid: number | undefined;
  /** The system lets only programs with a profile of AppArmor make a sandbox, as Ubuntu does since 24.04. */
  readonly isRestricted: boolean;
}

/** Whether the unpacked Electron of a clone has to start without a sandbox, and a sentence about that for the person. */
export function sandboxSwitch({ uid, isRestricted }: SandboxFacts): {
  readonly args: readonly string[];
  readonly note: string | null;
} {
  if (uid === 0) return { args: ['--no-sandbox'], note: null };
  if (!isRestricted) return { args: [], note: null };
  return {
    args: ['--no-sandbox'],
    note: 'This system lets only programs with an AppArmor profile make a sandbox, and the Electron of a clone has none: it starts without. The installed deb has a profile.',
  };
}

export function readSandboxFacts(): SandboxFacts {
  let isRestricted = false;
  try {
    isRestricted = readFileSync('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', 'utf8').trim() === '1';
  } catch {
    // Another system, or one without AppArmor.
  }
  return { uid: process.getuid?.(), isRestricted };
}

interface ElectronLine {
  readonly electron: string;
  /** The folder of the clone. */
  readonly root: string;
  readonly args: readonly string[];
  /** A program that gives Electron a display. Null: there is one. */
  readonly displayMaker: string | null;
}

/** The command that starts the Electron of a clone, and a word about its sandbox. */
export function electronLine(
  { electron, root, args, displayMaker }: ElectronLine,
  facts: SandboxFacts,
): { readonly line: readonly string[]; readonly note: string | null } {
  const sandbox = sandboxSwitch(facts);
  const display = displayMaker === null ? [] : [displayMaker, '-a'];
  return {
    line: [...display, electron, root, '--remote-debugging-port=0', ...sandbox.args, ...args],
    note: sandbox.note,
  };
}
