/** Every installer of Linux is built; the deb is installed, started and removed. Other systems build theirs in their workflow. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFeed } from '../../main/updates/release.ts';
import manifest from '../../package.json' with { type: 'json' };
import { installerRuns } from '../../scripts/installers.ts';
import { sbom } from '../../scripts/sbom.ts';
import { signFeeds } from '../../scripts/sign-feed.ts';
import { unless } from '../only-where.ts';
import { linuxTools } from './linux-tools.ts';
import { copyProject, filesBelow, root, runBuilder } from './packed-app.ts';
import { inPrivateSystem, privateSystemObstacle } from './private-system.ts';

const { version } = manifest;
const id = 'app.countersign.Countersign';
const folder = join(tmpdir(), `countersign-installers-${randomUUID()}`);
const dist = join(folder, 'dist');
const made = (name: string) => join(dist, name);
const say = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' });

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

if (process.platform === 'linux')
  describe('the installers of Linux', () => {
    beforeAll(async () => {
      const project = join(folder, 'project');
      mkdirSync(project, { recursive: true });
      await copyProject(project);
      const env = linuxTools(join(folder, 'tools'));
      // oxlint-disable-next-line no-await-in-loop -- both write into the same folder, as a release does
      for (const args of installerRuns('linux', ['x64']))
        await runBuilder({ project, system: 'linux', fuses: '000000000', output: dist, args, env });
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const deb = made(`countersign_${version}_amd64.deb`);
    const rpm = made(`countersign-${version}.x86_64.rpm`);
    const appImage = made(`Countersign-${version}-x86_64.AppImage`);

    test('the deb names what it needs, and puts files only where packages may', () => {
      const fields = say('dpkg-deb', '--field', deb);
      for (const line of [`Package: countersign`, `Version: ${version}`, 'Architecture: amd64', 'License: MIT'])
        expect(fields).toContain(`${line}\n`);
      expect(fields).toMatch(/^Depends: .*\blibsecret-1-0\b/m);
      expect(fields).toMatch(/^Homepage: https:/m);
      const paths = say('dpkg-deb', '--contents', deb).split('\n').filter(Boolean);
      const files = paths.filter((line) => !line.startsWith('d')).map((line) => line.split(/\s+/)[5] ?? '');
      expect(files.filter((file) => !/^\.\/(?:opt\/Countersign|usr\/share)\//.test(file))).toEqual([]);
      expect(paths.filter((line) => !line.includes(' root/root '))).toEqual([]);
      expect(files).toContain(`./usr/share/applications/${id}.desktop`);
      for (const size of [16, 22, 24, 32, 48, 64, 128, 256, 512])
        expect(files).toContain(`./usr/share/icons/hicolor/${size}x${size}/apps/countersign.png`);
    });

    test('the desktop file is valid, offers PDFs and connection files, and belongs to the window', () => {
      const unpacked = join(folder, 'deb');
      say('dpkg-deb', '--extract', deb, unpacked);
      const file = join(unpacked, `usr/share/applications/${id}.desktop`);
      const { status, stdout } = spawnSync('desktop-file-validate', [file], { encoding: 'utf8' });
      expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
      const entry = readFileSync(file, 'utf8');
      expect(entry).toContain('Exec=/opt/Countersign/countersign %U\n');
      expect(entry).toContain(`StartupWMClass=${id}\n`);
      expect(entry).toMatch(/^MimeType=.*application\/pdf;/m);
      expect(entry).toMatch(/^MimeType=.*application\/vnd\.countersign\.connection\+json;/m);
      // A type that names PDF would make Countersign the owner of all PDFs.
      const types = readFileSync(join(unpacked, 'usr/share/mime/packages/countersign.xml'), 'utf8');
      expect([...types.matchAll(/mime-type type="([^"]+)"/g)].map(([, type]) => type)).toEqual([
        'application/vnd.countersign.connection+json',
      ]);
    });

    test('packages that IT installs do not look for updates; the AppImage does, and its signed feed names it', () => {
      const inDeb = filesBelow(join(folder, 'deb/opt/Countersign/resources'));
      expect(inDeb).not.toContain('app-update.yml');
      const update = say('unsquashfs', '-q', '-o', '4096', '-cat', appImage, 'resources/app-update.yml');
      expect(update).toContain('url: https://updates.countersign.example/\n');
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      expect(signFeeds({ dist, key, version, notes: 'Faster.' })).toEqual([made('countersign-linux-x64.json')]);
      const feed = readFileSync(made('countersign-linux-x64.json'), 'utf8');
      const content = readFileSync(appImage);
      expect(readFeed(feed, [publicKey.export({ type: 'spki', format: 'pem' }).toString()])).toMatchObject({
        kind: 'ok',
        release: {
          version,
          file: { size: content.length, sha512: createHash('sha512').update(content).digest('base64') },
        },
      });
    });

    test('the rpm asks for the keychain library, which the builder would forget', () => {
      expect(say('rpm', '-qp', '--requires', rpm)).toMatch(/libsecret/);
      expect(say('rpm', '-qp', '--queryformat', '%{NAME} %{VERSION} %{ARCH} %{LICENSE}', rpm)).toBe(
        `countersign ${version} x86_64 MIT`,
      );
      const files = say('rpm', '-qpl', rpm).trim().split('\n');
      expect(files.filter((file) => !/^\/(?:opt\/Countersign|usr\/share)\//.test(file))).toEqual([]);
    });

    const starter = join(root, 'test/package/start-installed.ts');
    const journey = join(root, 'test/package/journey-installed.ts');

    test('the AppImage starts and shows the first screen', () => {
      const seen = say(process.execPath, starter, appImage, join(folder, 'data'));
      expect(JSON.parse(seen)).toEqual({ heading: expect.stringMatching(/\w/), code: 0 });
    });

    test('an installed app proves by a file that it started, and ends', () => {
      const file = join(folder, 'smoke.json');
      say(appImage, `--user-data-dir=${join(folder, 'smoke')}`, `--smoke-file=${file}`);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
        version,
        page: 'app://bundle/index.html',
        keychain: 'ok',
      });
    });

    const clean = 'the deb installs, starts, sends a document, and leaves nothing behind but the data of its user';
    test(clean, unless(privateSystemObstacle()), () => {
      // A test computer may lack libraries that only the real Electron needs.
      const { said, changed } = inPrivateSystem(`
        set -e
        export HOME=/root DEBIAN_FRONTEND=noninteractive
        mkdir -p /tmp/run && cd /tmp/run
        dpkg --force-depends --install '${deb}' >/tmp/run/log 2>&1 || { cat /tmp/run/log >&2; exit 1; }
        test "$(readlink -f /usr/bin/countersign)" = /opt/Countersign/countersign
        '${process.execPath}' '${starter}' countersign /root/.config/Countersign
        '${process.execPath}' '${journey}' countersign /root/journey
        dpkg --force-depends --purge countersign >/tmp/run/log 2>&1 || { cat /tmp/run/log >&2; exit 1; }
      `);
      const [started = '', journeyed = ''] = said.split('\n');
      expect(JSON.parse(started)).toEqual({ heading: expect.stringMatching(/\w/), code: 0 });
      // Over TLS, with the authority and the connection that the policy names.
      expect(JSON.parse(journeyed)).toEqual({ starts: [1], breaches: [] });
      const own = changed.filter((file) => !/^\/var\/(?:lib\/dpkg|log|cache)\//.test(file));
      const data = own.filter((file) => file.startsWith('/root/'));
      expect(data.length).toBeGreaterThan(0);
      expect(own.filter((file) => !data.includes(file))).toEqual([]);
    });
  });
