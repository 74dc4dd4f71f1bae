import { createServer } from 'node:net';
import { type Piece, startPiece } from './piece.ts';

/** A proxy that does not work: it refuses connections, or accepts them and never answers. */
export async function startDeadProxy(how: 'refuses' | 'silent' = 'refuses'): Promise<Piece> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.resume();
  });
  const piece = await startPiece(server);
  if (how === 'silent') return piece;
  await piece.close();
  return { ...piece, close: () => Promise.resolve() };
}
