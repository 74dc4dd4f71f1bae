import { createServer } from 'node:https';
import type { Certificate } from './authority.ts';
import { forward } from './forward.ts';
import { type Piece, startPiece } from './piece.ts';

/** Adds TLS in front of a service without TLS and tells the service that the client called https. */
export function startTlsFront(options: { readonly to: string; readonly certificate: Certificate }): Promise<Piece> {
  const server = createServer(options.certificate, (incoming, response) => {
    void forward(incoming, response, options.to, ['X-Forwarded-Proto', 'https']);
  });
  return startPiece(server, 'https');
}
