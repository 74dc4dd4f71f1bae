// Everything `npm test` runs, two at a time: the longest suite, and beside it all the others.
// Ends with `N passed, N failed`.
import { checks, inLanes } from './checks.ts';
import { conclude, show, suite, tool, withKeyring } from './suite.ts';

const outcomes = [
  show(await tool('build', 'scripts/build.ts')),
  ...(await inLanes([
    // The longest first, so that all lanes end at about the same time.
    () => suite('e2e', withKeyring),
    // `.ci/run` makes them once for both users.
    ...(process.env['COUNTERSIGN_CHECKED'] === '1' ? [] : checks),
    () => suite('faults'),
    () => suite('unit'),
    () => suite('electron'),
    () => suite('security', withKeyring),
    () => suite('package', withKeyring),
    // The real keychain of Linux. Unit tests use fakes of the other systems' keychains.
    ...(process.platform === 'linux' ? [() => suite('account')] : []),
  ])),
];
process.exitCode = conclude(outcomes) ? 0 : 1;
