/** A private certificate authority, made at run time. No system trusts it. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { bits, explicit, implicit, integer, octets, oid, sequence, set, time, utf8, yes } from './der.ts';

export interface Certificate {
  /** PEM: the certificate, followed by the authority's. */
  readonly cert: string;
  readonly key: string;
}

export interface Authority {
  /** PEM: the certificate that a client has to trust. */
  readonly certificate: string;
  issue(names: readonly string[], validity?: Partial<Validity>): Certificate;
}

interface Validity {
  readonly from: Date;
  readonly until: Date;
}

const DAY = 86_400_000;
const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));

const nameOf = (text: string) => sequence(set(sequence(oid('2.5.4.3'), utf8(text))));
const extension = (id: string, value: Uint8Array, critical = false) =>
  critical ? sequence(oid(id), yes(), octets(value)) : sequence(oid(id), octets(value));
const spkiOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });
const keyIdOf = (key: KeyObject) => createHash('sha1').update(spkiOf(key)).digest();

function pem(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function certificate(options: {
  readonly subject: string;
  readonly key: KeyObject;
  readonly issuer: string;
  readonly issuerKeys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly validity: Validity;
  readonly extensions: readonly Uint8Array[];
}): string {
  const { subject, key, issuer, issuerKeys, validity, extensions } = options;
  const content = sequence(
    explicit(0, integer(Buffer.of(2))),
    integer(randomBytes(16)),
    ECDSA_SHA256,
    nameOf(issuer),
    sequence(time(validity.from), time(validity.until)),
    nameOf(subject),
    spkiOf(key),
    explicit(
      3,
      sequence(
        ...extensions,
        extension('2.5.29.14', octets(keyIdOf(key))),
        extension('2.5.29.35', sequence(implicit(0, keyIdOf(issuerKeys.publicKey)))),
      ),
    ),
  );
  return pem(sequence(content, ECDSA_SHA256, bits(sign('sha256', content, issuerKeys.privateKey))));
}

export function createAuthority(name = 'Office network authority'): Authority {
  const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuerKeys = pair();
  const usual: Validity = { from: new Date(Date.now() - DAY), until: new Date(Date.now() + 30 * DAY) };
  const own = certificate({
    subject: name,
    key: issuerKeys.publicKey,
    issuer: name,
    issuerKeys,
    validity: usual,
    // May sign certificates.
    extensions: [extension('2.5.29.19', sequence(yes()), true), extension('2.5.29.15', bits(Buffer.of(0x04), 2), true)],
  });
  return {
    certificate: own,
    issue(names, validity = {}) {
      const { publicKey, privateKey } = pair();
      const cert = certificate({
        subject: names[0] ?? name,
        key: publicKey,
        issuer: name,
        issuerKeys,
        validity: { ...usual, ...validity },
        extensions: [
          extension('2.5.29.19', sequence(), true),
          // Signs handshakes, as a server.
          extension('2.5.29.15', bits(Buffer.of(0x80), 7), true),
          extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'))),
          extension('2.5.29.17', sequence(...names.map(alternativeName))),
        ],
      });
      return { cert: cert + own, key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) };
    },
  };
}

function alternativeName(name: string): Buffer {
  if (isIP(name) === 4) return implicit(7, Buffer.from(name.split('.').map(Number)));
  return implicit(2, Buffer.from(name, 'ascii'));
}
