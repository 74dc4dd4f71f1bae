import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Secret } from './secret.ts';

test('a secret shows its text only through reveal', () => {
  const secret = new Secret('open sesame');
  const holder = { deep: [{ secret }] };
  const seen = [
    String(secret),
    JSON.stringify(holder),
    inspect(holder, { depth: null, showHidden: true }),
    JSON.stringify(Object.entries(secret)),
  ];
  expect(seen.join('\n')).not.toContain('sesame');
  expect(seen[0]).toBe('[secret]');
  expect(seen[1]).toBe('{"deep":[{"secret":"[secret]"}]}');
  expect(secret.reveal()).toBe('open sesame');
});
