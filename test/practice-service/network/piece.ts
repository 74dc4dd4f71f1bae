import type { Server } from 'node:net';
import { closerOf, listen } from '../listen.ts';

/** One thing a corporate network puts between the app and the service. */
export interface Piece {
  /** Its own address, http unless it speaks TLS. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export async function startPiece(server: Server, scheme: 'http' | 'https' = 'http'): Promise<Piece> {
  const close = closerOf(server);
  const port = await listen(server);
  return { url: `${scheme}://127.0.0.1:${port}`, port, close };
}
