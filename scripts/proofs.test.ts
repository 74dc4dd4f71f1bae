import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = dirname(import.meta.dirname);

test('each proof that docs/admin.md names is a test of that name', () => {
  const admin = readFileSync(join(root, 'docs/admin.md'), 'utf8');
  const rows = [...admin.matchAll(/^\| \d+ \| .*? \| `([^`]+)` \| (.*?) \| [^|]+ \|$/gm)];
  expect(rows.length).toBeGreaterThanOrEqual(17);
  const missing = rows.filter(([, file = '', name = '']) => !readFileSync(join(root, file), 'utf8').includes(name));
  expect(missing.map(([row]) => row)).toEqual([]);
});
