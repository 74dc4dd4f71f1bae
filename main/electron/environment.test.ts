import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('dangerous variables are deleted before any other module of the app runs', async () => {
  const module = JSON.stringify(new URL('environment.ts', import.meta.url).href);
  const script = `import ${module}; console.log(Object.keys(process.env).join(' '));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: {
      ...process.env,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_USE_ENV_PROXY: '1',
      SSLKEYLOGFILE: '/nowhere',
      COUNTERSIGN_KEPT: '1',
    },
    timeout: 15_000,
  });
  const names = stdout.split(/\s/);
  expect(names).toContain('COUNTERSIGN_KEPT');
  expect(names.filter((name) => /TLS|KEYLOG|ENV_PROXY/.test(name))).toEqual([]);
});
