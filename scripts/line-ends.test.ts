import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { unless } from '../test/only-where.ts';

const root = join(import.meta.dirname, '..');
const obstacle = existsSync(join(root, '.git')) ? null : 'this is no clone of the repository';

test('git on Windows checks out the ends of lines that the format check wants', unless(obstacle), () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-checkout-'));
  try {
    const files = [
      'package.json',
      'scripts/build.ts',
      'scripts/with-display.sh',
      'electron-builder.yml',
      'assets/icon.png',
    ];
    // Git for Windows is installed with this setting.
    const asOnWindows = ['-c', 'core.autocrlf=true', '-c', 'core.eol=crlf'];
    execFileSync('git', [...asOnWindows, 'checkout-index', `--prefix=${folder}${sep}`, '--', ...files], { cwd: root });
    for (const file of files) {
      const committed = execFileSync('git', ['cat-file', 'blob', `:${file}`], { cwd: root });
      expect(readFileSync(join(folder, file)).equals(committed)).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
