/** Asks a program of the system. Null: no answer. */
type Ask = (program: string, args: readonly string[], longestMs: number) => Promise<string | null>;

/** The desktop answers in milliseconds, but not while a computer that was just started is busy. */
const LONGEST_MS = 5_000;
const watcher = 'org.kde.StatusNotifierWatcher';
const question =
  `call --session -d ${watcher} -o /StatusNotifierWatcher -m org.freedesktop.DBus.Properties.Get ${watcher} IsStatusNotifierHostRegistered`.split(
    ' ',
  );

/**
 * Tells whether the desktop shows our icon. Electron cannot tell: on Linux a desktop without a place for icons (plain
 * GNOME) takes it and shows nothing. Ask each time: an extension may add or remove such a place.
 */
export async function isIconShown(platform: NodeJS.Platform, ask: Ask): Promise<boolean> {
  if (platform !== 'linux') return true;
  const answer = await ask('gdbus', question, LONGEST_MS);
  return answer !== null && /^\(<true>,\)\s*$/.test(answer);
}
