/*
 * node test/package/journey-installed.ts <program> <folder>
 * The short journey on an installed app, in a system where this process may write the policy. Prints what the service saw as
 * one line of JSON.
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { policyPath } from '../../main/policy/policy-file.ts';
import { shortJourney } from './short-journey.ts';

const [, , program = '', folder = ''] = process.argv;
const place = policyPath({ platform: process.platform, env: {}, packaged: true });

mkdirSync(folder, { recursive: true });
try {
  const seen = await shortJourney({
    program,
    folder,
    placePolicy(file) {
      mkdirSync(dirname(place), { recursive: true });
      copyFileSync(file, place);
    },
  });
  process.stdout.write(`${JSON.stringify(seen)}\n`);
} finally {
  rmSync(dirname(place), { recursive: true, force: true });
}
