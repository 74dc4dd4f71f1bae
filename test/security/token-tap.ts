import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { closerOf, listen } from '../../main/practice-service/listen.ts';
import type { PracticeConnection } from '../practice-service/practice-service.ts';

const tokenAnswer = z.object({ access_token: z.string(), refresh_token: z.string() });

/** Stands in front of the service and listens: only on the wire can a test see the tokens that were given out. */
export interface TokenTap extends AsyncDisposable {
  readonly tokens: readonly string[];
  through(connection: PracticeConnection): PracticeConnection;
}

export async function startTokenTap(service: string): Promise<TokenTap> {
  const tokens: string[] = [];
  const { hostname, port } = new URL(service);
  const pass = async (answer: IncomingMessage, response: ServerResponse) => {
    const body = await text(answer);
    const found = tokenAnswer.safeParse(fromJson(body));
    if (found.success) tokens.push(found.data.access_token, found.data.refresh_token);
    response.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
  };
  const server = createServer((request, response) => {
    const { method, headers, url: path } = request;
    const onward = ask({ hostname, port, method, path, headers }, (answer) => void pass(answer, response));
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  const close = closerOf(server);
  const url = `http://127.0.0.1:${await listen(server)}`;
  const moved = (address: string) => address.replace(service, url);
  return {
    tokens,
    through: (connection) => ({
      ...connection,
      base: moved(connection.base),
      auth: moved(connection.auth),
      admin: moved(connection.admin),
      identity: moved(connection.identity),
    }),
    [Symbol.asyncDispose]: close,
  };
}

function fromJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
