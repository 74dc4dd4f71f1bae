import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Download {
  /** What downloads, and where that shows as files that grow. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly env: NodeJS.ProcessEnv;
  readonly folders: readonly string[];
  /** Says that the other side can be reached. Where it cannot, less patience is enough. */
  readonly reachable: (patience: AbortSignal) => Promise<boolean>;
  readonly patience: { readonly unreachable: number; readonly silent: number };
}

/** Files come and go while this looks. */
function bytesBelow(folder: string): number {
  let bytes = 0;
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    // Not there yet, or not any more.
  }
  return bytes;
}

/**
 * Runs a download to its end, and ends it when nothing has come for a while: a network that swallows everything would
 * otherwise keep the person waiting for minutes.
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
    // What was downloaded before is unpacked without any network.
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
