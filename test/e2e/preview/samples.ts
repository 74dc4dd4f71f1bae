import { randomBytes } from 'node:crypto';
import {
  degrees,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFString,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib';

const lines = [
  'Between Muster AG, Zurich, and Frei GmbH, Bern.',
  '1. The object of this contract is described in annex A.',
  '2. It begins on 1 January and ends after two years.',
  '3. Either side may end it with three months of notice.',
  '4. Changes must be made in writing and signed by both.',
];

async function letter(pages: number): Promise<PDFDocument> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  for (let number = 1; number <= pages; number += 1) {
    const page = pdf.addPage([595, 842]);
    page.drawText(`Contract, page ${number}`, { x: 60, y: 760, size: 22, font: bold });
    for (const [index, line] of lines.entries()) page.drawText(line, { x: 60, y: 710 - index * 24, size: 12, font });
    page.drawLine({ start: { x: 60, y: 130 }, end: { x: 260, y: 130 } });
    page.drawLine({ start: { x: 335, y: 130 }, end: { x: 535, y: 130 } });
  }
  return pdf;
}

export const contract = async (pages: number) => (await letter(pages)).save();

export async function encrypted(): Promise<Uint8Array> {
  const pdf = await letter(1);
  pdf.encrypt({ userPassword: 'secret', ownerPassword: 'owner' });
  return pdf.save();
}

/** Its head, some objects, and a table of them: what the library of the tests does not write. */
function writtenByHand(objects: readonly string[], trailer = ''): Uint8Array {
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}

const pagesOf = (kids: string, count: number) => `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`;
const emptyPage = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>';

/** Encrypted for people who have a certificate, not with a password. */
export const forCertificates = () =>
  writtenByHand(
    ['<< /Type /Catalog /Pages 2 0 R >>', pagesOf('3 0 R', 1), emptyPage],
    '/Encrypt << /Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s5 /V 4 /Length 128 >> /ID [<00> <00>]',
  );

export const withoutPages = () => writtenByHand(['<< /Type /Catalog /Pages 2 0 R >>', pagesOf('', 0)]);

/** Of three pages the second is a number; the library gives up there and tells of two. */
export const withOddPage = () =>
  writtenByHand(['<< /Type /Catalog /Pages 2 0 R >>', pagesOf('3 0 R 4 0 R 5 0 R', 3), emptyPage, '42', emptyPage]);

/** What a form program writes whose content is in XFA alone; the page under it asks people to wait. */
export const dynamicForm = () =>
  writtenByHand([
    '<< /Type /Catalog /Pages 2 0 R /NeedsRendering true /AcroForm << /Fields [] /XFA 4 0 R >> >>',
    pagesOf('3 0 R', 1),
    emptyPage,
    '<< /Length 7 >>\nstream\n<xdp />\nendstream',
  ]);

/** The page lies on its side and shows only a part of itself: neither moves what is written on it. */
export async function turnedAndCut(): Promise<Uint8Array> {
  const pdf = await letter(1);
  const page = pdf.getPage(0);
  page.setRotation(degrees(90));
  page.setCropBox(20, 30, 555, 792);
  return pdf.save();
}

/** A raw picture of noise, which nothing makes smaller. */
function drawNoise(pdf: PDFDocument, page: PDFPage, side: number): void {
  const picture = pdf.context.stream(randomBytes(side * side * 3), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: side,
    Height: side,
    ColorSpace: 'DeviceRGB',
    BitsPerComponent: 8,
  });
  drawPicture(pdf, page, pdf.context.register(picture));
}

function drawPicture(pdf: PDFDocument, page: PDFPage, picture: ReturnType<PDFDocument['context']['register']>): void {
  const name = page.node.newXObject('Picture', picture);
  const content = pdf.context.stream(`q 300 0 0 300 147 200 cm ${name.asString()} Do Q`);
  page.node.addContentStream(pdf.context.register(content));
}

/** 200 pages, about 39 MB. */
export async function large(): Promise<Uint8Array> {
  const pdf = await letter(200);
  for (const page of pdf.getPages()) drawNoise(pdf, page, 256);
  return pdf.save({ useObjectStreams: false });
}

/** Everything a PDF can do beyond being looked at: a script when it opens, links, a form, an attachment. */
export async function lively(): Promise<Uint8Array> {
  const pdf = await letter(2);
  const page = pdf.getPage(0);
  pdf.addJavaScript('start', 'app.alert("ran"); app.launchURL("http://127.0.0.1:1/leak")');
  const action = { Type: 'Action', S: 'JavaScript', JS: PDFString.of('app.alert("opened")') };
  pdf.catalog.set(PDFName.of('OpenAction'), pdf.context.obj(action));
  const link = {
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [60, 700, 535, 780],
    A: { Type: 'Action', S: 'URI', URI: PDFString.of('http://127.0.0.1:1/leak') },
  };
  page.node.set(PDFName.of('Annots'), pdf.context.obj([pdf.context.register(pdf.context.obj(link))]));
  const field = pdf.getForm().createTextField('name');
  field.setText('written');
  field.addToPage(page, { x: 60, y: 500, width: 200, height: 24, borderColor: rgb(0, 0, 0) });
  await pdf.attach(randomBytes(100), 'attached.bin', {});
  return pdf.save();
}

/** A font that is not in the file, in an encoding whose table is not either. */
export async function chinese(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const page = pdf.addPage([300, 200]);
  const { context } = pdf;
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType0',
      BaseFont: 'STSong-Light',
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('GB1'), Supplement: 2 },
    }),
  );
  const font = { Type: 'Font', Subtype: 'Type0', BaseFont: 'STSong-Light', Encoding: 'UniGB-UCS2-H' };
  const name = page.node.newFontDictionary(
    'Song',
    context.register(context.obj({ ...font, DescendantFonts: [descendant] })),
  );
  const text = PDFHexString.of('5408540C').toString();
  page.node.addContentStream(context.register(context.stream(`BT ${name.asString()} 40 Tf 60 90 Td ${text} Tj ET`)));
  return pdf.save();
}

/** A square of one colour, as archives write it. */
const jpeg2000 = Buffer.from(
  [
    '/0//UQAvAAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAADBwEBBwEBBwEB/1IADAAAAAEAAAQEAAH/XAAEQED/',
    'ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAABgAAH/k8+0ZBQAXK/0x7A3AAAAAGEhL9rE',
    'QAAAwkJf/3/PtGARUFSv30hKf4AAAAABhIS/aPAAAAMJCX/PtGARUFSv30hKf4AAAAABhIS/aPAAAAMJCX//2Q==',
  ].join(''),
  'base64',
);

const word = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const segment = (number: number, type: number, data: readonly number[]) => [
  ...word(number),
  type,
  0,
  1,
  ...word(data.length),
  ...data,
];

/** The same in black, as office scanners write it: the first line is said, each other is like the one before. */
function jbig2(): Uint8Array {
  const first = '001001101010000010111';
  const code = `${first}${'11'.repeat(15)}${'000000000001'.repeat(2)}`;
  const bytes = (code.match(/.{1,8}/g) ?? []).map((bits) => Number.parseInt(bits.padEnd(8, '0'), 2));
  const extent = [...word(16), ...word(16), ...word(0), ...word(0), 0];
  return Uint8Array.from([...segment(0, 48, [...extent, 0, 0]), ...segment(1, 38, [...extent, 1, ...bytes])]);
}

export async function scanned(how: 'JBIG2' | 'JPX'): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const page = pdf.addPage([595, 842]);
  const kind = { Type: 'XObject', Subtype: 'Image', Width: 16, Height: 16, Filter: `${how}Decode` };
  const picture =
    how === 'JPX'
      ? pdf.context.stream(jpeg2000, { ...kind, BitsPerComponent: 8 })
      : pdf.context.stream(jbig2(), { ...kind, BitsPerComponent: 1, ColorSpace: 'DeviceGray' });
  drawPicture(pdf, page, pdf.context.register(picture));
  return pdf.save();
}
