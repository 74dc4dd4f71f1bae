import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

/**
 * A copy of this whole computer in which a command may change everything: an overlay over `/` that only its process sees.
 * What it wrote lies in `upper` and goes with it. The project and the temporary folder
 * may be other disks, which an overlay does not show: they are the computer's own.
 */
const script = `
set -e
folder="$1"; shift
mount -t tmpfs none "$folder"
mkdir "$folder/upper" "$folder/work" "$folder/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$folder/root"
mount --rbind /dev "$folder/root/dev"
mount -t proc proc "$folder/root/proc"
command="$1"; shift
for visible in "$@"; do
  mkdir -p "$folder/root$visible"
  mount --rbind "$visible" "$folder/root$visible"
done
code=0
chroot "$folder/root" /bin/bash -c "$command" || code=$?
echo '--- changed'
cd "$folder/upper"
find . \\( -type f ! -exec cmp -s '{}' '/{}' \\; -o -type l -o -type c \\) -printf '/%P\\n' | sort
exit $code
`;

const mark = '--- changed\n';
/** What the command itself said. */
export const saidIn = (output: string): string => output.split(mark)[0] ?? '';

/** The program and arguments that run a command in a copy of this computer, kept in this empty folder. */
export function enterPrivateSystem(folder: string, command: string): readonly string[] {
  return ['unshare', '--mount', '--', 'bash', '-c', script, 'bash', folder, command, tmpdir(), root];
}

interface Trial {
  readonly said: string;
  /** Files that differ after it. */
  readonly changed: readonly string[];
}

/** Runs a command of the shell in a copy of this computer. */
export async function inPrivateSystem(command: string): Promise<Trial> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-system-'));
  try {
    const [program = '', ...args] = enterPrivateSystem(folder, command);
    const { stdout } = await promisify(execFile)(program, args, { timeout: 300_000, maxBuffer: 50_000_000 });
    const [said = '', changed = ''] = stdout.split(mark);
    return { said, changed: changed.split('\n').filter((line) => line !== '') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Why there can be no such copy here, in a sentence. Null: there can. */
export function privateSystemObstacle(): string | null {
  if (process.getuid?.() !== 0) return 'only root can install packages';
  const folder = mkdtempSync(join(tmpdir(), 'countersign-system-'));
  try {
    const [program = '', ...args] = enterPrivateSystem(folder, 'true');
    const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 });
    if (status === 0) return null;
    return `this computer allows no overlay: ${error?.message ?? stderr.trim().split('\n').at(-1)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
