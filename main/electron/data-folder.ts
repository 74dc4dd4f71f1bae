import { win32 } from 'node:path';

interface Facts {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A data folder was chosen on the command line. */
  readonly isChosen: boolean;
  /** Returns the folder of Electron's data on Windows, which travels with a roaming profile. */
  readonly roaming: () => string;
  readonly hasJournal: (folder: string) => boolean;
}

/**
 * Returns the data folder, if it is another one than Electron's. Windows copies the roaming part of a profile at each
 * sign-in and sign-out: our copies of files may be gigabytes, and two computers would write one journal. So the data
 * stays on the computer, beside the witness and not in its folder, or a backup would bring both back together. Data of
 * an earlier version stays where it is.
 */
export function localDataFolder({ platform, env, isChosen, roaming, hasJournal }: Facts): string | null {
  const local = env['LOCALAPPDATA'] ?? '';
  if (platform !== 'win32' || isChosen || local === '' || hasJournal(roaming())) return null;
  return win32.join(local, 'Countersign Data');
}
