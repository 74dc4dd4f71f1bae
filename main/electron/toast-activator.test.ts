import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nameToastActivator, toastActivator } from './toast-activator.ts';

test.each([
  ['win32', true, [toastActivator]],
  ['win32', false, []],
  ['darwin', true, []],
  ['linux', true, []],
] as const)('on %s, installed %j, the classes %j are named', (platform, isPackaged, expected) => {
  const named: string[] = [];
  nameToastActivator({ isPackaged, setToastActivatorCLSID: (id) => void named.push(id) }, platform);
  expect(named).toEqual(expected);
});

test('it is a class that Windows can read, and the uninstaller removes it', () => {
  expect(toastActivator).toMatch(/^[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}$/);
  const installer = readFileSync(new URL('../../assets/installer.nsh', import.meta.url), 'utf8');
  const [, removed = ''] = installer.split('!macro customUnInstall');
  expect(removed).toContain(String.raw`DeleteRegKey HKCU "Software\Classes\CLSID\{${toastActivator}}"`);
});
