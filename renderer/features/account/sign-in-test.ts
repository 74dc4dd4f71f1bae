import type { SignInTest } from '../../../preload/contract/connection.ts';
import type { ProblemKey } from '../../../preload/contract/problem.ts';

export const testSteps = ['token', 'person', 'modes'] as const;

/** What the service may answer to a question for the kinds of signature although the connection works. */
const harmless: ReadonlySet<string> = new Set<ProblemKey>([
  'not-allowed',
  'quota',
  'service-busy',
  'service-busy-until',
]);

/**
 * Tells whether the last test of this connection found that it works. The name of the service user and the kinds of
 * signature are only shown, so a refusal of them stops nobody.
 */
export function hasPassed(test: SignInTest | null, connectionId: string): boolean {
  if (test?.connectionId !== connectionId) return false;
  const { token, person, modes } = test;
  const isTold = modes.state === 'done' || (modes.state === 'failed' && harmless.has(modes.problem?.key ?? ''));
  return token.state === 'done' && person.state !== 'waiting' && person.state !== 'running' && isTold;
}
