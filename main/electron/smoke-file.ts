import { writeFileSync } from 'node:fs';
import type { Keychain } from '../keychain/keychain.ts';

const option = '--smoke-file=';

interface SmokeDeps {
  readonly args: readonly string[];
  readonly version: string;
  /** Returns the address of the page in the window, or null without a window. */
  readonly page: () => string | null;
  readonly keychain: Pick<Keychain, 'check'>;
  readonly quit: () => void;
}

/**
 * Writes what the app found to `--smoke-file=PATH` and quits. This proves that an installed app starts, where no test
 * can look inside.
 */
export async function writeSmokeFile({ args, version, page, keychain, quit }: SmokeDeps): Promise<void> {
  const path = args.find((arg) => arg.startsWith(option))?.slice(option.length) ?? '';
  if (path === '') return;
  const { electron, node } = process.versions;
  const { kind } = await keychain.check();
  writeFileSync(path, `${JSON.stringify({ version, electron, node, page: page(), keychain: kind })}\n`);
  quit();
}
