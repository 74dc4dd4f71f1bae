import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';

export type System = 'linux' | 'win32' | 'darwin';
type Files = readonly (readonly [path: string, content: string | Buffer])[];

/** Where the fuses stand in Electron's program: a marker, the version and the number of fuses, then one digit each. */
function fuseWire(digits: string): Buffer {
  return Buffer.from(`dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX${String.fromCharCode(1, digits.length)}${digits}`, 'latin1');
}

const installed = join(import.meta.dirname, '../standin/installed.ts');

/** A program for Linux that has the fuses in a comment, and starts the app beside it on the standin. */
function linuxProgram(wire: Buffer): Buffer {
  const start = `exec '${process.execPath}' '${installed}' "$(readlink -f "$0")" "$@"`;
  return Buffer.concat([Buffer.from('#!/bin/sh\n# '), wire, Buffer.from(`\n${start}\n`)]);
}

/** An empty Windows program with a version to edit, as Electron's has. */
function windowsProgram(): Buffer {
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const version = Resource.VersionInfo.createEmpty();
  version.lang = 1033;
  version.setFileVersion(1, 0, 0, 0);
  version.setProductVersion(1, 0, 0, 0);
  version.setStringValues({ lang: 1033, codepage: 1200 }, { FileDescription: 'Electron', ProductName: 'Electron' });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  return Buffer.from(program.generate());
}

const fillers = (...paths: readonly string[]): Files => paths.map((path) => [path, `fake ${path}`]);
const licences = fillers('LICENSE', 'LICENSES.chromium.html', 'version');
/** Electron brings more than fifty languages. */
const languages = ['en-US', 'de', 'fr', 'it', 'ja', 'pt-BR'];
const data = fillers(
  'chrome_100_percent.pak',
  'resources.pak',
  'icudtl.dat',
  'snapshot_blob.bin',
  ...languages.map((language) => `locales/${language}.pak`),
);

function bundle(path: string, name: string): Files {
  const plist = `<plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string></dict></plist>`;
  return [
    [`${path}/Contents/Info.plist`, plist],
    [`${path}/Contents/MacOS/${name}`, 'fake program'],
  ];
}

const frameworks = 'Electron.app/Contents/Frameworks';
const files: Record<System, (wire: Buffer) => Files> = {
  linux: (wire) => [
    ...licences,
    ...data,
    ...fillers('chrome-sandbox', 'libffmpeg.so'),
    ['electron', linuxProgram(wire)],
  ],
  win32: (wire) => [
    ...licences,
    ...data,
    ...fillers('ffmpeg.dll'),
    ['electron.exe', Buffer.concat([windowsProgram(), wire])],
  ],
  darwin: (wire) => [
    ...licences,
    ...bundle('Electron.app', 'Electron'),
    ...['', ' (GPU)', ' (Plugin)', ' (Renderer)']
      .map((kind) => `Electron Helper${kind}`)
      .flatMap((name) => bundle(`${frameworks}/${name}.app`, name)),
    ...fillers('Electron.app/Contents/Resources/electron.icns'),
    ...['Electron.app/Contents/Resources', `${frameworks}/Electron Framework.framework/Versions/A/Resources`].flatMap(
      (folder) => fillers(...languages.map((language) => `${folder}/${language.replace('-', '_')}.lproj/locale.pak`)),
    ),
    [`${frameworks}/Electron Framework.framework/Electron Framework`, wire],
  ],
};

/** Electron as electron-builder finds it unpacked, though nothing in it runs: enough to see what is packed around it. */
export function fakeDist(folder: string, system: System, fuses: string): void {
  for (const [path, content] of files[system](fuseWire(fuses))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content, { mode: 0o755 });
  }
}
