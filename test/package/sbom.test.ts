import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { sbom } from '../../scripts/sbom.ts';
import { root } from './packed-app.ts';

test('the list of parts names each package in the app with version, licence and hash', () => {
  const { components } = sbom(root);
  expect(components).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'electron', version: manifest.devDependencies.electron }),
      expect.objectContaining({ name: '@github/keytar', version: '7.10.6', purl: 'pkg:npm/%40github/keytar@7.10.6' }),
      expect.objectContaining({ name: 'react', version: manifest.devDependencies.react }),
    ]),
  );
  const whole = {
    licenses: [expect.anything()],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
  };
  for (const component of components) expect(component).toMatchObject(whole);
  expect(components.map(({ name }) => name)).not.toContain('vitest');
});
