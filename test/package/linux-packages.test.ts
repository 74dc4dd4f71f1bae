/** The deb and the rpm are built, installed, started, updated and removed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linuxObstacle, unless } from '../only-where.ts';
import { buildInstallers, version } from './linux-installers.ts';
import { filesBelow } from './packed-app.ts';
import { inPrivateSystem, privateSystemObstacle } from './private-system.ts';

const id = 'app.countersign.Countersign';
const folder = join(tmpdir(), `countersign-installers-${randomUUID()}`);
const deb = join(folder, 'dist', `countersign_${version}_amd64.deb`);
const rpm = join(folder, 'dist', `countersign-${version}.x86_64.rpm`);
const say = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' });

describe('the packages of Linux', unless(linuxObstacle), () => {
  beforeAll(() => buildInstallers(folder, 'deb'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

  test('packages that IT installs do not look for updates', () => {
    const inDeb = filesBelow(join(folder, 'deb/opt/Countersign/resources'));
    expect(inDeb).not.toContain('app-update.yml');
  });

  test('the rpm asks for the keychain library, which the builder would forget', () => {
    expect(say('rpm', '-qp', '--requires', rpm)).toMatch(/libsecret/);
    expect(say('rpm', '-qp', '--queryformat', '%{NAME} %{VERSION} %{ARCH} %{LICENSE}', rpm)).toBe(
      `countersign ${version} x86_64 MIT`,
    );
    const files = say('rpm', '-qpl', rpm).trim().split('\n');
    expect(files.filter((file) => !/^\/(?:opt\/Countersign|usr\/share)\//.test(file))).toEqual([]);
  });

  const journey = join(import.meta.dirname, 'journey-installed.ts');
  const kinds = {
    deb: {
      // A test computer may lack libraries that only the real Electron needs.
      install: `dpkg --force-depends --install '${deb}'`,
      remove: 'dpkg --force-depends --purge countersign',
    },
    // The system of a test computer may be another's, whose packages rpm does not know.
    rpm: {
      install: `rpm --force-debian --nodeps --upgrade --replacepkgs '${rpm}'`,
      remove: 'rpm --force-debian --erase countersign',
    },
  };
  describe('in a copy of this computer', unless(privateSystemObstacle()), () => {
    test.concurrent.for(Object.entries(kinds))(
      'the %s installs, starts, sends a document, stays through an update, and leaves nothing behind but the data of its user',
      async ([kind, { install, remove }], { expect: expectOf }) => {
        const own = join(folder, kind);
        mkdirSync(own, { recursive: true });
        const { said, changed } = await inPrivateSystem(`
          set -e
          export HOME=/root DEBIAN_FRONTEND=noninteractive
          cd '${own}'
          quietly() { "$@" >log 2>&1 || { cat log >&2; exit 1; }; }
          quietly ${install}
          '${process.execPath}' '${journey}' countersign /root/journey
          quietly ${install}
          readlink -f /usr/bin/countersign
          quietly ${remove}
        `);
        const [journeyed = '', linked] = said.split('\n');
        // Over TLS, with the authority and the connection that the policy names.
        expectOf(JSON.parse(journeyed)).toEqual({ starts: [1], breaches: [] });
        expectOf(linked).toBe('/opt/Countersign/countersign');
        const left = changed.filter((file) => !/^\/var\/(?:lib\/(?:dpkg|rpm)|log|cache)\//.test(file));
        const data = left.filter((file) => file.startsWith('/root/'));
        expectOf(data.length).toBeGreaterThan(0);
        expectOf(left.filter((file) => !data.includes(file))).toEqual([]);
      },
    );
  });
});
