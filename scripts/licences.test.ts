import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { licencesOf } from './licences.ts';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'countersign-licences-'));
  mkdirSync(join(project, 'out/packages'), { recursive: true });
  put('keytar', { LICENSE: 'MIT text' });
});
afterEach(() => rmSync(project, { recursive: true }));

function put(name: string, files: Readonly<Record<string, string>>, author?: string): void {
  const folder = join(project, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  const manifest = { name, version: '1.0.0', license: 'MIT', main: 'index.js', author };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
}
const note = (bundle: string, ...names: string[]) =>
  writeFileSync(
    join(project, `out/packages/${bundle}.json`),
    JSON.stringify(names.map((name) => `node_modules/${name}`)),
  );

test('every package of every bundle is named once, and each text is there once', () => {
  put('one', { 'LICENSE.md': 'MIT text', 'license-checker.js': 'code' });
  put('two', { 'LICENCE.txt': 'Other text', NOTICE: 'Thanks' });
  note('client', 'one', 'two');
  note('main', 'two');
  const common = { version: '1.0.0', license: 'MIT' };
  expect(licencesOf(project)).toEqual({
    texts: ['MIT text', 'Other text\n\nThanks'],
    packages: [
      { name: 'keytar', ...common, text: 0 },
      { name: 'one', ...common, text: 0 },
      { name: 'two', ...common, text: 1 },
    ],
  });
});

test('the text of the MIT licence is completed by the name of the owner', () => {
  writeFileSync(join(project, 'LICENSE'), 'MIT License\n\nCopyright (c) us\n\nPermission is granted.\n');
  put('bare', {}, 'Anna Muster');
  note('client', 'bare');
  expect(licencesOf(project).texts).toContain('MIT License\n\nCopyright (c) Anna Muster\n\nPermission is granted.');
});

test('a package without its text ends the build', () => {
  put('bare', { 'README.md': 'MIT' });
  note('client', 'bare');
  expect(() => licencesOf(project)).toThrow('bare has no licence text');
});
