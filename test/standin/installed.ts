import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { extractAll } from '@electron/asar';

/*
 * node test/standin/installed.ts <installed program> [arguments of the app]
 * What the stand-in for Electron's program runs: the app.asar beside it, as an installed app. Node cannot read inside an
 * archive, so it is unpacked first.
 */

const [node = '', , program = '', ...args] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'countersign-installed-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
extractAll(join(dirname(realpathSync(program)), 'resources', 'app.asar'), folder);
process.env['STANDIN_PACKAGED'] ??= '1';
process.argv = [node, join(import.meta.dirname, 'run.ts'), join(folder, 'out/main/main.js'), ...args];
await import('./run.ts');
