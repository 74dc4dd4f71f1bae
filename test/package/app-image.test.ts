/** The AppImage is built and started. It updates itself, so its feed is signed as well. */
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFeed } from '../../main/updates/release.ts';
import { signFeeds } from '../../scripts/sign-feed.ts';
import { linuxObstacle, unless } from '../only-where.ts';
import { buildInstallers, version } from './linux-installers.ts';

const folder = join(tmpdir(), `countersign-app-image-${randomUUID()}`);
const say = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' });

describe('the AppImage', unless(linuxObstacle), () => {
  let dist: string;
  let appImage: string;
  beforeAll(async () => {
    if (linuxObstacle !== null) return;
    dist = await buildInstallers(folder, 'AppImage');
    appImage = join(dist, `Countersign-${version}-x86_64.AppImage`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('it looks for updates, and its signed feed names it', () => {
    const update = say('unsquashfs', '-q', '-o', '4096', '-cat', appImage, 'resources/app-update.yml');
    expect(update).toContain('url: https://updates.countersign.example/\n');
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(signFeeds({ dist, key, version, notes: 'Faster.' })).toEqual([join(dist, 'countersign-linux-x64.json')]);
    const feed = readFileSync(join(dist, 'countersign-linux-x64.json'), 'utf8');
    const content = readFileSync(appImage);
    expect(readFeed(feed, [publicKey.export({ type: 'spki', format: 'pem' }).toString()])).toMatchObject({
      kind: 'ok',
      release: {
        version,
        file: { size: content.length, sha512: createHash('sha512').update(content).digest('base64') },
      },
    });
  });

  test('it proves by a file that it started, and ends', () => {
    const file = join(folder, 'smoke.json');
    say(appImage, `--user-data-dir=${join(folder, 'smoke')}`, `--smoke-file=${file}`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      version,
      page: 'app://bundle/index.html',
      keychain: 'ok',
    });
  });
});
