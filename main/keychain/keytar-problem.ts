import type { KeychainProblem } from './keychain.ts';

type Complaint = Exclude<KeychainProblem['kind'], 'too-large' | 'timed-out'>;

/**
 * keytar hands on the system's own message and no code, so the message is all there is to go by. What is not known here
 * (Windows speaks the person's language) counts as unavailable and shows its text.
 */
const known: readonly (readonly [RegExp, Complaint])[] = [
  // Linux, from gnome-keyring and from the Secret Service's own error names
  [/locked (collection|object)|\bIsLocked\b/i, 'locked'],
  [/prompt was dismissed|operation was cancelled|AccessDenied|AppArmor/i, 'denied'],
  // macOS, as SecCopyErrorMessageString words them
  [/user interaction is (not allowed|required)/i, 'locked'],
  [/user cancell?ed|passphrase you entered is not correct|no access control|write permissions? error/i, 'denied'],
  [/unable to decode/i, 'corrupt'],
  // Windows, in English
  [/access is denied/i, 'denied'],
];

const longestDetail = 300;

export function toKeychainProblem(cause: unknown): KeychainProblem {
  const message = cause instanceof Error ? cause.message : String(cause);
  const detail = message.replace(/\s+/g, ' ').trim().slice(0, longestDetail);
  return { kind: known.find(([pattern]) => pattern.test(message))?.[1] ?? 'unavailable', detail };
}
