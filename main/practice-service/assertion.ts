import { createLocalJWKSet, decodeProtectedHeader, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { z } from 'zod';
import { type Refusal, refusal } from './http/exchange.ts';
import type { Records } from './records.ts';
import type { Client, Register } from './register.ts';
import { ASSERTION_LIFE } from './rules.ts';

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.string(),
  exp: z.int(),
  jti: z.string().min(1),
});

/** Checks assertions by RFC 7523, with the service's own rule: each slash of the audience has a backslash before it. */
export function createAssertionChecker(deps: { readonly register: Register; readonly records: Records }) {
  const { register, records } = deps;
  const seen = new Set<string>();

  const refuse = (detail: string): Refusal => {
    records.breach('assertion', detail);
    return refusal('invalid-client', `The client assertion is not accepted: ${detail}`);
  };

  return {
    async check(assertion: string, tokenAddress: string, now: number): Promise<Client | Refusal> {
      const payload = payloadOf(assertion);
      if (payload === null) return refuse('it is no JWT of three parts');
      const claims = claimsSchema.safeParse(payload.claims);
      if (!claims.success) return refuse(`claim ${claims.error.issues[0]?.path.join('.') ?? ''} is missing or wrong`);
      const { iss, sub, aud, exp, jti } = claims.data;
      const client = register.client(iss);
      if (client === undefined || client.form !== 'signed-assertion') return refuse('iss is no client with a key set');
      if (sub !== iss) return refuse('sub differs from iss');
      const problem = headerProblem(assertion, client) ?? (await signatureProblem(assertion, client));
      if (problem !== null) return refuse(problem);
      if (aud !== tokenAddress) return refuse(`aud is ${aud}, the address called is ${tokenAddress}`);
      if (!audienceIsEscaped(payload.text)) return refuse('aud is not written with \\/ for each slash');
      if (exp * 1000 <= now) return refuse('exp is past');
      if (exp * 1000 > now + ASSERTION_LIFE) return refuse('exp is too far ahead');
      if (seen.has(jti)) return refuse('jti was used before');
      seen.add(jti);
      return client;
    },
  };
}

export type AssertionChecker = ReturnType<typeof createAssertionChecker>;

function payloadOf(assertion: string): { readonly text: string; readonly claims: unknown } | null {
  const parts = assertion.split('.');
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]+$/.test(part))) return null;
  const text = Buffer.from(parts[1] ?? '', 'base64url').toString('utf8');
  try {
    return { text, claims: JSON.parse(text) };
  } catch {
    return null;
  }
}

function headerProblem(assertion: string, client: Client): string | null {
  const header = protectedHeader(assertion);
  if (header === null) return 'the header cannot be read';
  if (header.kid === undefined) return 'kid is missing';
  return client.keySet.keys.some((key) => key.kid === header.kid) ? null : `kid ${header.kid} is not registered`;
}

function protectedHeader(assertion: string) {
  try {
    return decodeProtectedHeader(assertion);
  } catch {
    return null;
  }
}

async function signatureProblem(assertion: string, client: Client): Promise<string | null> {
  const keySet: JSONWebKeySet = { keys: client.keySet.keys };
  try {
    // The caller checks the times, by the service's clock.
    await jwtVerify(assertion, createLocalJWKSet(keySet), {
      algorithms: ['RS256'],
      clockTolerance: Number.MAX_SAFE_INTEGER,
    });
    return null;
  } catch (error) {
    return error instanceof errors.JOSEError ? `the signature does not fit (${error.code})` : 'the key cannot be used';
  }
}

/** Reads the raw text, because JSON.parse turns `\/` into `/`. */
function audienceIsEscaped(payload: string): boolean {
  const raw = /"aud"\s*:\s*"((?:\\.|[^"\\])*)"/.exec(payload)?.[1];
  return raw !== undefined && raw.includes('\\/') && !raw.replaceAll('\\/', '').includes('/');
}
