import { once } from 'node:events';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

const certificates = z.array(z.string());

/** Reading the system's store takes tens of milliseconds, on some systems seconds: not on the thread that draws menus. */
const systemStore = `
  import { getCACertificates } from 'node:tls';
  import { parentPort } from 'node:worker_threads';
  parentPort.postMessage(getCACertificates('system'));
`;

export interface SystemCertificatesDeps {
  /** What the worker runs: it posts a list of certificates. */
  readonly reading?: string;
  readonly limitMs?: number;
}

/**
 * Trusts what this computer trusts, besides the authorities that come with the app: companies put their own there. When
 * the store cannot be read, or not in time, the app's own list has to do.
 */
export async function trustSystemCertificates(deps: SystemCertificatesDeps = {}): Promise<void> {
  const { reading = systemStore, limitMs = 10_000 } = deps;
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), limitMs);
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(reading)}`));
  worker.once('exit', () => over.abort());
  try {
    const [answer]: unknown[] = await once(worker, 'message', { signal: over.signal });
    setDefaultCACertificates([...new Set([...getCACertificates('default'), ...certificates.parse(answer)])]);
  } catch {
    // A store that cannot be read is shown where it matters: as a certificate nobody vouches for.
  } finally {
    clearTimeout(timer);
    worker.on('error', () => undefined);
    // Not awaited: a system call that hangs cannot be ended from here, and nobody shall wait for it.
    worker.unref();
    void worker.terminate();
  }
}
