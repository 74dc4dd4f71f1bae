/** A company proxy for tunnels and plain requests. Optional: it asks for a password, or intercepts TLS. */
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import type { Authority } from './authority.ts';
import { type Device, startDevice } from './device.ts';
import { forward } from './forward.ts';

interface HttpProxyOptions {
  /** Host names of this network with their loopback addresses. All others must be loopback addresses. */
  readonly hosts?: Readonly<Record<string, string>>;
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Intercepts TLS in tunnels with certificates of this authority, and uses plain HTTP to the hosts. */
  readonly intercept?: Authority;
}

interface HttpProxy extends Device {
  /** The requests so far. */
  readonly seen: readonly { readonly method: string; readonly target: string; readonly status: number }[];
  /** What clients sent to prove who they are. */
  readonly passwords: () => readonly string[];
}

const LOOPBACK = /^(?:127\.0\.0\.1|localhost)$/;
const CHALLENGE = 'Proxy-Authenticate: Basic realm="Office network"';

export async function startHttpProxy(options: HttpProxyOptions = {}): Promise<HttpProxy> {
  const { hosts = {}, credentials, intercept } = options;
  const seen: { method: string; target: string; status: number }[] = [];

  const passwords: string[] = [];

  const judge = (request: IncomingMessage, target: string): { status: number; to: string } => {
    const url = URL.parse(target.includes('://') ? target : `http://${target}`);
    const to = hosts[url?.hostname ?? ''] ?? (LOOPBACK.test(url?.hostname ?? '') ? (url?.origin ?? null) : null);
    let status = to === null ? 502 : 200;
    const proof = request.headers['proxy-authorization'];
    if (proof !== undefined) passwords.push(proof);
    if (credentials !== undefined && proof !== basic(credentials)) status = 407;
    seen.push({ method: request.method ?? '', target, status });
    return { status, to: to ?? '' };
  };

  const server = createServer((request, response) => {
    const { status, to } = judge(request, request.url ?? '');
    if (status === 200) {
      void forward(request, response, to);
      return;
    }
    const head = {
      'Content-Type': 'text/html',
      ...(status === 407 ? { 'Proxy-Authenticate': CHALLENGE.split(': ')[1] } : {}),
    };
    response.writeHead(status, head).end(`<h1>Proxy: ${status}</h1>`);
  });

  const inspector = intercept === undefined ? null : tlsInspector(intercept, hosts);
  server.on('connect', (request: IncomingMessage, client: Duplex, early: Buffer) => {
    client.on('error', () => client.destroy());
    const { status, to } = judge(request, request.url ?? '');
    if (status !== 200) {
      const challenge = status === 407 ? `${CHALLENGE}\r\n` : '';
      client.end(`HTTP/1.1 ${status} Proxy\r\n${challenge}Content-Length: 0\r\nConnection: close\r\n\r\n`);
      return;
    }
    if (early.length > 0) client.unshift(early);
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (inspector === null) tunnel(client, to);
    else inspector.emit('connection', client);
  });

  return { ...(await startDevice(server)), seen, passwords: () => passwords };
}

const basic = ({ username, password }: { readonly username: string; readonly password: string }) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

function tunnel(client: Duplex, to: string): void {
  const { hostname, port } = new URL(to);
  const onward = connect(Number(port), hostname);
  const part = () => {
    client.destroy();
    onward.destroy();
  };
  onward.on('error', part);
  onward.on('close', part);
  client.on('close', part);
  client.pipe(onward).pipe(client);
}

/** A TLS server for intercepted tunnels. It does not listen itself and makes a certificate for each requested name. */
function tlsInspector(authority: Authority, hosts: Readonly<Record<string, string>>) {
  const server = createTlsServer(
    {
      ...authority.issue(['127.0.0.1', 'localhost']),
      SNICallback: (name, done) => done(null, createSecureContext(authority.issue([name]))),
    },
    (request, response) => {
      const host = request.headers.host ?? '';
      const to = hosts[host.split(':')[0] ?? ''] ?? `http://${host}`;
      void forward(request, response, to, ['X-Forwarded-Proto', 'https']);
    },
  );
  return server;
}
