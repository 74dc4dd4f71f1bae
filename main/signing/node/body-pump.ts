import { setImmediate } from 'node:timers/promises';
import { BodyFailure, type BodySource, type HttpProblem } from '../http-port.ts';

const PIECE_BYTES = 512 * 1024;

/** The part of Node's request that takes a body. */
export interface BodySink {
  write(piece: Uint8Array, taken: (error?: Error | null) => void): unknown;
  end(): unknown;
}

export interface Pump {
  /**
   * Bytes given to the socket, counted before the socket confirms them. TLS confirms a moment late. If we counted only
   * then, a server that already has the whole body would count as one that cannot have it.
   */
  readonly offered: number;
  /** Writes the body until its end or until `over` is aborted. Resolves when no read of the body is pending. */
  run(request: BodySink, over: AbortSignal): Promise<HttpProblem | null>;
}

/** Streams a body through two buffers: it fills one while the socket takes the other. */
export function createPump(body: BodySource, onTaken: (bytes: number) => void): Pump {
  let offered = 0;

  const fill = async (into: Uint8Array): Promise<number> => {
    let filled = 0;
    const wanted = Math.min(into.length, body.length - offered);
    while (filled < wanted) {
      const bytes = await body.read(into.subarray(filled, wanted));
      if (bytes === 0) throw new BodyFailure('file-changed', 'The content ended before its announced length.');
      filled += bytes;
    }
    return filled;
  };

  const stream = async (request: BodySink, over: AbortSignal): Promise<void> => {
    const size = Math.min(PIECE_BYTES, body.length);
    let [full, spare] = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)];
    let bytes = await fill(full);
    for (;;) {
      // A server that refuses may close the connection at once. A write into it would make Node drop the server's
      // answer, so let Node read first: after two turns of its event loop it has seen everything that came before.
      await setImmediate();
      await setImmediate();
      if (over.aborted) return;
      offered += bytes;
      const taken = write(request, full.subarray(0, bytes), over);
      const next = offered < body.length ? fill(spare) : null;
      // Wait for both, even if one fails: until then the socket or the file still uses its buffer.
      const [written, read] = await Promise.allSettled([taken, next]);
      if (over.aborted || written.status === 'rejected' || !written.value) return;
      if (read.status === 'rejected') throw read.reason;
      onTaken(offered);
      if (read.value === null) {
        request.end();
        return;
      }
      bytes = read.value;
      [full, spare] = [spare, full];
    }
  };

  return {
    get offered() {
      return offered;
    },
    async run(request, over) {
      try {
        if (body.length === 0) request.end();
        else await stream(request, over);
        return null;
      } catch (cause) {
        if (!(cause instanceof BodyFailure)) throw cause;
        return { kind: cause.kind, details: cause.message, cause };
      }
    },
  };
}

/** Writes a piece, and tells whether the socket took it. If not, the events of the request say why. */
function write(request: BodySink, piece: Uint8Array, over: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const giveUp = () => resolve(false);
    over.addEventListener('abort', giveUp, { once: true });
    request.write(piece, (error) => {
      over.removeEventListener('abort', giveUp);
      resolve(error === null || error === undefined);
    });
  });
}
