/** `node earlier-run.ts HOME COUNT`: an earlier run of the app, which took all documents of a folder that keeps its files. */
import { chokidarEvents } from '../../../main/platform/folder-events.ts';
import { until, watchedRun } from './watched-run.ts';

const [home = '', count = ''] = process.argv.slice(2);
const run = await watchedRun(home, chokidarEvents);
const newReadyMs = await run.add({ originals: 'keep' });
await until(() => run.taken() === Number(count));
const taken = run.taken();
await run.close();
process.stdout.write(JSON.stringify({ newReadyMs, taken }));
