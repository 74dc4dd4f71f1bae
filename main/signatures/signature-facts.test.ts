import { generateKeyPairSync, sign as signInNode } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeOcsp } from '../practice-service/signatures/ocsp.ts';
import { forSeals, inDevice, qualified, underLawOf } from '../practice-service/signatures/signer.ts';
import { octets } from '../practice-service/signatures/write-der.ts';
import { checkSignatures } from './check-signatures.ts';
import { newField } from './testing/attacks/annotation-attacks.ts';
import { addProof, signPdf, stampPdf } from './testing/sign-pdf.ts';
import { makeCrl, makeSigner, makeTestPeople } from './testing/test-certificates.ts';
import { makeHashContainer } from './testing/test-containers.ts';
import { ecKey, edwardsKey, pssKey, rsaKey } from './testing/test-keys.ts';
import {
  append,
  catalog,
  contents,
  font,
  info,
  makePdf,
  page,
  replaced,
  streamOf,
  type TestPdf,
  textField,
} from './testing/test-pdf.ts';

const people = makeTestPeople();
const { anna, beat, issuing, root, timeStamps, answers } = people;
const noon = new Date('2026-06-01T12:00:00Z');
const later = new Date('2026-06-02T12:00:00Z');

const check = ({ bytes }: TestPdf) => checkSignatures(bytes);
const first = (pdf: TestPdf) => check(pdf).signatures[0];
const signed = (signer = anna, more: Partial<Parameters<typeof signPdf>[1]> = {}) =>
  signPdf(makePdf(), { signer, ...more });

describe('who signed', () => {
  test('is told by the certificate alone', () => {
    expect(first(signed(anna, { entries: '/Name (Somebody Else)' }))).toMatchObject({
      kind: 'person',
      signer: { name: 'Anna Muster (ÜBUNG / PRACTICE)', country: 'CH' },
      issuer: { name: 'ÜBUNG / PRACTICE Issuer' },
      isOwnIssuer: false,
      qualified: { countries: ['CH'], hasDevice: true },
    });
  });

  test('may be an organisation, a pseudonym, or whoever made the own certificate', () => {
    expect(first(signed(people.seal))).toMatchObject({ kind: 'seal', signer: { organisation: 'Muster AG' } });
    expect(first(signed(people.pseudonym))).toMatchObject({ kind: 'person', signer: { pseudonym: 'K.' } });
    expect(first(signed(people.own))).toMatchObject({ isOwnIssuer: true, qualified: null });
    const organisation = makeSigner({ name: { CN: 'AG', organisationId: 'NTRCH-1' }, issuer: issuing });
    expect(first(signed(organisation))).toMatchObject({ kind: 'seal' });
    const statements = [qualified, forSeals, inDevice, underLawOf('CH')];
    expect(first(signed(makeSigner({ name: { CN: 'B' }, issuer: issuing, statements })))).toMatchObject({
      kind: 'seal',
    });
  });

  test('has an issuer only if its key signed the certificate', () => {
    const impostor = makeSigner({
      name: { CN: 'ÜBUNG / PRACTICE Issuer', O: 'ÜBUNG / PRACTICE', C: 'CH' },
      isAuthority: true,
    });
    const pdf = addProof(signed(makeSigner({ name: { CN: 'C' }, issuer: { ...issuing, key: impostor.key } })), {
      certificates: [],
    });
    expect(first(pdf)?.issuer).toMatchObject({ fingerprint: null });
    // An issuer that may not issue is none.
    expect(first(signed(makeSigner({ name: { CN: 'D' }, issuer: beat })))?.issuer).toMatchObject({ fingerprint: null });
  });

  test('has no marks in the name that turn the writing', () => {
    expect(first(signed(makeSigner({ name: { CN: 'A\u202eb\u0007c' }, issuer: issuing })))?.signer?.name).toBe('Ab c');
  });

  test('is one of practice if its issuer says so, and nobody else', () => {
    const claimed = makeSigner({ name: { CN: 'ÜBUNG / PRACTICE', O: 'ÜBUNG / PRACTICE' }, issuer: people.own });
    const told = [anna, timeStamps, people.own, claimed].map((one) => first(signed(one))?.isPractice);
    expect(told).toEqual([true, true, false, false]);
  });
});

describe('the forms of a container', () => {
  test.each([
    ['an older name of the certificate', { oldName: true }],
    ['no signed attributes', { withoutAttributes: true }],
    ['the oldest kind of detached containers', { format: 'adbe.pkcs7.detached' }],
  ])('with %s is intact', (_name, more) => {
    expect(check(signed(anna, more)).state).toBe('intact');
  });

  test('with a hash inside is intact, and broken with that of another document', () => {
    const format = 'adbe.pkcs7.sha1';
    expect(check(signed(anna, { format, contain: (covered) => makeHashContainer(covered, anna) })).state).toBe(
      'intact',
    );
    const other = signed(anna, { format, contain: () => makeHashContainer(Buffer.from('other'), anna) });
    expect(check(other)).toMatchObject({ state: 'broken', signatures: [{ fault: 'digest' }] });
  });

  test('that is a bare RSA signature is intact, and broken with another one', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
    const key = { ...rsaKey('sha1'), publicKey: publicKey.export({ format: 'der', type: 'spki' }) };
    const { certificate } = makeSigner({ name: { CN: 'Old' }, key });
    const bare = (over: (covered: Buffer) => Buffer) =>
      signed(anna, {
        format: 'adbe.x509.rsa_sha1',
        entries: `/Cert <${certificate.toString('hex')}>`,
        contain: (covered) => octets(signInNode('sha1', over(covered), privateKey)),
      });
    expect(check(bare((covered) => covered)).state).toBe('intact');
    expect(check(bare(() => Buffer.from('other'))).state).toBe('broken');
  });

  test('may have bytes after its end, which is told', () => {
    expect(first(signed(anna, { more: Buffer.from('more') }))).toMatchObject({ state: 'intact', hasMoreBytes: true });
    expect(first(signed())).toMatchObject({ hasMoreBytes: false });
  });

  test.each([
    ['RSA', rsaKey()],
    ['RSA-PSS', pssKey()],
    ['brainpool', ecKey('brainpoolP384r1', 'sha384')],
    ['Ed448', edwardsKey('ed448')],
  ])('by %s is intact', (_name, key) => {
    expect(check(signed(makeSigner({ name: { CN: 'E' }, key }))).state).toBe('intact');
  });
});

describe('when it was signed', () => {
  test('is a claim without a time stamp', () => {
    expect(first(signed())).toMatchObject({
      claimedTime: '2026-06-01T12:00:00.000Z',
      confirmedTime: null,
      wasValidThen: true,
    });
    expect(first(signed(anna, { signingTime: later }))).toMatchObject({ claimedTime: later.toISOString() });
  });

  test('is confirmed by a time stamp over the value of the signature', () => {
    const authority = 'ÜBUNG / PRACTICE Time';
    const found = first(signed(anna, { timeStamp: { by: timeStamps, at: noon } }));
    expect(found).toMatchObject({ confirmedTime: { at: noon.toISOString(), authority }, hasBadTimeStamp: false });
  });

  test.each([
    ['over something else', { by: timeStamps, at: noon, over: Buffer.from('other') }],
    ['of a certificate that is for something else', { by: beat, at: noon }],
  ])('is not confirmed by a time stamp %s', (_name, timeStamp) => {
    expect(first(signed(anna, { timeStamp }))).toMatchObject({
      state: 'intact',
      confirmedTime: null,
      hasBadTimeStamp: true,
    });
  });

  test('is confirmed by a later time stamp over the document, also for the signature before', () => {
    const { signatures } = check(stampPdf(signed(), timeStamps, later));
    expect(signatures.map(({ kind, confirmedTime }) => [kind, confirmedTime?.at])).toEqual([
      ['person', later.toISOString()],
      ['time-stamp', later.toISOString()],
    ]);
  });

  test('may be a time at which the certificate was not valid', () => {
    const old = makeSigner({ name: { CN: 'F' }, issuer: issuing, until: new Date('2026-01-01') });
    expect(first(signed(old))).toMatchObject({ state: 'intact', wasValidThen: false });
  });
});

describe('revocation', () => {
  const withProof = (proof: { ocsps?: Buffer[]; crls?: Buffer[] }) =>
    first(addProof(signed(), { certificates: [issuing.certificate, root.certificate], ...proof }))?.revocation;

  test('is told by an answer of the issuer or of whom it authorised', () => {
    expect(withProof({ ocsps: [makeOcsp({ about: anna, at: noon })] })).toEqual({
      kind: 'not-revoked',
      at: noon.toISOString(),
    });
    expect(withProof({ ocsps: [makeOcsp({ about: anna, at: later, revokedAt: noon, by: answers })] })).toEqual({
      kind: 'revoked',
      at: noon.toISOString(),
    });
  });

  test('is told by a list of the issuer', () => {
    expect(withProof({ crls: [makeCrl(issuing, noon, [beat])] })).toEqual({
      kind: 'not-revoked',
      at: noon.toISOString(),
    });
    expect(withProof({ crls: [makeCrl(issuing, noon, [beat, anna])] })).toEqual({
      kind: 'revoked',
      at: noon.toISOString(),
    });
  });

  test('is worst of all answers', () => {
    const [good, bad] = [makeOcsp({ about: anna, at: later }), makeOcsp({ about: anna, at: noon, revokedAt: noon })];
    expect(withProof({ ocsps: [good, bad] })?.kind).toBe('revoked');
  });

  test.each([
    ['is missing', {}],
    ['is of somebody whom nobody authorised', { ocsps: [makeOcsp({ about: anna, at: noon, by: beat })] }],
    ['is about another certificate', { ocsps: [makeOcsp({ about: beat, at: noon })] }],
    ['is a list of another issuer', { crls: [makeCrl(root, noon)] }],
    ['is a list that another key signed', { crls: [makeCrl({ ...issuing, key: beat.key }, noon)] }],
    ['cannot be read', { ocsps: [Buffer.from('x')], crls: [Buffer.from('x')] }],
  ])('is unknown when the answer %s', (_name, proof) => {
    expect(withProof(proof)).toEqual({ kind: 'no-data' });
  });
});

describe('what came after a signature', () => {
  const kinds = (pdf: TestPdf) => first(pdf)?.changes.map((change) => `${change.kind} ${change.page ?? ''}`.trim());

  test('is nothing in a file that ends with it', () => {
    expect(kinds(signed())).toEqual([]);
    expect(kinds({ ...signed(), bytes: Buffer.concat([signed().bytes, Buffer.alloc(100)]) })).toEqual([]);
  });

  test('is named, also where it is harmless', () => {
    expect(kinds(signPdf(signed(), { signer: beat, isVisible: true }))).toEqual(['visible-mark 1', 'signature']);
    expect(kinds(addProof(signed(), { certificates: [root.certificate] }))).toEqual(['proof']);
    const prepared = newField(signed(), '/FT /Sig', '0 0 0 0');
    expect(kinds(prepared)).toEqual(['signature-field 1', 'signature-field']);
    expect(check(prepared).state).toBe('intact');
    const dated = append(signed(), { [info]: '<< /Producer (Other) /ModDate (D:2026) >>' });
    expect(kinds(dated)).toEqual(['metadata']);
    expect(check(dated).state).toBe('intact');
    const titled = append(signed(), { [info]: '<< /Producer (Tests) /Title (Other) >>' });
    expect(kinds(titled)).toEqual(['document']);
  });

  test('has the page it is on', () => {
    expect(kinds(append(signed(), { [contents]: streamOf('other') }))).toEqual(['page-content 1']);
  });

  test('is nothing where objects are only numbered anew', () => {
    const pdf = signed();
    const moved = append(pdf, {
      [page]: replaced(pdf, page, `/F1 ${font} 0 R`, `/F1 ${pdf.next} 0 R`),
      [pdf.next]: pdf.objects.get(font) ?? '',
    });
    expect(check(moved)).toMatchObject({ state: 'intact', signatures: [{ changes: [] }] });
  });

  test('is told for each signature by itself', () => {
    const between = append(signed(), { [contents]: streamOf('other') });
    const { state, signatures } = check(signPdf(between, { signer: beat }));
    expect([state, ...signatures.map((one) => one.state)]).toEqual(['changed-after', 'changed-after', 'intact']);
  });

  test('may be allowed by whoever certified the document, which is told', () => {
    expect(first(signed(anna, { certify: 2 }))).toMatchObject({ certification: 2 });
    expect(first(signed())).toMatchObject({ certification: null });
  });

  test('is told as very much when there is no end of it', () => {
    const pdf = makePdf();
    const count = 150;
    const kids = Array.from({ length: count }, (_none, at) => 100 + at);
    const pages = Object.fromEntries(kids.map((number) => [number, '<< /Type /Page /Parent 2 0 R >>']));
    const tree = `<< /Type /Pages /Kids [${kids.map((one) => `${one} 0 R`).join(' ')}] /Count ${count} /MediaBox [0 0 9 9] >>`;
    const many = signPdf(append(pdf, { ...pages, 2: tree, [page]: '<< /Annots [] >>' }), { signer: anna });
    const turned = append(
      many,
      Object.fromEntries(kids.map((number) => [number, '<< /Type /Page /Parent 2 0 R /Rotate 90 >>'])),
    );
    expect(kinds(turned)?.at(-1)).toBe('too-many');
    expect(check(turned).state).toBe('changed-after');
  });
});

describe('a change', () => {
  const kinds = (pdf: TestPdf) => check(pdf).signatures[0]?.changes;

  test('of a form is told with the page and the place of its field', () => {
    const filled = append(signed(), { [textField]: replaced(signed(), textField, '(100)', '(900)') });
    expect(kinds(filled)).toEqual([
      { kind: 'form-entry', page: 1, places: [{ x: 20, y: 20, width: 100, height: 20 }] },
    ]);
  });

  test('of a field that is shown by widgets is told at the first of them', () => {
    const split = append(makePdf(), {
      [textField]: `<< /FT /Tx /T (amount) /V (100) /Kids [40 0 R 41 0 R] >>`,
      40: `<< /Type /Annot /Subtype /Widget /Parent ${textField} 0 R /Rect [90 80 10 20] >>`,
      41: `<< /Type /Annot /Subtype /Widget /Parent ${textField} 0 R /Rect [10 90 90 150] >>`,
      [page]: replaced(makePdf(), page, `/Annots [${textField} 0 R]`, '/Annots [40 0 R 41 0 R]'),
    });
    const before = signPdf(split, { signer: anna });
    const filled = append(before, { [textField]: replaced(before, textField, '(100)', '(900)') });
    expect(kinds(filled)).toEqual([{ kind: 'form-entry', page: 1, places: [{ x: 10, y: 20, width: 80, height: 60 }] }]);
  });

  test.each([
    ['without a place', '', undefined],
    ['without a size', '/Rect [5 5 5 20]', undefined],
    ['with a place that is none', '/Rect [5 5 (x) 20]', undefined],
    ['with a place outside of every page', '/Rect [0 0 99999 9]', undefined],
    ['with a place', '/Rect [0.125 0 9 9]', [{ x: 0.13, y: 0, width: 8.88, height: 9 }]],
  ])('that adds a note %s is told with what is known', (_name, rect, places) => {
    const pdf = signed();
    const noted = append(pdf, {
      [page]: replaced(pdf, page, '/Annots [', `/Annots [${pdf.next} 0 R `),
      [pdf.next]: `<< /Type /Annot /Subtype /Text ${rect} >>`,
    });
    expect(kinds(noted)).toEqual([{ kind: 'annotation-added', page: 1, ...(places && { places }) }]);
  });

  test('that takes a note or a field away is told at the place where it was', () => {
    const pdf = signed();
    const removed = append(pdf, { [page]: replaced(pdf, page, `${textField} 0 R`, '') });
    const places = [{ x: 20, y: 20, width: 100, height: 20 }];
    expect(kinds(removed)).toContainEqual({ kind: 'annotation-removed', page: 1, places });
    const without = append(pdf, { [catalog]: replaced(pdf, catalog, `${textField} 0 R`, '') });
    expect(kinds(without)).toContainEqual({ kind: 'field-removed', page: 1, places });
  });

  test('in many places of a page has a few of them, each once', () => {
    const pdf = signed();
    const numbers = Array.from({ length: 12 }, (_none, at) => pdf.next + at);
    const noted = append(pdf, {
      [page]: replaced(pdf, page, '/Annots [', `/Annots [${numbers.map((one) => `${one} 0 R`).join(' ')} `),
      ...Object.fromEntries(
        numbers.map((one, at) => [one, `<< /Type /Annot /Subtype /Text /Rect [0 0 9 ${Math.max(2, at)}] >>`]),
      ),
    });
    const places = [2, 3, 4, 5, 6, 7, 8, 9].map((height) => ({ x: 0, y: 0, width: 9, height }));
    expect(kinds(noted)).toEqual([{ kind: 'annotation-added', page: 1, places }]);
  });
});

describe('the document that was sent', () => {
  const sent = makePdf('I owe 100');
  const compare = (pdf: TestPdf, with_ = sent.bytes) => checkSignatures(pdf.bytes, with_).sent;

  /** As a program saves a file anew: other numbers, other packing. */
  const rewrite = (pdf: TestPdf): TestPdf => {
    const empty: TestPdf = { bytes: Buffer.from('%PDF-1.6\n'), objects: new Map(), start: 0, next: 1 };
    return append(
      empty,
      { ...Object.fromEntries(pdf.objects), [info]: '<< /Producer (Other) >>' },
      { section: 'stream' },
    );
  };

  test('is in the signed one byte for byte', () => {
    expect(compare(signPdf(sent, { signer: anna }))).toEqual({ kind: 'same-bytes', changes: expect.any(Array) });
    const changed = signPdf(append(sent, { [contents]: streamOf('other') }), { signer: anna });
    expect(compare(changed)).toMatchObject({
      kind: 'same-bytes',
      changes: expect.arrayContaining([{ kind: 'page-content', page: 1 }]),
    });
  });

  test('is written anew with the same pages', () => {
    expect(compare(signPdf(rewrite(sent), { signer: anna }))).toEqual({ kind: 'rewritten-same' });
  });

  test('is another', () => {
    const other = signPdf(rewrite(makePdf('I owe 999')), { signer: anna });
    expect(compare(other)).toEqual({
      kind: 'different',
      changes: [
        { kind: 'page-content', page: 1 },
        { kind: 'signature', page: 1 },
        { kind: 'signature', page: null },
      ],
    });
    const added = append(sent, {
      [catalog]: replaced(sent, catalog, '/Type /Catalog', '/Type /Catalog /OpenAction << /S /JavaScript /JS (x) >>'),
    });
    expect(compare(signPdf(rewrite(added), { signer: anna }))).toMatchObject({ kind: 'different' });
  });

  test('cannot be compared where it is no PDF', () => {
    expect(compare(signed(), Buffer.from('PK'))).toEqual({ kind: 'cannot-compare' });
    expect(checkSignatures(signed().bytes).sent).toBeNull();
  });
});
