import { z } from 'zod';

/**
 * What a person is told when something did not work. The key names three sentences in every language:
 * what happened, what it means, what to do. `details` is for support and never holds a secret.
 */
export const problemKeys = [
  // connection
  'connection-file-unreadable',
  'connection-incomplete',
  'connection-limit',
  'connections-unreadable',
  // reaching the service
  'name-not-found',
  'unreachable',
  'timed-out',
  'certificate',
  'certificate-expired',
  'certificate-not-yet-valid',
  'certificate-other-name',
  'certificate-unknown-authority',
  'proxy',
  'proxy-credentials',
  'tls',
  'proxy-unreachable',
  'proxy-unsupported',
  'connection-dropped',
  'aborted',
  'address-unsafe',
  'captive-portal',
  'service-busy',
  'service-down',
  'unexpected-answer',
  'wrong-address',
  'not-allowed',
  'refused',
  'too-large',
  'file-unreadable',
  'file-changed',
  'document-gone',
  // signing in
  'signed-out',
  'password-refused',
  'client-refused',
  'token-refused',
  'paste-empty',
  'paste-no-username',
  'paste-no-password',
  'paste-ambiguous',
  'paste-too-long',
  'paste-other-visit',
  // keychain
  'keychain-unavailable',
  'keychain-locked',
  'keychain-denied',
  'keychain-too-large',
  'keychain-lost',
  'keychain-timed-out',
  'keychain-corrupt',
  // key pair
  'key-missing',
  'key-damaged',
  'key-not-removed',
  'key-next-exists',
  'key-nothing-next',
  'key-kid-taken',
  // this computer
  'file-not-written',
  'authority-unusable',
  'journal-newer',
  'journal-damaged',
  'journal-in-use',
  'journal-recovered',
  'journal-disk-full',
  'journal-disk-error',
  'journal-read-only',
  'journal-not-reachable',
  'journal-unexpected',
  'option-unknown',
  'option-file-missing',
  'browser-not-opened',
  'unknown',
] as const;

const problemKey = z.enum(problemKeys);
export type ProblemKey = z.infer<typeof problemKey>;

export const problem = z.object({
  key: problemKey,
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  details: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;
