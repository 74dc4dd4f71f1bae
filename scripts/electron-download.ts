import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Download {
  /** The program that downloads. Its files grow in `folders`. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly env: NodeJS.ProcessEnv;
  readonly folders: readonly string[];
  /** Can the server be reached? If not, we wait less. */
  readonly reachable: (patience: AbortSignal) => Promise<boolean>;
  readonly patience: { readonly unreachable: number; readonly silent: number };
}

/** Files may appear and disappear while we count. */
function bytesBelow(folder: string): number {
  let bytes = 0;
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    // The file does not exist yet or was deleted.
  }
  return bytes;
}

/**
 * Runs a download, and ends it if no bytes arrive for a while: in a network that drops all packets, a person would
 * otherwise wait for minutes.
 */
export async function runDownload({ command, env, folders, reachable, patience }: Download): Promise<void> {
  const [program, ...args] = command;
  const child = spawn(program, args, { env, stdio: 'ignore' });
  const over = Promise.withResolvers<void>();
  child.on('error', () => over.resolve());
  child.on('exit', () => over.resolve());

  const size = () => folders.reduce((sum, folder) => sum + bytesBelow(folder), 0);
  const began = performance.now();
  const seen = { size: size(), at: began, allowed: patience.silent };
  const probe = async () => {
    const is = await reachable(AbortSignal.timeout(patience.unreachable));
    // A cached download needs no network.
    if (!is && seen.at === began) seen.allowed = patience.unreachable;
  };
  void probe();
  const look = setInterval(() => {
    const now = size();
    if (now !== seen.size) Object.assign(seen, { size: now, at: performance.now(), allowed: patience.silent });
    else if (performance.now() - seen.at > seen.allowed) child.kill('SIGKILL');
  }, 200);
  await over.promise;
  clearInterval(look);
}
