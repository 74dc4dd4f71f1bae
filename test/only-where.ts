/** Tests that a system may not be able to run: `npm test` counts these apart from those that passed or failed. */
import { execFileSync } from 'node:child_process';
import type { TestOptions } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why this test cannot run here. A test that is skipped without a reason counts as failed. */
    obstacle?: string;
  }
}

/** The options of a test that runs only where nothing is in its way. `obstacle`: the reason why not, or null. */
export const unless = (obstacle: string | null): TestOptions =>
  obstacle === null ? {} : { skip: true, meta: { obstacle } };

export const windowsObstacle = process.platform === 'win32' ? 'Windows has no such files and signals' : null;
export const linuxObstacle = process.platform === 'linux' ? null : 'the packages of Linux are made on Linux';
export const everyRightObstacle = process.getuid?.() === 0 ? 'root can list every folder' : windowsObstacle;
export const rootObstacle = process.getuid?.() === 0 ? null : 'only root can make files of root';

/** Runs a program as the root of a namespace of its own: what it mounts is seen by nobody else and goes with it. */
export const ownNamespace = ['/usr/bin/unshare', '--user', '--map-root-user', '--mount'] as const;

function tryToMount(): string | null {
  try {
    const [unshare, ...options] = ownNamespace;
    execFileSync(unshare, [...options, 'sh', '-c', 'mount -t tmpfs none /mnt'], { stdio: 'pipe', timeout: 20_000 });
    return null;
  } catch (error) {
    const said = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    return `this system lets no program mount in a namespace of its own (${said})`;
  }
}

let tried: { readonly obstacle: string | null } | undefined;
export const namespaceObstacle = (): string | null => (tried ??= { obstacle: tryToMount() }).obstacle;
