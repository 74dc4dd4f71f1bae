// `node scripts/try-workflow.ts [--job linux] [--without WORDS]`: runs the steps of a job one after the other, each in a
// copy of this computer that only it sees, from a fresh clone, and prints a log (out/workflow.log). `--without` leaves out a command.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { enterPrivateSystem, privateSystemObstacle, saidIn } from '../test/package/private-system.ts';
import { readWorkflow } from './workflow-lint.ts';
import { canShow, planOf, runPlan } from './workflow-run.ts';

const { values } = parseArgs({
  options: { job: { type: 'string', default: 'linux' }, without: { type: 'string', multiple: true, default: [] } },
});
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const obstacle = privateSystemObstacle();
if (obstacle !== null) throw new Error(`Nothing was run: ${obstacle}`);
const { jobs } = readWorkflow(readFileSync(join(root, '.github/workflows/desktop.yml'), 'utf8'));
const job = jobs[values.job];
if (!job) throw new Error(`There is no job ${values.job}`);

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const place = mkdtempSync(join(tmpdir(), 'countersign-workflow-'));
const system = mkdtempSync(join(tmpdir(), 'countersign-system-'));
const folder = join(place, 'countersign');
mkdirSync(join(root, 'out'), { recursive: true });
const log = join(root, 'out/workflow.log');
writeFileSync(log, '');
try {
  execFileSync('git', ['-c', 'safe.directory=*', 'clone', '--quiet', '--no-hardlinks', root, folder]);
  const axes = Object.entries(job.strategy?.matrix ?? {}).map(([name, [first = '']]) => [`matrix.${name}`, first]);
  const plan = planOf(job, { values: Object.fromEntries(axes), hasDisplay: canShow() }).map((part) =>
    values.without.includes(part.what) ? { ...part, why: 'left out by hand' } : part,
  );
  const failed = runPlan(plan, {
    folder,
    log,
    said: saidIn,
    enter: (command) => enterPrivateSystem(system, `cd ${quoted(folder)} && bash -e -c ${quoted(command)}`),
  });
  process.stdout.write(failed === null ? '\nAll steps passed\n' : `\nFailed: ${failed}\n`);
  process.exitCode = failed === null ? 0 : 1;
} finally {
  for (const one of [place, system]) rmSync(one, { recursive: true, force: true, maxRetries: 5 });
}
