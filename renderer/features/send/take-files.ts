import { limits } from '../../../preload/contract/limits.ts';
import type { FileVerdict, OfferedFiles } from '../../../preload/contract/sending.ts';
import { sizeAgainst } from '../../../shared/megabytes.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useMirror } from '../../store/mirror.ts';
import { offerFiles, refusedAs } from './offer-files.ts';
import { type Sheet, withFile, withOffered, withVerdicts } from './sheet.ts';
import { changeFiles, changeSheetOf, closeSheet, openNewSheet } from './sheet-actions.ts';
import { useSheet, whenSheet } from './sheet-store.ts';
import { whenIdle } from './wait-for-idle.ts';

const judgedAtOnce = 8;

/** Resolves when no sheet is being sent: new files wait, and then open a sheet of their own. */
const whenHandedOver = (): Promise<void> => whenSheet((sheet) => sheet?.handing !== true);

/** Adds files to this sheet, also while it is set aside. Releases what it does not take: everything if it is gone. */
async function addTo(id: string, offered: Omit<OfferedFiles, 'pathless'>, coming = 0): Promise<void> {
  const sheet = changeSheetOf(id, (now) => ({
    ...withOffered(now, offered, limits.filesAtOnce),
    receiving: now.receiving + coming,
  }));
  const taken = new Set(sheet?.files.map((file) => file.id));
  const left = offered.files.flatMap((file) => (taken.has(file.id) ? [] : file.id));
  if (left.length > 0) await ask(bridge().files.release({ ids: left }));
}

/**
 * Adds files to the open sheet, and opens one if necessary. `coming` is the number of files whose bytes are still to
 * come. Returns the id of the sheet: they belong to it as well.
 */
async function add(offered: Omit<OfferedFiles, 'pathless'>, coming = 0): Promise<string | null> {
  await whenHandedOver();
  const { state } = useMirror.getState();
  if (state === null) return null;
  const { sheet: open } = useSheet.getState();
  // Close a sheet of another connection, or one that changes a submission: the files are not for it.
  if (open !== null && (open.connectionId !== state.active || open.revised !== null)) await closeSheet();
  if (useSheet.getState().sheet === null) openNewSheet(state);
  const id = useSheet.getState().sheet?.id ?? null;
  if (id !== null) await addTo(id, offered, coming);
  return id;
}

/** A file on a slow drive: rather open the sheet than keep a person waiting for the verdict. */
const quickMs = 150;

/** Returns the verdict of a single file, if it comes at once. */
async function quickVerdict(id: string): Promise<FileVerdict | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), quickMs);
  const judged = ask(bridge().files.judge({ ids: [id] })).then(({ verdicts }) => verdicts[0] ?? null);
  try {
    return await Promise.race([judged, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Shows a notice for files that came alone and cannot be sent: they need no sheet. Returns false if the sheet has to take
 * them.
 */
async function refuseAlone({ files, refused }: Omit<OfferedFiles, 'pathless'>): Promise<boolean> {
  const [file, ...others] = files;
  if (useSheet.getState().sheet !== null || others.length > 0) return false;
  if (file === undefined) {
    useSheet.setState({ refused: refused.map(refusedAs) });
    return true;
  }
  if (refused.length > 0) return false;
  const problem = (await quickVerdict(file.id))?.problem ?? null;
  // Meanwhile another file may have opened a sheet: this one belongs to it then.
  if (problem === null || useSheet.getState().sheet !== null) return false;
  useSheet.setState({ refused: [refusedAs({ name: file.name, problem })] });
  await ask(bridge().files.release({ ids: [file.id] }));
  return true;
}

/** Asks main for verdicts, and stores each as soon as it is known. */
export async function judge(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += judgedAtOnce) {
    // A few at a time: the first verdicts are here while the last files are still read.
    // oxlint-disable-next-line no-await-in-loop
    const { verdicts } = await ask(bridge().files.judge({ ids: ids.slice(from, from + judgedAtOnce) }));
    changeFiles((sheet) => withVerdicts(sheet, verdicts));
    void lookForRemarks(verdicts);
    void lookForEarlier(verdicts.flatMap(({ id, kind }) => (kind === null ? [] : id)));
  }
}

/** Adds the remarks that need the whole files. Nobody waits for them. */
async function lookForRemarks(verdicts: readonly FileVerdict[]): Promise<void> {
  const sent = verdicts.filter(({ kind }) => kind !== null);
  if (sent.length === 0) return;
  // Wait: reading whole files at the same time delayed the first page by 50 ms.
  await whenIdle();
  const { found } = await ask(bridge().files.remarks({ ids: sent.map(({ id }) => id) }));
  const more = new Map(found.map(({ id, remarks }) => [id, remarks]));
  const remarked = sent
    .map((verdict): FileVerdict => ({ ...verdict, remarks: [...verdict.remarks, ...(more.get(verdict.id) ?? [])] }))
    .filter(({ remarks }, at) => remarks.length > (sent[at]?.remarks.length ?? 0));
  if (remarked.length > 0) changeFiles((sheet) => withVerdicts(sheet, remarked));
}

/** Finds out whether the same content is on its way already. The person may send it all the same. */
export async function lookForEarlier(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await whenIdle();
  const { contents } = await ask(bridge().bulk.contents({ ids: [...ids] }));
  const known = new Set(contents.flatMap(({ content }) => content ?? []));
  const { sheet, setAside } = useSheet.getState();
  const asked = [sheet, setAside].find((one) => one?.files.some(({ id }) => ids.includes(id)));
  const connectionId = asked?.connectionId ?? null;
  if (connectionId === null) return;
  const { taken } = await ask(bridge().bulk.taken({ connectionId, contents: [...known] }));
  const earlier = Map.groupBy(taken, (one) => one.content);
  changeFiles((one) =>
    contents.reduce((now, { id, content }) => withFile(now, id, { earlier: earlier.get(content ?? '') ?? [] }), one),
  );
}

export const unjudged = ({ files }: Sheet): readonly string[] =>
  files.filter(({ verdict }) => verdict === null).map(({ id }) => id);

/** Judges files without a verdict: they are new, or the sheet was closed before their turn. */
export const judgeNew = (): Promise<void> => {
  const { sheet } = useSheet.getState();
  return sheet === null ? Promise.resolve() : judge(unjudged(sheet));
};

/** Sends the bytes of a file without a path to main, as of one dragged out of a mail program, for the sheet it came to. */
async function receive(file: File, sheetId: string): Promise<void> {
  const transfer = crypto.randomUUID();
  const name = file.name === '' ? '?' : file.name;
  const refuse = (problem: Parameters<typeof refusedAs>[0]['problem']) =>
    changeSheetOf(sheetId, (sheet) => ({ ...sheet, refused: [...sheet.refused, refusedAs({ name, problem })] }));
  if (file.size > limits.fileBytes) {
    refuse({ key: 'file-too-large', params: { name, ...sizeAgainst(file.size, limits.fileBytes) } });
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
    // oxlint-disable-next-line no-await-in-loop
    if (answer.offered !== null) await addTo(sheetId, answer.offered);
  }
}

async function read(part: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await part.arrayBuffer());
  } catch {
    return null;
  }
}

async function receiveAll(files: readonly File[], sheetId: string): Promise<void> {
  for (const file of files) {
    // oxlint-disable-next-line no-await-in-loop
    await receive(file, sheetId);
    changeSheetOf(sheetId, (sheet) => ({ ...sheet, receiving: sheet.receiving - 1 }));
  }
}

/** Takes dropped or pasted files into a sheet. */
export async function takeFiles(given: readonly File[]): Promise<void> {
  const { pathless, ...offered } = await offerFiles(given);
  if (pathless.length === 0 && (await refuseAlone(offered))) return;
  const sheetId = await add(offered, pathless.length);
  const judged = judgeNew();
  if (pathless.length > 0 && sheetId !== null) {
    await receiveAll(pathless, sheetId);
    await judgeNew();
  }
  await judged;
}

/** Takes the files that the app was opened with. */
export const takeOpenedFiles = async (): Promise<void> => takeOffered(await ask(bridge().files.takeOpened()));

/** Takes files from the system's dialog. Cancelling it changes nothing. */
export const chooseFiles = async (): Promise<void> => takeOffered(await ask(bridge().files.choose()));

/** Opens a new sheet with this profile and asks for files. */
export async function chooseFilesWith(profileId: string): Promise<void> {
  await whenHandedOver();
  const { state } = useMirror.getState();
  if (state === null) return;
  await closeSheet();
  openNewSheet(state, profileId);
  await chooseFiles();
}

async function takeOffered(offered: OfferedFiles): Promise<void> {
  if (offered.files.length === 0 && offered.refused.length === 0) return;
  if (await refuseAlone(offered)) return;
  await add(offered);
  await judgeNew();
}
