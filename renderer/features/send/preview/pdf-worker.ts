// oxlint-disable-next-line import/default -- the address of the file, which the build gives
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

/** The part of the Trusted Types API that is used here; TypeScript does not know it yet. */
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
 * The window's only policy, named in the header. It knows one address and gives that, whatever it is asked for; it is made with
 * the module, because a name can be taken once and whoever comes later finds it gone.
 */
const worker = window.trustedTypes.createPolicy('preview-worker', { createScriptURL: () => workerAddress });

const start = (): Worker => new Worker(worker.createScriptURL(''), { type: 'module' });

/** A worker takes a while to start: one may wait for the file that is about to come. */
function createPdfWorkers() {
  const waiting = new Set<Worker>();
  return {
    prepare() {
      if (waiting.size > 0) return;
      const spare = start();
      waiting.add(spare);
      spare.addEventListener('error', () => waiting.delete(spare), { once: true });
    },
    /** It belongs to whoever took it, and ends with them. */
    take(): Worker {
      const [spare = start()] = waiting;
      waiting.delete(spare);
      return spare;
    },
  };
}

export const pdfWorkers = createPdfWorkers();
