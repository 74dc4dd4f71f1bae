import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll, extractFile, getRawHeader } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import {
  copyProject,
  filesBelow,
  filesInAsar,
  type PackedApp,
  pack,
  planted,
  root,
  type Target,
} from './packed-app.ts';

const folder = join(tmpdir(), `countersign-package-${randomUUID()}`);
const project = join(folder, 'project');
const built: string[] = [];
beforeAll(async () => {
  mkdirSync(project, { recursive: true });
  built.push(...(await copyProject(project)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const wantedFuses = {
  RunAsNode: 'off',
  EnableCookieEncryption: 'on',
  EnableNodeOptionsEnvironmentVariable: 'off',
  EnableNodeCliInspectArguments: 'off',
  EnableEmbeddedAsarIntegrityValidation: 'on',
  OnlyLoadAppFromAsar: 'on',
  LoadBrowserProcessSpecificV8Snapshot: 'off',
  GrantFileProtocolExtraPrivileges: 'off',
  WasmTrapHandlers: 'on',
};
/** Each stands the wrong way before packing, so that one which is left alone is noticed. */
const wrongFuses = Object.values(wantedFuses)
  .map((wanted) => (wanted === 'on' ? '0' : '1'))
  .join('');

async function fusesOf(program: string): Promise<Record<string, string>> {
  const { version: _, ...wire } = await getCurrentFuseWire(program);
  const words = new Map<unknown, string>([
    [FuseState.ENABLE, 'on'],
    [FuseState.DISABLE, 'off'],
  ]);
  return Object.fromEntries(
    Object.entries(wire).map(([fuse, state]) => [FuseV1Options[Number(fuse)] ?? fuse, words.get(state) ?? 'other']),
  );
}

const systems: readonly Target[] = [
  { system: 'linux', arch: 'x64' },
  { system: 'win32', arch: 'x64' },
  { system: 'darwin', arch: 'arm64' },
];
/** One of them is always for the system that tests. On Windows the builder refuses to pack for macOS. */
const targets = systems
  .filter(({ system }) => system !== 'darwin' || process.platform !== 'win32')
  .map((target) => (target.system === process.platform ? { ...target, arch: process.arch } : target));

describe.each(targets)('the app packed for $system on $arch', (target) => {
  let app: PackedApp;
  beforeAll(async () => {
    app = await pack(project, target, wrongFuses);
  });
  const library = `node_modules/keytar/prebuilds/${target.system}-${target.arch}/keytar.node`;

  test('holds what was built, the icon and keytar with the one library for it, and nothing else', () => {
    expect(built).toEqual(
      expect.arrayContaining(['out/main/main.js', 'out/preload/preload.cjs', 'out/renderer/index.html']),
    );
    const keytar = ['LICENSE.md', 'lib/keytar.js', 'package.json'].map((file) => `node_modules/keytar/${file}`);
    expect(filesInAsar(app.asar)).toEqual([...built, 'assets/icon.png', 'package.json', ...keytar, library].toSorted());
  });

  test('has the licence and the unpacked library beside the archive', () => {
    const own = filesBelow(app.resources).filter(
      (file) => !/^electron\.icns$|^icon\.icns$|\.electron\.txt$|^LICENSES\.|\.lproj\//.test(file),
    );
    expect(own).toEqual(['LICENSE', 'app.asar', `app.asar.unpacked/${library}`]);
    expect(readFileSync(join(app.resources, 'LICENSE'))).toEqual(readFileSync(join(root, 'LICENSE')));
    const unpacked = join(app.resources, 'app.asar.unpacked', library);
    expect(readFileSync(unpacked).equals(readFileSync(join(root, library)))).toBe(true);
  });

  test('has the four languages of the window, and no others', () => {
    const found = filesBelow(app.folder).flatMap((file) => /([^/]+)(?:\.lproj\/locale)?\.pak$/.exec(file)?.[1] ?? []);
    const languages = found.filter((one) => /^[a-z]{2}(?:[-_][A-Z]{2})?$/.test(one)).map((one) => one.slice(0, 2));
    expect([...new Set(languages)].toSorted()).toEqual(['de', 'en', 'fr', 'it']);
  });

  test('carries no word of what lies about in the project', () => {
    const words = Buffer.from(planted);
    const found = filesBelow(app.folder).filter((file) => readFileSync(join(app.folder, file)).includes(words));
    expect(found).toEqual([]);
  });

  test('says in its package.json what it needs to start, and no more', () => {
    const text = extractFile(app.asar, 'package.json').toString();
    expect(JSON.parse(text)).toMatchObject({
      name: 'countersign',
      main: 'out/main/main.js',
      type: 'module',
      dependencies: { keytar: 'npm:@github/keytar@7.10.6' },
    });
    expect(text).not.toMatch(/"(?:devDependencies|scripts)"/);
  });

  test('has all nine fuses set', async () => {
    expect(await fusesOf(app.program)).toEqual(wantedFuses);
  });

  if (target.system === process.platform)
    test('loads the keychain library from where it was packed', () => {
      const extracted = join(folder, 'extracted');
      extractAll(app.asar, extracted);
      const script = "process.stdout.write(typeof require('keytar').getPassword)";
      const said = execFileSync(process.execPath, ['-e', script], {
        cwd: extracted,
        encoding: 'utf8',
        timeout: 20_000,
      });
      expect(said).toBe('function');
    });

  const headerHash = () => createHash('sha256').update(getRawHeader(app.asar).headerString).digest('hex');

  if (target.system === 'win32') {
    const resources = () => NtExecutableResource.from(NtExecutable.from(readFileSync(app.program))).entries;

    test('names the product and its version in the program', () => {
      const [version] = Resource.VersionInfo.fromEntries(resources());
      expect(version?.getStringValues({ lang: 1033, codepage: 1200 })).toMatchObject({
        ProductName: 'Countersign',
        FileDescription: 'Countersign',
        InternalName: 'Countersign',
        CompanyName: 'The Countersign authors',
        LegalCopyright: 'Copyright © The Countersign authors',
        FileVersion: manifest.version,
        ProductVersion: `${manifest.version}.0`,
      });
    });

    test('shows the icon of the app', () => {
      const icon = Data.IconFile.from(readFileSync(join(project, 'assets', 'icon.ico')));
      const pictures = resources().filter(({ type }) => type === 3);
      const bytes = (data: { readonly bin: ArrayBuffer }) => Buffer.from(data.bin).toString('base64');
      expect(pictures.map(bytes)).toEqual(
        icon.icons.map(({ data }) => bytes(data.isRaw() ? data : { bin: data.generate() })),
      );
    });

    test('knows the hash of its archive', () => {
      const [integrity] = resources().filter(({ type }) => type === 'INTEGRITY');
      expect(integrity?.id).toBe('ELECTRONASAR');
      expect(JSON.parse(Buffer.from(integrity?.bin ?? new ArrayBuffer()).toString())).toEqual([
        { file: 'resources\\app.asar', alg: 'SHA256', value: headerHash() },
      ]);
    });
  }

  if (target.system === 'darwin')
    test('names itself and the hash of its archive in the bundle', () => {
      const plist = readFileSync(join(app.program, 'Contents', 'Info.plist'), 'utf8').replaceAll(/>\s+</g, '><');
      expect(plist).toContain('<key>CFBundleIdentifier</key><string>app.countersign</string>');
      expect(plist).toContain('<key>CFBundleName</key><string>Countersign</string>');
      expect(plist).toContain(`<key>CFBundleShortVersionString</key><string>${manifest.version}</string>`);
      expect(plist).toContain(`<key>hash</key><string>${headerHash()}</string>`);
      expect(readFileSync(join(app.resources, 'icon.icns')).subarray(0, 4).toString()).toBe('icns');
    });
});

test('a fuse that nobody decided about stops the packing', async () => {
  await expect(pack(project, { system: 'linux', arch: 'x64' }, `${wrongFuses}0`)).rejects.toThrow(
    'strictlyRequireAllFuses',
  );
});
