/** electron-builder's own reading of the environment, and @electron/notarize's own call of notarytool, are what decides. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { unless, windowsObstacle } from '../test/only-where.ts';
import { withAppleKeyFile } from './apple-key.ts';

const toolOf = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const { MacTargetHelper } = z
  .object({ MacTargetHelper: z.custom<{ getNotarizeOptions(app: string): object }>() })
  .parse(toolOf('app-builder-lib/out/mac/MacTargetHelper'));
const { notarize } = z
  .object({ notarize: z.custom<(options: object) => Promise<void>>() })
  .parse(toolOf('@electron/notarize'));

/** Keeps what stands in the file after `--key`, and answers that Apple accepts the app. */
const xcrun = `#!/bin/sh
while [ $# -gt 0 ]; do
  if [ "$1" = --key ]; then cat "$2" >"$SEEN_KEY" || exit 1; fi
  shift
done
echo '{"id":"1","status":"Accepted"}'
`;

const key = '-----BEGIN PRIVATE KEY-----\nMIGTAgEAMBMG\n-----END PRIVATE KEY-----\n';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-notarize-'));
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  writeFileSync(join(tools, 'xcrun'), xcrun, { mode: 0o755 });
  writeFileSync(join(tools, 'codesign'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(join(folder, 'app.pkg'), 'packed');
  vi.stubEnv('PATH', `${tools}${delimiter}${process.env['PATH']}`);
  vi.stubEnv('SEEN_KEY', join(folder, 'seen'));
  vi.stubEnv('APPLE_ID', '');
  vi.stubEnv('APPLE_APP_SPECIFIC_PASSWORD', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function notarizeWith(env: NodeJS.ProcessEnv): Promise<string> {
  for (const name of ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER']) vi.stubEnv(name, env[name]);
  await notarize(MacTargetHelper.getNotarizeOptions(join(folder, 'app.pkg')));
  return readFileSync(join(folder, 'seen'), 'utf8');
}

const secrets = { APPLE_API_KEY: key, APPLE_API_KEY_ID: 'ABC', APPLE_API_ISSUER: 'f00d' };

test('notarytool finds the key of a secret in a file, which goes with it', unless(windowsObstacle), async () => {
  await expect(notarizeWith(secrets)).rejects.toThrow();
  const { env, remove } = withAppleKeyFile(secrets);
  expect(await notarizeWith(env)).toBe(key);
  remove();
  expect(existsSync(env['APPLE_API_KEY'] ?? '')).toBe(false);
});

test('a path of a key stays as it is', () => {
  const env = { APPLE_API_KEY: '/home/anna/AuthKey_ABC.p8' };
  expect(withAppleKeyFile(env).env).toBe(env);
});
