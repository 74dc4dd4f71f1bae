import type { Guard } from './guard.ts';
import { facts, inSignatures, table } from './in-signatures.ts';

const structure = (file: string) => ({ file: `main/pdf/${file}`, suite: `main/signatures/${table}` });
const range = inSignatures('byte-range.ts', table);
const signer = inSignatures('cms/signed-data.ts', table);
const container = inSignatures('check-container.ts', table);

/** The rules by which a signature fits its file. Without any one of them, a file that was tampered with would be intact. */
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
    ...inSignatures('check-container.ts', facts),
    what: 'a hash inside is that of these bytes',
    guard: "if (!digest(hash, pieces).equals(content)) return { ...broken('digest'), container };",
    without: '',
    test: 'with a hash inside is intact',
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
    suite: 'main/pdf/bounds.test.ts',
    what: 'sections unpack to a largest size together',
    guard: '    most -= section.unpacked;',
    without: '',
    test: 'unpack to so much together',
  },
  {
    ...structure('pdf-file.ts'),
    suite: 'main/pdf/bounds.test.ts',
    what: 'objects do not stand in each other',
    guard: "if (sum > bytes.length) throw new PdfDamage('Objects stand in each other.');",
    without: '',
    test: 'stand beside each other',
  },
  {
    ...structure('value-reader.ts'),
    suite: 'main/pdf/bounds.test.ts',
    what: 'a dictionary has a largest number of names',
    guard: "mark === '>>' && value.length > 2 * mostNames",
    without: 'depth < 0',
    test: 'so many names and no more',
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
    ...inSignatures('check-signatures.ts', table),
    what: 'what a removed signature leaves is told',
    guard: "if (!hasRemains(file.bytes)) return 'none';",
    without: "return 'none';",
    test: 'the field is away',
  },
  {
    ...inSignatures('check-signatures.ts', table),
    what: 'the worst signature decides',
    guard: 'signatures.some((one) => one.state === state)',
    without: 'signatures.every((one) => one.state === state)',
    test: 'free text was added between two signatures',
  },
];
