// `npm run torture [-- --runs N]`: the generated tests with far larger numbers than `npm test` has time for.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({ options: { runs: { type: 'string', default: '1000000' } } });
if (!/^[1-9]\d{0,8}$/.test(values.runs)) {
  process.stderr.write(`--runs wants a number from 1 to 999999999, not ${values.runs}\n`);
  process.exit(2);
}
const args = ['run', '--config', 'test/vitest.config.ts', '--project', 'faults', '--testTimeout=0'];
process.exitCode =
  spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, COUNTERSIGN_RUNS: values.runs },
  }).status ?? 1;
