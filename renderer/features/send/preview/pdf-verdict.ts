import type { PDFDocumentProxy } from 'pdfjs-dist';

export type PdfFailure = 'encrypted' | 'certificate' | 'damaged' | 'unreadable' | 'failed';

/** The preview library's verdict on a PDF. */
export type PdfVerdict =
  | { readonly kind: 'opens'; readonly isDynamicForm: boolean }
  | { readonly kind: 'failed'; readonly why: PdfFailure };

/** A worker that hangs in a hostile file never answers. A slow network drive needs some seconds. */
export const longestOpening = 60_000;

/** Judges an open PDF: its first page must exist, and its content must be in the pages. */
export async function examinePdf(pdf: PDFDocumentProxy): Promise<PdfVerdict> {
  if (pdf.numPages < 1) return { kind: 'failed', why: 'damaged' };
  try {
    await pdf.getPage(1);
    const { info } = await pdf.getMetadata();
    // A dynamic form has its fields in XFA data only. Its page is often just a sentence that asks people to wait.
    const isDynamicForm = is(info, 'IsXFAPresent') && !is(info, 'IsAcroFormPresent');
    return { kind: 'opens', isDynamicForm };
  } catch {
    return { kind: 'failed', why: 'failed' };
  }
}

const is = (info: object, name: string): boolean => new Map<string, unknown>(Object.entries(info)).get(name) === true;
