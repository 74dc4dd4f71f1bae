import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { closerOf, listen } from '../../main/practice-service/listen.ts';

/** Where an attack may try to get out: by any protocol, and to an address that tells which attack it was. */
export interface Attacker extends AsyncDisposable {
  /** The names of the attacks that got through, in the order of arrival. */
  readonly hits: readonly string[];
  http(attack: string): string;
  /** `127.0.0.1:PORT`, where a mere connection or a first packet is a hit. */
  door(attack: string): string;
}

/** Whatever is asked for comes back as something that would do harm, readable for everybody. */
const bodies: readonly (readonly [ending: RegExp, type: string, body: string])[] = [
  [/\.css$/, 'text/css', 'body { color: red }'],
  [/\.js$/, 'text/javascript', 'export default 1;'],
  [/\.svg$/, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" id="a" />'],
  [/\.events$/, 'text/event-stream', 'data: x\n\n'],
];

function createSpy(hit: (name: string) => void): HttpServer {
  const server = createHttpServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://attacker');
    const [, type, body] = bodies.find(([ending]) => ending.test(pathname)) ?? [null, 'text/html', '<p>caught</p>'];
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method !== 'OPTIONS') hit(nameIn(pathname));
    // A page that is led here stays where it is, so that it can be used for the next attack.
    if (request.headers['sec-fetch-dest'] === 'document') response.writeHead(204).end();
    else response.writeHead(200, { 'content-type': type }).end(body);
  });
  server.on('upgrade', (request, socket) => {
    hit(nameIn(request.url ?? ''));
    socket.destroy();
  });
  return server;
}

/** `/some%20attack/anything.css` is a hit of `some attack`. */
const nameIn = (path: string) => decodeURIComponent(path.split('/')[1] ?? '');

/** Waits behind every door of loopback. The attacks that are counted by a mere connection get a door of their own. */
export async function startAttacker(doors: {
  readonly tcp: readonly string[];
  readonly udp: readonly string[];
}): Promise<Attacker> {
  const hits: string[] = [];
  const hit = (name: string) => void hits.push(name);
  const ends: (() => Promise<void>)[] = [];

  async function open(server: Server | HttpServer): Promise<number> {
    ends.push(closerOf(server));
    return listen(server);
  }
  const ports = new Map<string, number>();
  for (const name of doors.tcp)
    ports.set(name, await open(createTcpServer((socket) => void (hit(name), socket.end()))));
  for (const name of doors.udp) {
    const socket: UdpSocket = createSocket('udp4', () => hit(name));
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    ports.set(name, socket.address().port);
    ends.push(async () => void socket.close());
  }
  const main = await open(createSpy(hit));
  return {
    hits,
    http: (attack) => `http://127.0.0.1:${main}/${encodeURIComponent(attack)}/`,
    door(attack) {
      const port = ports.get(attack);
      if (port === undefined) throw new Error(`No door was opened for ${attack}`);
      return `127.0.0.1:${port}`;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(ends.map((end) => end()));
    },
  };
}
