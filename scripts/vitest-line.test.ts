import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failuresOnly, program, vitestLine } from './vitest-line.ts';

test('prints failing tests only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-vitest-'));
  try {
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {}');
    writeFileSync(
      join(folder, 'some.test.js'),
      `for (let n = 0; n < 300; n += 1) test('passes ' + n, () => console.log('chatter'));
       test('breaks', () => expect('what it is').toBe('what it should be'));`,
    );
    const report = join(folder, 'report.json');
    const [command = '', ...args] = vitestLine('--root', folder, '--config', 'vitest.config.mjs', '--globals');
    const env = { ...process.env, NO_COLOR: '1' };
    const { stdout, stderr, status } = spawnSync(command, [...args, ...failuresOnly(report)], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    const output = stdout + stderr;
    expect(status).toBe(1);
    expect(output).toMatch(/some\.test\.js > breaks/);
    expect(output).toContain('what it should be');
    expect(output).not.toMatch(/passes \d|chatter|[·.]{5}/);
    expect(output).not.toContain('\u001b');
    expect(output.split('\n').length).toBeLessThan(40);
    expect(existsSync(report)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('scripts start only existing programs, and none that needs a shell on Windows', () => {
  for (const name of readdirSync(import.meta.dirname)) {
    if (!/\.(ts|mjs)$/.test(name) || name.includes('.test.')) continue;
    const source = readFileSync(join(import.meta.dirname, name), 'utf8');
    expect([name, /node_modules\/\.bin|'\.bin'/.test(source)]).toEqual([name, false]);
    for (const [, path = ''] of source.matchAll(/program\('([^']+)'\)/g))
      expect([path, existsSync(program(path))]).toEqual([path, true]);
  }
});
