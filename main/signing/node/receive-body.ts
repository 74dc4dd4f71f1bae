import type { IncomingMessage } from 'node:http';
import type { HttpProblem, HttpRequest, HttpResponse } from '../http-port.ts';

export interface Received {
  readonly body: Uint8Array;
  readonly bodyState: HttpResponse['bodyState'];
  readonly problem?: HttpProblem;
}

/** Reads the body of an answer, up to the limit of the request. */
export async function receiveBody(
  message: IncomingMessage,
  headers: Readonly<Record<string, string>>,
  request: HttpRequest,
  onBytes: () => void,
): Promise<Received> {
  const receive = message.statusCode === 200 ? request.receive : undefined;
  const kept: Uint8Array[] = [];
  let bytes = 0;
  const end = (bodyState: Received['bodyState'], problem?: HttpProblem): Received => ({
    body: Buffer.concat(kept),
    bodyState,
    ...(problem === undefined ? {} : { problem }),
  });
  try {
    for await (const chunk of message) {
      if (!(chunk instanceof Uint8Array)) continue;
      onBytes();
      bytes += chunk.length;
      // Leaving the loop closes the connection, so the rest is not downloaded.
      if (bytes > request.maxAnswerBytes) return end('too-big');
      if (receive === undefined) kept.push(chunk);
      else {
        const problem = await receive(chunk, headers).then(() => null, toWriteProblem);
        if (problem !== null) return end('cut', problem);
      }
    }
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : 'the connection was closed';
    return end('cut', { kind: 'answer-lost', details: `The answer broke off: ${said}`, cause });
  }
  return end('whole');
}

function toWriteProblem(cause: unknown): HttpProblem {
  const said = cause instanceof Error ? cause.message : 'unknown';
  return { kind: 'file-unwritable', details: `The file cannot be written: ${said}`, cause };
}
