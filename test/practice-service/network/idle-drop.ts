import { connect, createServer, type Socket } from 'node:net';
import { type Piece, startPiece } from './piece.ts';

interface IdleDrop extends Piece {
  /** Connections it has forgotten. */
  readonly dropped: () => number;
}

/** A firewall that forgets connections on which nothing has moved for a while. */
export async function startIdleDrop(options: {
  readonly to: string;
  readonly afterMs?: number;
  /** It resets both sides, or lets every further byte vanish. */
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
    // Bytes in either direction put the moment off; the client's side sees both.
    client.setTimeout(afterMs, () => {
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
  return { ...(await startPiece(server)), dropped: () => forgotten.size };
}
