import { copyFileSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { extractAll } from '@electron/asar';

/*
 * node test/standin/installed.ts <installed program> [arguments of the app]
 * What the stand-in for Electron's program runs: the app.asar beside it, as an installed app. Node cannot read inside an
 * archive, so it is unpacked first.
 */

const [node = '', , program = '', ...args] = process.argv;
const own = mkdtempSync(join(tmpdir(), 'countersign-installed-'));
process.on('exit', () => rmSync(own, { recursive: true, force: true }));
const resources = join(dirname(realpathSync(program)), 'resources');
const folder = join(own, 'app.asar');
extractAll(join(resources, 'app.asar'), folder);
// Beside the archive an app that updates itself has its address.
const update = 'app-update.yml';
if (existsSync(join(resources, update))) copyFileSync(join(resources, update), join(own, update));
process.env['STANDIN_PACKAGED'] ??= '1';
process.argv = [node, join(import.meta.dirname, 'run.ts'), join(folder, 'out/main/main.js'), ...args];
await import('./run.ts');
