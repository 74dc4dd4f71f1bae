import { type Attack, afterwards, otherText } from './attacks/attack.ts';
import { addProof, signPdf, stampPdf } from './sign-pdf.ts';
import { makeSigner, type TestPeople } from './test-certificates.ts';
import { rsaKey } from './test-keys.ts';
import {
  append,
  catalog,
  contents,
  info,
  makePdf,
  overwritten,
  page,
  pageTree,
  replaced,
  streamOf,
  type TestPdf,
  textField,
} from './test-pdf.ts';

const trailerOf = ({ start }: TestPdf, size: number): string => `/Root ${catalog} 0 R /Prev ${start} /Size ${size}`;

const inTable = (at: number, rest = '00000 n'): string => `${String(at).padStart(10, '0')} ${rest}`;

/** Where the object stands in the file as it is. */
const placeOf = ({ bytes }: TestPdf, number: number): number => bytes.lastIndexOf(`\n${number} 0 obj`) + 1;

const nodeOfPages = 50;

/** The picture that a signing program keeps among the resources of the form. */
const mark = 60;
const markOf = (text: string): Buffer => streamOf(`BT 5 5 Td (${text}) Tj ET`, '/Type /XObject /Subtype /Form');
const withMark = (pdf: TestPdf, more: Readonly<Record<number, string | Buffer>> = {}): TestPdf =>
  append(pdf, {
    [catalog]: replaced(pdf, catalog, '/DR <<', `/DR << /XObject << /FRM ${mark} 0 R >>`),
    [mark]: markOf('Anna'),
    ...more,
  });
const withOtherMark = (pdf: TestPdf): TestPdf =>
  append(pdf, {
    [catalog]: replaced(pdf, catalog, `/FRM ${mark} 0 R`, `/FRM ${pdf.next} 0 R`),
    [pdf.next]: markOf('Beat'),
  });

/** What a program shows that reads sections in another way than others. */
export const laterSections: readonly Attack[] = [
  afterwards('the newest section has room for less objects', (pdf) =>
    append(pdf, {}, { trailer: trailerOf(pdf, contents) }),
  ),
  afterwards('a section names an object by the number of another', (pdf) => {
    const { bytes } = append(pdf, { [pdf.next + 100]: otherText() });
    const head = `${pdf.next + 100} 0 obj`;
    return overwritten(bytes, head, `${contents} 0 obj`.padStart(head.length), true);
  }),
  afterwards('a section gives an object another generation', (pdf) => {
    const { bytes } = append(pdf, { [contents]: pdf.objects.get(contents) ?? '' });
    return overwritten(bytes, inTable(pdf.bytes.length), inTable(pdf.bytes.length, '00001 n'), true);
  }),
  ...(
    [
      ['at another place', (pdf: TestPdf) => inTable(placeOf(pdf, contents))],
      ['as unused', () => inTable(0, '65535 f')],
    ] as const
  ).map(
    ([name, inOther]): Attack => ({
      ...afterwards(`a hybrid section names an object ${name} than its stream`, (pdf) => {
        const { bytes } = append(pdf, { [contents]: otherText() }, { section: 'hybrid' });
        return overwritten(bytes, inTable(pdf.bytes.length), inOther(pdf), true);
      }),
      state: 'unreadable',
    }),
  ),
  afterwards(
    'a node of the tree of pages counts none',
    (pdf) => append(pdf, { [nodeOfPages]: replaced(pdf, nodeOfPages, '/Count 1', '/Count 0') }),
    {
      prepare: (pdf) =>
        append(pdf, {
          [pageTree]: replaced(pdf, pageTree, `[${page} 0 R]`, `[${nodeOfPages} 0 R]`),
          [nodeOfPages]: `<< /Type /Pages /Parent ${pageTree} 0 R /Kids [${page} 0 R] /Count 1 >>`,
        }),
    },
  ),
  afterwards(
    'fields show their prepared pictures instead of their values',
    (pdf) => append(pdf, { [catalog]: replaced(pdf, catalog, '/NeedAppearances true', '') }),
    { prepare: (pdf) => append(pdf, { [catalog]: replaced(pdf, catalog, '/DR', '/NeedAppearances true /DR') }) },
  ),
  afterwards('a picture of the form is another one, and a field has no resources of its own', withOtherMark, {
    prepare: (pdf) =>
      withMark(pdf, {
        [textField]: replaced(pdf, textField, '/V (100)', `/V (100) /AP << /N << /On ${mark + 2} 0 R >> >>`),
        [mark + 2]: streamOf('/FRM Do', '/Type /XObject /Subtype /Form'),
      }),
  }),
  {
    name: 'somebody signed what was certified as final',
    make: ({ anna, beat }) => signPdf(signPdf(makePdf(), { signer: anna, certify: 1 }), { signer: beat }).bytes,
    state: 'changed-after',
  },
  {
    name: 'the key is so short that others can find it',
    make: ({ issuing }) =>
      signPdf(makePdf(), { signer: makeSigner({ name: { CN: 'Short' }, issuer: issuing, key: rsaKey('sha256', 512) }) })
        .bytes,
    state: 'cannot-check',
  },
];

/** What signing programs do as well, and nobody need worry about. */
export const harmlessSections: readonly { readonly name: string; readonly make: (people: TestPeople) => Buffer }[] = [
  {
    name: 'a trailer that points to an object which is in use only later',
    make({ anna, beat }) {
      const made = makePdf();
      const trailerEntries = `/AdditionalStreams [/text ${made.next + 2} 0 R]`;
      return signPdf(signPdf(made, { signer: anna, trailerEntries }), { signer: beat, trailerEntries }).bytes;
    },
  },
  {
    name: 'proof whose trailer has no information about the document',
    make({ anna, issuing }) {
      const made = makePdf();
      const told = append(made, { [info]: replaced(made, info, '/Producer', '/Creator (Tests) /Producer') });
      const proven = addProof(signPdf(told, { signer: anna }), { certificates: [issuing.certificate] });
      return append(proven, {}, { trailer: trailerOf(proven, proven.next) }).bytes;
    },
  },
  {
    name: 'a picture of the form that is another one for each visible mark, and that no field draws',
    make({ anna, beat }) {
      const signed = signPdf(withMark(makePdf()), { signer: anna, isVisible: true });
      return signPdf(withOtherMark(signed), { signer: beat, isVisible: true }).bytes;
    },
  },
  {
    name: 'a field that became read-only with a later signature',
    make({ anna, beat }) {
      const signed = signPdf(makePdf(), { signer: anna });
      const locked = append(signed, { [textField]: replaced(signed, textField, '/T ', '/Ff 1 /T ') });
      return signPdf(locked, { signer: beat }).bytes;
    },
  },
  {
    name: 'a time stamp over what was certified as final',
    make: ({ anna, timeStamps }) =>
      stampPdf(signPdf(makePdf(), { signer: anna, certify: 1 }), timeStamps, new Date('2026-06-03')).bytes,
  },
];
