// Everything `npm test` runs, two at a time: the longest suite, and beside it all the others.
// Ends with `N passed, N failed`.
import { checks, inLanes } from './checks.ts';
import { conclude, show, suite, tool, withKeyring } from './suite.ts';

// The windows need one core, and each suite beside them gets the other. With more processes a window waits for its turn
// so long that bounds against endless waiting end its test.
const oneWorker = { workers: 1 };

const outcomes = [
  show(await tool('build', 'scripts/build.ts')),
  ...(await inLanes([
    // The longest first, so that all lanes end at about the same time.
    () => suite('e2e', { wrapper: withKeyring }),
    // `.ci/run` makes them once for both users.
    ...(process.env['COUNTERSIGN_CHECKED'] === '1' ? [] : checks),
    () => suite('faults', oneWorker),
    () => suite('unit', oneWorker),
    () => suite('electron', oneWorker),
    () => suite('security', { ...oneWorker, wrapper: withKeyring }),
    () => suite('package', { ...oneWorker, wrapper: withKeyring }),
    // The real keychain of Linux. Unit tests use fakes of the other systems' keychains.
    ...(process.platform === 'linux' ? [() => suite('account', oneWorker)] : []),
  ])),
];
process.exitCode = conclude(outcomes) ? 0 : 1;
