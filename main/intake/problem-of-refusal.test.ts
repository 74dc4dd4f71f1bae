import { expect, test } from 'vitest';
import { problemOfRefusal } from './problem-of-refusal.ts';
import { refusalOfSource } from './refusal.ts';

const refused = (code: string) => refusalOfSource(Object.assign(new Error(code), { code }));

test('a folder that macOS keeps closed is told as that, and not as a file of somebody else', () => {
  expect(problemOfRefusal(refused('EPERM'), 'a.pdf', 'darwin').key).toBe('refused-by-macos');
  expect(problemOfRefusal(refused('EACCES'), 'a.pdf', 'darwin').key).toBe('file-no-permission');
  // Node's word for "access denied" on Windows.
  expect(problemOfRefusal(refused('EPERM'), 'a.pdf', 'win32').key).toBe('file-no-permission');
});
