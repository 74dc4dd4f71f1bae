import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('the page of parts shows every part of the window', () => {
  const page = readFileSync(join(root, 'test/ui/page.tsx'), 'utf8');
  // They show what is given to them, and look like nothing themselves.
  const invisible = ['lazy-part.tsx', 'rows-in-sight.tsx'];
  const parts = readdirSync(join(root, 'renderer/ui')).filter(
    (name) => name.endsWith('.tsx') && !name.includes('.test.') && !invisible.includes(name),
  );
  expect(parts.length).toBeGreaterThan(15);
  expect(parts.filter((name) => !page.includes(`renderer/ui/${name}'`))).toEqual([]);
});
