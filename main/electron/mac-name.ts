/** Finds the id of the computer in the output of `ioreg` of macOS. */
const idOfMac = (printed: string): string | null =>
  /"IOPlatformUUID"\s*=\s*"([0-9A-Fa-f-]{36})"/.exec(printed)?.[1] ?? null;

const LONGEST_MS = 2_000;

type AskProgram = (program: string, args: readonly string[], longestMs: number) => Promise<string | null>;

/** Returns a lasting name of a Mac, whose host name changes with its network. Null: the system does not tell. */
export async function macName(ask: AskProgram): Promise<string | null> {
  const printed = await ask('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'], LONGEST_MS);
  return printed === null ? null : idOfMac(printed);
}
