import { constants } from 'node:crypto';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext, type TLSSocket, connect as tlsConnect } from 'node:tls';

/**
 * The rules for each connection, because environment variables and options such as --tls-min-v1.0 change Node's
 * defaults.
 */
const rules = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3', ciphers: constants.defaultCoreCipherList } as const;

/** Creates a TLS context with our rules that trusts these authorities. */
export function contextTrusting(ca: readonly string[]): SecureContext {
  return createSecureContext({ ...rules, ca: [...ca] });
}

export interface SecureSocketOptions {
  /** An open connection. Behind a proxy, the tunnel to the server. */
  readonly socket: Duplex;
  readonly host: string;
  /** The trusted authorities. Undefined: Node's default ones, which follow `tls.setDefaultCACertificates`. */
  readonly context: SecureContext | undefined;
  /** False only to look at the certificates of any server. Send nothing over such a connection. */
  readonly trustedOnly: boolean;
}

/** Begins TLS. No other place does. It overrides NODE_TLS_REJECT_UNAUTHORIZED=0, which would trust any server. */
export function secureSocket({ socket, host, context, trustedOnly }: SecureSocketOptions): TLSSocket {
  const secure = tlsConnect({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: trustedOnly,
    ...(context === undefined ? rules : { secureContext: context }),
  });
  // With --tls-keylog Node writes the keys of each connection into a file.
  secure.removeAllListeners('keylog');
  return secure;
}
