import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the image begins in an AppImage; the runtime before it is filled up to this length. */
const runtimeBytes = 4096;

/** Unpacks the image where the real runtime mounts it, and starts the same AppRun. */
const runtime = `#!/bin/sh
set -e
APPIMAGE="$(readlink -f "$0")"
APPDIR="$(mktemp -d)/app"
trap 'rm -rf "\${APPDIR%/app}"' EXIT
unsquashfs -q -n -o ${runtimeBytes} -d "$APPDIR" "$APPIMAGE" >/dev/null
export APPIMAGE APPDIR
"$APPDIR/AppRun" "$@" &
app=$!
trap 'kill -TERM $app' TERM INT
wait $app || true
wait $app
exit
`;

const pathOf = (program: string) => execFileSync('which', [program], { encoding: 'utf8' }).trim();

/** Lays out the tools that electron-builder would download. Returns the variables that lead it there. */
export function linuxTools(folder: string): NodeJS.ProcessEnv {
  const appImage = join(folder, 'appimage');
  mkdirSync(join(appImage, 'runtimes'), { recursive: true });
  for (const cpu of ['x64', 'arm64']) {
    mkdirSync(join(appImage, 'lib', cpu), { recursive: true });
    writeFileSync(join(appImage, 'runtimes', `runtime-${cpu}`), runtime.padEnd(runtimeBytes, '\n'));
  }
  for (const tool of ['mksquashfs', 'desktop-file-validate']) symlinkSync(pathOf(tool), join(appImage, tool));
  const fpm = join(folder, 'fpm');
  const script = join(import.meta.dirname, 'fpm.ts');
  writeFileSync(fpm, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`, { mode: 0o755 });
  return { APPIMAGE_TOOLS_PATH: appImage, CUSTOM_FPM_PATH: fpm };
}
