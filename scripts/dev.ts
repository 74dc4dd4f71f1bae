// `npm run dev`: like `npm start`, and rebuilds after each change of a source. Ctrl+R shows changes of the window; changes
// of main need a restart.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
await build((line) => process.stderr.write(`${line}\n`));
const watch = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--app', '--watch'], {
  cwd: root,
  stdio: ['ignore', 2, 2],
});
const app = spawn(process.execPath, [join(root, 'scripts/start.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.kill('SIGTERM'));
app.on('exit', (code) => {
  watch.kill('SIGTERM');
  process.exitCode = code ?? 0;
});
