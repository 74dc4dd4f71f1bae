import { createPrivateKey, randomUUID } from 'node:crypto';
import { CompactSign } from 'jose';
import type { ClientProof } from './credentials.ts';

type AssertionProof = Extract<ClientProof, { readonly form: 'signed-assertion' }>;

const LIFE_SECONDS = 60;

/** Writes the payload by hand: the service wants a backslash before every slash, which no JWT library offers. */
export function assertionPayload(clientId: string, audience: string, serverNowMs: number, jti: string): string {
  const exp = Math.floor(serverNowMs / 1000) + LIFE_SECONDS;
  return JSON.stringify({ iss: clientId, sub: clientId, aud: audience, exp, jti }).replaceAll('/', String.raw`\/`);
}

/** Rejects when the key is no usable RSA key. */
export async function signAssertion(proof: AssertionProof, audience: string, serverNowMs: number): Promise<string> {
  const payload = assertionPayload(proof.clientId, audience, serverNowMs, randomUUID());
  return new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader({ alg: 'RS256', kid: proof.kid })
    .sign(createPrivateKey(proof.privateKeyPem.reveal()));
}
