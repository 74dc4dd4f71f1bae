import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { HttpPort } from '../signing/http-port.ts';
import { createRedactor } from '../signing/redactor.ts';

/** The time limit of a download that continues too slowly. */
const DOWNLOAD_MS = 60 * 60_000;

interface Wanted {
  readonly url: string;
  readonly sha512: string;
  readonly size: number;
}

/** Fetches a file into `path`. Throws unless it has exactly the size and the hash that were signed. */
export async function fetchRelease(
  http: HttpPort,
  { url, sha512, size }: Wanted,
  path: string,
  onProgress: (percent: number) => void,
): Promise<void> {
  const hash = createHash('sha512');
  let bytes = 0;
  const file = await open(path, 'w', 0o600);
  try {
    const verdict = await http.send({
      method: 'GET',
      url,
      headers: {},
      maxAnswerBytes: size,
      limits: { bodyMs: DOWNLOAD_MS },
      receive: async (chunk) => {
        await file.write(chunk);
        hash.update(chunk);
        bytes += chunk.length;
        onProgress(Math.floor((bytes / size) * 100));
      },
    });
    if (verdict.kind !== 'response') {
      const { redact } = createRedactor(() => http.secrets?.() ?? []);
      throw new Error(redact(`${verdict.problem.kind}: ${verdict.problem.details}`));
    }
    const { status, bodyState } = verdict.response;
    if (status !== 200) throw new Error(`The server answered ${status}`);
    if (bodyState !== 'whole' || bytes !== size) throw new Error(`${bytes} of ${size} bytes came (${bodyState})`);
    if (hash.digest('base64') !== sha512) throw new Error('The file has another hash than the signed one');
    await file.sync();
  } finally {
    await file.close();
  }
}
