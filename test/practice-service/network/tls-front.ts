import { createServer } from 'node:https';
import type { Certificate } from './authority.ts';
import { type Device, startDevice } from './device.ts';
import { forward } from './forward.ts';

/** Adds TLS in front of a service without TLS and tells the service that the client called https. */
export function startTlsFront(options: { readonly to: string; readonly certificate: Certificate }): Promise<Device> {
  const server = createServer(options.certificate, (incoming, response) => {
    void forward(incoming, response, options.to, ['X-Forwarded-Proto', 'https']);
  });
  return startDevice(server, 'https');
}
