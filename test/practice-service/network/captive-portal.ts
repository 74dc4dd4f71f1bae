import { createServer } from 'node:http';
import { type Device, startDevice } from './device.ts';
import { forward } from './forward.ts';

interface CaptivePortal extends Device {
  /** Accepts the terms: from now on requests reach the service. */
  agree(): void;
}

const PAGE = `<!doctype html><html><head><title>Welcome to the guest network</title></head>
<body><h1>Welcome</h1><p>Please accept the terms of use to go online.</p><form method="post" action="/portal/accept"><button>Accept</button></form></body></html>`;

/** A guest network that answers every request with its own page or a redirect to it. */
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
    // Read the body, because a reset would lose the answer.
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
    ...(await startDevice(server)),
    agree() {
      guest.agreed = true;
    },
  };
}
