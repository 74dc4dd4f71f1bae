import { constants } from 'node:crypto';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext, type TLSSocket, connect as tlsConnect } from 'node:tls';

/** Said for each connection: Node's own defaults follow the environment and options such as --tls-min-v1.0. */
const rules = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3', ciphers: constants.defaultCoreCipherList } as const;

/** Trusts these authorities, by our rules. */
export function contextTrusting(ca: readonly string[]): SecureContext {
  return createSecureContext({ ...rules, ca: [...ca] });
}

export interface SecureSocketWish {
  /** A connection that is open; for a server behind a proxy, the tunnel to it. */
  readonly socket: Duplex;
  readonly host: string;
  /** Without one, Node's default authorities are trusted, which follow `tls.setDefaultCACertificates`. */
  readonly context: SecureContext | undefined;
  /** False to look at the certificates of anybody. Nothing may be sent over such a connection. */
  readonly trustedOnly: boolean;
}

/** The only place where TLS begins. NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise hand the password to anybody. */
export function secureSocket({ socket, host, context, trustedOnly }: SecureSocketWish): TLSSocket {
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
