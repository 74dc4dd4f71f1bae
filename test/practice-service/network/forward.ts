import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** Passes a request on unchanged and passes its answer back. */
export async function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  to: string,
  extra: readonly string[] = [],
): Promise<void> {
  const { hostname, port } = new URL(to);
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    const headers = [...withoutProxyHeaders(incoming.rawHeaders), ...extra];
    const path = pathOf(incoming.url ?? '/');
    const onward = request({ hostname, port, path, method: incoming.method, headers, agent: false }, resolve);
    onward.on('error', reject);
    pipeline(incoming, onward).catch(reject);
  });
  try {
    const answer = await answered;
    response.sendDate = false;
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    await pipeline(answer, response);
  } catch {
    if (response.headersSent || incoming.socket.destroyed) response.destroy();
    else response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
  }
}

/** Requests to a proxy have the whole address in place of the path. */
const pathOf = (url: string) => (url.startsWith('/') ? url : url.slice(new URL(url).origin.length));

function withoutProxyHeaders(raw: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2);
    // These headers concern only the connection to the proxy.
    if (!/^(?:proxy-.*|connection|keep-alive)$/i.test(name)) kept.push(name, value);
  }
  return kept;
}
