import type { KeychainProblem } from './keychain.ts';

type ErrorKind = Exclude<KeychainProblem['kind'], 'too-large' | 'timed-out'>;

/**
 * keytar passes on the system's message without a code, so we recognise errors by their text. Unknown messages, such as
 * those of Windows in other languages, count as unavailable and are shown as they are.
 */
const messages: readonly (readonly [RegExp, ErrorKind])[] = [
  // Linux, from gnome-keyring and from the Secret Service's own error names
  [/locked (collection|object)|\bIsLocked\b/i, 'locked'],
  [/prompt was dismissed|operation was cancelled|AccessDenied|AppArmor/i, 'denied'],
  // macOS, as SecCopyErrorMessageString words them
  [/user interaction is (not allowed|required)/i, 'locked'],
  [/user cancell?ed|passphrase you entered is not correct|no access control|write permissions? error/i, 'denied'],
  [/unable to decode/i, 'corrupt'],
  // In other languages than English, keytar has this text for every fault of a Mac, usually that of a locked keychain.
  [/^an unknown error occurred\.?$/i, 'unknown'],
  // Windows, in English
  [/access is denied/i, 'denied'],
];

const maxDetailCharacters = 300;

export function toKeychainProblem(cause: unknown): KeychainProblem {
  const message = cause instanceof Error ? cause.message : String(cause);
  const detail = message.replace(/\s+/g, ' ').trim().slice(0, maxDetailCharacters);
  return { kind: messages.find(([pattern]) => pattern.test(message))?.[1] ?? 'unavailable', detail };
}
