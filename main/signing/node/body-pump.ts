import { setImmediate } from 'node:timers/promises';
import { BodyFailure, type BodySource, type HttpProblem } from '../http-port.ts';

const PIECE_BYTES = 512 * 1024;

/** Where the body goes: a request of Node's. */
export interface BodySink {
  write(piece: Uint8Array, taken: (error?: Error | null) => void): unknown;
  end(): unknown;
}

export interface Pump {
  /**
   * Bytes given to the socket, counted before it says that it took them. TLS reports that a moment late, and a server
   * that got everything in that moment must not look like one that cannot have.
   */
  readonly offered: number;
  /** Gives the body to the request until all is taken or it is over. Resolves when no read is under way any more. */
  run(request: BodySink, over: AbortSignal): Promise<HttpProblem | null>;
}

/** Streams a body through two buffers: one is read while the socket takes the other. */
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
      // A server that refuses closes at once, and a write into a closed connection would throw its answer away. So what
      // has come in is read first: the second turn of the loop sees all that came before the first.
      await setImmediate();
      await setImmediate();
      if (over.aborted) return;
      offered += bytes;
      const taken = write(request, full.subarray(0, bytes), over);
      const next = offered < body.length ? fill(spare) : null;
      // Each buffer is free again only when its own side is done with it, whatever became of the other.
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

/** Whether the socket has taken the piece. Where it has not, the request's own events tell why. */
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
