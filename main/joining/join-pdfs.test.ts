import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { hostilePdfs } from '../intake/testing/hostile-pdfs.ts';
import { docx } from '../intake/testing/sample-files.ts';
import { readForm, readText } from '../pdf/form.ts';
import { createPdfCache, dictionaryOf, openPdf } from '../pdf/pdf-file.ts';
import { isList, isReference } from '../pdf/pdf-value.ts';
import { checkSignatures } from '../signatures/check-signatures.ts';
import { signPdf } from '../signatures/testing/sign-pdf.ts';
import { makeTestPeople } from '../signatures/testing/test-certificates.ts';
import {
  append,
  catalog,
  contents,
  font,
  makePdf,
  page,
  pageTree,
  replaced,
  streamOf,
  textField,
} from '../signatures/testing/test-pdf.ts';
import { aloneAmong, joined, withCatalog, withField } from './testing/joined.ts';
import { plainTestPdf as plainPdf } from './testing/plain-pdf.ts';
import { seenPages, textsOf } from './testing/seen-pages.ts';

async function writtenPdf(text: string, pages: number, useObjectStreams: boolean): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const letters = await pdf.embedFont(StandardFonts.TimesRoman);
  for (let at = 1; at <= pages; at += 1)
    pdf.addPage([400 + at, 300]).drawText(`${text} ${at}`, { x: 20, y: 100, size: 14, font: letters });
  return Buffer.from(await pdf.save({ useObjectStreams }));
}

/** Links lead to other indexes in the joined document: count them from the first page of their file. */
const shifted = (pages: Awaited<ReturnType<typeof seenPages>>, by: number) =>
  pages.map((one) => ({
    ...one,
    clickable: one.clickable.map(({ leads, ...rest }) => ({
      ...rest,
      leads: Array.isArray(leads) ? [Number(leads[0]) + by, ...leads.slice(1)] : leads,
    })),
  }));

/** Joins the files and expects each page as it was in its file. */
async function expectSame(...files: readonly Buffer[]): Promise<Buffer> {
  const all = await joined(...files);
  const seen = await seenPages(all);
  const alone = [];
  // oxlint-disable-next-line no-await-in-loop
  for (const file of files) alone.push(...shifted(await seenPages(file), alone.length));
  const withoutLayers = (pages: typeof seen) => pages.map(({ layers: _layers, ...rest }) => rest);
  expect(withoutLayers(seen)).toEqual(withoutLayers(alone));
  expect(checkSignatures(all).state).toBe('none');
  return all;
}

describe('joined pages', () => {
  test('are all pages in the order of the files, written with tables, streams and revisions', async () => {
    const revised = append(plainPdf('before'), { [contents]: streamOf('BT /F1 12 Tf 20 100 Td (after) Tj ET') });
    const all = await expectSame(
      await writtenPdf('table', 3, false),
      await writtenPdf('streams', 2, true),
      revised.bytes,
      plainPdf('xref stream', { section: 'stream', packed: [catalog, pageTree, page, font] }).bytes,
      plainPdf('hybrid', { section: 'hybrid', packed: [page, font] }).bytes,
      Buffer.concat([Buffer.from('junk\n'), plainPdf('shifted').bytes]),
    );
    expect(await textsOf(all)).toEqual([
      'table 1',
      'table 2',
      'table 3',
      'streams 1',
      'streams 2',
      'after',
      'xref stream',
      'hybrid',
      'shifted',
    ]);
  });

  test('keep boxes, turns, units and resources that they inherit', async () => {
    const nested = append(plainPdf('text'), {
      [pageTree]: `<< /Type /Pages /Kids [50 0 R ${page} 0 R] /Count 3 /MediaBox [0 0 300 200] /CropBox [10 10 250 150] >>`,
      50: `<< /Type /Pages /Parent ${pageTree} 0 R /Kids [51 0 R 52 0 R] /Count 2 /Rotate 90 /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
      51: `<< /Type /Page /Parent 50 0 R /Contents [53 0 R 54 0 R] /UserUnit 2.5 >>`,
      52: `<< /Type /Page /Parent 50 0 R /Contents ${contents} 0 R /Rotate 270 /MediaBox [0 0 99.5 1234567.125] >>`,
      53: streamOf('BT /F1 12 Tf 20 100 Td'),
      54: streamOf('(in two parts) Tj ET'),
    });
    const all = await seenPages(await expectSame(nested.bytes, nested.bytes, plainPdf('other').bytes));
    expect(all.map(({ rotate }) => rotate)).toEqual([90, 270, 0, 90, 270, 0, 0]);
    expect(all[0]).toMatchObject({ view: [10, 10, 250, 150], unit: 2.5 });
  });

  test('keep links to pages of their file, also by a word that two files use', async () => {
    const links = (text: string, zoom: number) =>
      withCatalog(plainPdf(text), '/Names << /Dests 60 0 R >> /Dests << /old [3 0 R /Fit] >>', {
        [pageTree]: `<< /Type /Pages /Kids [${page} 0 R 51 0 R] /Count 2 /MediaBox [0 0 300 200] >>`,
        51: `<< /Type /Page /Parent ${pageTree} 0 R /Annots [52 0 R 53 0 R 54 0 R 55 0 R] >>`,
        52: '<< /Type /Annot /Subtype /Link /Rect [1 1 9 9] /Dest (here) >>',
        53: `<< /Type /Annot /Subtype /Link /Rect [1 1 9 9] /A << /S /GoTo /D (here) >> /P 51 0 R >>`,
        54: '<< /Type /Annot /Subtype /Link /Rect [1 1 9 9] /Dest /old >>',
        55: '<< /Type /Annot /Subtype /Link /Rect [1 1 9 9] /A << /S /URI /URI (https://example.test/\\(a\\)) >> >>',
        60: '<< /Kids [61 0 R] >>',
        61: `<< /Limits [(here) (here)] /Names [(here) << /D [${page} 0 R /XYZ 5 ${zoom} null] >>] >>`,
      }).bytes;
    const all = await seenPages(await expectSame(links('first', 7), links('second', 8)));
    expect(all[3]?.clickable.map(({ leads }) => leads)).toEqual([
      [2, { name: 'XYZ' }, 5, 8, null],
      [2, { name: 'XYZ' }, 5, 8, null],
      [2, { name: 'Fit' }],
      null,
    ]);
  });

  test('show the layers that they showed, and hide the others', async () => {
    const layered = (state: string) =>
      withCatalog(
        plainPdf('layers'),
        `/OCProperties << /OCGs [60 0 R 61 0 R] /D << ${state} /Order [60 0 R 61 0 R] >> >>`,
        {
          60: '<< /Type /OCG /Name (One) >>',
          61: '<< /Type /OCG /Name (Two) >>',
        },
      ).bytes;
    const all = await seenPages(
      await joined(layered('/OFF [61 0 R]'), plainPdf('none'), layered('/BaseState /OFF /ON [61 0 R]'), layered('')),
    );
    expect(all[0]?.layers).toEqual([true, false, false, true, true, true]);
    // A list of hidden layers counts more than one of shown layers.
    const both = layered('/BaseState /OFF /ON [60 0 R 61 0 R] /OFF [61 0 R]');
    expect((await seenPages(both))[0]?.layers).toEqual([true, false]);
    expect((await seenPages(await joined(both, plainPdf('none'))))[0]?.layers).toEqual([true, false]);
    expect(await aloneAmong(plainPdf('none'), layered('/BaseState /Unchanged'))).toEqual(['1 parts']);
  });

  test('of the same files are the same bytes, so that a second sending is noticed', async () => {
    const [one, other] = [await writtenPdf('one', 2, true), plainPdf('other').bytes];
    expect(await joined(one, other)).toEqual(await joined(one, other));
    expect(await joined(one, other)).not.toEqual(await joined(other, one));
  });

  test('have one tree of pages, also if something leads to that of their file', async () => {
    const leading = append(plainPdf('one'), {
      [page]: `<< /Type /Page /Parent ${pageTree} 0 R /Contents ${contents} 0 R /PieceInfo << /A ${pageTree} 0 R /B ${catalog} 0 R >> >>`,
    });
    const file = openPdf(await joined(leading, leading), createPdfCache());
    const kinds = Array.from({ length: 60 }, (_none, number) =>
      dictionaryOf(file, { kind: 'reference', number: number + 1, generation: 0 })?.get('/Type'),
    );
    expect(kinds.filter((kind) => kind === '/Pages' || kind === '/Catalog').toSorted()).toEqual(['/Catalog', '/Pages']);
  });

  test('are read as one document by our own strict reader', async () => {
    const file = openPdf(await joined(plainPdf('one'), await writtenPdf('two', 30, true)), createPdfCache());
    expect(dictionaryOf(file, file.root.get('/Pages'))?.get('/Count')).toBe(31);
  });
});

describe('joined parts of the whole document', () => {
  test('forms keep their fields and what a form gives all of them', async () => {
    const one = withField('one', 'first');
    const other = withCatalog(
      withField('other', 'second'),
      `/AcroForm << /Fields [${textField} 0 R] /DA (/Helv 9 Tf) /Q 2 /DR << /Font << /Helv ${font} 0 R >> >> >>`,
    );
    const all = await expectSame(one.bytes, other.bytes);
    const { nodes } = readForm(openPdf(all, createPdfCache()));
    expect(nodes.map(({ name, dictionary }) => [name, dictionary.get('/Q')])).toEqual([
      ['first', undefined],
      ['second', 2],
    ]);
    // The field is also what the page shows.
    const file = openPdf(all, createPdfCache());
    expect(nodes.every(({ dictionary }) => isReference(dictionary.get('/P')))).toBe(true);
    const shown = dictionaryOf(file, nodes[1]?.dictionary.get('/P'));
    expect(shown?.get('/Type')).toBe('/Page');
    const widgets = file.resolve(shown?.get('/Annots'));
    expect(isList(widgets) && isReference(widgets[0]) ? widgets[0].number : null).toBe(nodes[1]?.number);
  });

  test('signature fields without a value stay, to be signed', async () => {
    const empty = append(makePdf(), {
      [textField]: `<< /FT /Sig /T (Signature1) /TU (anna@example.test) /Subtype /Widget /Rect [20 20 120 40] /P ${page} 0 R >>`,
    });
    const { nodes } = readForm(openPdf(await expectSame(plainPdf('first').bytes, empty.bytes), createPdfCache()));
    expect(nodes.map(({ name, type }) => [name, type])).toEqual([['Signature1', '/Sig']]);
  });

  test('bookmarks follow each other and lead to their pages', async () => {
    const marked = (title: string) =>
      withCatalog(plainPdf(title), '/Outlines 60 0 R', {
        60: '<< /Type /Outlines /First 61 0 R /Last 62 0 R /Count 2 >>',
        61: `<< /Title (${title} 1) /Parent 60 0 R /Next 62 0 R /Dest [${page} 0 R /Fit] /First 63 0 R /Last 63 0 R /Count -1 >>`,
        62: `<< /Title (${title} 2) /Parent 60 0 R /Prev 61 0 R /Dest [${page} 0 R /Fit] >>`,
        63: `<< /Title (below) /Parent 61 0 R /Dest [${page} 0 R /Fit] >>`,
      });
    const file = openPdf(await joined(marked('a'), plainPdf('none'), marked('b')), createPdfCache());
    const titles = [];
    const pages = [];
    for (
      let at = dictionaryOf(file, dictionaryOf(file, file.root.get('/Outlines'))?.get('/First'));
      at !== null;
      at = dictionaryOf(file, at.get('/Next'))
    ) {
      const title = at.get('/Title');
      titles.push(typeof title === 'object' && title !== null && 'bytes' in title ? title.bytes.toString() : '');
      const place = file.resolve(at.get('/Dest'));
      pages.push(Array.isArray(place) && isReference(place[0]) ? place[0].number : null);
    }
    expect(titles).toEqual(['a 1', 'a 2', 'b 1', 'b 2']);
    expect(new Set(pages).size).toBe(2);
    expect(dictionaryOf(file, file.root.get('/Outlines'))?.get('/Count')).toBe(4);
  });

  test('numbers of pages stay, and other pages are counted', async () => {
    const numbered = withCatalog(plainPdf('numbered'), '/PageLabels << /Nums [0 << /S /r >>] >>');
    const file = openPdf(await joined(plainPdf('one'), numbered, plainPdf('three')), createPdfCache());
    const labels = file.resolve(dictionaryOf(file, file.root.get('/PageLabels'))?.get('/Nums'));
    expect(JSON.stringify(labels, (_key, one: unknown) => (one instanceof Map ? Object.fromEntries(one) : one))).toBe(
      '[0,{"/S":"/D","/St":1},1,{"/S":"/r"},2,{"/S":"/D","/St":3}]',
    );
  });

  const tagged = (text: string, { role = '/P', language = 'de', id = '(x)' } = {}) => {
    const pdf = plainPdf(text);
    return withCatalog(pdf, `/StructTreeRoot 60 0 R /MarkInfo << /Marked true >> /Lang (${language})`, {
      [page]: replaced(pdf, page, '/Type /Page', '/Type /Page /StructParents 0'),
      60: `<< /Type /StructTreeRoot /K 61 0 R /ParentTree << /Nums [0 [62 0 R]] >> /ParentTreeNextKey 1 /RoleMap << /Text ${role} >> /IDTree << /Names [${id} 62 0 R] >> >>`,
      61: '<< /S /Document /P 60 0 R /K [62 0 R] >>',
      62: `<< /S /Text /P 61 0 R /Pg ${page} 0 R /K 0 /ID ${id} /A << /O /Table /Headers [${id}] >> >>`,
    });
  };

  test('tags for screen readers stay, with keys, ids, kinds and languages of their own', async () => {
    const file = openPdf(await joined(tagged('one'), tagged('two', { role: '/H1', language: 'fr' })), createPdfCache());
    const root = dictionaryOf(file, file.root.get('/StructTreeRoot'));
    const kids = file.resolve(root?.get('/K'));
    const parents = file.resolve(dictionaryOf(file, root?.get('/ParentTree'))?.get('/Nums'));
    if (!Array.isArray(kids) || !Array.isArray(parents)) throw new Error('There are no tags.');
    expect([parents[0], parents[2]]).toEqual([0, 1]);
    const elements = [1, 3].map((at) => {
      const list: unknown = file.resolve(parents[at]);
      return dictionaryOf(file, Array.isArray(list) ? list[0] : null);
    });
    expect(elements.map((one) => one?.get('/S'))).toEqual(['/Text', '/Text-2']);
    expect(dictionaryOf(file, root?.get('/RoleMap'))).toEqual(
      new Map([
        ['/Text', '/P'],
        ['/Text-2', '/H1'],
      ]),
    );
    expect(elements.map((one) => readText(one?.get('/ID') ?? null))).toEqual(['1-x', '2-x']);
    const headers = elements.map((one) => file.resolve(dictionaryOf(file, one?.get('/A'))?.get('/Headers')));
    expect(headers.map((one) => readText(isList(one) ? (one[0] ?? null) : null))).toEqual(['1-x', '2-x']);
    const pages = elements.map((one) => dictionaryOf(file, one?.get('/Pg'))?.get('/StructParents'));
    expect(pages).toEqual([0, 1]);
    const said = JSON.stringify([kids.map((kid) => [...(dictionaryOf(file, kid) ?? [])]), root?.get('/IDTree')]);
    expect(said).toContain('/Lang');
    expect(kids.map((kid) => dictionaryOf(file, dictionaryOf(file, kid)?.get('/P'))?.get('/Type'))).toEqual([
      '/StructTreeRoot',
      '/StructTreeRoot',
    ]);
    expect(file.root.has('/MarkInfo')).toBe(true);
    expect(file.root.has('/Lang')).toBe(false);
    const ids = file.resolve(dictionaryOf(file, root?.get('/IDTree'))?.get('/Names'));
    expect(Array.isArray(ids) ? ids.filter((_one, at) => at % 2 === 0).map((one) => one.bytes.toString()) : []).toEqual(
      ['1-x', '2-x'],
    );
  });

  test('tags of one file beside pages without tags do not hide these from a screen reader', async () => {
    const file = openPdf(await joined(tagged('one'), plainPdf('two')), createPdfCache());
    expect(file.root.has('/StructTreeRoot')).toBe(true);
    expect(file.root.has('/MarkInfo')).toBe(false);
  });
});

describe('a file stays alone', () => {
  const plain = plainPdf('plain');

  test('with a signature, and with what remains of one', async () => {
    const signed = signPdf(makePdf(), { signer: makeTestPeople().anna });
    const hidden = withCatalog(signed, '');
    expect(await aloneAmong(plain, signed, hidden)).toEqual(['1 signed', '2 signed']);
    const form = (entries: string) => append(makePdf(), { [textField]: `<< /FT /Sig /T (a) ${entries} >>` });
    expect(await aloneAmong(form('/V << /Type /Sig >>'), plain)).toEqual(['0 signed']);
    expect(await aloneAmong(form(''), plain)).toBe('joined');
    expect(await aloneAmong(withCatalog(plain, '/DSS << >>'), plain)).toEqual(['0 signed']);
    // A name in another form, which nothing leads to.
    expect(await aloneAmong(append(plain, { 60: '<< /Byte#52ange [0 1 2 3] >>' }), plain)).toEqual(['0 signed']);
  });

  test('with encryption, also in an earlier revision', async () => {
    const encrypted = makePdf('secret', { trailerEntries: '/Encrypt << /Filter /Standard >>' });
    expect(await aloneAmong(plain, encrypted)).toEqual(['1 encrypted']);
    const later = append(encrypted, { [contents]: streamOf(' '.repeat(70_000)) });
    expect(await aloneAmong(plain, later)).toEqual(['1 encrypted']);
  });

  test('with scripts, programs or a dynamic form', async () => {
    const withPart = (entries: string) => withCatalog(plain, entries);
    expect(
      await aloneAmong(
        withPart('/OpenAction << /S /JavaScript /JS (app.alert) >>'),
        withPart('/OpenAction << /S /Launch /F (calc.exe) >>'),
        withPart('/AcroForm << /Fields [] /XFA [] >>'),
        withPart('/NeedsRendering true'),
      ),
    ).toEqual(['0 active', '1 active', '2 active', '3 active']);
  });

  test('with files attached to it, as a folder of files, and with links from an address of its own', async () => {
    const attached = withCatalog(plain, '/Names << /EmbeddedFiles << /Names [(a.xml) << /Type /Filespec >>] >> >>');
    const folder = withCatalog(plain, '/Collection << >>');
    const based = withCatalog(plain, '/URI << /Base (https://example.test) >>');
    const belonging = withCatalog(plain, '/AF []');
    expect(await aloneAmong(attached, plain, folder, based, belonging)).toEqual([
      '0 parts',
      '2 parts',
      '3 parts',
      '4 parts',
    ]);
    expect(await aloneAmong(withCatalog(plain, '/Names << /EmbeddedFiles << /Names [] >> >>'), plain)).toBe('joined');
  });

  test('when opening it shows or hides layers, which nobody would see in the new document', async () => {
    const opening = (action: string) => withCatalog(plain, `/OpenAction ${action}`, { 60: '/SetOCGState' });
    expect(await aloneAmong(opening('<< /S /SetOCGState /State [/OFF] >>'), plain)).toEqual(['0 parts']);
    expect(await aloneAmong(plain, opening('<< /S 60 0 R /State [/OFF] >>'))).toEqual(['1 parts']);
    const second = opening(`<< /S /GoTo /D [${page} 0 R /Fit] /Next << /S /SetOCGState /State [/OFF] >> >>`);
    expect(await aloneAmong(plain, second)).toEqual(['1 parts']);
    const first = [opening(`[${page} 0 R /Fit]`), opening(`<< /S /GoTo /D [${page} 0 R /Fit] >>`)];
    expect(await aloneAmong(...first, opening('<< /S /Named /N /Print >>'))).toBe('joined');
  });

  test('with fields of the same name, another font of the same name, or appearances made anew', async () => {
    const one = withField('one', 'first');
    expect(await aloneAmong(one, plain, withField('two', 'first'))).toEqual(['2 fields']);
    // One file has a field `a.b`, the other one `b` inside of `a`, or of a field without a name.
    const inside = (outer: string, inner: string) =>
      withCatalog(withField('inside', inner), '/AcroForm << /Fields [80 0 R] >>', {
        80: `<< ${outer} /Kids [${textField} 0 R] >>`,
      });
    expect(await aloneAmong(withField('dotted', 'a.b'), inside('/T (a)', 'b'))).toEqual(['1 fields']);
    expect(await aloneAmong(withField('dotted', 'a.c'), inside('/T (a)', 'b'))).toEqual(['1 fields']);
    expect(await aloneAmong(one, inside('', 'first'))).toEqual(['1 fields']);
    expect(await aloneAmong(one, inside('/T (a)', 'first'))).toBe('joined');
    const other = withField('other', 'second');
    const otherFont = append(other, { [font]: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>' });
    expect(await aloneAmong(one, otherFont)).toEqual(['1 fields']);
    const anew = withCatalog(other, `/AcroForm << /Fields [${textField} 0 R] /NeedAppearances true >>`);
    expect(await aloneAmong(one, anew)).toEqual(['1 fields']);
    expect(await aloneAmong(plain, anew)).toBe('joined');
  });

  test('when it is no PDF, is damaged, or has a part that cannot be read', async () => {
    const noStream = append(plain, { [contents]: '<< /Length 99999 >>\nstream\nx\nendstream' });
    const twice = append(plain, { [pageTree]: `<< /Type /Pages /Kids [${page} 0 R ${page} 0 R] /Count 2 >>` });
    const cut = plain.bytes.subarray(0, plain.bytes.length - 60);
    expect(await aloneAmong(docx, plain, noStream, twice, cut)).toEqual([
      '0 unreadable',
      '3 unreadable',
      '4 unreadable',
    ]);
    expect(await aloneAmong(plain, noStream)).toEqual(['1 unreadable']);
    // What is compared between the files may be damaged as well.
    const noFont = append(withField('form', 'first'), { [font]: '<< /Type' });
    const noRole = withCatalog(plain, '/StructTreeRoot << /RoleMap << /A 60 0 R >> >>', { 60: '<< /Type' });
    const noLayers = withCatalog(plain, '/OCProperties 60 0 R', { 60: '<< /Type' });
    const all = [plain, noFont, withField('form', 'second'), noRole, noLayers];
    expect(await aloneAmong(...all)).toEqual(['1 unreadable', '3 unreadable', '4 unreadable']);
  });

  test.each(Object.keys(hostilePdfs))('when it is hostile: %s', async (name) => {
    const content = hostilePdfs[name]?.(2_000_000) ?? Buffer.alloc(0);
    expect(await aloneAmong(plain, content)).toEqual([expect.stringMatching(/^1 /)]);
  });
});

describe('a document that is too large', () => {
  test('is not written', async () => {
    const half = append(plainPdf('half'), { [contents]: streamOf(Buffer.alloc(21 * 1024 * 1024, ' ')) });
    expect(await aloneAmong(half, half)).toBe('too-large');
  });

  test('has more than 5,000 pages', async () => {
    const kids = Array.from({ length: 2_501 }, () => '<< /Type /Page >>').join(' ');
    const many = append(plainPdf('many'), { [pageTree]: `<< /Type /Pages /Kids [${kids}] /Count 2501 >>` });
    expect(await aloneAmong(many, many)).toBe('too-large');
  });
});
