/** Makes the download: the uploaded file, with a stamp for each signature. */
import { timestamp } from './clock.ts';
import type { PracticeDocument } from './document.ts';
import { isConverted } from './document-view.ts';
import type { Files } from './files.ts';
import type { PracticeOptions } from './options.ts';
import type { Paper } from './paper.ts';
import { PDF_TYPE } from './rules.ts';

export async function currentFile(
  document: PracticeDocument,
  deps: { readonly files: Files; readonly options: PracticeOptions; readonly paper: Paper },
): Promise<{ readonly content: Uint8Array; readonly type: string }> {
  const original = await deps.files.read(document.sha256);
  if (isConverted(document, deps.options)) return { content: await deps.paper.stamped(document, null), type: PDF_TYPE };
  const unsigned = document.signees.every((signee) => signee.decision !== 'signed');
  if (unsigned || document.documentMimeType !== PDF_TYPE) return { content: original, type: document.documentMimeType };
  const content =
    deps.options.stamps === 'appended' ? appended(document, original) : await deps.paper.stamped(document, original);
  return { content, type: PDF_TYPE };
}

/** The original stays whole at the beginning: a download that breaks off there looks like a whole file. */
export function appended({ documentId, signees }: PracticeDocument, original: Uint8Array): Uint8Array {
  const stamps = signees
    .filter(({ decision }) => decision === 'signed')
    .map(({ email, decidedAt }) => `% ${documentId} signed by ${email} ${timestamp(decidedAt) ?? ''}\n%%EOF\n`);
  return Buffer.concat([original, Buffer.from(stamps.join(''))]);
}
