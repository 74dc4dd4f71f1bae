import type { Socket } from 'node:net';

export interface RequestHead {
  readonly method: string;
  readonly path: string;
  /** The raw head, including the empty line at its end. */
  readonly bytes: Buffer;
  readonly bodyLength: number;
}

/** Reads requests from a connection one by one, byte for byte. */
interface RequestReader {
  /** Null: the client has closed its side. */
  head(): Promise<RequestHead | null>;
  body(length: number): AsyncGenerator<Buffer>;
}

const END = Buffer.from('\r\n\r\n');

export function readRequests(socket: Socket): RequestReader {
  const chunks: AsyncIterator<unknown> = socket.iterator({ destroyOnReturn: false });
  let rest: Buffer = Buffer.alloc(0);

  const more = async (): Promise<Buffer | null> => {
    const next = await chunks.next();
    return next.done !== true && Buffer.isBuffer(next.value) ? next.value : null;
  };

  return {
    async head() {
      let end = rest.indexOf(END);
      while (end < 0) {
        const chunk = await more();
        if (chunk === null) return null;
        rest = Buffer.concat([rest, chunk]);
        end = rest.indexOf(END);
      }
      const bytes = rest.subarray(0, end + END.length);
      rest = rest.subarray(bytes.length);
      const text = bytes.toString('latin1');
      const [method = '', path = ''] = text.split(' ', 2);
      // Supports only bodies with a Content-Length, which our clients always send.
      const length = /\r\ncontent-length:\s*(\d+)/i.exec(text)?.[1] ?? '0';
      return { method, path, bytes, bodyLength: Number(length) };
    },
    async *body(length) {
      let left = length;
      while (left > 0) {
        const chunk = rest.length > 0 ? rest : await more();
        if (chunk === null) return;
        rest = chunk.subarray(left);
        const own = chunk.subarray(0, left);
        left -= own.length;
        yield own;
      }
    },
  };
}
