import { once } from 'node:events';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

const certificates = z.array(z.string());

/** Runs in a thread: reading the system's store takes tens of milliseconds, on some systems seconds. */
const readSystemStore = `
  import { getCACertificates } from 'node:tls';
  import { parentPort } from 'node:worker_threads';
  parentPort.postMessage(getCACertificates('system'));
`;

export interface SystemCertificatesDeps {
  /** The script of the thread. It posts a list of certificates. */
  readonly script?: string;
  readonly limitMs?: number;
}

/**
 * Trusts the system's certificate authorities besides those that come with the app: companies add their own to the
 * system. False: the system's store cannot be read in time, so the app trusts its own list only.
 */
export async function trustSystemCertificates(deps: SystemCertificatesDeps = {}): Promise<boolean> {
  const { script = readSystemStore, limitMs = 10_000 } = deps;
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), limitMs);
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  worker.once('exit', () => over.abort());
  try {
    const [answer]: unknown[] = await once(worker, 'message', { signal: over.signal });
    setDefaultCACertificates([...new Set([...getCACertificates('default'), ...certificates.parse(answer)])]);
    return true;
  } catch {
    // Report nothing here: if a server needs the system's store, the request fails with a certificate problem.
    return false;
  } finally {
    clearTimeout(timer);
    worker.on('error', () => undefined);
    // Do not await the end of the thread: a hanging system call cannot be stopped.
    worker.unref();
    void worker.terminate();
  }
}
