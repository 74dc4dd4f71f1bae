import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };

test('keytar is all that is shipped beside what was built, under its own name from the maintained package', () => {
  expect(manifest.dependencies).toEqual({ keytar: 'npm:@github/keytar@7.10.6' });
  expect(lock.packages['node_modules/keytar']).toMatchObject({
    name: '@github/keytar',
    version: '7.10.6',
    integrity: expect.stringMatching(/^sha512-/),
  });
});
