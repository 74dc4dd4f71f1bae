import { timeStamp } from '../../practice-service/signatures/container.ts';
import type { Signer } from '../../practice-service/signatures/signer.ts';
import { makeContainer, type Twist } from './test-containers.ts';
import { append, catalog, latin1, page, replaced, streamOf, type TestPdf } from './test-pdf.ts';

const roomBytes = 8_000;
const numberWidth = 10;

interface Wanted extends Twist {
  readonly signer: Signer;
  readonly field?: string;
  readonly format?: string;
  readonly reason?: string;
  readonly isVisible?: boolean;
  readonly certify?: 1 | 2 | 3;
  readonly section?: 'table' | 'stream';
  /** Makes the container from the bytes that are covered. */
  readonly contain?: (covered: Buffer) => Buffer;
  /** More entries of the signature dictionary. */
  readonly entries?: string;
  readonly trailerEntries?: string;
  /** More entries of the field. */
  readonly fieldEntries?: string;
  /** What stands in the file instead of the right range. `[a b c d]` with its numbers. */
  readonly range?: (right: readonly [number, number, number, number]) => string;
  /** Text between the contents and the rest, inside of the gap. */
  readonly gap?: string;
}

export interface Signed extends TestPdf {
  readonly field: number;
  readonly value: number;
}

/** Fills the place of the range, which was kept with blanks. */
function fill(bytes: Buffer, mark: string, text: string): Buffer {
  const at = bytes.lastIndexOf(mark);
  const end = bytes.indexOf(']', at) + 1;
  if (text.length > end - at) throw new Error('There is no room for the range.');
  return Buffer.concat([bytes.subarray(0, at), latin1(text.padEnd(end - at)), bytes.subarray(end)]);
}

/** Adds a signature field with its signature in a new revision, as signing programs do. */
export function signPdf(pdf: TestPdf, wanted: Wanted): Signed {
  const { signer, field = `Signature${pdf.next}`, format = 'ETSI.CAdES.detached', isVisible = false } = wanted;
  const [fieldNumber, value, mark] = [pdf.next, pdf.next + 1, pdf.next + 2];
  const room = '0'.repeat(2 * roomBytes);
  const range = `[0 ${Array.from({ length: 3 }, () => '*'.repeat(numberWidth)).join(' ')}${' '.repeat(20)}]`;
  const reference =
    wanted.certify === undefined
      ? ''
      : `/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P ${wanted.certify} /V /1.2 >> >>]`;
  const appearance = isVisible ? `/AP << /N ${mark} 0 R >>` : '';
  const rect = isVisible ? '[150 20 280 60]' : '[0 0 0 0]';
  const isFirst = pdf.objects.get(catalog)?.includes('/SigFlags') !== true;
  const form = replaced(pdf, catalog, '/Fields [', `/Fields [${fieldNumber} 0 R `);
  const withFlags = isFirst ? form.replace('/AcroForm <<', '/AcroForm << /SigFlags 3') : form;
  const permissions = wanted.certify === undefined ? '' : `/Perms << /DocMDP ${value} 0 R >>`;
  const added = append(
    pdf,
    {
      [catalog]: withFlags.replace(/>>$/, `${permissions} >>`),
      [page]: replaced(pdf, page, '/Annots [', `/Annots [${fieldNumber} 0 R `),
      [fieldNumber]: `<< /FT /Sig /T (${field}) /V ${value} 0 R /Type /Annot /Subtype /Widget /F 132 /Rect ${rect} /P ${page} 0 R ${appearance} ${wanted.fieldEntries ?? ''} >>`,
      [value]: `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /${format} /ByteRange ${range} /Contents <${room}>${wanted.gap ?? ''} /M (D:20260601120000Z) /Reason (${wanted.reason ?? 'practice'}) ${wanted.entries ?? ''} ${reference} >>`,
      ...(isVisible
        ? { [mark]: streamOf('0 0 130 40 re S', '/Type /XObject /Subtype /Form /BBox [0 0 130 40] /Resources << >>') }
        : {}),
    },
    { section: wanted.section ?? 'table', trailerEntries: wanted.trailerEntries ?? '' },
  );
  const at = added.bytes.lastIndexOf(`<${room}>`);
  const end = at + room.length + 2;
  const right = [0, at, end, added.bytes.length - end] as const;
  const bytes = fill(added.bytes, range, wanted.range?.(right) ?? `[${right.join(' ')}]`);
  const covered = Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
  const container = wanted.contain?.(covered) ?? makeContainer(covered, signer, wanted);
  latin1(container.toString('hex')).copy(bytes, at + 1);
  return { ...added, bytes, field: fieldNumber, value };
}

/** A time stamp over the whole document (PAdES B-LTA). */
export const stampPdf = (pdf: TestPdf, signer: Signer, at: Date): Signed =>
  signPdf(pdf, { signer, format: 'ETSI.RFC3161', contain: (covered) => timeStamp(covered, { by: signer, at }) });

interface Proof {
  readonly certificates: readonly Buffer[];
  readonly ocsps?: readonly Buffer[];
  readonly crls?: readonly Buffer[];
}

/** Adds what later checks need (PAdES B-LT). */
export function addProof(pdf: TestPdf, { certificates, ocsps = [], crls = [] }: Proof): TestPdf {
  const all = [...certificates, ...ocsps, ...crls];
  const first = pdf.next;
  const list = (from: number, count: number) =>
    `[${Array.from({ length: count }, (_none, at) => `${first + from + at} 0 R`).join(' ')}]`;
  const store = `<< /Certs ${list(0, certificates.length)} /OCSPs ${list(certificates.length, ocsps.length)} /CRLs ${list(certificates.length + ocsps.length, crls.length)} >>`;
  const streams = Object.fromEntries(all.map((one, at) => [first + at, streamOf(one)]));
  const number = first + all.length;
  return append(pdf, {
    ...streams,
    [number]: store,
    [catalog]: replaced(pdf, catalog, '/Type /Catalog', `/Type /Catalog /DSS ${number} 0 R`),
  });
}
