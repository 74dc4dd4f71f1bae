import type { Guard } from './guard.ts';

const of = (file: string, suite: string) => ({ file: `main/signatures/${file}`, suite: `main/signatures/${suite}` });
const table = 'check-signatures.test.ts';
const structure = (file: string) => ({ file: `main/pdf/${file}`, suite: `main/signatures/${table}` });
const facts = 'signature-facts.test.ts';
const range = of('byte-range.ts', table);
const tail = of('difference/explain-tail.ts', table);
const values = of('difference/compare-values.ts', table);
const forms = of('difference/compare-form.ts', table);
const documents = of('difference/compare-documents.ts', table);
const pages = of('difference/compare-pages.ts', table);
const signer = of('cms/signed-data.ts', table);
const container = of('check-container.ts', table);
const revocation = of('cms/revocation.ts', facts);
const standing = of('issuers/issuer-standing.ts', 'issuers/issuer-standing.test.ts');

/** The rules by which a signed PDF is intact. Without any one of them, a file that was tampered with would be. */
export const signatureGuards: readonly Guard[] = [
  // What a signature covers.
  {
    ...range,
    what: 'a range begins at the start of the file',
    guard: 'from !== 0 || ',
    without: '',
    test: 'not from the start',
  },
  {
    ...range,
    what: 'a range has four numbers',
    guard: ' || more.length > 0) return null',
    without: ') return null',
    test: 'six numbers',
  },
  {
    ...range,
    what: 'a range ends in the file',
    guard: ' || end > bytes.length',
    without: '',
    test: 'longer than the file',
  },
  {
    ...range,
    what: 'the gap is the contents',
    guard: "if (!isGap(contents, first, second)) return refuse('byte-range');",
    without: '',
    test: 'short before the contents',
  },
  {
    ...range,
    what: 'a signature covers a whole revision',
    guard: "if (!endsWithRevision(covered)) return refuse('revision');",
    without: '',
    test: 'short at its end',
  },
  {
    ...range,
    what: 'the signature object is the one of the signed revision',
    guard: "if (!isInRevision(revision, signature)) return refuse('replaced');",
    without: '',
    suite: 'main/signatures/byte-range.test.ts',
    test: 'an object that was not the signature then',
  },
  // What the container proves.
  {
    ...signer,
    what: 'there is one signer',
    guard: ' || signers.length > 1',
    without: '',
    test: 'there are two signers',
  },
  {
    ...signer,
    what: 'the hash is that of the bytes',
    guard: "if (stated === undefined || !octets(stated).equals(digest(hash, data))) return bad('digest');",
    without: '',
    test: 'a byte of the page is another',
  },
  {
    ...signer,
    what: 'the signature value is verified',
    guard: 'const verified = verifySigner(signer, certificate, data);',
    without: "const verified: Verified = verifySigner(signer, certificate, data) === 'cannot-check' ? 'bad' : 'good';",
    test: 'the signature value is another',
  },
  {
    ...signer,
    what: 'the certificate is the one that the signer named',
    guard: '    named.every(({ hash, wanted }) => hash(one.raw)?.equals(wanted) ?? false);',
    without: '    named.length >= 0 && one.raw.length > 0;',
    test: 'the signer names another certificate',
  },
  {
    ...signer,
    what: 'the attributes name the kind of content',
    guard: "if (type === undefined || oidOf(type) !== given.contentType) return bad('content-type');",
    without: 'void type;',
    test: 'the attributes name no kind of content',
  },
  {
    ...container,
    what: 'a container has no content of its own',
    guard: 'container.content !== null || ',
    without: '',
    test: 'the container has a content of its own',
  },
  {
    ...container,
    what: 'a time stamp is of these bytes',
    guard: "if (!stamp.fits) return { ...broken('digest'), container: stamp.container };",
    without: '',
    test: 'the time stamp over the document is of another one',
  },
  {
    ...container,
    ...of('check-container.ts', facts),
    what: 'a hash inside is that of these bytes',
    guard: "if (!digest(hash, pieces).equals(content)) return { ...broken('digest'), container };",
    without: '',
    test: 'with a hash inside is intact',
  },
  // What came after.
  {
    ...tail,
    what: 'every byte after a signature belongs to a revision',
    guard: 'else return false;',
    without: 'else at += 1;',
    test: 'an object that no section names was added',
  },
  {
    ...tail,
    what: 'a revision has a section and an end',
    guard: 'return !isOpen;',
    without: 'return true;',
    test: 'a comment was added',
  },
  {
    ...documents,
    what: 'the tail is explained',
    guard: "if (!isTailExplained(after, from)) changes.add('unexplained-bytes');",
    without: '',
    test: 'objects without a section were added',
  },
  {
    ...documents,
    what: 'other names of the catalog are a change',
    guard: "catalogKinds[name] ?? 'document'",
    without: "catalogKinds[name] ?? 'metadata'",
    test: 'an action at the opening was added',
  },
  {
    ...documents,
    ...of('difference/compare-documents.ts', facts),
    what: 'only dates of the file may change',
    guard: "infoKinds[name] ?? 'document'",
    without: "infoKinds[name] ?? 'metadata'",
    test: 'is named, also where it is harmless',
  },
  {
    ...documents,
    what: 'the pages are as many',
    guard: "if (counts?.join() !== now?.join()) changes.add('pages');",
    without: 'return;',
    test: 'a page was added',
  },
  {
    ...pages,
    what: 'contents are compared',
    guard: "else if (name === '/Contents') compare(old, now, 'page-content', spot);",
    without: "else if (name === '/Contents') continue;",
    test: 'the text of the page was replaced',
  },
  {
    ...pages,
    what: 'resources are compared',
    guard: "else if (name === '/Resources') compare(old, now, 'page-resources', spot);",
    without: "else if (name === '/Resources') continue;",
    test: 'the page got other resources',
  },
  {
    ...pages,
    what: 'other names of a page are compared',
    guard: "else compare(old, now, 'page', spot);",
    without: '',
    test: 'the page was turned',
  },
  {
    ...pages,
    what: 'an added annotation is a change',
    guard: "changes.add('annotation-added', onPage(pair.number, placeOf(after, news[at] ?? null)));",
    without: ';',
    test: 'a note was added',
  },
  {
    ...values,
    what: 'an object is judged on every path',
    guard: 'const key = one.number === other.number',
    without:
      "const wide = seen.get('wide') ?? new Set<number>(); seen.set('wide', wide); if (wide.has(one.number)) return false; wide.add(one.number);\n    const key = one.number === other.number",
    test: 'an object of the document, which is in the proof as well',
  },
  {
    ...values,
    what: 'streams are compared',
    guard: 'if (!isSame && !before.packed(one).equals(after.packed(other))) changes.add(pair.kind, pair.spot);',
    without: 'void isSame;',
    test: 'the text of the page was replaced',
  },
  {
    ...values,
    what: 'texts are compared',
    guard: 'if (!one.bytes.equals(other.bytes)) changes.add(pair.kind, pair.spot);',
    without: '',
    test: 'replace the value of a field',
  },
  {
    ...forms,
    what: 'a new field that is no signature is a change',
    guard: "for (const node of form.otherNew) changes.add('field-added', isAt(node));",
    without: '',
    test: 'a field was added to the form alone',
  },
  {
    ...forms,
    what: 'a field whose signature is missing is not empty',
    guard: "(dictionary.get('/V') ?? null) === null",
    without: "wholeNumber(dictionary.get('/V')) === null",
    test: 'a field was added whose signature is missing',
  },
  {
    ...documents,
    what: 'a later signature that is used no more is a change',
    guard: "if (hasLostSignature(after, from)) changes.add('signature-remains');",
    without: '',
    test: 'the field of a later signature is empty',
  },
  {
    ...forms,
    what: 'a field that is away is a change',
    guard: "for (const node of form.removed) changes.add('field-removed', wasAt(node));",
    without: '',
    test: 'the text field is away from the form',
  },
  {
    ...forms,
    what: 'a new signature field does nothing',
    guard: '[...node.dictionary.keys()].some((name) => !newFieldNames.has(name)) || ',
    without: '',
    test: 'a signed field with an action was added',
  },
  {
    ...forms,
    what: 'a new mark has a signature of its own',
    guard: 'return !isReference(value) || before.table.find(value.number) === null;',
    without: 'return true;',
    test: 'with the value of the one signature',
  },
  {
    ...forms,
    what: 'an empty new field has no size',
    guard: ' && !hasSize(compared.after, node)',
    without: '',
    test: 'a signature field with a size was added',
  },
  {
    ...forms,
    what: 'fonts of the form stay',
    guard: "for (const [font, meaning] of group) compare(meaning, again.get(font), 'form-fonts');",
    without: '',
    test: 'a font of the form was replaced',
  },
  {
    ...forms,
    what: 'pictures of the form stay where a field draws them',
    guard: "if (name === '/XObject' && !areDrawn()) continue;",
    without: "if (name === '/XObject') continue;",
    test: 'a field has no resources of its own',
  },
  {
    ...of('difference/changes.ts', facts),
    what: 'very many changes are a change',
    guard: "else if (found.size >= mostChanges) found.set('too-many', { kind: 'too-many', page: null });",
    without: 'else if (found.size >= mostChanges) return;',
    test: 'is told as very much',
  },
  // Reading.
  {
    ...structure('value-reader.ts'),
    what: 'a name stands once in a dictionary',
    guard: ' && !found.has(name)',
    without: '',
    test: 'there is text in the gap',
  },
  {
    ...structure('value-reader.ts'),
    what: 'values are not too deep',
    guard: "if (depth > manner.deepest) throw new PdfDamage('A value is too deep.');",
    without: '',
    test: 'a value is nested deeply',
  },
  {
    ...structure('sections.ts'),
    what: 'sections lead in no circle',
    guard: "if (seen.has(at)) throw new PdfDamage('The sections lead in a circle.');",
    without: "if (seen.size > 900) throw new Error('endless');",
    test: 'the sections lead in a circle',
  },
  {
    ...structure('sections.ts'),
    suite: 'main/pdf/sections.test.ts',
    what: 'sections unpack to a largest size together',
    guard: '    most -= section.unpacked;',
    without: '',
    test: 'unpack to so much together',
  },
  {
    ...structure('pdf-file.ts'),
    what: 'an object has the generation of its reference',
    guard: 'if (found.generation !== generation || place.generation !== generation)',
    without: 'if (false)',
    test: 'a section gives an object another generation',
  },
  {
    ...structure('pages.ts'),
    suite: 'main/pdf/pages.test.ts',
    what: 'a page has no pages below',
    guard:
      "if (file.resolve(node.get('/Type')) === (isTree ? '/Page' : '/Pages')) throw new PdfDamage('A page is none.');",
    without: '',
    test: 'a page with pages below',
  },
  {
    ...of('check-signatures.ts', table),
    what: 'what a removed signature leaves is told',
    guard: "if (!hasRemains(file.bytes)) return 'none';",
    without: "return 'none';",
    test: 'the field is away',
  },
  {
    ...of('check-signatures.ts', table),
    what: 'the worst signature decides',
    guard: 'signatures.some((one) => one.state === state)',
    without: 'signatures.every((one) => one.state === state)',
    test: 'free text was added between two signatures',
  },
  // Facts about the signer.
  {
    ...of('cms/chain.ts', facts),
    what: 'an issuer signed the certificate',
    guard: 'find((one) => signedBy(certificate, one))',
    without: 'find((one) => one.raw.length > 0)',
    test: 'has an issuer only if its key signed',
  },
  {
    ...of('cms/chain.ts', facts),
    what: 'an issuer may issue',
    guard: 'one.isAuthority && ',
    without: '',
    test: 'has an issuer only if its key signed',
  },
  {
    ...of('cms/time-stamp.ts', facts),
    what: 'a time stamp fits the signature',
    guard: '  fits && check.verified',
    without: '  check.verified',
    test: 'is not confirmed by a time stamp over something else',
  },
  {
    ...of('cms/time-stamp.ts', facts),
    what: 'a time stamp is by a certificate for it',
    guard: ' && isForTimeStamps(check.certificate)',
    without: '',
    test: 'of a certificate that is for something else',
  },
  {
    ...revocation,
    what: 'an answer is of whom the issuer authorised',
    guard: 'one.purposes.includes(purposes.ocspSigning) && ',
    without: '',
    test: 'is of somebody whom nobody authorised',
  },
  {
    ...revocation,
    what: 'an answer is about this certificate',
    guard: '!isAbout(id, certificate, issuer)',
    without: 'false',
    test: 'is about another certificate',
  },
  {
    ...revocation,
    what: 'a list is signed by the issuer',
    guard: "if (verified !== 'good') return { kind: 'no-data' };",
    without: '',
    test: 'is a list that another key signed',
  },
  {
    ...revocation,
    what: 'a revocation counts more than another answer',
    guard:
      "if (revoked.length > 0) return { kind: 'revoked', at: Math.min(...revoked) };\n  return not.length > 0 ? { kind: 'not-revoked', at: Math.max(...not) } : { kind: 'no-data' };",
    without:
      "if (not.length > 0) return { kind: 'not-revoked', at: Math.max(...not) };\n  return revoked.length > 0 ? { kind: 'revoked', at: Math.min(...revoked) } : { kind: 'no-data' };",
    test: 'is worst of all answers',
  },
  // The official lists of issuers.
  {
    ...standing,
    what: 'lists are for signatures that fit',
    guard: "if (state !== 'intact' && state !== 'changed-after') return [];",
    without: '',
    test: 'the signature does not fit',
  },
  {
    ...standing,
    what: 'nobody is listed as the own issuer',
    guard: ': chainKeys.slice(1)',
    without: ': chainKeys',
    test: 'the key of the signer itself makes nobody an issuer',
  },
  {
    ...standing,
    what: 'old lists are not used',
    guard: "if (now >= endOfUse(builtOn)) return { kind: 'too-old', builtOn };",
    without: '',
    test: 'lists are not used six months after they were built',
  },
  {
    ...standing,
    what: 'a list is not used after its end',
    guard: 'now < Date.parse(nextUpdate)',
    without: 'nextUpdate.length > 0',
    test: 'a list is not used after its own end',
  },
];
