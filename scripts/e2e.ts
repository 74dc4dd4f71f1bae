// `npm run e2e [-- FILTER]`: builds, then runs the end-to-end tests; on Linux with a private keyring.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.ts';
import { vitestLine } from './vitest-line.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
await build((line) => process.stdout.write(`${line}\n`));
const line = vitestLine('--config', 'test/vitest.config.ts', '--project', 'e2e', ...process.argv.slice(2));
const [program = '', ...args] =
  process.platform === 'linux' ? [join(root, 'scripts/with-secret-service.sh'), ...line] : line;
process.exitCode = spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
