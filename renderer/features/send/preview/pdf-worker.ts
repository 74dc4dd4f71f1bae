// oxlint-disable-next-line import/default -- the address of the file, which the build gives
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

/** The part of the Trusted Types API that we use. TypeScript does not know it yet. */
interface ScriptAddresses {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: () => string },
  ): { createScriptURL(address: string): string };
}

declare global {
  interface Window {
    readonly trustedTypes: ScriptAddresses;
  }
}

/**
 * The only Trusted Types policy of the window, named in the header. It returns one address for any input. It is created
 * with the module: a name can be used once, so no later script can create a policy of this name.
 */
const worker = window.trustedTypes.createPolicy('preview-worker', { createScriptURL: () => workerAddress });

const start = (): Worker => new Worker(worker.createScriptURL(''), { type: 'module' });

/** Starts workers. Starting one takes a while, so one can be started before its file comes. */
function createPdfWorkers() {
  const waiting = new Set<Worker>();
  return {
    prepare() {
      if (waiting.size > 0) return;
      const spare = start();
      waiting.add(spare);
      spare.addEventListener('error', () => waiting.delete(spare), { once: true });
    },
    /** Gives a worker to the caller, who must end it. */
    take(): Worker {
      const [spare = start()] = waiting;
      waiting.delete(spare);
      return spare;
    },
  };
}

export const pdfWorkers = createPdfWorkers();
