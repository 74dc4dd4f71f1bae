import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { serveControl } from './control-server.ts';
import { imitateElectron } from './imitate.ts';
import { standin } from './this-process.ts';

/*
 * node test/standin/run.ts <main bundle> [arguments of the app]
 * Runs the unmodified main bundle with `electron` replaced, and says in one line of JSON when its browser is there.
 */

const double = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve(specifier, context, next) {
    if (/^electron(\/(main|common))?$/.test(specifier)) return { url: double, shortCircuit: true };
    return next(specifier, context);
  },
});

imitateElectron(standin.environment);
const tell = serveControl(standin);
// Asked twice, the system's own answer: an app that will not quit ends all the same.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => standin.app.quit());

await import(pathToFileURL(standin.environment.mainPath).href);
// The app hears of every error that nobody catches, and may live on: without a browser nobody would ever see it.
const chromium = await standin.start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
if (chromium) {
  const { address: cdp, pid: chromiumPid, profile } = chromium;
  tell({ type: 'ready', cdp, pid: process.pid, chromiumPid, profile });
  process.stdout.write(`${JSON.stringify({ standin: 'ready', cdp, pid: process.pid })}\n`);
}
