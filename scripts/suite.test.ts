import { expect, test } from 'vitest';
import { countReport } from './suite.ts';

const ran = (status: string, obstacle?: string) => ({
  fullName: `a test that ${status}`,
  status,
  meta: obstacle === undefined ? {} : { obstacle },
});
const report = (...results: readonly ReturnType<typeof ran>[]) => ({
  numTotalTests: results.length,
  numPassedTests: results.filter(({ status }) => status === 'passed').length,
  testResults: [{ name: '/test/e2e/send.test.ts', startTime: 0, endTime: 2_400, assertionResults: results }],
});

test('what this computer cannot run is counted apart, with the reason', () => {
  const found = countReport(report(ran('passed'), ran('failed'), ran('skipped', 'only root can')));
  expect(found).toEqual({
    passed: 1,
    failed: 1,
    skipped: ['a test that skipped: only root can'],
    slowest: ['send 2 s'],
  });
});

test('a test that is skipped without a reason counts as failed, and so does one that failed beside a reason', () => {
  const results = [ran('skipped'), ran('todo', 'later'), ran('pending'), ran('failed', 'only root can')];
  expect(countReport(report(...results))).toMatchObject({ passed: 0, failed: 4, skipped: [] });
});
