import { createHash } from 'node:crypto';
import { ecKey, type TestKey } from './test-keys.ts';
import {
  bits,
  enumerated,
  explicit,
  fullTime,
  implicit,
  integer,
  nothing,
  octets,
  oid,
  sequence,
  set,
  utcTime,
  utf8,
  yes,
} from './write-der.ts';

/** Who signs in tests: a key with its certificate, and those of its issuers. */
export interface TestSigner {
  readonly key: TestKey;
  readonly certificate: Buffer;
  readonly serial: Buffer;
  readonly subject: Buffer;
  readonly issuer: TestSigner | null;
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
type Name = Partial<Record<keyof typeof nameOids, string>>;

const nameOf = (name: Name): Buffer =>
  sequence(
    ...Object.entries(nameOids).flatMap(([key, value]) => {
      const text = Object.entries(name).find(([one]) => one === key)?.[1];
      return text === undefined ? [] : [set(sequence(oid(value), utf8(text)))];
    }),
  );

interface Wanted {
  readonly name: Name;
  readonly key?: TestKey;
  readonly issuer?: TestSigner;
  readonly isAuthority?: boolean;
  readonly purpose?: string;
  readonly statements?: readonly Buffer[];
  readonly from?: Date;
  readonly until?: Date;
}

let nextSerial = 0x1000;
const extension = (id: string, value: Buffer, isCritical = false): Buffer =>
  sequence(oid(id), ...(isCritical ? [yes] : []), octets(value));

export function makeSigner({
  name,
  key = ecKey(),
  issuer,
  isAuthority = false,
  purpose,
  statements,
  from,
  until,
}: Wanted): TestSigner {
  nextSerial += 1;
  const serial = Buffer.from(nextSerial.toString(16).padStart(4, '0'), 'hex');
  const subject = nameOf(name);
  const signerKey = issuer?.key ?? key;
  const extensions = [
    extension('2.5.29.14', octets(keyId(key))),
    ...(isAuthority ? [extension('2.5.29.19', sequence(yes), true)] : []),
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

/** The bits of the key itself, without their algorithm. */
function keyBits({ publicKey }: TestKey): Buffer {
  // The outer and inner sequence have short lengths of one to four bytes each.
  const skip = (at: number) => at + 2 + ((publicKey[at + 1] ?? 0) < 0x80 ? 0 : (publicKey[at + 1] ?? 0) & 0x7f);
  const inner = skip(0);
  const innerLength = publicKey[inner + 1] ?? 0;
  const bitsAt = inner + 2 + innerLength;
  return publicKey.subarray(skip(bitsAt) + 1);
}

const keyId = (key: TestKey): Buffer => createHash('sha1').update(keyBits(key)).digest();

export const qualified = sequence(oid('0.4.0.1862.1.1'));
export const inDevice = sequence(oid('0.4.0.1862.1.4'));
export const forSeals = sequence(oid('0.4.0.1862.1.6'), sequence(oid('0.4.0.1862.1.6.2')));
export const underLawOf = (country: string): Buffer => sequence(oid('0.4.0.1862.1.7'), sequence(utf8(country)));

const sha1Method = sequence(oid('1.3.14.3.2.26'), nothing);
const sha1 = (data: Buffer): Buffer => createHash('sha1').update(data).digest();

interface OcspWanted {
  readonly about: TestSigner;
  readonly at: Date;
  readonly revokedAt?: Date;
  /** Who answers. The issuer of the certificate, unless said otherwise. */
  readonly by?: TestSigner;
}

export function makeOcsp({ about, at, revokedAt, by }: OcspWanted): Buffer {
  const issuer = about.issuer ?? about;
  const answerer = by ?? issuer;
  const id = sequence(
    sha1Method,
    octets(sha1(issuer.subject)),
    octets(sha1(keyBits(issuer.key))),
    integer(about.serial),
  );
  const status = revokedAt === undefined ? implicit(0, Buffer.alloc(0)) : explicit(1, fullTime(revokedAt));
  const data = sequence(explicit(1, answerer.subject), fullTime(at), sequence(sequence(id, status, fullTime(at))));
  const basic = sequence(
    data,
    answerer.key.algorithm,
    bits(answerer.key.sign(data)),
    explicit(0, sequence(answerer.certificate)),
  );
  return sequence(enumerated(0), explicit(0, sequence(oid('1.3.6.1.5.5.7.48.1.1'), octets(basic))));
}

export function makeCrl(issuer: TestSigner, at: Date, revoked: readonly TestSigner[] = []): Buffer {
  const entries = revoked.map(({ serial }) => sequence(integer(serial), utcTime(at)));
  const list = entries.length === 0 ? [] : [sequence(...entries)];
  const signed = sequence(integer(1), issuer.key.algorithm, issuer.subject, utcTime(at), ...list);
  return sequence(signed, issuer.key.algorithm, bits(issuer.key.sign(signed)));
}

/** The people and authorities of the tests. Their keys are new in each run. */
export function makeTestPeople() {
  const root = makeSigner({ name: { CN: 'ÜBUNG / PRACTICE Root', O: 'ÜBUNG / PRACTICE', C: 'CH' }, isAuthority: true });
  const issuing = makeSigner({
    name: { CN: 'ÜBUNG / PRACTICE Issuer', O: 'ÜBUNG / PRACTICE', C: 'CH' },
    isAuthority: true,
    issuer: root,
  });
  return {
    root,
    issuing,
    anna: makeSigner({
      name: { CN: 'Anna Muster (ÜBUNG / PRACTICE)', G: 'Anna', SN: 'Muster', C: 'CH' },
      issuer: issuing,
      statements: [qualified, inDevice, underLawOf('CH')],
    }),
    beat: makeSigner({ name: { CN: 'Beat Probe (ÜBUNG / PRACTICE)', C: 'CH' }, issuer: issuing }),
    seal: makeSigner({
      name: { CN: 'Muster AG (ÜBUNG / PRACTICE)', O: 'Muster AG', organisationId: 'NTRCH-CHE-000.000.000' },
      issuer: issuing,
      statements: [forSeals],
    }),
    pseudonym: makeSigner({ name: { CN: 'K. (ÜBUNG / PRACTICE)', pseudonym: 'K.' }, issuer: issuing }),
    timeStamps: makeSigner({
      name: { CN: 'ÜBUNG / PRACTICE Time', C: 'CH' },
      issuer: issuing,
      purpose: '1.3.6.1.5.5.7.3.8',
    }),
    answers: makeSigner({ name: { CN: 'ÜBUNG / PRACTICE OCSP' }, issuer: issuing, purpose: '1.3.6.1.5.5.7.3.9' }),
    own: makeSigner({ name: { CN: 'Own Issuer' } }),
  };
}

export type TestPeople = ReturnType<typeof makeTestPeople>;
