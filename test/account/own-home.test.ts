import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownHome } from '../own-home.ts';

test('an app of a test has a home of its own, but on macOS, which finds the login keychain through it', () => {
  expect(ownHome('/tmp/person', 'linux')).toEqual({ HOME: '/tmp/person' });
  expect(ownHome('/tmp/person', 'win32')).toEqual({ HOME: '/tmp/person' });
  expect(ownHome('/tmp/person', 'darwin')).toEqual({});
});

test('no test that starts the app gives it a HOME in another way', () => {
  const tests = join(import.meta.dirname, '..');
  const files = ['e2e', 'security', 'package', 'faults', 'bench', 'standin'].flatMap((folder) =>
    readdirSync(join(tests, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const setters = files
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => /(?<!\w)HOME['"]?\]?(?::| = )/.test(readFileSync(join(tests, name), 'utf8')));
  expect(setters).toEqual([]);
});
