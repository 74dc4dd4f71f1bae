import { generateKeyPairSync } from 'node:crypto';
import { compactVerify } from 'jose';
import { expect, test } from 'vitest';
import { assertionPayload, signAssertion } from './client-assertion.ts';
import { Secret } from './secret.ts';

const AUDIENCE = 'https://id.example/auth/realms/sso/protocol/openid-connect/token';

test('the payload has the exact bytes that the service wants', () => {
  expect(assertionPayload('partner', 'https://id.example/token', 1_700_000_000_999, 'j-1')).toBe(
    String.raw`{"iss":"partner","sub":"partner","aud":"https:\/\/id.example\/token","exp":1700000060,"jti":"j-1"}`,
  );
});

test.each(['pkcs8', 'pkcs1'] as const)(
  'a %s key signs with RS256, and no two assertions are the same',
  async (type) => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const privateKeyPem = new Secret(privateKey.export({ type, format: 'pem' }).toString());
    const proof = { form: 'signed-assertion', clientId: 'partner', kid: 'key-1', privateKeyPem } as const;
    const [one, other] = await Promise.all([signAssertion(proof, AUDIENCE, 0), signAssertion(proof, AUDIENCE, 0)]);
    const { payload, protectedHeader } = await compactVerify(one, publicKey);
    expect(protectedHeader).toEqual({ alg: 'RS256', kid: 'key-1' });
    expect(new TextDecoder().decode(payload)).toContain(AUDIENCE.replaceAll('/', String.raw`\/`));
    expect(other).not.toBe(one);
  },
);
