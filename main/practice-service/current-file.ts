/** Makes the download: the uploaded file, with a signature for each person who signed. */
import type { PracticeDocument } from './document.ts';
import { isConverted } from './document-view.ts';
import type { Files } from './files.ts';
import type { PracticeOptions } from './options.ts';
import { PDF_TYPE } from './rules.ts';
import type { Authority } from './signatures/authority.ts';
import { badCopyOf } from './signatures/bad-copies.ts';
import { onePage } from './signatures/one-page.ts';
import { signDocument } from './signatures/sign-document.ts';

export async function currentFile(
  document: PracticeDocument,
  deps: { readonly files: Files; readonly options: PracticeOptions; readonly authority: Authority },
): Promise<{ readonly content: Uint8Array; readonly type: string }> {
  const original = await deps.files.read(document.sha256);
  const converts = isConverted(document, deps.options);
  const unsigned = document.signees.every((signee) => signee.decision !== 'signed');
  if (!converts && (unsigned || document.documentMimeType !== PDF_TYPE))
    return { content: original, type: document.documentMimeType };
  const { badCopies } = deps.options;
  const isBad = badCopies !== null && document.documentStatus === 'signed';
  const content = isBad
    ? badCopyOf(badCopies, document, converts ? onePage(document.documentName) : original, deps)
    : signDocument(document, converts ? null : original, deps);
  return { content, type: PDF_TYPE };
}
