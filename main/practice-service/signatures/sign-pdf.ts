import { lastPage, openPdf, type PdfDocument } from './pdf-document.ts';
import { appendRevision, latin1, type NewObject, nextNumber, streamOf } from './pdf-revision.ts';
import {
  entriesOf,
  isDictionary,
  isList,
  type ObjectName,
  pdfText,
  referenceOf,
  UnsignablePdf,
  withEntries,
  withItem,
} from './pdf-text.ts';
import { drawMark, type SignatureMark } from './signature-mark.ts';

interface NewSignature {
  readonly format: 'ETSI.CAdES.detached' | 'ETSI.RFC3161';
  readonly at: Date;
  readonly reason: string;
  /** The visible mark on the page. Null: none. */
  readonly mark: SignatureMark | null;
  /** The most bytes that the container takes. */
  readonly room: number;
  contain(covered: Buffer): Buffer;
}

const rangeWidth = 10;
const reference = ({ number, generation }: ObjectName): string => `${number} ${generation} R`;

/** A dictionary that stands in the object that names it, or in one of its own: the objects that the change needs. */
function changed(
  pdf: PdfDocument,
  written: string | undefined,
  change: (text: string) => string,
): { readonly value: string; readonly objects: readonly NewObject[] } {
  const own = referenceOf(written);
  if (own === null) return { value: change(written ?? ''), objects: [] };
  return { value: reference(own), objects: [{ ...own, content: change(pdf.load(own)) }] };
}

const withMember = (text: string, item: string): string => withItem(isList(text) ? text : undefined, item);

/** The form with one more field. */
function formWith(pdf: PdfDocument, form: string | undefined, field: ObjectName) {
  const lists: NewObject[] = [];
  const { value, objects } = changed(pdf, form, (text) => {
    const entries = entriesOf(isDictionary(text) ? text : '<< >>');
    const fields = changed(pdf, entries.get('/Fields'), (list) => withMember(list, reference(field)));
    lists.push(...fields.objects);
    return withEntries(entries, { '/Fields': fields.value, '/SigFlags': '3' });
  });
  return { value, objects: [...objects, ...lists] };
}

function timeOf(at: Date): string {
  return `(D:${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z)`;
}

/** Adds a field with its signature in a new revision, as signing programs do. Throws UnsignablePdf. */
export function addSignature(bytes: Buffer, signature: NewSignature): Buffer {
  const pdf = openPdf(bytes);
  const first = nextNumber(pdf);
  const [field, value, look] = [0, 1, 2].map((more) => ({ number: first + more, generation: 0 }));
  if (field === undefined || value === undefined || look === undefined) throw new UnsignablePdf('There is no number.');
  const page = lastPage(pdf);
  const catalog = entriesOf(pdf.load(pdf.catalog));
  const form = formWith(pdf, catalog.get('/AcroForm'), field);
  const notes = changed(pdf, page.entries.get('/Annots'), (list) => withMember(list, reference(field)));
  const drawn = signature.mark === null ? null : drawMark(signature.mark, page.box);
  const appearance = drawn === null ? '' : `/AP << /N ${reference(look)} >>`;
  const room = '0'.repeat(2 * signature.room);
  const range = `[0 ${Array.from({ length: 3 }, () => '*'.repeat(rangeWidth)).join(' ')}]`;
  const isTimeStamp = signature.format === 'ETSI.RFC3161';
  const claims = isTimeStamp ? '' : `/M ${timeOf(signature.at)} /Reason ${pdfText(signature.reason)}`;
  const added = appendRevision(pdf, [
    { ...pdf.catalog, content: withEntries(catalog, { '/AcroForm': form.value }) },
    ...form.objects,
    { ...page.name, content: withEntries(page.entries, { '/Annots': notes.value }) },
    ...notes.objects,
    {
      ...field,
      content: `<< /FT /Sig /T (Practice ${first}) /V ${reference(value)} /Type /Annot /Subtype /Widget /F 132 /Rect ${drawn?.rect ?? '[0 0 0 0]'} /P ${reference(page.name)} ${appearance} >>`,
    },
    ...(drawn === null ? [] : [{ ...look, content: streamOf(drawn.content, drawn.entries) }]),
    {
      ...value,
      content: `<< /Type /${isTimeStamp ? 'DocTimeStamp' : 'Sig'} /Filter /Adobe.PPKLite /SubFilter /${signature.format} /ByteRange ${range} /Contents <${room}> ${claims} >>`,
    },
  ]);
  return fill(added, { range, room, contain: signature.contain });
}

interface Gaps {
  readonly range: string;
  readonly room: string;
  contain(covered: Buffer): Buffer;
}

/** Fills in the range, and then the container, which covers everything else. */
function fill(bytes: Buffer, { range, room, contain }: Gaps): Buffer {
  const at = bytes.lastIndexOf(`<${room}>`);
  const end = at + room.length + 2;
  const numbers = [0, at, end, bytes.length - end].join(' ');
  latin1(`[${numbers}]`.padEnd(range.length)).copy(bytes, bytes.lastIndexOf(range));
  const container = contain(Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]));
  if (2 * container.length > room.length) throw new Error('The container has no room.');
  latin1(container.toString('hex')).copy(bytes, at + 1);
  return bytes;
}

/** Adds what later checks need (PAdES B-LT). */
export function addProof(bytes: Buffer, certificates: readonly Buffer[], ocsps: readonly Buffer[]): Buffer {
  const pdf = openPdf(bytes);
  const first = nextNumber(pdf);
  const streams = [...certificates, ...ocsps].map((one, at) => ({
    number: first + at,
    generation: 0,
    content: streamOf(one),
  }));
  const names = streams.map(reference);
  const store = { number: first + streams.length, generation: 0 };
  const lists = `/Certs [${names.slice(0, certificates.length).join(' ')}] /OCSPs [${names.slice(certificates.length).join(' ')}]`;
  return appendRevision(pdf, [
    ...streams,
    { ...store, content: `<< ${lists} >>` },
    { ...pdf.catalog, content: withEntries(entriesOf(pdf.load(pdf.catalog)), { '/DSS': reference(store) }) },
  ]);
}
