import { describe, expect, test } from 'vitest';
import type { FileVerdict } from '../../../preload/contract/sending.ts';
import { fileState, missingParts, problemOf } from './missing-parts.ts';
import { doubtOf, isUnopened, nextToOpen, remarksOf, withOpened } from './open-result.ts';
import type { PdfFailure, PdfVerdict } from './preview/pdf-verdict.ts';
import { scansByItself, waitsToScan } from './scan-fields.ts';
import { emptyDraft, newSheet, type SheetFile, withOffered } from './sheet.ts';

const opens: PdfVerdict = { kind: 'opens', isDynamicForm: false };
const failed = (why: PdfFailure): PdfVerdict => ({ kind: 'failed', why });
const sheetOf = (count: number) => {
  const files = Array.from({ length: count }, (_none, at) => ({ id: `f${at}`, name: `${at}.pdf`, size: 10 }));
  return withOffered(newSheet(emptyDraft), { files, refused: [] }, 1_000);
};
const offered = sheetOf(1).files;
const pdf = (opened: PdfVerdict | null, patch: Partial<SheetFile> = {}): SheetFile => {
  const [file] = offered;
  if (!file) throw new Error('No file was offered');
  return { ...file, verdict: { id: file.id, kind: 'pdf', remarks: [], problem: null }, opened, ...patch };
};
const docx: FileVerdict = { id: 'f0', kind: 'docx', remarks: [], problem: null };
const line = (file: SheetFile) => fileState({ draft: emptyDraft }, file, true);

describe('a PDF is ready when it opens', () => {
  test.each([
    ['not tried yet', null, 'checking', undefined],
    ['opens', opens, 'ready', undefined],
    ['damaged', failed('damaged'), 'bad', 'file-damaged'],
    ['for people with a certificate', failed('certificate'), 'bad', 'file-certificate'],
    ['with a password', failed('encrypted'), 'bad', 'file-opening-password'],
    ['something else', failed('failed'), 'not-shown', undefined],
  ] as const)('%s', (_name, opened, expected, key) => {
    const file = pdf(opened);
    expect([line(file), problemOf(file)?.key]).toEqual([expected, key]);
    const missing = missingParts({ ...sheetOf(0), files: [file] }, { goal: 'hold', modes: null }).map(
      ({ kind }) => kind,
    );
    expect(missing.includes('bad-files')).toBe(key !== undefined);
  });

  test('problems come before doubts, and the problem of main comes first', () => {
    expect(line(pdf(null, { verdict: null }))).toBe('checking');
    expect(line(pdf(failed('failed'), { leftOut: true }))).toBe('left-out');
    const refusal = { key: 'file-vanished', params: {} } as const;
    expect(problemOf(pdf(failed('damaged'), { refusal }))).toBe(refusal);
  });

  test('a PDF with a password goes when a person sends it anyway, and keeps its remark', () => {
    const file = pdf(failed('encrypted'), { sendAnyway: true });
    expect([line(file), problemOf(file)]).toEqual(['needs-password', null]);
    // No other problem can be passed.
    expect(problemOf(pdf(failed('certificate'), { sendAnyway: true }))?.key).toBe('file-certificate');
  });

  test('a Word file named .pdf need not open as a PDF', () => {
    const file = pdf(failed('damaged'), { verdict: docx });
    expect([line(file), problemOf(file), doubtOf(file)]).toEqual(['ready', null, null]);
    expect(isUnopened(pdf(null, { verdict: docx }))).toBe(false);
  });

  test('only a PDF that opens is scanned without asking', () => {
    const sent = (opened: PdfVerdict | null) => scansByItself({ ...sheetOf(0), files: [pdf(opened)] });
    expect([opens, null, failed('damaged'), failed('encrypted')].map(sent)).toEqual(['f0', null, null, null]);
  });

  test('nobody is asked to press a button while the scan only waits for the file to open', () => {
    const waits = (file: SheetFile, others: readonly SheetFile[] = []) =>
      waitsToScan({ ...sheetOf(0), files: [file, ...others] }, file);
    expect([opens, null, failed('damaged'), failed('encrypted')].map((opened) => waits(pdf(opened)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(waits(pdf(null), [pdf(null, { id: 'f1' })])).toBe(false);
    expect(waits(pdf(null, { leftOut: true }))).toBe(false);
    expect(waits(pdf(null, { size: 10 * 1024 * 1024 + 1 }))).toBe(false);
  });

  test('a dynamic form adds a remark to those of main', () => {
    const verdict: FileVerdict = { id: 'f0', kind: 'pdf', remarks: ['signed'], problem: null };
    const file = pdf({ kind: 'opens', isDynamicForm: true }, { verdict });
    expect(remarksOf(file)).toEqual(['signed', 'dynamic-form']);
    expect(remarksOf(pdf(opens))).toEqual([]);
    // Its problem says more than the remark that it is encrypted.
    expect(remarksOf(pdf(failed('certificate'), { verdict }))).toEqual([]);
  });
});

describe('the files to try next', () => {
  const judged = (count: number) => {
    const sheet = sheetOf(count);
    const files = sheet.files.map((file) => ({ ...pdf(null), id: file.id }));
    return { ...sheet, files };
  };

  test('wait for the preview of the shown file, and come a few at a time', () => {
    const sheet = judged(20);
    expect(nextToOpen(sheet)).toEqual([]);
    const begun = withOpened(sheet, new Map([['f0', opens]]));
    const ids = nextToOpen(begun).map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([16, 'f1', 'f16']);
  });

  test('are not those that cannot be sent or are skipped', () => {
    const [, ...files] = judged(4).files;
    const [second, third, fourth] = files;
    if (!second || !third || !fourth) throw new Error('Files are missing');
    const bad = { ...second, refusal: { key: 'file-vanished', params: {} } as const };
    expect(nextToOpen({ files: [bad, { ...third, leftOut: true }, fourth], shown: null })).toEqual([fourth]);
  });
});
