import type { SignInTest } from '../../../preload/contract/connection.ts';

export const testSteps = ['token', 'person', 'modes'] as const;

/** Tells whether the last test of this connection found nothing wrong. */
export const hasPassed = (test: SignInTest | null, connectionId: string): boolean =>
  test?.connectionId === connectionId && testSteps.every((step) => ['done', 'skipped'].includes(test[step].state));
