import { deflateSync } from 'node:zlib';
import type { SignatureFault, SignatureState } from '../../../preload/contract/signature-report.ts';
import { laterSections } from './later-sections.ts';
import { addProof, signPdf, stampPdf } from './sign-pdf.ts';
import type { TestPeople } from './test-certificates.ts';
import { makeContainer } from './test-containers.ts';
import {
  append,
  catalog,
  contents,
  font,
  latin1,
  makePdf,
  overwritten,
  page,
  pageTree,
  replaced,
  streamOf,
  type TestPdf,
  textField,
} from './test-pdf.ts';

/** A file that somebody tampered with, and what must be said of it. */
export interface Attack {
  readonly name: string;
  readonly make: (people: TestPeople) => Buffer;
  readonly state: SignatureState;
  /** Why a signature is broken, where several rules would find it. */
  readonly fault?: SignatureFault;
}

type Range = readonly [number, number, number, number];

const withRange = (name: string, range: (right: Range) => string, fault: SignatureFault = 'byte-range'): Attack => ({
  name: `the range is ${name}`,
  make: ({ anna }) => signPdf(makePdf(), { signer: anna, range }).bytes,
  state: 'broken',
  fault,
});

const ranges: readonly Attack[] = [
  {
    name: 'the range is missing',
    make: ({ anna }) => overwritten(signPdf(makePdf(), { signer: anna }).bytes, '/ByteRange', '/ByteRanks'),
    state: 'broken',
  },
  withRange('null', () => 'null'),
  withRange('all zeros', () => '[0 0 0 0]'),
  withRange('negative', ([, a, b, c]) => `[0 ${a} ${b} -${c}]`),
  withRange('two numbers', ([, a]) => `[0 ${a}]`),
  withRange('six numbers', ([, a, b, c]) => `[0 ${a} ${b} ${c} 0 0]`),
  withRange('a fraction', ([, a, b, c]) => `[0 ${a}.5 ${b} ${c}]`),
  withRange('longer than the file', ([, a, b, c]) => `[0 ${a} ${b} ${c + 1}]`),
  withRange('not from the start', ([, a, b, c]) => `[1 ${a} ${b} ${c}]`),
  withRange('two parts that overlap', ([, a, b, c]) => `[0 ${a} ${a - 9} ${b + c - a + 9}]`),
  withRange('short at its end', ([, a, b, c]) => `[0 ${a} ${b} ${c - 40}]`, 'revision'),
  withRange('short before the contents', ([, a, b, c]) => `[0 ${a - 30} ${b} ${c}]`),
  withRange('short after the contents', ([, a, b, c]) => `[0 ${a} ${b + 5} ${c - 5}]`),
];

const room = '0'.repeat(16_000);

/** The signature dictionary as it stands in the file. */
function copyOfValue({ bytes }: TestPdf): Buffer {
  const at = bytes.lastIndexOf('<< /Type /Sig');
  return bytes.subarray(at, bytes.indexOf('endobj', at));
}

const otherContents = (name: string, change: (bytes: Buffer) => Buffer): Attack => ({
  name: `the contents are ${name}`,
  make: ({ anna }) => change(signPdf(makePdf(), { signer: anna }).bytes),
  state: 'broken',
});

const inContents: readonly Attack[] = [
  otherContents('missing', (bytes) => overwritten(bytes, '/Contents <3', '/Contempt <3')),
  {
    name: 'the contents are zeros',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, contain: () => Buffer.alloc(0) }).bytes,
    state: 'broken',
  },
  {
    name: 'the contents are garbage',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, contain: () => Buffer.from('garbage') }).bytes,
    state: 'broken',
  },
  {
    name: 'the contents stand in another object',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      const text = copyOfValue(signed)
        .toString('latin1')
        .replace(/\/Contents <[^>]*>/, `/Contents ${signed.next} 0 R`);
      return append(signed, { [signed.value]: text, [signed.next]: `<${room}>` }).bytes;
    },
    state: 'broken',
  },
  {
    name: 'the contents stand outside of the gap',
    make: ({ anna }) =>
      signPdf(makePdf(), {
        signer: anna,
        entries: '/Filler (x)',
        range: ([, a, b, c]) => `[0 ${a + 2} ${b + 2} ${c - 2}]`,
      }).bytes,
    state: 'broken',
  },
  {
    name: 'there is text in the gap',
    make: ({ anna }) =>
      signPdf(makePdf(), {
        signer: anna,
        gap: '/Reason (other)',
        range: ([, a, b, c]) => `[0 ${a} ${b + 15} ${c - 15}]`,
      }).bytes,
    // Two reasons in one dictionary are refused by themselves.
    state: 'unreadable',
  },
  {
    name: 'the object ends in the gap',
    make: ({ anna }) =>
      signPdf(makePdf(), {
        signer: anna,
        gap: '>>endobj 9 0 obj<<',
        range: ([, a, b, c]) => `[0 ${a} ${b + 18} ${c - 18}]`,
      }).bytes,
    state: 'broken',
  },
];

const wrapping: readonly Attack[] = [
  {
    name: 'the second part was moved and something else put before it',
    make({ anna }) {
      const { bytes, value } = signPdf(makePdf(), { signer: anna });
      const at = bytes.lastIndexOf('/Contents <') + 10;
      const end = bytes.indexOf('>', at) + 1;
      const rest = bytes.subarray(end);
      const evil = latin1(`>>\nendobj\n${contents} 0 obj\n${streamOf('evil').toString('latin1')}\nendobj\n`);
      const moved = Buffer.concat([bytes.subarray(0, end), evil, rest]);
      const range = `[0 ${at} ${end + evil.length} ${rest.length}]`;
      const start = moved.indexOf('/ByteRange', moved.indexOf(`${value} 0 obj`)) + 11;
      const before = moved.toString('latin1', start, moved.indexOf(']', start) + 1);
      return overwritten(moved, before, range.padEnd(before.length), true);
    },
    state: 'unreadable',
  },
  {
    name: 'a second dictionary has the same range',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      const copy = copyOfValue(signed);
      const field = replaced(signed, signed.field, `/V ${signed.value} 0 R`, `/V ${signed.next} 0 R`);
      return append(signed, { [signed.field]: field, [signed.next]: copy }).bytes;
    },
    state: 'broken',
  },
];

/** Something that is done to a signed file afterwards. */
function afterwards(name: string, change: (pdf: TestPdf) => TestPdf | Buffer, certify?: 1 | 2 | 3): Attack {
  return {
    name,
    make({ anna }) {
      const changed = change(signPdf(makePdf(), { signer: anna, ...(certify ? { certify } : {}) }));
      return Buffer.isBuffer(changed) ? changed : changed.bytes;
    },
    state: 'changed-after',
  };
}

const otherText = () => streamOf('BT /F1 12 Tf 20 100 Td (I owe 999) Tj ET');
const note = (kind: string) =>
  `<< /Type /Annot /Subtype /${kind} /Rect [0 0 300 200] /Contents (paid) /DA (/F1 9 Tf) >>`;
const annotated = (kind: string) => (pdf: TestPdf) =>
  append(pdf, { [page]: replaced(pdf, page, '/Annots [', `/Annots [${pdf.next} 0 R `), [pdf.next]: note(kind) });

const inStreams: readonly Attack[] = (['stream', 'hybrid'] as const).flatMap((section) => [
  {
    name: `a packed object was replaced in a file with a section that is a ${section}`,
    make({ anna }: TestPeople) {
      const signed = signPdf(makePdf('packed', { section, packed: [catalog, page, textField] }), { signer: anna });
      const field = replaced(signed, textField, '/V (100)', '/V (999)');
      return append(signed, { [textField]: field }, { section, packed: [textField] }).bytes;
    },
    state: 'changed-after' as const,
  },
  {
    name: `the signature is packed into a stream, with a section that is a ${section}`,
    make({ anna }: TestPeople) {
      const signed = signPdf(makePdf(), { signer: anna });
      return append(signed, { [signed.value]: copyOfValue(signed) }, { section, packed: [signed.value] }).bytes;
    },
    state: 'broken' as const,
    fault: 'contents' as const,
  },
]);

const incremental: readonly Attack[] = [
  afterwards('the text of the page was replaced', (pdf) => append(pdf, { [contents]: otherText() })),
  afterwards('the page got other contents', (pdf) =>
    append(pdf, { [page]: replaced(pdf, page, `${contents} 0 R`, `${pdf.next} 0 R`), [pdf.next]: otherText() }),
  ),
  afterwards('a font of the page was replaced', (pdf) =>
    append(pdf, { [font]: replaced(pdf, font, 'Helvetica', 'Symbol') }),
  ),
  afterwards('the page got other resources', (pdf) =>
    append(pdf, {
      [page]: replaced(pdf, page, `/F1 ${font} 0 R`, '/F1 << /Type /Font /Subtype /Type1 /BaseFont /Symbol >>'),
    }),
  ),
  afterwards('the page was turned', (pdf) =>
    append(pdf, { [page]: replaced(pdf, page, '/Type /Page', '/Type /Page /Rotate 180') }),
  ),
  afterwards('a page was added', (pdf) =>
    append(pdf, {
      [pageTree]: `<< /Type /Pages /Kids [${page} 0 R ${pdf.next} 0 R] /Count 2 /MediaBox [0 0 300 200] >>`,
      [pdf.next]: `<< /Type /Page /Parent ${pageTree} 0 R /Contents ${contents} 0 R >>`,
    }),
  ),
  afterwards('an action at the opening was added', (pdf) =>
    append(pdf, {
      [catalog]: replaced(pdf, catalog, '/Type /Catalog', '/Type /Catalog /OpenAction << /S /JavaScript /JS (x) >>'),
    }),
  ),
  afterwards('an outline was added', (pdf) =>
    append(pdf, { [catalog]: replaced(pdf, catalog, '/Type /Catalog', '/Type /Catalog /Outlines << /Title (x) >>') }),
  ),
  afterwards('objects without a section were added', (pdf) =>
    append(pdf, { [contents]: otherText() }, { withoutSection: true }),
  ),
  afterwards('an object that no section names was added', (pdf) =>
    append(pdf, { [contents]: otherText(), [pdf.next]: '<< >>' }, { hidden: [contents] }),
  ),
  afterwards('a second end mark was added', ({ bytes }) => Buffer.concat([bytes, latin1('\n%%EOF\n')])),
  afterwards('a comment was added', ({ bytes }) => Buffer.concat([bytes, latin1('% more\n')])),
  afterwards('an older section was named the newest', ({ bytes, start }) =>
    Buffer.concat([bytes, latin1(`startxref\n${start}\n%%EOF\n`)]),
  ),
];

/** A file that was prepared before it was signed. What it hides shows after the signature. */
function shadow(name: string, prepare: (pdf: TestPdf) => TestPdf, show: (pdf: TestPdf) => TestPdf): Attack {
  return {
    name: `shadow attack: ${name}`,
    make: ({ anna }) => show(signPdf(prepare(makePdf()), { signer: anna })).bytes,
    state: 'changed-after',
  };
}

const overlay = 40;
const shadows: readonly Attack[] = [
  shadow(
    'hide',
    (pdf) =>
      append(pdf, {
        [page]: replaced(pdf, page, '/Resources <<', `/Resources << /XObject << /Over ${overlay} 0 R >>`),
        [overlay]: streamOf('1 g 0 0 300 200 re f', '/Type /XObject /Subtype /Form /BBox [0 0 300 200]'),
      }),
    (pdf) => append(pdf, { [overlay]: streamOf('', '/Type /XObject /Subtype /Form /BBox [0 0 0 0]') }),
  ),
  shadow(
    'replace the value of a field',
    (pdf) => pdf,
    (pdf) => append(pdf, { [textField]: replaced(pdf, textField, '/V (100)', '/V (999)') }),
  ),
  shadow(
    'hide and replace by another tree of pages',
    (pdf) =>
      append(pdf, {
        [overlay]: `<< /Type /Pages /Kids [${overlay + 1} 0 R] /Count 1 >>`,
        [overlay + 1]:
          `<< /Type /Page /Parent ${overlay} 0 R /MediaBox [0 0 300 200] /Contents ${overlay + 2} 0 R /Annots [] >>`,
        [overlay + 2]: otherText(),
      }),
    (pdf) => append(pdf, { [catalog]: replaced(pdf, catalog, `/Pages ${pageTree} 0 R`, `/Pages ${overlay} 0 R`) }),
  ),
];

export const newField = (pdf: TestPdf, entries: string, rect = '20 60 200 150'): TestPdf =>
  append(pdf, {
    [catalog]: replaced(pdf, catalog, '/Fields [', `/Fields [${pdf.next} 0 R `),
    [page]: replaced(pdf, page, '/Annots [', `/Annots [${pdf.next} 0 R `),
    [pdf.next]: `<< /T (more) /Type /Annot /Subtype /Widget /Rect [${rect}] /P ${page} 0 R ${entries} >>`,
    [pdf.next + 1]: streamOf('1 g 0 0 180 90 re f', '/Type /XObject /Subtype /Form /BBox [0 0 180 90]'),
  });

const annotations: readonly Attack[] = [
  afterwards('a note was added', annotated('Text')),
  afterwards('a blackened place was added', annotated('Redact')),
  afterwards('free text was added', annotated('FreeText')),
  afterwards('free text was added to a certified document', annotated('FreeText'), 1),
  afterwards('free text was added where the signer allows notes', annotated('FreeText'), 3),
  afterwards('a field was added to the form alone', (pdf) =>
    append(pdf, {
      [catalog]: replaced(pdf, catalog, '/Fields [', `/Fields [${pdf.next} 0 R `),
      [pdf.next]: '<< /FT /Tx /T (more) /V (paid) >>',
    }),
  ),
  afterwards('a text field was added', (pdf) => newField(pdf, '/FT /Tx /V (paid)')),
  afterwards('a signature field with a size was added', (pdf) => newField(pdf, '/FT /Sig /MK << /BG [1 1 1] >>')),
  {
    name: 'a field that is seen was added with the value of the one signature',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      return newField(signed, `/FT /Sig /V ${signed.value} 0 R /AP << /N ${signed.next + 1} 0 R >>`).bytes;
    },
    state: 'changed-after',
  },
  {
    name: 'an empty field got a mark and the value of the one signature',
    make({ anna }) {
      const made = newField(makePdf(), '/FT /Sig');
      const field = made.next - 2;
      const signed = signPdf(made, { signer: anna });
      const marked = replaced(
        signed,
        field,
        '/FT /Sig',
        `/FT /Sig /V ${signed.value} 0 R /AP << /N ${field + 1} 0 R >>`,
      );
      return append(signed, { [field]: marked }).bytes;
    },
    state: 'changed-after',
  },
  {
    name: 'the page names its contents by another generation',
    make({ anna }) {
      const made = makePdf();
      const text = replaced(made, page, `/Contents ${contents} 0 R`, `/Contents ${contents} 1 R`);
      const signed = signPdf(append(made, { [page]: text }), { signer: anna });
      return append(signed, { [contents]: otherText() }).bytes;
    },
    state: 'changed-after',
  },
  {
    name: 'a page has pages below',
    make({ anna }) {
      const made = makePdf();
      const text = replaced(made, page, '/Type /Page', `/Type /Page /Kids [${overlay} 0 R]`);
      const signed = signPdf(append(made, { [page]: text, [overlay]: '<< /Type /Page >>' }), { signer: anna });
      return append(signed, { [contents]: otherText() }).bytes;
    },
    state: 'changed-after',
  },
  afterwards('an empty signature field that is seen was added', (pdf) =>
    newField(pdf, `/FT /Sig /AP << /N ${pdf.next + 1} 0 R >>`),
  ),
  afterwards('a signature field with an action was added', (pdf) =>
    newField(pdf, '/FT /Sig /AA << /E << /S /JavaScript /JS (x) >> >>'),
  ),
  {
    name: 'a signed field with an action was added',
    make({ anna, beat }) {
      const fieldEntries = '/AA << /E << /S /JavaScript /JS (x) >> >>';
      return signPdf(signPdf(makePdf(), { signer: anna }), { signer: beat, fieldEntries }).bytes;
    },
    state: 'changed-after',
  },
  afterwards('a field was added whose signature is missing', (pdf) => newField(pdf, '/FT /Sig /V 99 0 R', '0 0 0 0')),
  {
    name: 'the field of a later signature is empty',
    make({ anna, beat }) {
      const { bytes } = signPdf(signPdf(makePdf(), { signer: anna }), { signer: beat });
      return overwritten(bytes, '/V ', '/Q ', true);
    },
    state: 'changed-after',
  },
  afterwards('the text field is away from the form', (pdf) =>
    append(pdf, { [catalog]: replaced(pdf, catalog, ` ${textField} 0 R]`, ']') }),
  ),
  afterwards('the text field is away', (pdf) =>
    append(pdf, {
      [catalog]: replaced(pdf, catalog, ` ${textField} 0 R]`, ']'),
      [page]: replaced(pdf, page, ` ${textField} 0 R]`, ']'),
    }),
  ),
  {
    name: 'free text was added between two signatures',
    make({ anna, beat }) {
      const changed = annotated('FreeText')(signPdf(makePdf(), { signer: anna }));
      return signPdf(changed, { signer: beat }).bytes;
    },
    state: 'changed-after',
  },
];

const shared: readonly Attack[] = [
  {
    name: 'an object of the document, which is in the proof as well, was replaced',
    make({ anna }) {
      const made = makePdf();
      const both = replaced(
        made,
        catalog,
        '/Type /Catalog',
        `/Type /Catalog /DSS << /More ${overlay} 0 R >> /Names ${overlay} 0 R`,
      );
      const signed = signPdf(append(made, { [catalog]: both, [overlay]: '<< /A (1) >>' }), { signer: anna });
      return append(signed, { [overlay]: '<< /A (2) >>' }).bytes;
    },
    state: 'changed-after',
  },
  {
    name: 'the appearance of an empty signature field, which the page draws as well, was replaced',
    make({ anna, beat }) {
      const made = makePdf();
      const drawn = append(made, {
        [overlay]: streamOf('', '/Type /XObject /Subtype /Form /BBox [0 0 300 200]'),
        [overlay + 1]:
          `<< /FT /Sig /T (second) /Type /Annot /Subtype /Widget /Rect [0 0 10 10] /P ${page} 0 R /AP << /N ${overlay} 0 R >> >>`,
        [catalog]: replaced(made, catalog, '/Fields [', `/Fields [${overlay + 1} 0 R `),
        [page]: replaced(made, page, '/Annots [', `/Annots [${overlay + 1} 0 R `).replace(
          '/Resources <<',
          `/Resources << /XObject << /Over ${overlay} 0 R >>`,
        ),
      });
      const signed = signPdf(drawn, { signer: anna });
      return append(signPdf(signed, { signer: beat }), { [overlay]: otherText() }).bytes;
    },
    state: 'changed-after',
  },
  afterwards('a font of the form was replaced', (pdf) =>
    append(pdf, {
      [catalog]: replaced(pdf, catalog, `/Helv ${font} 0 R`, `/Helv ${pdf.next} 0 R`),
      [pdf.next]: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>',
    }),
  ),
  afterwards('a font of the form is away', (pdf) =>
    append(pdf, { [catalog]: replaced(pdf, catalog, `/Helv ${font} 0 R`, '') }),
  ),
  {
    name: 'the signature object was replaced by a copy with another reason',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      const copy = copyOfValue(signed);
      return append(signed, { [signed.value]: overwritten(copy, '(practice)', '(approved)') }).bytes;
    },
    state: 'broken',
  },
];

const removed: readonly Attack[] = [
  {
    name: 'the field is away',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      return append(signed, { [catalog]: replaced(signed, catalog, `${signed.field} 0 R `, '') }).bytes;
    },
    state: 'remains-only',
  },
  {
    name: 'the value of the field is away',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      return append(signed, { [signed.field]: replaced(signed, signed.field, `/V ${signed.value} 0 R`, '') }).bytes;
    },
    state: 'remains-only',
  },
  {
    name: 'the field is away, and the range has another spelling',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      const bytes = overwritten(signed.bytes, '/ByteRange [0 ', '/#42yteRange[ ');
      return append({ ...signed, bytes }, { [catalog]: replaced(signed, catalog, `${signed.field} 0 R `, '') }).bytes;
    },
    state: 'remains-only',
  },
  {
    name: 'there are rights of a program only',
    make: () =>
      append(makePdf(), {
        50: '<< /Type /Sig /ByteRange [0 1 2 3] /Contents <00> /Reference [<< /TransformMethod /UR3 >>] >>',
      }).bytes,
    state: 'none',
  },
  {
    name: 'a program saved the file anew',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      const value = copyOfValue(signed);
      const empty: TestPdf = { bytes: latin1('%PDF-1.7\n'), objects: new Map(), start: 0, next: 1 };
      return append(empty, { ...Object.fromEntries(signed.objects), [signed.value]: value }).bytes;
    },
    state: 'broken',
  },
  { name: 'there is a picture of a signature only', make: () => annotated('Stamp')(makePdf()).bytes, state: 'none' },
];

const flipped = (part: string, by: string) => (people: TestPeople) =>
  overwritten(signPdf(makePdf(), { signer: people.anna }).bytes, part, by);

const containers: readonly Attack[] = [
  {
    name: 'the signature comes from another document',
    make: ({ anna }) =>
      signPdf(makePdf(), {
        signer: anna,
        contain: (covered) => makeContainer(Buffer.concat([covered, latin1(' ')]), anna),
      }).bytes,
    state: 'broken',
  },
  { name: 'a byte of the page is another', make: flipped('owe 100', 'owe 900'), state: 'broken' },
  { name: 'a letter of the reason is another', make: flipped('(practice)', '(practise)'), state: 'broken' },
  {
    name: 'there are two signers',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, signers: 2 }).bytes,
    state: 'broken',
  },
  {
    name: 'the container has a content of its own',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, content: latin1('other') }).bytes,
    state: 'broken',
  },
  {
    name: 'the hash is another',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, spoil: 'digest' }).bytes,
    state: 'broken',
  },
  {
    name: 'the signature value is another',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, spoil: 'signature' }).bytes,
    state: 'broken',
  },
  {
    name: 'the signer names another certificate',
    make: ({ anna, beat }) => signPdf(makePdf(), { signer: anna, named: beat }).bytes,
    state: 'broken',
  },
  {
    name: 'the certificate is missing',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, withoutCertificates: true }).bytes,
    state: 'broken',
  },
  {
    name: 'the attributes name no kind of content',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, withoutContentType: true }).bytes,
    state: 'broken',
  },
  {
    name: 'the kind of signature is unknown',
    make: ({ anna }) => signPdf(makePdf(), { signer: anna, format: 'Other.kind' }).bytes,
    state: 'cannot-check',
  },
  {
    name: 'the time stamp over the document is of another one',
    make: ({ timeStamps }) => overwritten(stampPdf(makePdf(), timeStamps, new Date()).bytes, 'owe 100', 'owe 900'),
    state: 'broken',
  },
];

const many = 25;

/** A file with so many objects that walking all of them takes long. */
function manyObjects(people: TestPeople, count: number): Buffer {
  const made = makePdf();
  const leaves = Object.fromEntries(
    Array.from({ length: count }, (_none, at) => [100 + at, `<< /Next ${101 + at} 0 R >>`]),
  );
  const all = append(made, {
    ...leaves,
    [catalog]: replaced(made, catalog, '/Type /Catalog', '/Type /Catalog /Names 100 0 R'),
  });
  return signPdf(signPdf(all, { signer: people.anna }), { signer: people.beat }).bytes;
}

const heavy: readonly Attack[] = [
  {
    name: 'the sections lead in a circle',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      return append(signed, {}, { trailer: `/Size 9 /Root ${catalog} 0 R /Prev ${signed.bytes.length}` }).bytes;
    },
    state: 'unreadable',
  },
  {
    name: 'a value is nested deeply',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      return append(signed, { [catalog]: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }).bytes;
    },
    state: 'unreadable',
  },
  {
    name: 'an object stream unpacks to gigabytes',
    make() {
      const made = makePdf();
      const bomb = streamOf(deflateSync(Buffer.alloc(100_000_000)), '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode');
      const start = made.bytes.length + 0;
      const object = Buffer.concat([latin1('50 0 obj\n'), bomb, latin1('\nendobj\n')]);
      const at = start + object.length;
      const data = Buffer.alloc(3 * 6);
      [
        [1, start, 0],
        [2, 50, 0],
        [1, at, 0],
      ].forEach(([kind = 0, place = 0], index) => {
        data[index * 6] = kind;
        data.writeUInt32BE(place, index * 6 + 1);
      });
      const section = streamOf(
        data,
        `/Type /XRef /W [1 4 1] /Index [50 1 1 1 60 1] /Size 61 /Root ${catalog} 0 R /Prev ${made.start}`,
      );
      return Buffer.concat([
        made.bytes,
        object,
        latin1('60 0 obj\n'),
        section,
        latin1(`\nendobj\nstartxref\n${at}\n%%EOF\n`),
      ]);
    },
    state: 'unreadable',
  },
  {
    name: 'there are 25 signatures',
    make({ anna, beat }) {
      let pdf: TestPdf = makePdf();
      for (let at = 0; at < many; at += 1) pdf = signPdf(pdf, { signer: at % 2 === 0 ? anna : beat });
      return pdf.bytes;
    },
    state: 'intact',
  },
  { name: 'there are many objects in one long chain', make: (people) => manyObjects(people, 5_000), state: 'intact' },
];

export const attacks: readonly Attack[] = [
  ...ranges,
  ...inContents,
  ...wrapping,
  ...inStreams,
  ...incremental,
  ...shadows,
  ...annotations,
  ...shared,
  ...removed,
  ...containers,
  ...heavy,
  ...laterSections,
];

/** Files as signing programs make them, with nothing wrong. The last signature covers all of each. */
export const goodFiles: readonly { readonly name: string; readonly make: (people: TestPeople) => Buffer }[] = [
  { name: 'B-B', make: ({ anna }) => signPdf(makePdf(), { signer: anna }).bytes },
  {
    name: 'B-B with packed sections',
    make: ({ anna }) => signPdf(makePdf('x', { section: 'stream' }), { signer: anna, section: 'stream' }).bytes,
  },
  ...(['stream', 'hybrid'] as const).map((section) => ({
    name: `objects packed into a stream, named by a section that is a ${section}`,
    make({ anna, beat }: TestPeople) {
      const packed = [catalog, pageTree, page, textField];
      const first = signPdf(makePdf('packed', { section, packed }), { signer: anna });
      return signPdf(first, { signer: beat }).bytes;
    },
  })),
  {
    name: 'two signers',
    make: ({ anna, beat }) =>
      signPdf(signPdf(makePdf(), { signer: anna, isVisible: true }), { signer: beat, isVisible: true }).bytes,
  },
  {
    name: 'B-LTA',
    make({ anna, issuing, root, timeStamps }) {
      const signed = signPdf(makePdf(), {
        signer: anna,
        timeStamp: { by: timeStamps, at: new Date('2026-06-01T12:00:05Z') },
      });
      const long = addProof(signed, { certificates: [issuing.certificate, root.certificate] });
      return stampPdf(long, timeStamps, new Date('2026-06-03')).bytes;
    },
  },
  { name: 'certified', make: ({ anna }) => signPdf(makePdf(), { signer: anna, certify: 1 }).bytes },
];
