import { describe, expect, test } from 'vitest';
import { keyHashOf, readCertificate } from '../../main/signatures/asn1/certificate.ts';
import { makeSigner } from '../../main/signatures/testing/test-certificates.ts';
import { ecKey, pssKey, rsaKey } from '../../main/signatures/testing/test-keys.ts';
import type { Refusal } from './refusal.ts';
import {
  makeList,
  methods,
  putInto,
  referenceInside,
  referenceTo,
  type Service,
  type SigningOfList,
  signatureOver,
  signedInfo,
  signList,
  type WantedList,
} from './testing/make-list.ts';
import { readTrustedList, signersOf } from './trusted-list.ts';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const now = Date.parse('2026-05-01');
const operator = { CN: 'ÜBUNG / PRACTICE List', C: 'CH' };
const byRsa = { signer: makeSigner({ name: operator, key: rsaKey('sha256', 2048) }), method: methods.rsa256 };
const byOther = { ...byRsa, signer: makeSigner({ name: operator, key: rsaKey('sha256', 2048) }) };
const issuing = makeSigner({ name: { CN: 'Issuer', C: 'CH' }, isAuthority: true }).certificate;
const stamping = makeSigner({ name: { CN: 'Time', C: 'CH' } }).certificate;
const keyOf = (certificate: Buffer): string => keyHashOf(readCertificate(certificate));

const asPem = (certificate: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`;
const pinned = (...all: readonly SigningOfList[]) =>
  signersOf(all.map(({ signer }) => asPem(signer.certificate)).join(''));
const read = (text: string | Buffer, by: SigningOfList = byRsa) => readTrustedList(Buffer.from(text), pinned(by), now);

const list = (more: WantedList = {}): string => makeList({ services: [{ certificates: [issuing] }], ...more });
const good = signList(list(), byRsa);
const qtst = 'http://uri.etsi.org/TrstSvc/Svctype/TSA/QTST';

function keysFrom(...services: readonly Service[]) {
  const found = read(signList(makeList({ services }), byRsa));
  if (!found.ok) throw new Error(found.message);
  return found.list;
}

describe('a good list', () => {
  test('gives the keys of those who may issue', () => {
    expect(read(good)).toEqual({
      ok: true,
      list: {
        country: 'CH',
        issuedOn: '2026-04-20',
        nextUpdate: '2026-10-20T00:00:00.000Z',
        certificates: [keyOf(issuing)],
        timeStamps: [],
      },
      signer: 'CN=ÜBUNG / PRACTICE List, C=CH',
      unreadable: 0,
    });
  });

  test.each([
    ['RSA with SHA-512', methods.rsa512, rsaKey('sha512', 2048)],
    ['RSA-PSS', methods.pss256, pssKey('sha256', false, 2048)],
    ['RSA-PSS with a key for it alone', methods.pss256, pssKey('sha256', true, 2048)],
    ['ECDSA', methods.ec256, ecKey('prime256v1', 'sha256', 'ieee-p1363')],
    ['ECDSA of brainpool', methods.ec256, ecKey('brainpoolP256r1', 'sha256', 'ieee-p1363')],
  ])('may be signed by %s', (_name, method, key) => {
    const by = { signer: makeSigner({ name: operator, key }), method };
    expect(read(signList(list(), by), by)).toMatchObject({ ok: true });
  });

  test('may begin with a mark and a declaration, name the list by its id, and have comments', () => {
    expect(read(`\ufeff<?xml version="1.0" encoding="utf-8"?>\n${good}`)).toMatchObject({ ok: true });
    expect(read(signList(list({ id: 'L' }), { ...byRsa, uri: '#L' }))).toMatchObject({ ok: true });
    expect(read(good.replace('<tsl:SchemeTerritory>', '<!-- a note --><tsl:SchemeTerritory>'))).toMatchObject({
      ok: true,
    });
  });

  test('may be written with white space, other prefixes and empty elements, which the signature does not see', () => {
    const other = good
      .replaceAll(/<tsl:NextUpdate>/g, '<tsl:NextUpdate  >')
      .replace('<ds:SignatureMethod', '<ds:SignatureMethod\n ')
      .replaceAll('></ds:Transform>', ' />');
    expect(other).not.toBe(good);
    expect(read(other)).toMatchObject({ ok: true });
  });

  test('may sign its properties as well, as XAdES does', () => {
    const properties = '<x:P xmlns:x="urn:x" Id="P">when</x:P>';
    const objects = `<ds:Object>${properties}</ds:Object>`;
    const more = referenceInside('P', properties);
    expect(read(signList(list(), { ...byRsa, more, objects }))).toMatchObject({ ok: true });
    const changed = signList(list(), { ...byRsa, more, objects: objects.replace('when', 'then') });
    expect(read(changed)).toMatchObject({ ok: false, refusal: 'changed' });
  });

  test('of Greece has the usual code of its country', () => {
    const by = { ...byRsa, signer: makeSigner({ name: { ...operator, C: 'GR' }, key: byRsa.signer.key }) };
    expect(read(signList(list({ country: 'EL' }), by), by)).toMatchObject({ ok: true, list: { country: 'GR' } });
  });
});

describe('of the services', () => {
  test('those for certificates and for time stamps are kept apart, each key once', () => {
    const { certificates, timeStamps } = keysFrom(
      { certificates: [issuing, issuing] },
      { certificates: [stamping], type: qtst },
    );
    expect([certificates, timeStamps]).toEqual([[keyOf(issuing)], [keyOf(stamping)]]);
  });

  test.each([
    ['that are withdrawn', { status: 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/withdrawn' }],
    ['of another type', { type: 'http://uri.etsi.org/TrstSvc/Svctype/CA/PKC' }],
    ['that are granted later', { since: '2026-05-02T00:00:00Z' }],
    ['without a time', { since: '' }],
    ['for websites alone', { purposes: ['WebSiteAuthentication'] }],
  ])('those %s are left out', (_which, part) => {
    expect(keysFrom({ certificates: [issuing], ...part }).certificates).toEqual([]);
  });

  test.each([[['eSignatures']], [['WebSiteAuthentication', 'eSeals']]])('those for %j count', (purposes) => {
    expect(keysFrom({ certificates: [issuing], purposes }).certificates).toEqual([keyOf(issuing)]);
  });

  test('what a service was earlier does not count', () => {
    const history = makeList({ services: [{ certificates: [stamping] }] }).match(
      /<tsl:ServiceInformation>.*<\/tsl:ServiceInformation>/,
    )?.[0];
    const withHistory = `<tsl:ServiceHistory><tsl:ServiceHistoryInstance>${history}</tsl:ServiceHistoryInstance></tsl:ServiceHistory>`;
    expect(keysFrom({ certificates: [issuing], history: withHistory }).certificates).toEqual([keyOf(issuing)]);
  });

  test('a certificate that cannot be read is counted', () => {
    const signed = signList(makeList({ services: [{ certificates: [Buffer.from('x'), issuing] }] }), byRsa);
    expect(read(signed)).toMatchObject({ ok: true, unreadable: 1, list: { certificates: [keyOf(issuing)] } });
  });
});

/** Another list around the signed one. The signature still fits what it names. */
function wrappedIn(place: (original: string) => string, more: Partial<SigningOfList> = {}): string {
  const original = list({ id: 'L' });
  const evil = makeList({ services: [{ certificates: [stamping] }] });
  const signature = signatureOver(original, { ...byRsa, uri: '#L', objects: place(original), ...more });
  return putInto(evil, signature);
}

const element = (name: string, content: string) => `<ds:${name}>${content}</ds:${name}>`;
const deep = `${'<tsl:a>'.repeat(20_000)}${'</tsl:a>'.repeat(20_000)}`;
const inObject = (original: string) => element('Object', original);
/** Looks like what is signed, and covers the whole. */
const standIn = signedInfo(referenceTo(list()), methods.rsa256).replaceAll('SignedInfo', 'Signed');
const second = signatureOver(list(), byOther);

const attacks: readonly (readonly [string, Refusal, string | Buffer])[] = [
  ['has no signature', 'unsigned', list()],
  ['is signed by somebody else', 'other-signer', signList(list(), byOther)],
  [
    'has another value of the signature',
    'other-signer',
    good.replace(/(?<=<ds:SignatureValue>)./, (one) => (one === 'A' ? 'B' : 'A')),
  ],
  ['names another method than the one that signed', 'other-signer', good.replace(methods.rsa256, methods.rsa512)],
  ['names the method of another kind of key', 'other-signer', signList(list(), { ...byRsa, method: methods.ec256 })],
  ['has a changed byte', 'changed', good.replace('2026-10-20', '2036-10-20')],
  [
    'has a key more',
    'changed',
    good.replace(
      '</tsl:DigitalId>',
      `</tsl:DigitalId><tsl:DigitalId><tsl:X509Certificate>${stamping.toString('base64')}</tsl:X509Certificate></tsl:DigitalId>`,
    ),
  ],
  ['has another digest', 'changed', good.replace(/(?<=<ds:DigestValue>)./, (one) => (one === 'A' ? 'B' : 'A'))],
  ['is around the signed one, which is in the signature', 'wrapped', wrappedIn(inObject)],
  ['is around the signed one, which is signed as a part', 'wrapped', wrappedIn(inObject, { transforms: [exclusive] })],
  ['has a stand-in for what is signed', 'wrapped', wrappedIn(inObject, { transforms: [exclusive], before: standIn })],
  [
    'is around the signed one, which is before what is signed',
    'wrapped',
    wrappedIn(() => '').replace('<ds:SignedInfo', `${element('Object', list({ id: 'L' }))}<ds:SignedInfo`),
  ],
  ['is below another element', 'wrapped', `<x>${good}</x>`],
  [
    'has its signature elsewhere',
    'wrapped',
    list().replace('</tsl:SchemeInformation>', `${signatureOver(list(), byRsa)}$&`),
  ],
  ['has two signatures', 'wrapped', putInto(good, second)],
  ['has a signature in its signature', 'wrapped', signList(list(), { ...byRsa, objects: element('Object', second) })],
  [
    'has the parts of the signature in another order',
    'wrapped',
    good.replace(/(<ds:SignedInfo.*<\/ds:SignedInfo>)(<ds:SignatureValue>.*<\/ds:SignatureValue>)/, '$2$1'),
  ],
  [
    'has more than references in what is signed',
    'wrapped',
    good.replace('<ds:Reference', '<ds:X></ds:X><ds:Reference'),
  ],
  [
    'has two things that are signed',
    'wrapped',
    signList(list(), { ...byRsa, objects: '<ds:SignedInfo></ds:SignedInfo>' }),
  ],
  ['covers nothing', 'wrapped', good.replace(' URI=""', '')],
  ['covers itself twice', 'wrapped', signList(list(), { ...byRsa, more: referenceTo(list()) })],
  ['covers a part of itself', 'wrapped', signList(list(), { ...byRsa, more: referenceInside('L', list()) })],
  [
    'is signed without its signature being left out',
    'wrapped',
    signList(list(), { ...byRsa, transforms: [exclusive] }),
  ],
  [
    'is changed by a transform',
    'wrapped',
    signList(list(), {
      ...byRsa,
      transforms: [
        'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
        'http://www.w3.org/TR/1999/REC-xpath-19991116',
      ],
    }),
  ],
  ['is signed by SHA-1', 'method', signList(list(), { ...byRsa, method: methods.rsa1 })],
  [
    'is hashed by SHA-1',
    'method',
    signList(list(), { ...byRsa, digestMethod: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
  ],
  [
    'is signed in another form',
    'method',
    signList(list(), { ...byRsa, canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' }),
  ],
  ['has parameters of the form', 'method', good.replace('</ds:CanonicalizationMethod>', `<ds:X></ds:X>$&`)],
  ['has parts in the reference', 'method', good.replace('</ds:Transform>', `<ds:X></ds:X>$&`)],
  ['is of another country than its signer', 'other-country', signList(list({ country: 'AT' }), byRsa)],
  ['is of tomorrow', 'not-yet', signList(list({ issued: '2026-05-02T00:00:00Z' }), byRsa)],
  ['has no date', 'not-yet', signList(list({ issued: '' }), byRsa)],
  ['is closed', 'closed', signList(list({ next: null }), byRsa)],
  ['is past its next update', 'expired', signList(list({ next: '2026-05-01T00:00:00Z' }), byRsa)],
  ['is of an unknown version', 'no-list', signList(list({ version: '7' }), byRsa)],
  ['is no list', 'no-list', signList(list().replace('02231/v2#', '02231/v3#'), byRsa)],
  ['has a document type', 'doctype', `<!DOCTYPE x>${good}`],
  ['has entities', 'doctype', `<!doctype x [<!ENTITY a "b">]>${good}`],
  ['is no XML', 'not-xml', 'not a list'],
  ['is empty', 'not-xml', ''],
  [
    'has parts of another language',
    'method',
    good.replace(/<ds:DigestMethod (.*?)<\/ds:DigestMethod>/, '<x:DigestMethod xmlns:x="urn:x" $1</x:DigestMethod>$&'),
  ],
  ['has instructions for programs', 'not-xml', good.replace('>CH<', '><?x CH?><')],
  ['is cut off', 'not-xml', good.slice(0, -10)],
  ['goes on after its end', 'not-xml', `${good}<x/>`],
  ['has an attribute twice', 'not-xml', good.replace(' URI=""', ' URI="" URI=""')],
  ['is in another encoding', 'not-xml', Buffer.from(good.replace('Svctype', 'ü'), 'latin1')],
  ['names another encoding', 'not-xml', `<?xml version="1.0" encoding="UTF-7"?>${good}`],
  ['is nested without end', 'not-xml', putInto(list(), deep)],
  ['is too large', 'too-large', `${good}${' '.repeat(33 * 1024 * 1024)}`],
];

test.each(attacks)('a list that %s is refused: %s', (_what, refusal, text) => {
  expect(read(text)).toMatchObject({ ok: false, refusal });
});

test('with any bit changed, a list is refused or says the same', () => {
  const whole = read(good);
  const outcomes = new Set<string>();
  for (let at = 0; at < good.length; at += 7) {
    const bytes = Buffer.from(good);
    bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << (at % 8)), at);
    const found = read(bytes);
    outcomes.add(found.ok ? 'ok' : found.refusal);
    if (found.ok) expect(found).toEqual(whole);
  }
  expect(outcomes).toContain('changed');
  expect(outcomes).toContain('not-xml');
});

test('among several signers, whatever their keys, the one who signed is found', () => {
  const byEc = {
    signer: makeSigner({ name: operator, key: ecKey('prime256v1', 'sha256', 'ieee-p1363') }),
    method: methods.ec256,
  };
  const byPss = {
    signer: makeSigner({ name: operator, key: pssKey('sha256', true, 2048) }),
    method: methods.pss256,
  };
  const all = pinned(byPss, byOther, byEc, byRsa);
  for (const by of [byRsa, byEc, byOther, byPss])
    expect(readTrustedList(Buffer.from(signList(list(), by)), all, now)).toMatchObject({ ok: true });
});

test('a key that signed as its certificate says, but was not given, proves nothing', () => {
  const withOwn = signList(list(), {
    ...byOther,
    objects: `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${byOther.signer.certificate.toString('base64')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
  });
  expect(read(withOwn, byOther)).toMatchObject({ ok: true });
  expect(read(withOwn)).toMatchObject({ ok: false, refusal: 'other-signer' });
  expect(readTrustedList(Buffer.from(withOwn), [], now)).toMatchObject({ ok: false, refusal: 'other-signer' });
});
