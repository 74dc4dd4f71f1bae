import { expect, test } from 'vitest';
import { isIconShown } from './status-host.ts';

test.each([
  ['(<true>,)\n', true],
  ['(<false>,)\n', false],
  ['', false],
  ['nonsense (<true>,)', false],
  [null, false],
])('on Linux the answer %j means %s', async (answer, shown) => {
  expect(await isIconShown('linux', async () => answer)).toBe(shown);
});

test.each(['win32', 'darwin'] as const)('%s always shows the icon, and is not asked', async (platform) => {
  const ask = () => Promise.reject(new Error('asked'));
  expect(await isIconShown(platform, ask)).toBe(true);
});
