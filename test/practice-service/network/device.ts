import type { Server } from 'node:net';
import { closerOf, listen } from '../../../main/practice-service/listen.ts';

/** A device of a company network between the app and the service: a proxy, a firewall, a gateway. */
export interface Device {
  /** Its address: http, unless it uses TLS. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export async function startDevice(server: Server, scheme: 'http' | 'https' = 'http'): Promise<Device> {
  const close = closerOf(server);
  const port = await listen(server);
  return { url: `${scheme}://127.0.0.1:${port}`, port, close };
}
