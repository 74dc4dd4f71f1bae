import type { NetworkFailureKind } from './failure.ts';

/** Reads the body piece by piece; `length` is what Content-Length says. */
export interface BodySource {
  readonly length: number;
  /** Fills the start of `into` and gives the number of bytes, 0 only when there are no more. */
  read(into: Uint8Array): Promise<number>;
}

/** Thrown by a body that cannot give what its length promised. */
export class BodyFailure extends Error {
  readonly kind: 'file-unreadable' | 'file-changed';

  constructor(kind: 'file-unreadable' | 'file-changed', message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export interface TimeLimits {
  /** Name, TCP, proxy and TLS together. */
  readonly connectMs: number;
  /** From the last byte handed over to the first of the answer. */
  readonly headersMs: number;
  /** The whole answer after its headers. */
  readonly bodyMs: number;
  /** Without any byte moving in either direction while a body is under way. */
  readonly idleMs: number;
  /** How long a connection may rest between two requests. */
  readonly restMs: number;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: BodySource;
  /** The most that is kept of the answer's body. What is longer is dropped and reported as `too-big`. */
  readonly maxAnswerBytes: number;
  /** Takes the body of a 200 answer instead of memory. It is awaited; what it throws ends the request. */
  readonly receive?: (chunk: Uint8Array, headers: Readonly<Record<string, string>>) => Promise<void>;
  /** Bytes of the request's body the socket has taken. */
  readonly onSent?: (bytes: number) => void;
  readonly limits?: Partial<Omit<TimeLimits, 'connectMs' | 'restMs'>>;
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty where `receive` took it. */
  readonly body: Uint8Array;
  readonly bodyState: 'whole' | 'cut' | 'too-big';
  /** False when the answer came before the whole request was handed over. */
  readonly requestComplete: boolean;
}

export interface HttpProblem {
  readonly kind: NetworkFailureKind;
  readonly details: string;
  readonly cause?: unknown;
}

/**
 * What became of a request. `notSent` and `partial` are promises that the server cannot have got the whole of it;
 * `fullySent` says that it may have.
 */
export type Verdict =
  | { readonly kind: 'notSent'; readonly problem: HttpProblem }
  | { readonly kind: 'partial'; readonly bytes: number; readonly problem: HttpProblem }
  | { readonly kind: 'fullySent'; readonly problem: HttpProblem }
  | { readonly kind: 'response'; readonly response: HttpResponse; readonly problem?: HttpProblem };

/** Sends a request once: no retries, no redirects followed. Network trouble is a verdict, never an exception. */
export interface HttpPort {
  send(request: HttpRequest): Promise<Verdict>;
}
