import { once } from 'node:events';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

const certificates = z.array(z.string());

/** Reading the system's store takes tens of milliseconds, on some systems seconds: not on the thread that draws menus. */
const reading = `
  import { getCACertificates } from 'node:tls';
  import { parentPort } from 'node:worker_threads';
  parentPort.postMessage(getCACertificates('system'));
`;

/**
 * Trusts what this computer trusts, besides the authorities that come with the app: companies put their own there. When
 * the store cannot be read, the app's own list has to do.
 */
export async function trustSystemCertificates(): Promise<void> {
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(reading)}`));
  try {
    const [answer]: unknown[] = await once(worker, 'message');
    setDefaultCACertificates([...new Set([...getCACertificates('default'), ...certificates.parse(answer)])]);
  } catch {
    // A store that cannot be read is shown where it matters: as a certificate nobody vouches for.
  } finally {
    await worker.terminate();
  }
}
