import { expect, test } from 'vitest';
import { readOfficeRemarks } from './office-remarks.ts';
import { officeOf } from './testing/zip-file.ts';

const remarksOf = (content: Buffer) =>
  readOfficeRemarks({ size: content.length, read: async (from, length) => content.subarray(from, from + length) });

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationship = (type: string, more = '') => `<Relationship Id="r1" Type="${type}" Target="a" ${more}/>`;
const withParts = (content: string | Buffer, name = 'word/_rels/document.xml.rels') =>
  officeOf('docx', [{ name, content, deflated: true }]);
const rels = (inside: string) => `<?xml version="1.0"?><Relationships xmlns="x">${inside}</Relationships>`;

test.each([
  ['nothing', '', []],
  [
    'a style sheet and a link',
    relationship(`${types}/styles`) + relationship(`${types}/hyperlink`, 'TargetMode="External"'),
    [],
  ],
  ['macros', relationship('http://schemas.microsoft.com/office/2006/relationships/vbaProject'), ['macros']],
  [
    'a template from elsewhere',
    relationship(`${types}/attachedTemplate`, "TargetMode = 'External'"),
    ['outside-content'],
  ],
  ['a template in the file', relationship(`${types}/attachedTemplate`), []],
  ['an object of another program', relationship(`${types}/oleObject`), ['embedded-object']],
  ['a control', relationship(`${types}/control`), ['embedded-object']],
  ['another file in it', relationship(`${types}/package`), ['embedded-object']],
  ['a page of another kind in it', relationship(`${types}/aFChunk`), ['embedded-object']],
  ['a picture in it', relationship(`${types}/image`), []],
  ['a type in other letters', relationship(`${types}/VBA&#80;roject`), ['macros']],
  ['a DTD', '<!DOCTYPE a>', ['unchecked']],
])('a remark on an Office file with %s', async (_name, inside, remarks) => {
  expect(await remarksOf(withParts(rels(inside)))).toEqual(remarks);
});

test.each(['subDocument', 'frame', 'image', 'aFChunk'])('a remark on a %s from elsewhere', async (type) => {
  const outside = relationship(`${types}/${type}`, 'TargetMode="External"');
  expect(await remarksOf(withParts(rels(outside)))).toEqual(['outside-content']);
});

test('relationships count in any folder and letters, and in UTF-16', async () => {
  const macros = rels(relationship(`${types}/vbaProject`));
  expect(await remarksOf(withParts(macros, 'Word/Other/_RELS/x.RELS'))).toEqual(['macros']);
  expect(await remarksOf(withParts(macros, '_rels/.rels'))).toEqual(['macros']);
  expect(await remarksOf(withParts(Buffer.from(`\ufeff${macros}`, 'utf16le')))).toEqual(['macros']);
});

test('the table behind a chart is no remark, wherever another file would be one', async () => {
  const table = rels(relationship(`${types}/package`));
  expect(await remarksOf(withParts(table, 'word/charts/_rels/chart1.xml.rels'))).toEqual([]);
  expect(await remarksOf(withParts(table, 'word/charts/_rels/document.xml.rels'))).toEqual(['embedded-object']);
});

test('relationships that unpack to too much are not read', async () => {
  expect(await remarksOf(withParts(Buffer.alloc(3_000_000, ' ')))).toEqual(['unchecked']);
});
