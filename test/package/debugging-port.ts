import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The address of Chromium's debugging port, as Electron says it on stderr and the standin on stdout. */
export function cdpIn(output: Readable): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface(output).on('line', (line) => {
    const port = /(?:DevTools listening on ws|"standin":"ready","cdp":"http):\/\/(127\.0\.0\.1:\d+)/.exec(line)?.[1];
    if (port !== undefined) resolve(`http://${port}`);
  });
  return promise;
}
