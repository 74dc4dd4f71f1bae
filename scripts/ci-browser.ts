// `node scripts/ci-browser.ts`: fetches the Chromium that Playwright drives, and names it to the later steps of a workflow. Ubuntu's
// own package is a snap, which can read neither the folders of the tests nor their display.
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
const { status } = spawnSync(process.execPath, [cli, 'install', '--with-deps', 'chromium'], { stdio: 'inherit' });
const variables = process.env['GITHUB_ENV'];
if (status === 0 && variables !== undefined)
  appendFileSync(variables, `STANDIN_CHROMIUM=${chromium.executablePath()}\n`);
process.exitCode = status ?? 1;
