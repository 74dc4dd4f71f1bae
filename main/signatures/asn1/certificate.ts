import { createHash } from 'node:crypto';
import { oneLine } from '../../words/one-line.ts';
import {
  type Der,
  DerDamage,
  expect,
  integerOf,
  octets,
  oidOf,
  parts,
  readWhole,
  sequence,
  tagged,
  tags,
  textOf,
  timeOf,
} from './der.ts';

/** The parts of a name that people read. Missing ones are null. */
export interface CertificateName {
  readonly name: string | null;
  readonly organisation: string | null;
  readonly country: string | null;
  readonly pseudonym: string | null;
}

export interface Certificate {
  readonly raw: Buffer;
  /** The part that the issuer signed. */
  readonly signed: Buffer;
  readonly signatureAlgorithm: Der;
  readonly signature: Buffer;
  readonly serial: Buffer;
  readonly issuer: Der;
  readonly subject: Der;
  readonly issuerName: CertificateName;
  readonly subjectName: CertificateName;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly key: Der;
  readonly keyId: Buffer | null;
  readonly isAuthority: boolean;
  /** Its holder is an organisation and no person (EN 319 412-3). */
  readonly isOrganisation: boolean;
  readonly purposes: readonly string[];
  readonly statements: Der | null;
  /** SHA-256 of the whole certificate, to compare with what an issuer publishes. */
  readonly fingerprint: string;
}

const attributes = {
  commonName: '2.5.4.3',
  surname: '2.5.4.4',
  country: '2.5.4.6',
  organisation: '2.5.4.10',
  unit: '2.5.4.11',
  givenName: '2.5.4.42',
  pseudonym: '2.5.4.65',
  organisationId: '2.5.4.97',
} as const;

const extensions = {
  keyId: '2.5.29.14',
  basicConstraints: '2.5.29.19',
  purposes: '2.5.29.37',
  statements: '1.3.6.1.5.5.7.1.3',
} as const;

export const purposes = { timeStamping: '1.3.6.1.5.5.7.3.8', ocspSigning: '1.3.6.1.5.5.7.3.9' } as const;

const longestName = 200;

function attributesOf(name: Der): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const set of sequence(name))
    for (const pair of parts(set)) {
      const [oid, value] = sequence(pair);
      const key = oidOf(oid);
      const text = value === undefined || !Object.values(attributes).some((one) => one === key) ? null : textOf(value);
      if (text !== null) found.set(key, oneLine(text, longestName));
    }
  return found;
}

function nameOf(name: Der): CertificateName {
  const found = attributesOf(name);
  const of = (key: keyof typeof attributes): string | null => found.get(attributes[key]) || null;
  const full = [of('givenName'), of('surname')].filter((one) => one !== null).join(' ');
  return {
    name: of('commonName') ?? (full === '' ? (of('pseudonym') ?? of('unit') ?? of('organisation')) : full),
    organisation: of('organisation'),
    country: of('country'),
    pseudonym: of('pseudonym'),
  };
}

function isOrganisation(name: Der): boolean {
  const found = attributesOf(name);
  const isPerson = found.has(attributes.surname) || found.has(attributes.givenName) || found.has(attributes.pseudonym);
  return found.has(attributes.organisationId) && !isPerson;
}

function extensionsOf(all: readonly Der[]): ReadonlyMap<string, Buffer> {
  const list = tagged(all, 3);
  const found = new Map<string, Buffer>();
  for (const one of list === undefined ? [] : sequence(parts(list)[0])) {
    const [oid, ...rest] = sequence(one);
    if (found.has(oidOf(oid))) throw new DerDamage('An extension stands twice.');
    found.set(oidOf(oid), octets(rest.at(-1)));
  }
  return found;
}

function isAuthority(constraints: Buffer | undefined): boolean {
  const first = constraints === undefined ? undefined : sequence(readWhole(constraints))[0];
  return first?.tag === tags.boolean && first.content[0] !== 0;
}

/** The bytes of a number without the zeros before it, as some write more of them. */
export const serialOf = (part: Der | undefined): Buffer => {
  const { content } = expect(part, tags.integer);
  let at = 0;
  while (at < content.length - 1 && content[at] === 0) at += 1;
  return content.subarray(at);
};

/** Reads a certificate. Throws DerDamage. */
export function readCertificate(raw: Buffer): Certificate {
  const whole = readWhole(raw);
  const [signed, signatureAlgorithm, signature] = sequence(whole);
  const all = sequence(signed);
  const at = tagged(all, 0) === all[0] ? 1 : 0;
  const [serial, inner, issuer, validity, subject, key] = all.slice(at);
  if (signatureAlgorithm === undefined || issuer === undefined || subject === undefined || key === undefined)
    throw new DerDamage('A certificate lacks a part.');
  if (inner === undefined || !inner.raw.equals(signatureAlgorithm.raw))
    throw new DerDamage('A certificate names two methods.');
  integerOf(serial);
  const [notBefore, notAfter] = sequence(validity).map((one) => timeOf(one));
  if (notBefore === undefined || notAfter === undefined) throw new DerDamage('A certificate has no dates.');
  const more = extensionsOf(all.slice(at + 6));
  const [keyId, purposeList, statements] = [extensions.keyId, extensions.purposes, extensions.statements].map((oid) =>
    more.get(oid),
  );
  return {
    raw: whole.raw,
    signed: expect(signed, tags.sequence).raw,
    signatureAlgorithm,
    signature: expect(signature, tags.bits).content.subarray(1),
    serial: serialOf(serial),
    issuer,
    subject,
    issuerName: nameOf(issuer),
    subjectName: nameOf(subject),
    notBefore,
    notAfter,
    key,
    keyId: keyId === undefined ? null : octets(readWhole(keyId)),
    isOrganisation: isOrganisation(subject),
    isAuthority: isAuthority(more.get(extensions.basicConstraints)),
    purposes: purposeList === undefined ? [] : sequence(readWhole(purposeList)).map((one) => oidOf(one)),
    statements: statements === undefined ? null : readWhole(statements),
    fingerprint: createHash('sha256').update(whole.raw).digest('hex'),
  };
}

/** SHA-256 of the public key, which lists of issuers name: an issuer may have several certificates for one key. */
export const keyHashOf = ({ key }: Certificate): string => createHash('sha256').update(key.raw).digest('hex');

/** The certificate's statements about itself, by EN 319 412-5. */
export interface Statements {
  readonly isQualified: boolean;
  /** The key lies in a device that makes qualified signatures. */
  readonly hasDevice: boolean;
  readonly isSeal: boolean;
  /** The countries whose law is meant. None: that of the EU. */
  readonly countries: readonly string[];
}

const seal = '0.4.0.1862.1.6.2';

export function statementsOf({ statements }: Certificate): Statements {
  const found = { isQualified: false, hasDevice: false, isSeal: false, countries: [] as string[] };
  for (const one of statements === null ? [] : sequence(statements)) {
    const [oid, info] = sequence(one);
    const kind = oidOf(oid);
    if (kind === '0.4.0.1862.1.1') found.isQualified = true;
    if (kind === '0.4.0.1862.1.4') found.hasDevice = true;
    if (kind === '0.4.0.1862.1.6') found.isSeal = sequence(info).some((type) => oidOf(type) === seal);
    if (kind === '0.4.0.1862.1.7') found.countries = sequence(info).map((country) => textOf(country).slice(0, 2));
  }
  return found;
}
