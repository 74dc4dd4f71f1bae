import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { send } from './test-client.ts';

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url));
const run = promisify(execFile);
const failure = z.object({ code: z.number(), stderr: z.string() });

test.each(['SIGINT', 'SIGTERM'] as const)('prints its address and ends on %s', async (signal) => {
  const child = spawn(process.execPath, [CLI, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line]: unknown[] = await once(child.stdout.setEncoding('utf8'), 'data');
  const { url, connection } = z
    .object({ url: z.string(), connection: z.object({ base: z.string() }) })
    .parse(JSON.parse(String(line)));
  expect(connection.base).toBe(`${url}/api/v1`);
  expect((await send(url)).status).toBe(200);
  const ended = once(child, 'exit');
  child.kill(signal);
  expect(await ended).toEqual([0, null]);
});

test.each([
  [['--colour', 'blue'], "Unknown option '--colour'"],
  [['--polling', 'never'], 'The value of --polling is not one the practice service knows.'],
  [['--shape', 'own'], 'The value of --shape is not one the practice service knows.'],
  [['--bad', 'all'], 'The value of --bad is not one the practice service knows.'],
  [['--copies', 'none'], 'The value of --copies is not one the practice service knows.'],
  [['--port', '70000'], 'The value of --port is not one the practice service knows.'],
  [['more'], "Unexpected argument 'more'"],
])('%j is told and ends with 2', async (args, sentence) => {
  const error = failure.parse(await run(process.execPath, [CLI, ...args]).catch((reason: unknown) => reason));
  expect(error).toEqual({ code: 2, stderr: expect.stringContaining(sentence) });
});

test('--help exits without an error', async () => {
  expect((await run(process.execPath, [CLI, '--help'])).stdout).toContain('--data DIR');
});
