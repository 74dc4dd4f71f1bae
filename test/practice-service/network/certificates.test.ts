import { X509Certificate } from 'node:crypto';
import { get } from 'node:https';
import { expect, onTestFinished, test } from 'vitest';
import { running } from '../running.ts';
import { type Certificate, createAuthority } from './authority.ts';
import { startTlsFront } from './tls-front.ts';

const authority = createAuthority();
const DAY = 86_400_000;

/** Connects as a client that trusts this authority (or none). Returns the status or the error. */
async function visit(certificate: Certificate, ca: string | null, servername = 'signing.example.test') {
  const service = await running();
  const front = await startTlsFront({ to: service.url, certificate });
  onTestFinished(() => front.close());
  return new Promise<number | string>((resolve) => {
    const options = { servername, agent: false as const, ...(ca === null ? {} : { ca }) };
    get(`${front.url}/mail`, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });
}

test('a client that trusts the authority connects by name and by address', async () => {
  const certificate = authority.issue(['signing.example.test', '127.0.0.1']);
  expect(await visit(certificate, authority.certificate)).toBe(200);
  expect(await visit(certificate, authority.certificate, '')).toBe(200);
});

test('any other client fails with the right reason', async () => {
  const names = ['signing.example.test'];
  const expired = { from: new Date(Date.now() - 2 * DAY), until: new Date(Date.now() - DAY) };
  const early = { from: new Date(Date.now() + DAY), until: new Date(Date.now() + 2 * DAY) };
  const stranger = createAuthority();
  expect(await visit(authority.issue(names), null)).toBe('SELF_SIGNED_CERT_IN_CHAIN');
  expect(await visit(authority.issue(['other.example.test']), authority.certificate)).toBe(
    'ERR_TLS_CERT_ALTNAME_INVALID',
  );
  expect(await visit(authority.issue(names, expired), authority.certificate)).toBe('CERT_HAS_EXPIRED');
  expect(await visit(authority.issue(names, early), authority.certificate)).toBe('CERT_NOT_YET_VALID');
  expect(await visit(stranger.issue(names), authority.certificate)).not.toBe(200);
});

test('the certificates state their purpose', () => {
  const own = new X509Certificate(authority.certificate);
  const leaf = new X509Certificate(authority.issue(['a.example.test', '127.0.0.1']).cert);
  expect([own.ca, leaf.ca]).toEqual([true, false]);
  expect(leaf.checkIssued(own)).toBe(true);
  expect(leaf.verify(own.publicKey)).toBe(true);
  expect(leaf.subjectAltName).toBe('DNS:a.example.test, IP Address:127.0.0.1');
  expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
});

test('a certificate of any length can be read', () => {
  for (let round = 1; round <= 70; round += 1) {
    const name = `${'x'.repeat(round)}.test`;
    expect(new X509Certificate(authority.issue([name]).cert).subject).toBe(`CN=${name}`);
  }
});
