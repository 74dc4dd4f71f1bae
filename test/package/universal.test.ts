/** electron-builder's own packing of the universal Mac app, with @electron/universal, our configuration and our hook. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unless, windowsObstacle } from '../only-where.ts';
import { macTools } from './mac-tools.ts';
import { copyProject, filesBelow, runBuilder } from './packed-app.ts';

const folder = join(tmpdir(), `countersign-universal-${randomUUID()}`);
const project = join(folder, 'project');
const output = join(folder, 'packed');
const app = join(output, 'mac-universal/Countersign.app');
const signed = join(folder, 'signed.txt');

beforeAll(async () => {
  if (windowsObstacle !== null) return;
  mkdirSync(project, { recursive: true });
  await copyProject(project);
  const tools = join(folder, 'tools');
  macTools(tools);
  await runBuilder({
    project,
    system: 'darwin',
    fuses: '111110111',
    output,
    args: ['--mac', '--universal', '--dir', `-c.afterExtract=${join(import.meta.dirname, 'mac-halves.ts')}`],
    env: {
      PATH: `${tools}${delimiter}${process.env['PATH']}`,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'as-mac.mjs')}`,
      CODESIGN_CALLS: signed,
    },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  'the two halves of the Mac app become one, which has the fuses set for both processors',
  unless(windowsObstacle),
  () => {
    const framework = readFileSync(
      join(app, 'Contents/Frameworks/Electron Framework.framework/Electron Framework'),
      'latin1',
    );
    const wires = framework.split('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX').slice(1);
    // After the marker: the version, the number of fuses, and a digit for each.
    expect(wires.map((wire) => wire.slice(2, 11))).toEqual(['010011001', '010011001']);
  },
);

test('only the whole app is signed anew', unless(windowsObstacle), () => {
  expect(readFileSync(signed, 'utf8')).toBe(`${app}\n`);
  expect(existsSync(join(app, 'Contents/_CodeSignature/CodeResources'))).toBe(true);
});

test('it has one archive, and the libraries of the keychain for both processors', unless(windowsObstacle), () => {
  const files = filesBelow(join(app, 'Contents/Resources')).filter((file) => file.startsWith('app'));
  expect(files).toEqual([
    'app.asar',
    'app.asar.unpacked/node_modules/keytar/prebuilds/darwin-arm64/keytar.node',
    'app.asar.unpacked/node_modules/keytar/prebuilds/darwin-x64/keytar.node',
  ]);
});

test('macOS can say in four languages why it asks for a folder', unless(windowsObstacle), () => {
  const namesIn = (path: string) =>
    readFileSync(join(app, 'Contents', path), 'utf8')
      .match(/NS\w+(?:Folder|Volumes)UsageDescription/g)
      ?.toSorted();
  const asked = namesIn('Info.plist');
  expect(asked).toHaveLength(5);
  for (const language of ['en', 'de', 'fr', 'it'])
    expect(namesIn(`Resources/${language}.lproj/InfoPlist.strings`)).toEqual(asked);
});
