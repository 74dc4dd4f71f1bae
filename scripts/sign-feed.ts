// `npm run sign-feed -- [--rollout PERCENT] [--beta]`: signs again what is in dist/, to offer it to more computers.
// A feed is valid for 90 days: sign again before that, also where nothing else changes.
// `npm run sign-feed -- --new-key`: makes a pair of keys for releases.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Channel, feedName, type Release } from '../main/updates/release.ts';

/** Sign again before it ends, or nobody is offered the release any more. */
const VALID_DAYS = 90;

interface Signing {
  /** The folder with the installers. The feeds go there as well. */
  readonly dist: string;
  /** The private key, as PEM. */
  readonly key: string;
  readonly version: string;
  readonly notes: string;
  readonly rollout?: number;
  readonly now?: number;
  readonly channel?: Channel;
}

/** Which file each system and processor installs; the Mac app serves both. */
const fileNames = (version: string) =>
  [
    ['linux', 'x64', `Countersign-${version}-x86_64.AppImage`],
    ['linux', 'arm64', `Countersign-${version}-arm64.AppImage`],
    ['win32', 'x64', `Countersign-${version}-x64-setup.exe`],
    ['win32', 'arm64', `Countersign-${version}-arm64-setup.exe`],
    ['darwin', 'x64', `Countersign-${version}-mac.zip`],
    ['darwin', 'arm64', `Countersign-${version}-mac.zip`],
  ] as const;

/** Writes a signed feed for each file of the release that is in the folder. Returns the paths of the feeds. */
export function signFeeds({
  dist,
  key,
  version,
  notes,
  rollout = 100,
  now = Date.now(),
  channel = 'latest',
}: Signing): readonly string[] {
  const validUntil = new Date(now + VALID_DAYS * 24 * 60 * 60_000).toISOString();
  const present = fileNames(version).filter(([, , name]) => existsSync(join(dist, name)));
  return present.map(([system, cpu, name]) => {
    const path = join(dist, name);
    const sha512 = createHash('sha512').update(readFileSync(path)).digest('base64');
    const file = { name, sha512, size: statSync(path).size };
    const release = JSON.stringify({
      channel,
      system,
      cpu,
      version,
      notes,
      validUntil,
      rollout,
      file,
    } satisfies Release);
    const signature = sign('sha256', Buffer.from(release), key).toString('base64');
    const feed = join(dist, feedName({ channel, system, cpu }));
    writeFileSync(feed, `${JSON.stringify({ release, signature })}\n`);
    return feed;
  });
}

const manifest = z.object({ version: z.string() });

/** The version of the project, and what docs/release-notes.md tells people about it. */
export function readReleaseNotes(project: string): { readonly version: string; readonly notes: string } {
  const { version } = manifest.parse(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')));
  const file = join(project, 'docs/release-notes.md');
  return { version, notes: existsSync(file) ? readFileSync(file, 'utf8').trim() : '' };
}

function makeKey(): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const open = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return `Keep this as the secret COUNTERSIGN_UPDATE_KEY, and nowhere else:\n${secret}\nAdd this to the keys in main/updates/release-source.ts:\n${open}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      'new-key': { type: 'boolean', default: false },
      rollout: { type: 'string', default: '100' },
      beta: { type: 'boolean', default: false },
    },
  });
  const project = dirname(dirname(fileURLToPath(import.meta.url)));
  const key = process.env['COUNTERSIGN_UPDATE_KEY'] ?? '';
  const rollout = Number(values.rollout);
  if (values['new-key']) process.stdout.write(makeKey());
  else if (key === '' || !(rollout >= 0 && rollout <= 100)) {
    process.stderr.write('Nothing was signed. Set COUNTERSIGN_UPDATE_KEY, and give a rollout between 0 and 100.\n');
    process.exitCode = 2;
  } else {
    const feeds = signFeeds({
      dist: join(project, 'dist'),
      key,
      rollout,
      channel: values.beta ? 'beta' : 'latest',
      ...readReleaseNotes(project),
    });
    process.stdout.write(feeds.map((feed) => `${feed}\n`).join(''));
  }
}
