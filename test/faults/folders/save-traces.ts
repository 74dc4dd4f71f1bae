import { appendFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pdfOf } from '../../../main/intake/testing/sample-files.ts';
import { officeOf } from '../../../main/intake/testing/zip-file.ts';

/** How a program brings a document under its name, step by step, in real time. Returns what lies there at the end. */
export interface SaveTrace {
  readonly name: string;
  readonly save: (path: string) => Promise<Buffer>;
}

/** Every trace has a content of its own, so that half of one cannot be taken for another. */
const pdf = (what: string, bytes = 6_000) => pdfOf(`% ${what} ${'x'.repeat(bytes)}`);
const docx = (what: string) => officeOf('docx', [{ name: 'word/note.xml', content: what }]);
const xlsx = (what: string) => officeOf('xlsx', [{ name: 'xl/note.xml', content: what }]);
const beside = (path: string, name: string) => join(dirname(path), name);

async function inPieces(path: string, content: Buffer, pieces: number, restMs: number): Promise<void> {
  const size = Math.ceil(content.length / pieces);
  writeFileSync(path, '');
  for (let at = 0; at < content.length; at += size) {
    appendFileSync(path, content.subarray(at, at + size));
    // oxlint-disable-next-line no-await-in-loop -- the program writes in its own time
    await pause(restMs);
  }
}

/** What the programs were seen to do. The quiet time of the folder is two seconds. */
export const saveTraces: readonly SaveTrace[] = [
  {
    name: 'Slow.pdf',
    async save(path) {
      const content = pdf('slow');
      await inPieces(path, content, 6, 700);
      return content;
    },
  },
  {
    // The writer stops for three times the quiet time.
    name: 'Stalled.pdf',
    async save(path) {
      const content = pdf('stalled');
      await inPieces(path, content, 2, 6_000);
      return content;
    },
  },
  {
    name: 'Preallocated.pdf',
    async save(path) {
      const content = pdf('preallocated');
      writeFileSync(path, Buffer.alloc(content.length));
      await pause(3_000);
      writeFileSync(path, content);
      return content;
    },
  },
  {
    name: 'Renamed into place.pdf',
    async save(path) {
      const content = pdf('download');
      writeFileSync(path, '');
      await inPieces(`${path}.crdownload`, content, 4, 300);
      renameSync(`${path}.crdownload`, path);
      return content;
    },
  },
  {
    // Word: an owner file with two letters fewer, the new text under another name, the old one aside, then both renamed.
    name: 'Contract of Word.docx',
    async save(path) {
      const owner = beside(path, `~$${basename(path).slice(2)}`);
      writeFileSync(owner, Buffer.alloc(162));
      writeFileSync(path, docx('first save of Word'));
      await pause(400);
      const last = docx('second save of Word');
      writeFileSync(beside(path, '~WRD0000.tmp'), last);
      renameSync(path, beside(path, '~WRL0001.tmp'));
      await pause(30);
      renameSync(beside(path, '~WRD0000.tmp'), path);
      rmSync(beside(path, '~WRL0001.tmp'));
      await pause(2_500);
      rmSync(owner);
      return last;
    },
  },
  {
    // Excel: eight hexadecimal digits without an ending, the old file to a .tmp, then the new one into its place.
    name: 'Prices of Excel.xlsx',
    async save(path) {
      const owner = beside(path, `~$${basename(path)}`);
      writeFileSync(owner, Buffer.alloc(165));
      writeFileSync(path, xlsx('first save of Excel'));
      await pause(400);
      const last = xlsx('second save of Excel');
      await inPieces(beside(path, 'CEDD4100'), last, 3, 100);
      renameSync(path, beside(path, '5B2A9F10.tmp'));
      await pause(20);
      renameSync(beside(path, 'CEDD4100'), path);
      rmSync(beside(path, '5B2A9F10.tmp'));
      rmSync(owner);
      return last;
    },
  },
  {
    // LibreOffice: the lock comes before the file, and is gone for a moment at each save.
    name: 'Letter of LibreOffice.docx',
    async save(path) {
      const lock = beside(path, `.~lock.${basename(path)}#`);
      writeFileSync(lock, ',anna,PC-1,22.11.2026 09:00,file:///home/anna/.config;');
      await pause(50);
      await inPieces(path, docx('first save of LibreOffice'), 3, 100);
      await pause(2_500);
      rmSync(lock);
      await pause(2);
      const last = docx('second save of LibreOffice');
      await inPieces(path, last, 3, 60);
      writeFileSync(lock, ',anna,PC-1,22.11.2026 09:01,file:///home/anna/.config;');
      await pause(2_500);
      rmSync(lock);
      return last;
    },
  },
  {
    // Acrobat appends an update: for a while the file is whole at a shorter length.
    name: 'Form of Acrobat.pdf',
    async save(path) {
      const first = pdf('first save of Acrobat');
      writeFileSync(path, first);
      await pause(1_400);
      const last = Buffer.concat([first, pdf('update of Acrobat', 400)]);
      appendFileSync(path, last.subarray(first.length));
      return last;
    },
  },
  {
    // A scanner: pages one after the other, and the time of its own clock, an hour ahead, at the end.
    name: 'Scan 0001.pdf',
    async save(path) {
      const content = pdf('scan', 20_000);
      await inPieces(path, content, 8, 400);
      const future = new Date(Date.now() + 60 * 60_000);
      utimesSync(path, future, future);
      return content;
    },
  },
  {
    // The name changes in case alone, as a tidy person does it.
    name: 'case only.pdf',
    async save(path) {
      const content = pdf('case');
      writeFileSync(beside(path, 'CASE ONLY.PDF'), content);
      await pause(1_000);
      renameSync(beside(path, 'CASE ONLY.PDF'), path);
      return content;
    },
  },
];
