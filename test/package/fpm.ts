/*
 * Stands in for fpm, which makes deb and rpm packages for electron-builder and is a download of its own. It takes the same
 * arguments and calls the same tools (dpkg-deb, rpmbuild).
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';

const one = { type: 'string', default: '' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'after-install': one,
    'after-remove': one,
    architecture: one,
    category: one,
    'deb-compression': one,
    'deb-priority': one,
    'deb-recommends': { type: 'string', multiple: true, default: [] },
    description: one,
    force: { type: 'boolean' },
    license: one,
    maintainer: one,
    name: one,
    package: one,
    'rpm-compression': one,
    'rpm-os': one,
    'rpm-summary': one,
    s: { ...one, short: 's' },
    t: { ...one, short: 't' },
    d: { type: 'string', short: 'd', multiple: true, default: [] },
    url: one,
    vendor: one,
    version: one,
  },
});
const [summary = '', ...details] = values.description.split('\n').map((line) => line.trim());

function stage(folder: string): void {
  for (const pair of positionals) {
    const [from = '', to = ''] = pair.split('=');
    const target = join(folder, to);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(from, target, { recursive: true, verbatimSymlinks: true });
  }
}

function makeDeb(folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
  const control = [
    ['Package', values.name],
    ['Version', values.version],
    ['License', values.license],
    ['Vendor', values.vendor],
    ['Architecture', values.architecture],
    ['Maintainer', values.maintainer],
    ['Installed-Size', String(Math.ceil(bytes / 1024))],
    ['Depends', values.d.join(', ')],
    ['Recommends', values['deb-recommends'].join(', ')],
    ['Section', values.category || 'default'],
    ['Priority', values['deb-priority']],
    ['Homepage', values.url],
    ['Description', [summary, ...details].join('\n ')],
  ].map(([name, value]) => `${name}: ${value}`);
  mkdirSync(join(folder, 'DEBIAN'));
  writeFileSync(join(folder, 'DEBIAN/control'), `${control.join('\n')}\n`);
  writeFileSync(join(folder, 'DEBIAN/postinst'), readFileSync(values['after-install']), { mode: 0o755 });
  writeFileSync(join(folder, 'DEBIAN/postrm'), readFileSync(values['after-remove']), { mode: 0o755 });
  // Weak compression: the real one costs seconds and proves nothing.
  execFileSync('dpkg-deb', ['--build', '--root-owner-group', '-Zgzip', '-z1', folder, values.package]);
}

/** rpm has its own names of processors. */
const rpmCpus = new Map([
  ['amd64', 'x86_64'],
  ['arm64', 'aarch64'],
]);

function makeRpm(folder: string): void {
  const work = mkdtempSync(join(tmpdir(), 'fpm-rpm-'));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => `"/${relative(folder, join(entry.parentPath, entry.name))}"`);
  const spec = [
    `Name: ${values.name}`,
    `Version: ${values.version}`,
    'Release: 1',
    `Summary: ${values['rpm-summary'] || summary}`,
    `License: ${values.license}`,
    `URL: ${values.url}`,
    `Vendor: ${values.vendor}`,
    'AutoReqProv: no',
    ...values.d.map((depends) => `Requires: ${depends}`),
    '%description',
    values.description,
    '%post',
    readFileSync(values['after-install'], 'utf8'),
    '%postun',
    readFileSync(values['after-remove'], 'utf8'),
    '%files',
    ...files,
  ];
  writeFileSync(join(work, 'app.spec'), spec.join('\n'));
  const define = ([name, value]: readonly [string, string]) => ['--define', `${name} ${value}`];
  const settings = [
    ['_topdir', work],
    ['_rpmdir', work],
    ['_binary_payload', 'w1.gzdio'],
    ['__os_install_post', '%{nil}'],
    ['_build_id_links', 'none'],
  ] as const;
  execFileSync(
    'rpmbuild',
    [
      '-bb',
      '--quiet',
      '--target',
      rpmCpus.get(values.architecture) ?? values.architecture,
      '--buildroot',
      folder,
      ...settings.flatMap(define),
      join(work, 'app.spec'),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const made = readdirSync(work, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.rpm'));
  if (made === undefined) throw new Error('rpmbuild made no package');
  cpSync(join(work, made), values.package);
  rmSync(work, { recursive: true });
}

const folder = mkdtempSync(join(tmpdir(), 'fpm-'));
stage(folder);
if (values.t === 'deb') makeDeb(folder);
else makeRpm(folder);
rmSync(folder, { recursive: true, force: true });
