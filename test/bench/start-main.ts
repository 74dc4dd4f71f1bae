/*
 * node test/bench/start-main.ts
 * Evaluates the built main process over the recording Electron, in a fresh process as a start is. Prints as JSON how long the
 * bundle took, when the window was asked for, and when main could answer the calls of its page. On a busy computer the processor time says more than the clock.
 */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../..');
const recording = pathToFileURL(join(root, 'test/security/recording-electron.ts')).href;
const replaced = new Map([
  ['electron', recording],
  // The recording Electron clears its folder after a test. Here its process ends.
  ['vitest', 'data:text/javascript,export const afterAll = (end) => process.on("exit", end)'],
]);
registerHooks({
  resolve(specifier, context, next) {
    const url = replaced.get(specifier);
    return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
  },
});

const { app, record } = await import('../security/recording-electron.ts');

const begun = { at: performance.now(), cpu: process.cpuUsage() };
function sinceBegun(): { readonly ms: number; readonly cpuMs: number } {
  const { user, system } = process.cpuUsage(begun.cpu);
  return { ms: performance.now() - begun.at, cpuMs: (user + system) / 1000 };
}

const asked = Promise.withResolvers<ReturnType<typeof sinceBegun>>();
const push = record.windows.push.bind(record.windows);
record.windows.push = (...windows) => {
  asked.resolve(sinceBegun());
  return push(...windows);
};
const served = Promise.withResolvers<ReturnType<typeof sinceBegun>>();
const setCall = record.calls.set.bind(record.calls);
record.calls.set = (name, handler) => {
  served.resolve(sinceBegun());
  return setCall(name, handler);
};
// Electron becomes ready only after the bundle was evaluated.
const ready = Promise.withResolvers<void>();
app.whenReady = async () => {
  await ready.promise;
  return undefined;
};

await import(pathToFileURL(join(root, 'out/main/main.js')).href);
const bundle = sinceBegun();
ready.resolve();
const window = await asked.promise;
const calls = await served.promise;
const figures = {
  bundleMs: bundle.ms,
  bundleCpuMs: bundle.cpuMs,
  windowAskedMs: window.ms,
  windowAskedCpuMs: window.cpuMs,
  servedMs: calls.ms,
  servedCpuMs: calls.cpuMs,
};
process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit(0));
