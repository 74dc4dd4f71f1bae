import {
  append,
  catalog,
  font,
  makePdf,
  page,
  pageTree,
  replaced,
  textField,
} from '../../signatures/testing/test-pdf.ts';

/** One page with everything that speaks for a whole document: form, bookmarks, layers, tags, page numbers, links. */
export function richPdf(): Buffer {
  const made = makePdf();
  const parts = [
    `/AcroForm << /Fields [${textField} 0 R] /DR << /Font << /Helv ${font} 0 R >> >> >>`,
    '/Outlines 60 0 R',
    '/OCProperties << /OCGs [62 0 R] /D << /OFF [62 0 R] /Order [62 0 R] >> >>',
    '/StructTreeRoot 63 0 R /MarkInfo << /Marked true >> /Lang (de)',
    '/PageLabels << /Nums [0 << /S /r >>] >>',
    `/Names << /Dests << /Names [(x) [${page} 0 R /Fit]] >> >>`,
  ];
  return append(made, {
    [catalog]: `<< /Type /Catalog /Pages ${pageTree} 0 R ${parts.join(' ')} >>`,
    [page]: replaced(made, page, '/Annots [', '/StructParents 0 /Annots [65 0 R '),
    60: '<< /First 61 0 R /Last 61 0 R >>',
    61: '<< /Title (t) /Parent 60 0 R /Dest (x) >>',
    62: '<< /Type /OCG /Name (l) >>',
    63: '<< /Type /StructTreeRoot /K 64 0 R /ParentTree << /Nums [0 [64 0 R]] >> /RoleMap << /A /P >> >>',
    64: `<< /S /P /P 63 0 R /Pg ${page} 0 R /K 0 /ID (a) >>`,
    65: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest (x) >>',
  }).bytes;
}
