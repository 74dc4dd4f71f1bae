import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { isLeftToAdministrators } from '../main/policy/windows-acl.ts';
import { policyFolderSddl, withPolicyFolder } from './msi-project.ts';

const root = dirname(import.meta.dirname);
const builder = dirname(createRequire(import.meta.url).resolve('app-builder-lib/package.json'));
const template = readFileSync(join(builder, 'templates/msi/template.xml'), 'utf8');
const resolver = z.object({
  resolveFunction: z.custom<(...given: readonly unknown[]) => Promise<(path: string) => Promise<void>>>(),
});

test('the MSI makes the folder of the policy so that the app believes what is in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-msi-'));
  const project = join(folder, 'project.wxs');
  writeFileSync(project, template);
  // The hook as electron-builder finds it by our configuration.
  const { msiProjectCreated } = z
    .object({ msiProjectCreated: z.string() })
    .parse(parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')));
  const { resolveFunction } = resolver.parse(createRequire(import.meta.url)(join(builder, 'out/util/resolve.js')));
  await (await resolveFunction('module', msiProjectCreated, 'msiProjectCreated', root))(project);
  const written = readFileSync(project, 'utf8');
  rmSync(folder, { recursive: true });
  const sddl = /<CreateFolder><PermissionEx Sddl="([^"]+)"\/><\/CreateFolder>/.exec(written)?.[1] ?? '';
  expect(sddl).toBe(policyFolderSddl);
  expect(isLeftToAdministrators(sddl)).toBe(true);
  expect(written).toMatch(/<Directory Id="CommonAppDataFolder">\s*<Directory Id="POLICYFOLDER" Name="Countersign"\/>/);
  // Windows Installer reads this table since version 5.
  expect(written).toContain('InstallerVersion="500"');
});

test('the folder is owned as NSIS makes it', () => {
  const script = readFileSync(join(root, 'assets/installer.nsh'), 'utf8');
  expect(script).toContain('*S-1-5-32-544:(OI)(CI)F *S-1-5-18:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX');
  expect(policyFolderSddl.match(/A;OICI;\w+;;;\w+/g)).toEqual([
    'A;OICI;FA;;;SY',
    'A;OICI;FA;;;BA',
    'A;OICI;0x1200a9;;;BU',
  ]);
});

test('a project of another form stops the packing', () => {
  expect(() => withPolicyFolder('<Wix></Wix>')).toThrow('TARGETDIR');
  expect(() => withPolicyFolder(template.replace('</ComponentGroup>', ''))).toThrow('ComponentGroup');
});
