import { expect, test } from 'vitest';
import { installerRuns, signing } from './installers.ts';

const targets = (system: NodeJS.Platform) =>
  installerRuns(system)
    .map((run) => run.filter((arg) => !arg.startsWith('-')).join(' '))
    .toSorted();

test('every installer of each system is made', () => {
  expect(targets('win32')).toEqual(['msi', 'nsis']);
  expect(targets('darwin')).toEqual(['dmg zip', 'pkg']);
  expect(targets('linux')).toEqual(['AppImage', 'deb rpm']);
});

test('installers that IT rolls out do not look for updates', () => {
  for (const system of ['win32', 'darwin', 'linux'] as const)
    for (const run of installerRuns(system)) {
      const isForIt = run.some((arg) => ['msi', 'pkg', 'deb', 'rpm'].includes(arg));
      expect(run.includes('-c.publish.provider=generic')).toBe(!isForIt);
    }
});

test('nothing is packed as signed without what signing needs', () => {
  expect(signing('linux', {})).toEqual({ possible: false, reason: expect.stringContaining('COUNTERSIGN_UPDATE_KEY') });
  const key = { COUNTERSIGN_UPDATE_KEY: 'key' };
  expect(signing('linux', key)).toEqual({ possible: true, args: [] });
  expect(signing('win32', { ...key, WIN_CSC_LINK: 'a' })).toMatchObject({ possible: false });
  expect(signing('darwin', { ...key, CSC_LINK: 'a', CSC_KEY_PASSWORD: '' })).toMatchObject({ possible: false });
  const certificate = { ...key, WIN_CSC_LINK: 'a', WIN_CSC_KEY_PASSWORD: 'b' };
  expect(signing('win32', certificate)).toEqual({
    possible: false,
    reason: expect.stringContaining('WIN_PUBLISHER_NAME'),
  });
  expect(signing('win32', { ...certificate, WIN_PUBLISHER_NAME: 'CN=A, O=B, C=CH' })).toEqual({
    possible: true,
    args: ['-c.forceCodeSigning=true', '-c.win.signtoolOptions.publisherName=CN=A, O=B, C=CH'],
  });
});

test('a Mac app is signed only together with what its PKG and notarising need', () => {
  const notarising = { APPLE_API_KEY: 'c', APPLE_API_KEY_ID: 'd', APPLE_API_ISSUER: 'e' };
  const env = { COUNTERSIGN_UPDATE_KEY: 'key', CSC_LINK: 'a', CSC_KEY_PASSWORD: 'b', ...notarising };
  const forPkg = { CSC_INSTALLER_LINK: 'f', CSC_INSTALLER_KEY_PASSWORD: 'g' };
  expect(signing('darwin', env)).toEqual({
    possible: false,
    reason: expect.stringContaining('CSC_INSTALLER_LINK'),
  });
  expect(signing('darwin', { ...env, ...forPkg, APPLE_API_KEY: '' })).toMatchObject({ possible: false });
  expect(signing('darwin', { ...env, ...forPkg })).toEqual({ possible: true, args: ['-c.forceCodeSigning=true'] });
});
