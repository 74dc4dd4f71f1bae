import { createServer } from 'node:http';
import { forward } from './forward.ts';
import { type Piece, startPiece } from './piece.ts';

interface CaptivePortal extends Piece {
  /** The guest has accepted the terms: from now on requests reach the service. */
  agree(): void;
}

const PAGE = `<!doctype html><html><head><title>Welcome to the guest network</title></head>
<body><h1>Welcome</h1><p>Please accept the terms of use to go online.</p><form method="post" action="/portal/accept"><button>Accept</button></form></body></html>`;

/** A guest network: every request, whatever it was, is answered by the portal's page or sent to it. */
export async function startCaptivePortal(options: {
  readonly to: string;
  readonly how: 'page' | 'redirect';
}): Promise<CaptivePortal> {
  const { to, how } = options;
  const guest = { agreed: false };
  const server = createServer((request, response) => {
    if (guest.agreed) {
      void forward(request, response, to);
      return;
    }
    // The body is taken first, so that the answer is not lost with a reset.
    request.resume();
    request.once('end', () => {
      if (how === 'redirect' && !(request.url ?? '').startsWith('/portal/')) {
        response.writeHead(302, { Location: `http://${request.headers.host ?? ''}/portal/welcome` }).end();
      } else {
        response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE);
      }
    });
  });
  return {
    ...(await startPiece(server)),
    agree() {
      guest.agreed = true;
    },
  };
}
