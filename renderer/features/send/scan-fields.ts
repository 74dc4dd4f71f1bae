import { ask, bridge } from '../../bridge/bridge.ts';
import { isUnopened, openedOf } from './open-result.ts';
import { type Sheet, type SheetFile, withFile } from './sheet.ts';
import { changeFiles } from './sheet-actions.ts';

/** A scan without asking must be quick, unless the document is not sent without one. */
const mostBytes = 10 * 1024 * 1024;

/** Returns the file to scan without asking as soon as it opens here. It must be the only one. */
function onlyFileToScan({ files, draft }: Sheet): SheetFile | null {
  const [file] = files;
  if (!file || files.length > 1 || file.scan.kind !== 'unasked') return null;
  if (file.size > mostBytes && !draft.scanPredefined) return null;
  const { verdict } = file;
  return verdict?.problem === null && !verdict.remarks.includes('encrypted') ? file : null;
}

/** Returns our copy of a document whose fields the person wants to be used. It opened when it was sent. */
const copyToScan = ({ revised, draft }: Sheet): SheetFile | null =>
  draft.scanPredefined && revised?.file?.verdict?.kind === 'pdf' && revised.file.scan.kind === 'unasked'
    ? revised.file
    : null;

/** Tells whether a scan without asking waits until the file opens here. */
export function waitsToScan(sheet: Sheet, { id }: Pick<SheetFile, 'id'>): boolean {
  const file = onlyFileToScan(sheet);
  if (copyToScan(sheet)?.id === id) return true;
  return file?.id === id && (isUnopened(file) || openedOf(file)?.kind === 'opens');
}

/** Returns the file to scan now. One that does not open here is not sent without asking. */
export function scansByItself(sheet: Sheet): string | null {
  const file = onlyFileToScan(sheet);
  if (file !== null && openedOf(file)?.kind === 'opens') return file.id;
  return copyToScan(sheet)?.id ?? null;
}

/** Tells whether the fields of the file are used, and are being read. */
export const isBeingRead = (sheet: Sheet, file: SheetFile): boolean =>
  sheet.draft.scanPredefined && (file.scan.kind === 'running' || waitsToScan(sheet, file));

/** Asks the service for signature fields. The service does not keep the file. */
export async function scanFields(id: string): Promise<void> {
  changeFiles((sheet) => withFile(sheet, id, { scan: { kind: 'running' } }));
  const answer = await ask(bridge().files.scan({ id }));
  changeFiles((sheet) =>
    withFile(sheet, id, {
      scan: answer.ok ? { kind: 'done', found: answer.scan } : { kind: 'failed', problem: answer.problem },
    }),
  );
}
