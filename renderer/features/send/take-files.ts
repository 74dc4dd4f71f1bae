import { limits } from '../../../preload/contract/limits.ts';
import type { FileVerdict, OfferedFiles } from '../../../preload/contract/sending.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useMirror } from '../../store/mirror.ts';
import { offerFiles, refusedAs } from './offer-files.ts';
import { type Sheet, withOffered, withVerdicts } from './sheet.ts';
import { changeSheet, closeSheet, openNewSheet } from './sheet-actions.ts';
import { useSheet, whenSheet } from './sheet-store.ts';
import { whenIdle } from './wait-for-idle.ts';

const judgedAtOnce = 8;

/** What is being handed over takes nothing in: what comes meanwhile waits, and opens a sheet of its own. */
const whenHandedOver = (): Promise<void> => whenSheet((sheet) => sheet?.handing !== true);

/** Adds to the sheet, which opens when it is not open yet, and says how many more are coming. */
async function add(offered: Omit<OfferedFiles, 'pathless'>, coming = 0): Promise<void> {
  await whenHandedOver();
  const { state } = useMirror.getState();
  if (state === null) return;
  const { sheet: open } = useSheet.getState();
  // None of this is for a sheet of another connection, which is out of sight, or for one that changes a submission.
  if (open !== null && (open.connectionId !== state.active || open.revised !== null)) await closeSheet();
  if (useSheet.getState().sheet === null) openNewSheet(state);
  changeSheet((sheet) => ({ ...withOffered(sheet, offered, limits.filesAtOnce), receiving: sheet.receiving + coming }));
  const taken = new Set(useSheet.getState().sheet?.files.map(({ id }) => id));
  const left = offered.files.flatMap(({ id }) => (taken.has(id) ? [] : id));
  if (left.length > 0) await ask(bridge().files.release({ ids: left }));
}

/** Looks into the files, those that are waited for first. What is found is told at each as soon as it is known. */
export async function judge(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += judgedAtOnce) {
    // One handful after the other: the first verdicts are there while the last files are still read.
    // oxlint-disable-next-line no-await-in-loop
    const { verdicts } = await ask(bridge().files.judge({ ids: ids.slice(from, from + judgedAtOnce) }));
    changeSheet((sheet) => withVerdicts(sheet, verdicts));
    void lookForSignatures(verdicts);
  }
}

/** A signature in a file is worth knowing and no reason to wait. */
async function lookForSignatures(verdicts: readonly FileVerdict[]): Promise<void> {
  const pdfs = verdicts.filter(({ kind }) => kind === 'pdf');
  if (pdfs.length === 0) return;
  // Reading whole files while the first page is read made that page come 50 ms later.
  await whenIdle();
  const { ids } = await ask(bridge().files.signed({ ids: pdfs.map(({ id }) => id) }));
  const signed = pdfs
    .filter(({ id }) => ids.includes(id))
    .map((verdict): FileVerdict => ({ ...verdict, remarks: [...verdict.remarks, 'signed'] }));
  if (signed.length > 0) changeSheet((sheet) => withVerdicts(sheet, signed));
}

export const unjudged = ({ files }: Sheet): readonly string[] =>
  files.filter(({ verdict }) => verdict === null).map(({ id }) => id);

/** Those nobody has looked into yet: they just came, or the sheet was closed before their turn. */
export const judgeNew = (): Promise<void> => {
  const { sheet } = useSheet.getState();
  return sheet === null ? Promise.resolve() : judge(unjudged(sheet));
};

/** Hands over the bytes of something that has no path on this computer, as what is dragged out of a mail program. */
async function receive(file: File): Promise<void> {
  const transfer = crypto.randomUUID();
  const name = file.name === '' ? '?' : file.name;
  const refuse = (problem: Parameters<typeof refusedAs>[0]['problem']) =>
    changeSheet((sheet) => ({ ...sheet, refused: [...sheet.refused, refusedAs({ name, problem })] }));
  if (file.size > limits.fileBytes) {
    refuse({ key: 'file-too-large', params: { name, limit: limits.fileBytes / 1024 / 1024 } });
    return;
  }
  for (let from = 0; from === 0 || from < file.size; from += limits.pieceBytes) {
    const to = from + limits.pieceBytes;
    // oxlint-disable-next-line no-await-in-loop
    const bytes = await read(file.slice(from, to));
    if (bytes === null) {
      refuse({ key: 'file-not-readable', params: { name } });
      return;
    }
    // oxlint-disable-next-line no-await-in-loop
    const answer = await ask(bridge().files.receive({ transfer, name, bytes, last: to >= file.size }));
    if (!answer.ok) {
      refuse(answer.problem);
      return;
    }
    if (answer.offered === null) continue;
    // Closed in the meantime: nobody waits for it any more.
    if (useSheet.getState().sheet === null)
      // oxlint-disable-next-line no-await-in-loop
      await ask(bridge().files.release({ ids: answer.offered.files.map(({ id }) => id) }));
    // oxlint-disable-next-line no-await-in-loop
    else await add(answer.offered);
  }
}

async function read(part: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await part.arrayBuffer());
  } catch {
    return null;
  }
}

async function receiveAll(files: readonly File[]): Promise<void> {
  for (const file of files) {
    // oxlint-disable-next-line no-await-in-loop
    await receive(file);
    changeSheet((sheet) => ({ ...sheet, receiving: Math.max(0, sheet.receiving - 1) }));
  }
}

/** The files of a drop or a paste, with the sheet for them. */
export async function takeFiles(given: readonly File[]): Promise<void> {
  const { pathless, ...offered } = await offerFiles(given);
  await add(offered, pathless.length);
  const judged = judgeNew();
  if (pathless.length > 0) {
    await receiveAll(pathless);
    await judgeNew();
  }
  await judged;
}

/** What was opened with the app. */
export async function takeBrought(): Promise<void> {
  const offered = await ask(bridge().files.brought());
  if (offered.files.length === 0 && offered.refused.length === 0) return;
  await add(offered);
  await judgeNew();
}

/** Files from the system's dialog. Nothing happens when the person thinks better of it. */
export async function chooseFiles(): Promise<void> {
  const offered = await ask(bridge().files.choose());
  if (offered.files.length === 0 && offered.refused.length === 0) return;
  await add(offered);
  await judgeNew();
}
