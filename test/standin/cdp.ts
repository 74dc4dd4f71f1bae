import type { Readable, Writable } from 'node:stream';
import type { Protocol } from '../../node_modules/playwright-core/types/protocol.d.ts';

export type { Protocol };
export type Method = keyof Protocol.CommandParameters;
export type EventName = keyof Protocol.Events;

/** Method syntax on purpose: one map can then hold the listeners and answers of every payload type. */
interface Listener {
  hear(payload: unknown): void;
}
interface Waiting {
  readonly method: string;
  settle(result: unknown): void;
  fail(error: Error): void;
}
interface Incoming {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** One attached target (or the browser itself) on the DevTools protocol. */
export class CdpSession {
  readonly #connection: CdpConnection;
  readonly id: string | undefined;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(connection: CdpConnection, id: string | undefined) {
    this.#connection = connection;
    this.id = id;
  }

  send<M extends Method>(method: M, params?: Protocol.CommandParameters[M]): Promise<Protocol.CommandReturnValues[M]> {
    return this.#connection.request(method, params, this.id);
  }

  /** For what may fail because its target is gone: a window that closes takes its open questions along. */
  async tell<M extends Method>(method: M, params?: Protocol.CommandParameters[M]): Promise<void> {
    try {
      await this.send(method, params);
    } catch (error) {
      if (!(error instanceof CdpError)) throw error;
    }
  }

  on<E extends EventName>(event: E, hear: (payload: Protocol.Events[E]) => void): () => void {
    const listeners = this.#listeners.get(event) ?? new Set<Listener>();
    this.#listeners.set(event, listeners);
    const listener: Listener = { hear };
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  heard(event: string, payload: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener.hear(payload);
  }
}

class CdpError extends Error {
  override readonly name = 'CdpError';
}

/** The DevTools protocol over Chromium's debugging pipe: messages are JSON, each ended by a zero byte. */
export class CdpConnection {
  readonly #out: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #sessions = new Map<string, CdpSession>();
  readonly browser = new CdpSession(this, undefined);
  #lastId = 0;
  #closed = false;

  constructor(out: Writable, input: Readable) {
    this.#out = out;
    let parts: Buffer[] = [];
    input.on('data', (chunk: Buffer) => {
      let rest = chunk;
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        parts.push(rest.subarray(0, end));
        const message = Buffer.concat(parts).toString('utf8');
        parts = [];
        rest = rest.subarray(end + 1);
        this.#receive(message);
      }
      parts.push(rest);
    });
    const end = () => this.#end();
    input.on('close', end).on('error', end);
    out.on('error', end);
  }

  request<M extends Method>(
    method: M,
    params: Protocol.CommandParameters[M] | undefined,
    sessionId: string | undefined,
  ): Promise<Protocol.CommandReturnValues[M]> {
    if (this.#closed) return Promise.reject(new CdpError(`${method}: Chromium is gone`));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { method, settle: resolve, fail: reject });
      this.#out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  session(id: string): CdpSession {
    const known = this.#sessions.get(id);
    if (known) return known;
    const session = new CdpSession(this, id);
    this.#sessions.set(id, session);
    return session;
  }

  #receive(text: string): void {
    // The protocol's own types describe what Chromium says; checking each message again would only slow the tests.
    const message: Incoming = JSON.parse(text);
    if (message.id !== undefined) {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) waiting?.fail(new CdpError(`${waiting.method}: ${message.error.message}`));
      else waiting?.settle(message.result);
      return;
    }
    if (message.method === undefined) return;
    const session = message.sessionId === undefined ? this.browser : this.session(message.sessionId);
    session.heard(message.method, message.params);
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const waiting of this.#waiting.values()) waiting.fail(new CdpError(`${waiting.method}: Chromium is gone`));
    this.#waiting.clear();
  }
}
