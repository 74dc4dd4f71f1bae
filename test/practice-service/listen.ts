import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { z } from 'zod';
import type { JsonFolder } from './disk.ts';

/** Listens on loopback and says on which port; 0 lets the system choose. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** With a data folder the last port is taken again, so that connections of an earlier run go on. */
export async function listenAgain(server: Server, port: number, folder: JsonFolder): Promise<number> {
  const [last] = folder.load(z.object({ port: z.number() }));
  const again = port === 0 && last !== undefined ? await listen(server, last.port).catch(() => null) : null;
  const own = again ?? (await listen(server, port));
  folder.save('port', { port: own });
  return own;
}

/** Ends every connection of the server, tunnels included. Call it before the server listens. */
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
