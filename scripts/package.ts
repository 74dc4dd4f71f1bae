// `npm run package -- …`: builds, then packs for this system. --installers makes every installer of this system, --signed
// as well refuses to make an unsigned one, and --check packs around a stand-in for Electron and judges the result. Other
// arguments go to electron-builder (`--dir`: only the app's folder).
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withAppleKeyFile } from './apple-key.ts';
import { build } from './build.ts';
import { installerRuns, signing } from './installers.ts';
import { outdated, readShipped } from './issuer-list.ts';
import { packageApp } from './package-app.ts';
import { writeSbom } from './sbom.ts';
import { readReleaseNotes, signFeeds } from './sign-feed.ts';
import { conclude, show, suite, withKeyring } from './suite.ts';

const project = dirname(dirname(fileURLToPath(import.meta.url)));
const say = (text: string) => void process.stderr.write(text);

async function check(): Promise<number> {
  return conclude([show(await suite('package', { wrapper: withKeyring }))]) ? 0 : 1;
}

async function makeInstallers(signed: boolean, more: readonly string[]): Promise<number> {
  const how = signed ? signing(process.platform, process.env) : { possible: true as const, args: [] };
  if (!how.possible) {
    say(`Nothing was packaged. ${how.reason}\n`);
    return 2;
  }
  const reason = outdated(readShipped(), Date.now());
  if (signed && reason !== null) {
    say(`Nothing was packaged. ${reason} Build it anew: docs/issuers.md.\n`);
    return 2;
  }
  const { env, remove } = withAppleKeyFile(process.env);
  try {
    for (const run of installerRuns(process.platform)) {
      const args = [...run, ...how.args, ...more];
      // Runs share the output folder, so one waits for the other.
      // oxlint-disable-next-line no-await-in-loop
      const code = await packageApp({ project, args, env, say });
      if (code !== 0) return code;
    }
  } finally {
    remove();
  }
  const dist = join(project, 'dist');
  say(`${writeSbom(project, dist)}\n`);
  const key = process.env['COUNTERSIGN_UPDATE_KEY'] ?? '';
  if (key !== '') for (const path of signFeeds({ dist, key, ...readReleaseNotes(project) })) say(`${path}\n`);
  return 0;
}

const args = process.argv.slice(2);
const own = new Set(['--check', '--installers', '--signed']);
const more = args.filter((arg) => !own.has(arg));
await build((line) => say(`${line}\n`));
if (args.includes('--check')) process.exitCode = await check();
else if (args.includes('--installers')) process.exitCode = await makeInstallers(args.includes('--signed'), more);
else process.exitCode = await packageApp({ project, args: more, env: process.env, say });
