import { deflateSync } from 'node:zlib';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { zipOf } from '../intake/testing/zip-file.ts';
import { inMemory } from '../intake/zip-directory.ts';
import { append, contents, font, latin1, makePdf, page, streamOf } from '../signatures/testing/test-pdf.ts';
import { readTextMarks } from './read-text-marks.ts';

const forms = ['#ACME#{email};{order}#', '#ACME#'];

const read = (kind: 'pdf' | 'docx' | 'xlsx', content: Buffer, by = forms) => readTextMarks(kind, inMemory(content), by);

const annas = { email: 'anna@x.ch', order: 0, isBroken: false };
const bens = { email: 'ben@x.ch', order: 1, isBroken: false };
const nobody = { email: null, order: null, isBroken: false };
const whole = (...marks: readonly object[]) => ({ marks, isWhole: true });

/** A page with these operators, and objects of its own. */
const pdfWith = (operators: string | Buffer, objects: Readonly<Record<number, string | Buffer>> = {}): Buffer =>
  append(makePdf(), { [contents]: typeof operators === 'string' ? streamOf(operators) : operators, ...objects }).bytes;
const shows = (text: string) => `BT /F1 12 Tf 20 100 Td ${text} ET`;

describe('marks in a PDF', () => {
  test.each([
    ['in one piece', '(Sign #ACME#anna@x.ch;0# here) Tj', whole(annas)],
    ['in many pieces', '[(#AC) 20 (ME#an) -15 (na@x.c) (h;0#)] TJ', whole(annas)],
    ['in many texts of one line', '(#ACME#an) Tj 50 0 Td (na@x.ch;0#) Tj', whole(annas)],
    ['as digits', '<23> Tj <41434d4523616e6e6140782e63683b3023> Tj', whole(annas)],
    ['two in one line', '(#ACME#anna@x.ch;0##ACME#ben@x.ch;1#) Tj', whole(annas, bens)],
    ['two in one line, with others', '(a #ACME#anna@x.ch;0# b #ACME#ben@x.ch;1# #) Tj', whole(annas, bens)],
    ['of nobody', '(#ACME# and #ACME#anna@x.ch;0#) Tj', whole(nobody, annas)],
    ['over two lines', '(#ACME#anna@) Tj 0 -14 Td (x.ch;0#) Tj', whole({ ...annas, isBroken: true })],
    [
      'over two lines of one block',
      "14 TL (#ACME#anna@) Tj (x.ch;0#) ' (#ACME#ben@x.ch;1#) '",
      whole({ ...annas, isBroken: true }, bens),
    ],
    ['drawn twice, to look bold', '(#ACME#anna@x.ch;0#) Tj 0.4 0 Td (#ACME#anna@x.ch;0#) Tj', whole(annas)],
    ['with a soft hyphen', '(#ACME#an\\255na@x.ch;0#) Tj', whole(annas)],
    ['of another product', '(#OTHER#anna@x.ch;0#) Tj', whole()],
    ['that are none', '(#ACME #acme#a@b.ch;0# #ACMEanna@x.ch;0# ACME#anna@x.ch;0#) Tj', whole()],
    ['with words between', '[(#ACME) -900 (#anna@x.ch;0#)] TJ', whole()],
  ])('%s', async (_name, text, expected) => {
    const winAnsi = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
    expect(await read('pdf', pdfWith(shows(text), { [font]: winAnsi }))).toEqual(expected);
  });

  test.each([12, 6, 4, 1])('letter by letter, with doubled ones, of %d points', async (size) => {
    const widths: Readonly<Record<string, number>> = { l: 0.222, i: 0.222, m: 0.833, '.': 0.278, ';': 0.278 };
    let at = 20;
    const letter = (one: string) => {
      const here = at;
      at += (widths[one] ?? 0.556) * size;
      return `1 0 0 1 ${here.toFixed(3)} 100 Tm (${one}) Tj`;
    };
    const operators = Array.from('#ACME#will@anna.ch;0#', letter).join(' ');
    const expected = whole({ ...annas, email: 'will@anna.ch' });
    expect(await read('pdf', pdfWith(`BT /F1 ${size} Tf ${operators} ET`))).toEqual(expected);
    // Nor do they vanish where the next letter begins by itself after the last one.
    const next = Array.from('#ACME#will@anna.ch;0#', (one) => `(${one}) Tj`).join(' ');
    expect(await read('pdf', pdfWith(`BT /F1 ${size} Tf 20 100 Td ${next} ET`))).toEqual(expected);
  });

  test('as a library writes it, packed, on several pages', async () => {
    const document = await PDFDocument.create();
    const helvetica = await document.embedFont(StandardFonts.Helvetica);
    for (const text of ['#ACME#anna@x.ch;0#', 'nothing', '#ACME#ben@x.ch;1#'])
      document.addPage().drawText(text, { font: helvetica, x: 20, y: 300 });
    // oxlint-disable-next-line no-await-in-loop
    for (const useObjectStreams of [true, false])
      expect(await read('pdf', Buffer.from(await document.save({ useObjectStreams })))).toEqual(whole(annas, bens));
  });

  test('packed, in a drawing inside of another one', async () => {
    const plain = latin1(shows('(#ACME#anna@x.ch;0#) Tj'));
    const objects = {
      [page]: `<< /Type /Page /Parent 2 0 R /Contents ${contents} 0 R /Resources << /XObject << /A 20 0 R >> >> >>`,
      20: streamOf('q /B Do Q', '/Type /XObject /Subtype /Form /Resources << /XObject << /B 21 0 R >> >>'),
      21: streamOf(
        deflateSync(plain),
        `/Type /XObject /Subtype /Form /Filter /FlateDecode /Resources << /Font << /F1 ${font} 0 R >> >>`,
      ),
    };
    expect(await read('pdf', pdfWith('/A Do', objects))).toEqual(whole(annas));
  });

  /** A page with these annotations. Its own text ends in the middle of a mark. */
  const annotated = (annotations: readonly string[], objects: Readonly<Record<number, string | Buffer>>) =>
    pdfWith(shows('(#ACME#anna@) Tj'), {
      [page]: `<< /Type /Page /Parent 2 0 R /Contents ${contents} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> /Annots [${annotations.join(' ')}] >>`,
      ...objects,
    });
  const look = (text: string, entries = '') =>
    streamOf(shows(text), `/Type /XObject /Subtype /Form /BBox [0 0 100 20] ${entries}`);
  const annotation = (entries: string) => `<< /Type /Annot /Rect [0 0 100 20] ${entries} >>`;

  test('in annotations and in the fields of forms, each by itself', async () => {
    const fonts = `/Resources << /Font << /F7 ${font} 0 R >> >>`;
    const content = annotated(
      [
        '20 0 R',
        annotation('/Subtype /Widget /AP << /N << /On 22 0 R /Off 23 0 R >> >> /AS /On'),
        annotation('/Subtype /Link'),
        annotation('/Subtype /Widget /AP << /N << /On 23 0 R >> >> /AS /Off'),
        '9',
        annotation('/Subtype /Stamp /AP << /N 24 0 R /D 23 0 R >>'),
      ],
      {
        20: annotation('/Subtype /FreeText /Contents (#ACME#no@x.ch;0#) /AP 21 0 R'),
        21: '<< /N 25 0 R >>',
        22: look('(#ACME#ben@x.ch;1#) Tj'),
        23: look('(#ACME#no@x.ch;1#) Tj'),
        24: look('(x.ch;0#) Tj'),
        25: look('/F7 9 Tf (#ACME#anna@x.ch;0#) Tj', fonts),
      },
    );
    expect(await read('pdf', content)).toEqual(whole(nobody, annas, bens));
  });

  test.each([
    ['a comment', annotation('/Subtype /FreeText /Contents (#ACME#ben@x.ch;1#)'), whole(nobody, bens)],
    ['a note that only its window shows', annotation('/Subtype /Text /Contents (#ACME#ben@x.ch;1#)'), whole(nobody)],
    ['a field', annotation('/Subtype /Widget /V (#ACME#ben@x.ch;1#)'), whole(nobody, bens)],
    ['a place of a field', annotation('/Subtype /Widget /Parent 20 0 R'), whole(nobody, bens)],
  ])('in %s that nobody has drawn yet', async (_what, one, expected) => {
    expect(await read('pdf', annotated([one], { 20: '<< /FT /Tx /V (#ACME#ben@x.ch;1#) >>' }))).toEqual(expected);
  });

  test('beside an annotation that cannot be read: nothing is claimed of it', async () => {
    const of = (drawing: Buffer | string) =>
      annotated([annotation('/AP << /N 20 0 R >>'), annotation('/AP << /N 21 0 R >>')], {
        20: look('(#ACME#ben@x.ch;1#) Tj'),
        21: drawing,
      });
    const partly = { marks: [nobody, bens], isWhole: false };
    expect(await read('pdf', of(streamOf('xxxx', '/Filter /LZWDecode')))).toEqual(partly);
    expect(await read('pdf', of(look('/F9 9 Tf (some letters of no font) Tj')))).toEqual(partly);
    expect(await read('pdf', of(look('')))).toEqual({ ...partly, isWhole: true });
  });

  /** A font as word processors embed it: its codes are numbers of glyphs. */
  const glyphs = (text: string) =>
    Array.from(text, (one) => (one.charCodeAt(0) + 500).toString(16).padStart(4, '0')).join('');
  const table = (entries: string) =>
    streamOf(`/CIDInit /ProcSet findresource begin 12 dict begin begincmap
    /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
    1 begincodespacerange <0000> <FFFF> endcodespacerange ${entries} endcmap end end`);
  const composite = (more: string) =>
    `<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Calibri /Encoding /Identity-H ${more} >>`;

  test.each([
    ['a range', '1 beginbfrange <0214> <0272> <0020> endbfrange'],
    [
      'single codes',
      `95 beginbfchar ${Array.from({ length: 95 }, (_none, at) => `<${(0x214 + at).toString(16).padStart(4, '0')}> <${(0x20 + at).toString(16).padStart(4, '0')}>`).join(' ')} endbfchar`,
    ],
  ])('in an embedded font with %s', async (_name, entries) => {
    const text = shows(`<${glyphs('#ACME#anna@x.ch;0#')}> Tj`);
    const objects = { [font]: composite('/ToUnicode 20 0 R'), 20: table(entries) };
    expect(await read('pdf', pdfWith(text, objects))).toEqual(whole(annas));
  });

  /** Bytes as letters, as some programs write whole pages. */
  function letters(bytes: Buffer): string {
    let text = '';
    for (let at = 0; at < bytes.length; at += 4) {
      const part = bytes.subarray(at, at + 4);
      let value = Buffer.concat([part, Buffer.alloc(4 - part.length)]).readUInt32BE();
      let five = '';
      for (let digit = 0; digit < 5; digit += 1) {
        five = String.fromCharCode((value % 85) + 0x21) + five;
        value = Math.floor(value / 85);
      }
      text += part.length === 4 && five === '!!!!!' ? 'z' : five.slice(0, part.length + 1);
    }
    return `${text}~>`;
  }

  test.each([
    ['packed', '[/ASCII85Decode /FlateDecode]', (text: string) => deflateSync(Buffer.from(text))],
    ['not packed', '/ASCII85Decode', (text: string) => Buffer.from(`${text}\0\0\0\0\0 `)],
  ])('on a page that is written as letters, %s', async (_name, filter, pack) => {
    for (const more of ['', ' ', '  ', '   ']) {
      const stream = streamOf(letters(pack(shows('(#ACME#anna@x.ch;0#) Tj') + more)), `/Filter ${filter}`);
      // oxlint-disable-next-line no-await-in-loop
      expect(await read('pdf', pdfWith(stream))).toEqual(whole(annas));
    }
    for (const text of ['vvvvv~>', 'uuuuu~>']) {
      const broken = streamOf(text, `/Filter ${filter}`);
      // oxlint-disable-next-line no-await-in-loop
      expect(await read('pdf', pdfWith(broken))).toEqual({ marks: [], isWhole: false });
    }
  });

  test('with names for the letters', async () => {
    const named = '<< /Differences [1 /numbersign /A /C /M /E 10 /a /n /at /x /period /c /h /semicolon /zero] >>';
    const text = shows('<01020304050> Tj'.replace('50>', '501>') + ' <0a0b0b0a0c0d0e0f10111201> Tj');
    const objects = { [font]: `<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+CMR10 /Encoding ${named} >>` };
    expect(await read('pdf', pdfWith(text, objects))).toEqual(whole(annas));
  });

  test('beside text whose letters nobody can tell: nothing is claimed of the rest', async () => {
    const both = shows(`(#ACME#anna@x.ch;0#) Tj /F2 12 Tf <${glyphs('a text of many words')}> Tj`);
    const fonts = `<< /Font << /F1 ${font} 0 R /F2 20 0 R >> >>`;
    const objects = {
      [page]: `<< /Type /Page /Parent 2 0 R /Contents ${contents} 0 R /Resources ${fonts} >>`,
      20: composite(''),
    };
    expect(await read('pdf', pdfWith(both, objects))).toEqual({ marks: [annas], isWhole: false });
    // A few signs, such as those of a list, hide no mark.
    const few = shows(`(#ACME#anna@x.ch;0#) Tj /F2 12 Tf <${glyphs('abc')}> Tj`);
    expect(await read('pdf', pdfWith(few, objects))).toEqual(whole(annas));
  });

  test('are not looked for in a file that cannot be read', async () => {
    const marked = makePdf('#ACME#anna@x.ch;0#');
    expect(await read('pdf', marked.bytes)).toEqual(whole(annas));
    expect(await read('pdf', makePdf('#ACME#anna@x.ch;0#', { trailerEntries: '/Encrypt 9 0 R' }).bytes)).toBeNull();
    expect(await read('pdf', marked.bytes.subarray(0, 400))).toBeNull();
    expect(await read('pdf', Buffer.from('no PDF'))).toBeNull();
    expect(await read('pdf', marked.bytes, ['#'])).toBeNull();
  });

  test('beside a page that cannot be read', async () => {
    const objects = { [page]: `<< /Type /Page /Parent 2 0 R /Contents [${contents} 0 R 20 0 R] >>` };
    const packed = streamOf('xxxx', '/Filter /LZWDecode');
    expect(await read('pdf', pdfWith('', { ...objects, 20: packed }))).toEqual({ marks: [], isWhole: false });
  });
});

describe('a hostile PDF', () => {
  const form = (content: string, names: string) =>
    streamOf(content, `/Type /XObject /Subtype /Form /Resources << /XObject << ${names} >> >>`);
  const pageOf = (names: string) => ({
    [page]: `<< /Type /Page /Parent 2 0 R /Contents ${contents} 0 R /Resources << /XObject << ${names} >> >> >>`,
  });

  test.each([
    ['a drawing in itself', pdfWith('/A Do', { ...pageOf('/A 20 0 R'), 20: form('/A Do', '/A 20 0 R') })],
    [
      'drawings that double each time',
      pdfWith('/A Do '.repeat(1_000), {
        ...pageOf('/A 20 0 R'),
        20: form('/A Do '.repeat(1_000), '/A 21 0 R'),
        21: form('/A Do '.repeat(1_000), '/A 22 0 R'),
        22: form('BT ET', ''),
      }),
    ],
    [
      'many drawings of nothing',
      pdfWith(streamOf(deflateSync(Buffer.from('/A Do '.repeat(200_000))), '/Filter /FlateDecode'), {
        ...pageOf('/A 20 0 R'),
        20: form('', ''),
      }),
    ],
    [
      'a stream that grows without end',
      pdfWith(streamOf(deflateSync(Buffer.alloc(60_000_000, ' ')), '/Filter /FlateDecode')),
    ],
    [
      'millions of operands',
      pdfWith(streamOf(deflateSync(Buffer.from('1 '.repeat(2_000_000))), '/Filter /FlateDecode')),
    ],
    [
      'many annotations that look the same',
      pdfWith('', {
        [page]: `<< /Type /Page /Parent 2 0 R /Contents ${contents} 0 R /Annots [${'20 0 R '.repeat(100)}] >>`,
        20: '<< /Type /Annot /AP << /N 21 0 R >> >>',
        21: streamOf(deflateSync(Buffer.alloc(1_000_000, ' ')), '/Filter /FlateDecode'),
      }),
    ],
    ['an image without an end', pdfWith('BI /W 1 ID xxxx')],
    ['names of the language', pdfWith('constructor __proto__ toString BT ET ( ')],
  ])('%s ends', async (_name, content) => {
    expect(await read('pdf', content)).toEqual({ marks: [], isWhole: false });
  });

  test.each([
    ['marks of a person', '#ACME#a@b.ch;0#'.repeat(limits.textMarks + 1), limits.textMarks],
    ['marks in one text without an end', '#ACME#'.repeat(1_000_000), 0],
  ])('with more %s than anybody places claims nothing of the rest', async (_what, text, count) => {
    const found = await read('pdf', pdfWith(shows(`(${text}) Tj`)));
    expect([found?.marks.length, found?.isWhole]).toEqual([count, false]);
  });
});

describe('marks in a Word document', () => {
  const xml = (body: string) => `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`;
  const wordOf = (body: string, more: Readonly<Record<string, string>> = {}) =>
    zipOf(
      Object.entries({ 'word/document.xml': xml(body), ...more }).map(([name, content]) => ({
        name,
        content,
        deflated: true,
      })),
    );
  const run = (text: string) => `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const paragraph = (...texts: readonly string[]) => `<w:p w:rsidR="1">${texts.map(run).join('')}</w:p>`;

  test.each([
    ['in one run', paragraph('Sign #ACME#anna@x.ch;0# here'), whole(annas)],
    ['over several runs', paragraph('#AC', 'ME#an', 'na@x', '.ch;', '0#'), whole(annas)],
    [
      'in a link that Word made of the address',
      `<w:p>${run('#ACME#')}<w:r><w:instrText>HYPERLINK "mailto:ben@x.ch"</w:instrText></w:r><w:hyperlink r:id="1">${run('anna@x.ch')}</w:hyperlink>${run(';0#')}</w:p>`,
      whole(annas),
    ],
    ['two in one paragraph', paragraph('#ACME#anna@x.ch;0##ACME#ben@x.ch;1#'), whole(annas, bens)],
    ['never over two paragraphs', paragraph('#ACME#anna@x') + paragraph('.ch;0#'), whole(nobody)],
    [
      'over a line break',
      `<w:p>${run('#ACME#anna@')}<w:r><w:br/></w:r>${run('x.ch;0#')}</w:p>`,
      whole({ ...annas, isBroken: true }),
    ],
    [
      'with spelling marks between',
      `<w:p>${run('#ACME#')}<w:proofErr w:type="spellStart"/>${run('anna@x.ch;0#')}</w:p>`,
      whole(annas),
    ],
    [
      'in a text box, which stands there twice',
      `<w:p>${run('#ACME#')}<mc:AlternateContent><mc:Choice><w:txbxContent>${paragraph('#ACME#anna@x.ch;0#')}</w:txbxContent></mc:Choice><mc:Fallback>${paragraph('#ACME#anna@x.ch;0#')}</mc:Fallback></mc:AlternateContent>${run('ben@x.ch;1#')}</w:p>`,
      whole(annas, bens),
    ],
    [
      'that were deleted',
      `<w:p><w:del><w:r><w:delText>#ACME#ben@x.ch;1#</w:delText></w:r></w:del><w:moveFrom>${run('#ACME#ben@x.ch;1#')}</w:moveFrom>${run('#ACME#anna@x.ch;0#')}</w:p>`,
      whole(annas),
    ],
    ['with letters written as numbers', paragraph('&#35;ACME&#x23;anna&#64;x.ch;0#'), whole(annas)],
    ['with CDATA', `<w:p><w:t><![CDATA[#ACME#anna@x.ch;0#]]></w:t></w:p>`, { marks: [], isWhole: false }],
    ['in text that does not end', `<w:p>${run('#ACME#anna@x.ch;0#')}`, { marks: [], isWhole: false }],
  ])('%s', async (_name, body, expected) => {
    expect(await read('docx', wordOf(body))).toEqual(expected);
  });

  test('stand also at the head and the foot of its pages', async () => {
    const more = {
      'word/header1.xml': paragraph('#ACME#ben@x.ch;1#'),
      'word/comments.xml': paragraph('#ACME#no@x.ch;1#'),
    };
    expect(await read('docx', wordOf(paragraph('#ACME#anna@x.ch;0#'), more))).toEqual(whole(annas, bens));
  });

  test('are not looked for where the text cannot be read', async () => {
    const large = wordOf(paragraph('#ACME#anna@x.ch;0#') + ' '.repeat(17 * 1024 * 1024));
    expect(await read('docx', large)).toBeNull();
    expect(await read('docx', zipOf([{ name: 'word/styles.xml' }]))).toBeNull();
    const twice = [paragraph('#ACME#anna@x.ch;0#'), paragraph('#ACME#ben@x.ch;1#')].map((body) => xml(body));
    const entries = twice.map((content) => ({ name: 'word/document.xml', content }));
    expect(await read('docx', zipOf(entries))).toBeNull();
    expect(await read('docx', Buffer.from('no zip'))).toBeNull();
    expect(await read('xlsx', wordOf(paragraph('#ACME#anna@x.ch;0#')))).toBeNull();
  });
});
