import { ask, bridge } from '../../bridge/bridge.ts';
import { isUnopened, openedOf } from './open-result.ts';
import { type Sheet, type SheetFile, withFile } from './sheet.ts';
import { changeFiles } from './sheet-actions.ts';

/** A scan without asking must be quick. */
const mostBytes = 10 * 1024 * 1024;

/** Returns the file to scan without asking as soon as it opens here. It must be the only one. */
function onlyFileToScan({ files }: Sheet): SheetFile | null {
  const [file] = files;
  if (!file || files.length > 1 || file.size > mostBytes || file.scan.kind !== 'unasked') return null;
  const { verdict } = file;
  return verdict?.problem === null && !verdict.remarks.includes('encrypted') ? file : null;
}

/** Tells whether a scan without asking waits until the file opens here. */
export function waitsToScan(sheet: Sheet, { id }: Pick<SheetFile, 'id'>): boolean {
  const file = onlyFileToScan(sheet);
  return file?.id === id && (isUnopened(file) || openedOf(file)?.kind === 'opens');
}

/** Returns the file to scan now. One that does not open here is not sent without asking. */
export function scansByItself(sheet: Sheet): string | null {
  const file = onlyFileToScan(sheet);
  return file !== null && openedOf(file)?.kind === 'opens' ? file.id : null;
}

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
