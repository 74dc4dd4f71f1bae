/** `countersign check` as a script calls it. The cryptography of Electron lacks some of these methods. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { attacks } from '../../main/signatures/testing/attacks.ts';
import { signPdf } from '../../main/signatures/testing/sign-pdf.ts';
import { makeSigner, makeTestPeople } from '../../main/signatures/testing/test-certificates.ts';
import { ecKey, edwardsKey, pssKey, rsaKey } from '../../main/signatures/testing/test-keys.ts';
import { makePdf } from '../../main/signatures/testing/test-pdf.ts';
import { runToEnd } from '../standin/start.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const main = join(import.meta.dirname, '../../out/main/main.js');
const run = (...args: readonly string[]) =>
  runToEnd({ main, args: [`--user-data-dir=${join(stage.home, 'app')}`, 'check', ...args], cwd: stage.home });

const answer = z.object({ state: z.string(), ok: z.boolean() });

async function check(bytes: Buffer) {
  const path = join(stage.home, 'signed.pdf');
  writeFileSync(path, bytes);
  const { code, output } = await run(path, '--json');
  const line = output.split('\n').find((one) => one.startsWith('{"version"'));
  return { code, ...answer.parse(JSON.parse(line ?? '')) };
}

const intact = { code: 0, state: 'intact', ok: true };

test.each([
  ['a key for RSA-PSS alone', pssKey('sha256', true)],
  ['brainpool', ecKey('brainpoolP384r1', 'sha384')],
  ['Ed448', edwardsKey('ed448')],
  ['SHA-3', rsaKey('sha3-256')],
])('a file signed by %s is intact', async (_name, key) => {
  const { bytes } = signPdf(makePdf(), { signer: makeSigner({ name: { CN: 'Anna' }, key }) });
  expect(await check(bytes)).toEqual(intact);
});

test('the exit code tells what is wrong, and the app is not started', async () => {
  const people = makeTestPeople();
  expect(await check(makePdf().bytes)).toEqual({ code: 3, state: 'none', ok: false });
  for (const name of ['a byte of the page is another', 'free text was added']) {
    const attack = attacks.find((one) => one.name === name);
    // oxlint-disable-next-line no-await-in-loop -- one process after the other
    expect(await check(attack?.make(people) ?? Buffer.alloc(0))).toEqual({ code: 1, state: attack?.state, ok: false });
  }
  expect(await run(join(stage.home, 'missing.pdf'))).toMatchObject({
    code: 4,
    output: expect.stringContaining('no such file'),
  });
  expect((await run()).code).toBe(2);
  expect(existsSync(join(stage.home, 'app/journal.sqlite'))).toBe(false);
});
