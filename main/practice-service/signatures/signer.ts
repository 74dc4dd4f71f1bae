import { createHash } from 'node:crypto';
import type { SigningKey } from './signing-key.ts';
import { bits, explicit, integer, octets, oid, sequence, set, utcTime, utf8, yes } from './write-der.ts';

/** A signer: a key with its certificate, and those of its issuers. */
export interface Signer {
  readonly key: SigningKey;
  readonly certificate: Buffer;
  readonly serial: Buffer;
  readonly subject: Buffer;
  readonly issuer: Signer | null;
}

const nameOids = {
  CN: '2.5.4.3',
  SN: '2.5.4.4',
  C: '2.5.4.6',
  O: '2.5.4.10',
  G: '2.5.4.42',
  pseudonym: '2.5.4.65',
  organisationId: '2.5.4.97',
} as const;
export type SignerName = Partial<Record<keyof typeof nameOids, string>>;

const nameOf = (name: SignerName): Buffer =>
  sequence(
    ...Object.entries(nameOids).flatMap(([key, value]) => {
      const text = Object.entries(name).find(([one]) => one === key)?.[1];
      return text === undefined ? [] : [set(sequence(oid(value), utf8(text)))];
    }),
  );

export interface WantedSigner {
  readonly name: SignerName;
  readonly key: SigningKey;
  readonly issuer?: Signer;
  readonly isAuthority?: boolean;
  readonly purpose?: string;
  readonly statements?: readonly Buffer[];
  readonly from?: Date;
  readonly until?: Date;
}

export const forTimeStamps = '1.3.6.1.5.5.7.3.8';

/** Statements of a certificate about itself (ETSI EN 319 412-5). */
export const qualified = sequence(oid('0.4.0.1862.1.1'));
export const inDevice = sequence(oid('0.4.0.1862.1.4'));
export const forSeals = sequence(oid('0.4.0.1862.1.6'), sequence(oid('0.4.0.1862.1.6.2')));
export const underLawOf = (country: string): Buffer => sequence(oid('0.4.0.1862.1.7'), sequence(utf8(country)));

const extension = (id: string, value: Buffer, isCritical = false): Buffer =>
  sequence(oid(id), ...(isCritical ? [yes] : []), octets(value));

/** Issues a certificate. Without an issuer, it is its own. */
export function makeSigner({ name, key, issuer, isAuthority, purpose, statements, from, until }: WantedSigner): Signer {
  const subject = nameOf(name);
  const serial = serialOf(key, subject, ...(statements ?? []));
  const signerKey = issuer?.key ?? key;
  const extensions = [
    extension('2.5.29.14', octets(keyId(key))),
    ...(isAuthority === true ? [extension('2.5.29.19', sequence(yes), true)] : []),
    ...(purpose === undefined ? [] : [extension('2.5.29.37', sequence(oid(purpose)), true)]),
    ...(statements === undefined ? [] : [extension('1.3.6.1.5.5.7.1.3', sequence(...statements))]),
  ];
  const signed = sequence(
    explicit(0, integer(2)),
    integer(serial),
    signerKey.algorithm,
    issuer?.subject ?? subject,
    sequence(utcTime(from ?? new Date('2024-01-01')), utcTime(until ?? new Date('2034-01-01'))),
    subject,
    key.publicKey,
    explicit(3, sequence(...extensions)),
  );
  const certificate = sequence(signed, signerKey.algorithm, bits(signerKey.sign(signed)));
  return { key, certificate, serial, subject, issuer: issuer ?? null };
}

/** A number that follows from what the certificate says. */
function serialOf({ publicKey }: SigningKey, ...parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256').update(Buffer.concat([publicKey, ...parts]));
  return Buffer.concat([Buffer.of(1), hash.digest().subarray(0, 12)]);
}

/** The certificates from the signer's own to that of the root. */
export function certificatesOf(signer: Signer): readonly Buffer[] {
  const all: Buffer[] = [];
  for (let one: Signer | null = signer; one !== null; one = one.issuer) all.push(one.certificate);
  return all;
}

/** The bits of the key itself, without their algorithm. */
export function keyBits({ publicKey }: SigningKey): Buffer {
  // The outer and inner sequence have short lengths of one to four bytes each.
  const skip = (at: number) => at + 2 + ((publicKey[at + 1] ?? 0) < 0x80 ? 0 : (publicKey[at + 1] ?? 0) & 0x7f);
  const inner = skip(0);
  const innerLength = publicKey[inner + 1] ?? 0;
  const bitsAt = inner + 2 + innerLength;
  return publicKey.subarray(skip(bitsAt) + 1);
}

const keyId = (key: SigningKey): Buffer => createHash('sha1').update(keyBits(key)).digest();
