import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The classes that a component takes from its style sheets, and that are not there: it would look like plain text. */
function missingClasses(file: string): readonly string[] {
  const code = readFileSync(join(root, file), 'utf8');
  return [...code.matchAll(/import (\w+) from '(.+\.module\.css)'/g)].flatMap(([, styles = '', sheet = '']) => {
    const css = readFileSync(join(root, dirname(file), sheet), 'utf8');
    const known = new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name));
    const used = [...code.matchAll(new RegExp(`\\b${styles}\\['([\\w-]+)'\\]`, 'g'))].map(([, name]) => name);
    return [...new Set(used)].filter((name) => !known.has(name)).map((name) => `${file}: ${styles} ${name}`);
  });
}

test('every class of a component is in its style sheet', () => {
  const files = globSync('renderer/**/*.tsx', { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(missingClasses)).toEqual([]);
});
