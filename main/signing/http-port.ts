import type { NetworkFailureKind } from './failure.ts';
import type { Secret } from './secret.ts';

/** A request body that is read piece by piece. `length` becomes Content-Length. */
export interface BodySource {
  readonly length: number;
  /** Fills the start of `into` and returns the number of bytes: 0 at the end. */
  read(into: Uint8Array): Promise<number>;
}

/** The failure of a body that cannot deliver as many bytes as its length says. */
export class BodyFailure extends Error {
  readonly kind: 'file-unreadable' | 'file-changed';

  constructor(kind: 'file-unreadable' | 'file-changed', message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export interface TimeLimits {
  /** The time for name, TCP, proxy and TLS together. */
  readonly connectMs: number;
  /** The time from the last byte sent to the first byte of the answer. */
  readonly headersMs: number;
  /** The time for the whole answer after its headers. */
  readonly bodyMs: number;
  /** The longest time without a byte in either direction while a body is on its way. */
  readonly idleMs: number;
  /** The time for which an unused connection is kept for the next request. */
  readonly restMs: number;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: BodySource;
  /** The limit for the answer's body. A longer body is dropped and reported as `too-big`. */
  readonly maxAnswerBytes: number;
  /** Gets the body of a 200 answer chunk by chunk instead of `body`. An exception ends the request. */
  readonly receive?: (chunk: Uint8Array, headers: Readonly<Record<string, string>>) => Promise<void>;
  /** Reports how many bytes of the request's body the socket has accepted. */
  readonly onSent?: (bytes: number) => void;
  readonly limits?: Partial<Omit<TimeLimits, 'connectMs' | 'restMs'>>;
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** The headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, which is empty when `receive` got it. */
  readonly body: Uint8Array;
  readonly bodyState: 'whole' | 'cut' | 'too-big';
  /** False when the answer came before we had sent the whole request. */
  readonly requestComplete: boolean;
}

export interface HttpProblem {
  readonly kind: NetworkFailureKind;
  readonly details: string;
  readonly cause?: unknown;
}

/**
 * The fate of a request. With `notSent` and `partial` the server cannot have the whole request. With `fullySent` it may
 * have.
 */
export type Verdict =
  | { readonly kind: 'notSent'; readonly problem: HttpProblem }
  | { readonly kind: 'partial'; readonly bytes: number; readonly problem: HttpProblem }
  | { readonly kind: 'fullySent'; readonly problem: HttpProblem }
  | { readonly kind: 'response'; readonly response: HttpResponse; readonly problem?: HttpProblem };

/** Sends a request once, without retries or redirects. Network problems are verdicts, never exceptions. */
export interface HttpPort {
  send(request: HttpRequest): Promise<Verdict>;
  /** Returns secrets that the port itself sends, such as the password of a proxy. Answers may repeat them. */
  secrets?(): readonly Secret[];
}
