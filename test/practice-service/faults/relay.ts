/** One client connection: passes each request on unchanged, or applies its fault. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault-proxy.ts';
import { type RequestHead, readRequests } from './request-reader.ts';

interface Target {
  readonly host: string;
  readonly port: number;
}

interface RelayDeps {
  readonly to: Target;
  readonly take: (head: RequestHead) => Fault | null;
  /** Registers a socket that the proxy has to end when it closes. */
  readonly keep: (socket: Socket) => Socket;
}

interface Upstream {
  readonly socket: Socket;
  /** Called with each piece of an answer. */
  onAnswer: (chunk: Buffer) => Promise<void>;
}

const TICK_MS = 20;

export async function relay(client: Socket, deps: RelayDeps): Promise<void> {
  const requests = readRequests(client);
  let upstream: Upstream | null = null;
  try {
    for (let head = await requests.head(); head !== null; head = await requests.head()) {
      upstream ??= openUpstream(client, deps);
      upstream.onAnswer = (chunk) => write(client, chunk);
      await pass({ client, upstream, head, body: requests.body(head.bodyLength), deps }, deps.take(head));
      if (client.destroyed) return;
    }
    // The end of the service's side also ends the client's. Without a service connection, end the client here.
    (upstream?.socket ?? client).end();
  } catch {
    // Each side may close at any time. The other one is closed below.
    client.destroy();
  } finally {
    if (client.destroyed) upstream?.socket.destroy();
  }
}

interface Passing {
  readonly client: Socket;
  readonly upstream: Upstream;
  readonly head: RequestHead;
  readonly body: AsyncIterable<Buffer>;
  readonly deps: RelayDeps;
}

async function pass(passing: Passing, fault: Fault | null): Promise<void> {
  const { client, upstream, body, deps } = passing;
  const reset = () => {
    client.resetAndDestroy();
    upstream.socket.resetAndDestroy();
  };
  switch (fault?.kind) {
    case undefined:
      return forward(passing, body);
    case 'reset':
      return reset();
    case 'cut-request':
      await forward(passing, beginning(body, fault.bytes));
      return reset();
    case 'lose-before':
      await readAll(body);
      return reset();
    case 'lose-after':
      await answered(passing, body);
      return reset();
    case 'cut-answer': {
      let left = fault.bytes;
      upstream.onAnswer = async (chunk) => {
        const part = chunk.subarray(0, left);
        left -= part.length;
        await write(client, part);
        if (left > 0) return;
        client.end();
        upstream.socket.destroy();
      };
      return forward(passing, body);
    }
    case 'slow-request':
      return forward(passing, paced(body, fault.bytesPerSecond));
    case 'slow-answer':
      upstream.onAnswer = async (chunk) => {
        for await (const piece of paced([chunk], fault.bytesPerSecond)) await write(client, piece);
      };
      return forward(passing, body);
    case 'replace': {
      if (fault.deliver) await answered(passing, body);
      else await readAll(body);
      upstream.socket.destroy();
      client.end(fault.answer);
      return undefined;
    }
    case 'replay': {
      const bytes = await readAll(body);
      const first = openUpstream(null, deps);
      await answered({ ...passing, upstream: first }, [bytes]);
      first.socket.destroy();
      return forward(passing, [bytes]);
    }
  }
}

/** Sends the request on. `onAnswer` handles the answer. */
async function forward({ upstream, head }: Passing, body: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
  await write(upstream.socket, head.bytes);
  for await (const chunk of body) await write(upstream.socket, chunk);
}

/** Sends the request on and drops the answer. Its first byte shows that the service has done the work. */
async function answered(passing: Passing, body: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
  const { upstream } = passing;
  const answer = new Promise<void>((resolve) => {
    upstream.onAnswer = () => {
      resolve();
      return Promise.resolve();
    };
    upstream.socket.once('close', () => resolve());
  });
  await forward(passing, body);
  await answer;
}

function openUpstream(client: Socket | null, { to, keep }: RelayDeps): Upstream {
  const socket = keep(connect({ host: to.host, port: to.port, allowHalfOpen: true }));
  const upstream: Upstream = { socket, onAnswer: () => Promise.resolve() };
  const pump = async () => {
    try {
      for await (const chunk of socket) if (Buffer.isBuffer(chunk)) await upstream.onAnswer(chunk);
      client?.end();
    } catch {
      client?.destroy();
    }
  };
  void pump();
  return upstream;
}

async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.destroyed) throw new Error('the connection is gone');
  if (bytes.length > 0 && !socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
}

async function* beginning(body: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const chunk of body) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

async function* paced(body: AsyncIterable<Buffer> | Iterable<Buffer>, bytesPerSecond: number): AsyncGenerator<Buffer> {
  const step = Math.max(1, Math.round((bytesPerSecond * TICK_MS) / 1000));
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += step) {
      yield chunk.subarray(at, at + step);
      await pause(TICK_MS);
    }
  }
}

async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
