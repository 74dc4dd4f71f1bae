// `npm run check [-- COMMIT]`: format, lint, types, boundaries, unused code, and the unit tests that a change since that
// commit can reach. Without a commit: what is not committed yet, or else the last commit.
import { execFileSync } from 'node:child_process';
import { checks, inLanes } from './checks.ts';
import { conclude, tool } from './suite.ts';
import { vitestLine } from './vitest-line.ts';

const isClean = () => execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }) === '';
const since = process.argv[2] ?? (isClean() ? 'HEAD~1' : 'HEAD');
const projects = ['unit', 'electron'].flatMap((name) => ['--project', name]);
const [, ...line] = vitestLine(
  '--config',
  'test/vitest.config.ts',
  ...projects,
  `--changed=${since}`,
  '--passWithNoTests',
  '--reporter=minimal',
);
process.exitCode = conclude(await inLanes([() => tool(`units since ${since}`, ...line), ...checks])) ? 0 : 1;
