import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeContent } from './content.ts';
import { contentTypes, mainTypes, officeOf, unicodePath, zipOf } from './testing/zip-file.ts';

const judge = (content: Buffer) =>
  judgeContent({
    size: content.length,
    read: (position, length) => Promise.resolve(content.subarray(position, position + length)),
  });
const refused = (reason: string) => ({ ok: false, reason });
const taken = (kind: string) => ({ ok: true, kind, remarks: [] });
const list = '[Content_Types].xml';
const document = { name: 'word/document.xml' };
const typesOf = (main: string, more = '') => contentTypes({ '/word/document.xml': main }, more);
const docx = officeOf('docx');
const withTypes = (content: string | Buffer, name = list) => zipOf([{ name, content }, document]);
const vba = 'application/vnd.ms-office.vbaProject';

describe('the type of the main part decides the kind of an Office file', () => {
  test.each([
    ['docx', taken('docx')],
    ['xlsx', taken('xlsx')],
    ['xlsb', refused('binary-workbook')],
    ['docm', refused('macros')],
    ['xlsm', refused('macros')],
    ['xlam', refused('macros')],
    ['dotx', refused('template')],
    ['xltx', refused('template')],
    ['dotm', refused('template')],
    ['xltm', refused('template')],
    ['pptx', refused('unknown-type')],
  ] as const)('%s', async (kind, judged) => {
    expect(await judge(officeOf(kind))).toEqual(judged);
  });

  test.each([
    ['a macro project in a document', [{ name: 'word/vbaProject.bin' }], '', 'macros'],
    [
      'a macro project under another name',
      [{ name: 'word/a.bin' }],
      `<Default Extension="bin" ContentType="${vba}"/>`,
      'macros',
    ],
    [
      'a macro project under another spelling of its name',
      [{ name: 'word/a.bin' }],
      `<Override PartName="/word/%61.bin" ContentType="${vba}"/>`,
      'macros',
    ],
    [
      'a sheet of macros',
      [{ name: 'xl/macros/a.xml' }],
      '<Override PartName="/xl/macros/a.xml" ContentType="application/vnd.ms-excel.macrosheet+xml"/>',
      'macros',
    ],
    [
      'a workbook beside the document',
      [{ name: 'xl/workbook.xml' }],
      `<Override PartName="/xl/workbook.xml" ContentType="${mainTypes.xlsx}"/>`,
      'unknown-type',
    ],
    [
      'a part named twice',
      [],
      `<Override PartName="/word/document.xml" ContentType="${mainTypes.docm}"/>`,
      'unknown-type',
    ],
    [
      'a type behind an entity',
      [],
      '<Override PartName="/a.xml" ContentType="application/vnd.ms-word.document.&#109;acroEnabled.main+xml"/>',
      'unknown-type',
    ],
    ['raw text in the list', [], '<![CDATA[<Override/>]]>', 'unknown-type'],
  ])('%s', async (_name, parts, more, reason) => {
    expect(await judge(officeOf('docx', parts, more))).toEqual(refused(reason));
  });

  test('names of folders do not decide', async () => {
    expect(await judge(zipOf([{ name: 'holiday.jpg' }]))).toEqual(refused('unknown-type'));
    expect(await judge(zipOf([{ name: 'word/document.xml' }]))).toEqual(refused('unknown-type'));
    expect(await judge(withTypes('x'))).toEqual(refused('unknown-type'));
    // Without the main part.
    const lost = zipOf([{ name: list, content: typesOf(mainTypes.docx) }, { name: 'word/styles.xml' }]);
    expect(await judge(lost)).toEqual(refused('unknown-type'));
  });

  test('two lists of types are refused: two programs could read two different files', async () => {
    const first = { name: list, content: typesOf(mainTypes.docx) };
    const second = { name: list.toLowerCase(), content: typesOf(mainTypes.docm) };
    expect(await judge(zipOf([first, second, document]))).toEqual(refused('unknown-type'));
  });
});

describe('a file in which two programs could read two documents is refused', () => {
  const types = { name: list, content: typesOf(mainTypes.docx) };

  test.each([
    ['two main parts', 'word/document.xml'],
    ['twins in other letters', 'Word/Document.XML'],
    ['twins with a backslash', 'word\\document.xml'],
    ['twins with letters as numbers', 'word/%64ocument.xml'],
    ['twins by another way', 'word/a/../document.xml'],
    ['twins with a dot at the end', 'word/document.xml.'],
    ['twins with more after a zero', 'word/document.xml\0.txt'],
  ])('%s', async (_name, twin) => {
    expect(await judge(zipOf([types, document, { name: twin, content: 'y' }]))).toEqual(refused('ambiguous'));
  });

  test('a part with a name that takes long to compare: more than 1,024 bytes, or 30 combining marks', async () => {
    const named = (name: string) => judge(zipOf([types, document, { name: `word/${name}`, content: 'y' }]));
    expect(await named('\u0315\u0300'.repeat(16_000))).toEqual(refused('ambiguous'));
    expect(await named('a'.repeat(1_020))).toEqual(refused('ambiguous'));
    expect(await named('a'.repeat(1_019))).toEqual(taken('docx'));
    expect(await named('\u0315\u0300'.repeat(16))).toEqual(refused('ambiguous'));
    expect(await named('\u0315\u0300'.repeat(15))).toEqual(taken('docx'));
  });

  test('a part whose own header has another name', async () => {
    const content = zipOf([{ ...types, deflated: true }, document]);
    const at = content.indexOf('word/document.xml');
    content.write('word/document.xmm', at);
    expect(await judge(content)).toEqual(refused('ambiguous'));
  });

  test.each(['local', 'directory'] as const)(
    'a part with another name in a field after its name (%s)',
    async (place) => {
      const notes = 'word/notes.xml';
      const withField = (name: string) =>
        zipOf([types, document, { name: notes, extra: { [place]: unicodePath(name, notes) } }]);
      expect(await judge(withField('word/document.xml'))).toEqual(refused('ambiguous'));
      expect(await judge(withField(notes))).toEqual(taken('docx'));
    },
  );

  test('two parts in the same place', async () => {
    const content = zipOf([{ ...types, deflated: true }, document, { name: 'word/settings.xml' }]);
    const entry = content.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    content.writeUInt32LE(content.indexOf('word/document.xml') - 30, entry + 42);
    expect(await judge(content)).toEqual(refused('ambiguous'));
  });
});

describe('unusual but valid files are taken', () => {
  test.each([
    ['upper case in the name of the list', withTypes(typesOf(mainTypes.docx), '[content_types].XML')],
    [
      'backslashes in names',
      zipOf([
        { name: list, content: typesOf(mainTypes.docx) },
        { name: 'word\\document.xml' },
        { name: 'word\\media\\a.png' },
      ]),
    ],
    ['upper case in a type', withTypes(typesOf(mainTypes.docx.toUpperCase()))],
    [
      'a type for a file extension',
      withTypes(`<Types><Default Extension="XML" ContentType="${mainTypes.docx}"/></Types>`),
    ],
    [
      'a prefix, single quotes and a comment',
      withTypes(
        `<c:Types xmlns:c='x'><!-- <Override PartName="/word/document.xml" ContentType="${mainTypes.docm}"/> --><c:Override\nContentType = '${mainTypes.docx}'\tPartName='/word/document.xml' ></c:Override></c:Types>`,
      ),
    ],
    ['a list in UTF-16', withTypes(Buffer.from(`\ufeff${typesOf(mainTypes.docx)}`, 'utf16le'))],
    ['bytes after the end', Buffer.concat([docx, Buffer.alloc(300)])],
    [
      'a comment that contains the signature of an end record',
      zipOf([{ name: list, content: typesOf(mainTypes.docx) }, document], 'PK\u0005\u0006 no'),
    ],
    ['bytes before the zip', Buffer.concat([Buffer.from('\r\n\r\n'), docx])],
    [
      'a type for a file extension that no part has',
      officeOf('docx', [], `<Default Extension="bin" ContentType="${vba}"/>`),
    ],
    [
      'an embedded Excel file and an embedded one with macros',
      officeOf(
        'docx',
        [{ name: 'word/embeddings/a.xlsx' }, { name: 'word/embeddings/b.xlsm' }],
        '<Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"/><Default Extension="xlsm" ContentType="application/vnd.ms-excel.sheet.macroEnabled.12"/>',
      ),
    ],
  ])('%s', async (_name, content) => {
    expect(await judge(content)).toEqual(taken('docx'));
  });

  test('the strict variant of the standard', async () => {
    const relation =
      '<Relationships><Relationship Id="r" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
    expect(await judge(officeOf('docx', [{ name: '_rels/.rels', content: relation }]))).toEqual(taken('docx'));
  });
});

describe('broken and locked files', () => {
  test('a file truncated at any place is incomplete, also right after an embedded Excel file', async () => {
    const inner = officeOf('xlsx');
    const whole = officeOf('docx', [{ name: 'word/embeddings/a.xlsx', content: inner }]);
    const behind = whole.indexOf(inner) + inner.length;
    for (const length of [whole.length - 1, whole.length - 23, behind, behind + 40, docx.length - 100])
      expect(await judge(whole.subarray(0, length))).toEqual(refused('incomplete'));
  });

  test('an encrypted entry is a password', async () => {
    const types = { name: list, content: typesOf(mainTypes.docx) };
    expect(await judge(zipOf([types, { ...document, encrypted: true }]))).toEqual(refused('password-protected'));
  });

  test('a list of types that unpacks to more than its limit is refused', async () => {
    const bomb = `${typesOf(mainTypes.docx)}${' '.repeat(64 * 1024 * 1024)}`;
    const content = zipOf([{ name: list, content: bomb, deflated: true }, document]);
    expect(content.length).toBeLessThan(100_000);
    expect(await judge(content)).toEqual(refused('incomplete'));
  });

  test('a damaged list of types is incomplete', async () => {
    const content = Buffer.from(docx);
    content.fill(0xff, 30 + list.length, 30 + list.length + 40);
    expect(await judge(content)).toEqual(refused('incomplete'));
  });

  test('the reader of the list never throws', async () => {
    const scraps = ['<', '>', '/', '"', "'", '=', '!--', '-->', ' ', 'Override', 'PartName', 'ContentType', '&amp;'];
    const text = fc.array(fc.constantFrom(...scraps, mainTypes.docx), { maxLength: 40 }).map((all) => all.join(''));
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        expect(['unknown-type', 'docx']).toContain(
          JSON.stringify(await judge(withTypes(content))).match(/unknown-type|docx/)?.[0],
        );
      }),
      { numRuns: 1_000 },
    );
  });
});
