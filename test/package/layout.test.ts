import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll, extractFile, getRawHeader } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { setFuses } from '../../scripts/fuses.ts';
import { launchApp } from '../e2e/launch-app.ts';
import { addSignees, button, middle, says, undoFor } from '../e2e/on-page.ts';
import { connectByHand, connectionFileIn } from '../e2e/onboarding.ts';
import { t } from '../e2e/texts.ts';
import { startPracticeService } from '../practice-service/practice-service.ts';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import { fakeDist, type System } from './fake-dist.ts';
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

/** Both halves of a universal Mac app hold the same files of ours, so one is enough to look at. */
const cpusOf = { linux: ['x64', 'arm64'], win32: ['x64', 'arm64'], darwin: ['arm64'] } as const;
/** On Windows the builder refuses to pack for macOS. */
const systems = (['linux', 'win32', 'darwin'] as const).filter(
  (system) => system !== 'darwin' || process.platform !== 'win32',
);
const packed = new Map<System, readonly PackedApp[]>();
beforeAll(async () => {
  const all = systems.map(async (system) =>
    packed.set(system, await pack(project, system, cpusOf[system], wrongFuses)),
  );
  await Promise.all(all);
});
const targets: readonly Target[] = systems.flatMap((system) => cpusOf[system].map((arch) => ({ system, arch })));

/** Our own files in the archive, all together. */
const budgetBytes = 12 * 1024 * 1024;

describe.each(targets)('the app packed for $system on $arch', (target) => {
  let app: PackedApp;
  beforeAll(() => {
    const found = packed.get(target.system)?.find(({ arch }) => arch === target.arch);
    if (!found) throw new Error(`Nothing was packed for ${target.system}`);
    app = found;
  });
  // The halves of a universal Mac app must hold the same files, so each has both libraries.
  const libraries = (target.system === 'darwin' ? ['arm64', 'x64'] : [target.arch]).map(
    (cpu) => `node_modules/keytar/prebuilds/${target.system}-${cpu}/keytar.node`,
  );

  test('holds what was built, the icon and keytar with the library for it, and nothing else', () => {
    expect(built).toEqual(
      expect.arrayContaining(['out/main/main.js', 'out/preload/preload.cjs', 'out/renderer/index.html']),
    );
    const keytar = ['LICENSE.md', 'lib/keytar.js', 'package.json'].map((file) => `node_modules/keytar/${file}`);
    const status = readdirSync(join(root, 'assets/status')).map((name) => `assets/status/${name}`);
    expect(filesInAsar(app.asar)).toEqual(
      [...built, 'assets/icon.png', ...status, 'package.json', ...keytar, ...libraries].toSorted(),
    );
  });

  test('has the licence and the unpacked library beside the archive', () => {
    const own = filesBelow(app.resources).filter(
      (file) => !/^app-update\.yml$|^electron\.icns$|^icon\.icns$|\.electron\.txt$|^LICENSES\.|\.lproj\//.test(file),
    );
    expect(own).toEqual(['LICENSE', 'app.asar', ...libraries.map((library) => `app.asar.unpacked/${library}`)]);
    expect(readFileSync(join(app.resources, 'LICENSE'))).toEqual(readFileSync(join(root, 'LICENSE')));
    for (const library of libraries) {
      const unpacked = join(app.resources, 'app.asar.unpacked', library);
      expect(readFileSync(unpacked).equals(readFileSync(join(root, library)))).toBe(true);
    }
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

  test('keeps our own files below 12 MB', () => {
    expect(statSync(app.asar).size).toBeLessThan(budgetBytes);
  });

  test('has all nine fuses set', async () => {
    expect(await fusesOf(app.program)).toEqual(wantedFuses);
  });

  if (target.system === process.platform && target.arch === process.arch)
    test('starts from its archive, signs in through the keychain library in it, and sends a document', async () => {
      const extracted = join(folder, 'extracted');
      extractAll(app.asar, extracted);
      const service = await startPracticeService();
      try {
        const args = ['--connection', connectionFileIn(folder, service.connection)];
        const main = join(extracted, 'out/main/main.js');
        const home = join(folder, 'home');
        await using running = await launchApp({ main, home, args, locale: 'en-GB' });
        await connectByHand(running, service.people.createServiceUser());
        await running.page.getByText(t('documents.emptyTitle')).waitFor();
        await undoFor(running, 0);
        const file = join(folder, 'Contract.pdf');
        writeFileSync(file, await samplePdf({ title: 'Contract' }));
        await running.drop(middle, [file]);
        await addSignees(running, 'anna@muster.ch');
        await button(running, t('submission.sendTo', { count: 1 })).click();
        await says(running, 'Contract.pdf', t('submission.end.started')).waitFor();
        const [document] = service.documents.all();
        expect(service.records.startsOf(document?.documentId ?? '')).toBe(1);
        expect(service.records.breaches).toEqual([]);
        expect(running.problems()).toEqual([]);
      } finally {
        await service.close();
      }
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
  const dist = join(folder, 'electron-with-more-fuses');
  fakeDist(dist, 'linux', `${wrongFuses}0`);
  await expect(setFuses(join(dist, 'electron'), false)).rejects.toThrow('strictlyRequireAllFuses');
});
