import {
  append,
  catalog,
  makePdf,
  pageTree,
  replaced,
  type TestPdf,
  textField,
} from '../../signatures/testing/test-pdf.ts';
import { joinPdfs } from '../join-pdfs.ts';

type File = Buffer | TestPdf;
const contentsOf = (files: readonly File[]) => files.map((one) => (Buffer.isBuffer(one) ? one : one.bytes));

/** Joins the files. Throws if one of them stays alone. */
export async function joined(...files: readonly File[]): Promise<Buffer> {
  const result = await joinPdfs(contentsOf(files));
  if (result.kind !== 'joined') throw new Error(`Not joined: ${JSON.stringify(result)}`);
  return result.bytes;
}

/** Returns the reasons of files that stay alone, by their places. */
export async function aloneAmong(...files: readonly File[]) {
  const result = await joinPdfs(contentsOf(files));
  return result.kind === 'alone' ? result.files.map(({ at, why }) => `${at} ${why}`) : result.kind;
}

/** Makes a form with one field of that name. */
export const withField = (text: string, name: string): TestPdf => {
  const made = makePdf(text);
  return append(made, { [textField]: replaced(made, textField, '(amount)', `(${name})`) });
};

/** Adds another catalog, and objects that it leads to. */
export const withCatalog = (
  pdf: TestPdf,
  entries: string,
  more: Readonly<Record<number, string | Buffer>> = {},
): TestPdf => append(pdf, { ...more, [catalog]: `<< /Type /Catalog /Pages ${pageTree} 0 R ${entries} >>` });
