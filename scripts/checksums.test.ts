import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unless } from '../test/only-where.ts';
import { writeChecksums } from './checksums.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-sums-'));
  for (const kind of ['.AppImage', '.deb', '.rpm', '-setup.exe', '.msi', '.dmg', '.pkg', '.cdx.json'])
    writeFileSync(join(folder, `Countersign${kind}`), kind);
});
afterEach(() => rmSync(folder, { recursive: true }));
const check = () => execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder, stdio: 'pipe' });

const linuxOnly = process.platform === 'linux' ? null : 'sha256sum is a program of Linux';

test('the sums are those that sha256sum checks, and a changed file is found', unless(linuxOnly), () => {
  expect(writeChecksums(folder)).toHaveLength(8);
  expect(writeChecksums(folder)).toHaveLength(8);
  check();
  expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8').split('\n')).toHaveLength(9);
  writeFileSync(join(folder, 'Countersign.msi'), 'other');
  expect(check).toThrow('sha256sum');
});

test('a release without its list of parts, or of some systems only, gets no sums', () => {
  for (const name of ['Countersign.cdx.json', 'Countersign.pkg']) {
    rmSync(join(folder, name));
    expect(() => writeChecksums(folder)).toThrow(/has no file like/);
  }
});
