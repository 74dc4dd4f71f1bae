import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageApp } from '../../scripts/package-app.ts';
import { copyProject, offline } from './packed-app.ts';

const folder = join(tmpdir(), `countersign-command-${randomUUID()}`);
const project = join(folder, 'project');
beforeAll(async () => {
  mkdirSync(project, { recursive: true });
  await copyProject(project);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: readonly string[]) {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const code = await packageApp({ project, args, env: offline(project), say, signal: AbortSignal.timeout(100_000) });
  return { code, said: said.join('') };
}

describe('npm run package', () => {
  test('says in a sentence, and at once, that Electron could not be downloaded', async () => {
    const { code, said } = await run('--dir');
    expect(said).toMatch(
      /\nElectron itself, .* could not be downloaded, so nothing was packaged\. .*ELECTRON_MIRROR.*\n$/,
    );
    expect(code).toBe(1);
  });

  test('hands its arguments to the builder, and its complaint and exit code back', async () => {
    const { code, said } = await run('--surprise');
    expect(said).toContain('Unknown argument: surprise');
    expect(said).not.toContain('could not be downloaded');
    expect(code).toBe(1);
  });
});
