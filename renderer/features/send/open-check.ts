import { useEffect } from 'react';
import { createFileOpener, type FileOpener } from './file-opener.ts';
import { isUnopened, nextToOpen, withOpened } from './open-result.ts';
import type { PdfVerdict } from './preview/pdf-verdict.ts';
import type { SheetFile } from './sheet.ts';
import { changeSheet } from './sheet-actions.ts';
import { useSheet, whenSheet } from './sheet-store.ts';
import { judge } from './take-files.ts';

/** Stores whether a PDF opens. When its bytes cannot be read, ask main for the reason. */
export function noteOpened(id: string, verdict: PdfVerdict): void {
  const isLost = verdict.kind === 'failed' && verdict.why === 'unreadable';
  changeSheet((sheet) => withOpened(sheet, new Map([[id, isLost ? { kind: 'failed', why: 'failed' } : verdict]])));
  if (isLost) void judge([id]);
}

async function openFiles(opener: FileOpener, files: readonly SheetFile[], given: AbortSignal): Promise<void> {
  const opened = new Map<string, PdfVerdict>();
  for (const file of files) {
    if (given.aborted) return;
    // oxlint-disable-next-line no-await-in-loop -- one after the other, in one worker
    opened.set(file.id, await opener.open(file));
  }
  if (given.aborted) return;
  const lost = [...opened].filter(([, verdict]) => verdict.kind === 'failed' && verdict.why === 'unreadable');
  for (const [id, verdict] of lost) {
    opened.delete(id);
    noteOpened(id, verdict);
  }
  changeSheet((sheet) => withOpened(sheet, opened));
}

const nextChange = (given: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const stop = useSheet.subscribe(done);
    given.addEventListener('abort', done, { once: true });
    function done() {
      stop();
      given.removeEventListener('abort', done);
      resolve();
    }
  });

async function openNew(given: AbortSignal): Promise<void> {
  const opener = createFileOpener();
  while (!given.aborted) {
    const { sheet } = useSheet.getState();
    const files = sheet === null ? [] : nextToOpen(sheet);
    if (sheet?.files.some(isUnopened) !== true) void opener.rest();
    // oxlint-disable-next-line no-await-in-loop -- a handful at a time: its lines are right while the others are still read
    await (files.length > 0 ? openFiles(opener, files, given) : nextChange(given));
  }
  void opener.rest();
}

let watching = false;

/** Opens every PDF of the sheet in the background. The preview opens the shown file itself. */
export function useOpenCheck(): void {
  useEffect(() => {
    const end = new AbortController();
    watching = true;
    void openNew(end.signal);
    return () => {
      watching = false;
      end.abort();
    };
  }, []);
}

/** Resolves when every PDF to send was opened. Each try has a time limit, so this always resolves. */
export const whenOpened = (): Promise<void> =>
  whenSheet((sheet) => !watching || sheet?.files.some(isUnopened) !== true);
