import { createServer } from 'node:http';
import { type Device, startDevice } from './device.ts';
import { forward } from './forward.ts';

/** A gateway that refuses bodies above its limit (10 MB) before it has read them. */
export function startBodyLimit(options: {
  readonly to: string;
  readonly maxBytes?: number;
  /** Does it read the rest of the body, or close the connection during it? */
  readonly how?: 'reads-on' | 'closes';
}): Promise<Device> {
  const { to, maxBytes = 10 * 1024 * 1024, how = 'reads-on' } = options;
  const server = createServer((request, response) => {
    if (Number(request.headers['content-length'] ?? 0) <= maxBytes) {
      void forward(request, response, to);
      return;
    }
    const page = '<html><head><title>413 Request Entity Too Large</title></head><body><h1>413</h1></body></html>';
    response.writeHead(413, { 'Content-Type': 'text/html', Connection: 'close' });
    if (how === 'closes') {
      response.end(page, () => request.socket.destroySoon());
      return;
    }
    response.write(page);
    request.resume();
    request.once('end', () => response.end());
  });
  return startDevice(server);
}
