import { connect, createServer, type Socket } from 'node:net';
import { type Device, startDevice } from './device.ts';

interface IdleDrop extends Device {
  /** The number of dropped connections. */
  readonly dropped: () => number;
}

/** A firewall that drops idle connections. */
export async function startIdleDrop(options: {
  readonly to: string;
  readonly afterMs?: number;
  /** Does it reset both sides, or silently drop all further bytes? */
  readonly how?: 'reset' | 'silent';
}): Promise<IdleDrop> {
  const { to, afterMs = 5000, how = 'reset' } = options;
  const { hostname, port } = new URL(to);
  const forgotten = new Set<Socket>();
  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    const part = () => {
      client.destroy();
      service.destroy();
    };
    for (const socket of [client, service]) socket.on('error', part).on('close', part);
    client.pipe(service).pipe(client);
    // From the first byte: a busy computer may open a connection long before it has time to write. Bytes in both
    // directions restart the timeout, because both pass the client's socket.
    client.once('data', () => client.setTimeout(afterMs));
    client.on('timeout', () => {
      forgotten.add(client);
      if (how === 'reset') {
        client.resetAndDestroy();
        service.resetAndDestroy();
        return;
      }
      client.unpipe(service);
      service.unpipe(client);
      client.resume();
      service.resume();
    });
  });
  return { ...(await startDevice(server)), dropped: () => forgotten.size };
}
