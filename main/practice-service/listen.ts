import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { z } from 'zod';
import type { JsonFolder } from './disk.ts';

/** Listens on loopback and returns the port. With 0, the system chooses it. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** With a data folder, uses the last port again, so that stored connections still work. */
export async function listenAgain(server: Server, port: number, folder: JsonFolder): Promise<number> {
  const [last] = folder.load(z.object({ port: z.number() }));
  const again = port === 0 && last !== undefined ? await listen(server, last.port).catch(() => null) : null;
  const own = again ?? (await listen(server, port));
  folder.save('port', { port: own });
  return own;
}

/** Returns a function that ends every connection, also tunnels. Call this before the server listens. */
export function closerOf(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
}
