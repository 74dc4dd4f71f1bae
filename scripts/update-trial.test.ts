/** The trial of an update changes a whole computer, so only its parts run here. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parsePolicy } from '../main/policy/policy.ts';
import { nextVersion, serveFeed, withRelease } from './update-trial.ts';

const source = readFileSync(new URL('../main/updates/release-source.ts', import.meta.url), 'utf8');
const release = { address: 'https://127.0.0.1:1/', key: '-----BEGIN PUBLIC KEY-----\nA\n' };

test('the installers of the trial have the address and the key of this run', () => {
  const changed = withRelease(source, release);
  expect(changed).toContain('address: "https://127.0.0.1:1/",');
  expect(changed).toContain(String.raw`keys: ["-----BEGIN PUBLIC KEY-----\nA\n"],`);
  // When the owner has added a key, the trial must say that it no longer knows how.
  expect(() => withRelease(source.replace('keys: []', "keys: ['mine']"), release)).toThrow('another form');
});

test('the next version is a newer one', () => {
  expect([nextVersion('0.1.0'), nextVersion('1.2.9')]).toEqual(['0.1.1', '1.2.10']);
});

test('the feed lies on this computer behind the authority that the policy names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-feed-'));
  writeFileSync(join(folder, 'countersign-linux-x64.json'), '{}');
  const { address, policy, close } = await serveFeed(folder, folder);
  const found = parsePolicy(readFileSync(policy, 'utf8'));
  const file = z
    .object({ ignored: z.tuple([]), policy: z.object({ preset: z.object({ authorityFile: z.string() }) }) })
    .parse(found).policy.preset.authorityFile;
  const get = (name: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const options = { ca: readFileSync(file), agent: false } as const;
      request(`${address}${name}`, options, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });
  expect([await get('countersign-linux-x64.json'), await get('..%2Fnothing')]).toEqual([200, 404]);
  await close();
  rmSync(folder, { recursive: true });
});
