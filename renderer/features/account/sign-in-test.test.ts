import { expect, test } from 'vitest';
import type { SignInTest, SignInTestStep } from '../../../preload/contract/connection.ts';
import { hasPassed } from './sign-in-test.ts';

const done: SignInTestStep = { state: 'done' };
const failed = (key: 'not-allowed' | 'wrong-address' | 'password-refused'): SignInTestStep => ({
  state: 'failed',
  problem: { key, params: {} },
});

test.each<[string, Partial<SignInTest>, boolean]>([
  ['everything is well', {}, true],
  ['no service is asked for the name', { person: { state: 'skipped' } }, true],
  ['the name is kept from service users', { person: failed('not-allowed') }, true],
  ['the kinds of signature are kept from service users', { modes: failed('not-allowed') }, true],
  ['another server answers for the service', { modes: failed('wrong-address') }, false],
  ['the password is refused', { token: failed('password-refused') }, false],
  ['the kinds of signature are still asked for', { modes: { state: 'running' } }, false],
  ['the name is still asked for', { person: { state: 'running' } }, false],
])('a connection of which %s', (_what, steps, works) => {
  expect(hasPassed({ connectionId: 'c', token: done, person: done, modes: done, ...steps }, 'c')).toBe(works);
  expect(hasPassed({ connectionId: 'c', token: done, person: done, modes: done, ...steps }, 'd')).toBe(false);
});
