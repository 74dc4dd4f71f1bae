import { once } from 'node:events';
import type { Server } from 'node:net';
import { z } from 'zod';
import type { JsonFolder } from './disk.ts';

/** Listens on loopback. With a data folder the last port is taken again, so that connections of an earlier run go on. */
export async function listen(server: Server, port: number, folder: JsonFolder): Promise<number> {
  const [last] = folder.load(z.object({ port: z.number() }));
  const wishes = port === 0 && last !== undefined ? [last.port, 0] : [port];
  for (const [index, wish] of wishes.entries()) {
    try {
      server.listen(wish, '127.0.0.1');
      await once(server, 'listening');
      break;
    } catch (error) {
      if (index === wishes.length - 1) throw error;
    }
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  folder.save('port', { port: address.port });
  return address.port;
}
