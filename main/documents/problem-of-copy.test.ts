import { expect, test } from 'vitest';
import type { Failure, FailureKind } from '../signing/failure.ts';
import { problemOfDetails, problemOfDownload } from './problem-of-copy.ts';

const failure = (kind: FailureKind, patch: Partial<Failure> = {}): Failure => ({
  kind,
  certainty: 'refused',
  details: 'why',
  ...patch,
});
const url = 'https://files.example.ch/one?token=secret';

test.each([
  ['unreachable', 'copy-unreachable'],
  ['timed-out', 'copy-unreachable'],
  ['server-error', 'copy-host-busy'],
  ['not-allowed', 'copy-address-refused'],
  ['not-found', 'copy-address-refused'],
  ['unexpected-answer', 'copy-not-sent'],
  ['too-large', 'copy-too-large'],
  // A person mends these, and their sentences are right for every way.
  ['proxy-credentials', 'proxy-credentials'],
  ['certificate', 'certificate'],
] as const)('a download that ends as %s is %s, and names the storage alone', (kind, key) => {
  expect(problemOfDownload(failure(kind), url)).toEqual({ key, params: { host: 'files.example.ch' }, details: 'why' });
});

test('a download behind a redirect names the host that was asked last', () => {
  const redirected = failure('unreachable', { host: 'cdn.example.ch' });
  expect(problemOfDownload(redirected, url)).toMatchObject({ params: { host: 'cdn.example.ch' } });
});

test('a long pause of the storage names its end', () => {
  const paused = failure('busy', { retryAfterMs: 3_600_000, retryAt: 7_200_000 });
  expect(problemOfDownload(paused, url)).toMatchObject({ key: 'service-busy-until', params: { time: 7_200_000 } });
});

test.each([
  ['unreachable', 'copy-unreachable'],
  // The service does know accounts.
  ['not-allowed', 'not-allowed'],
] as const)('details that end as %s are %s', (kind, key) => {
  expect(problemOfDetails(failure(kind), 'https://sign.example.ch/api/v1')).toMatchObject({
    key,
    params: { host: 'sign.example.ch' },
  });
});
