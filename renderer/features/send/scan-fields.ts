import { ask, bridge } from '../../bridge/bridge.ts';
import { openedOf } from './open-result.ts';
import { type Sheet, withFile } from './sheet.ts';
import { changeSheet } from './sheet-actions.ts';

/** A scan without asking must be quick. */
const mostBytes = 10 * 1024 * 1024;

/** Returns the file to scan without asking, which must be the only one. */
export function scansByItself({ files }: Sheet): string | null {
  const [file] = files;
  if (!file || files.length > 1 || file.size > mostBytes || file.scan.kind !== 'unasked') return null;
  const { verdict } = file;
  // Do not send a file that does not open here without asking.
  const opens = verdict?.problem === null && openedOf(file)?.kind === 'opens';
  const readable = opens && !verdict.remarks.includes('encrypted');
  return readable ? file.id : null;
}

/** Asks the service for signature fields. The service does not keep the file. */
export async function scanFields(id: string): Promise<void> {
  changeSheet((sheet) => withFile(sheet, id, { scan: { kind: 'running' } }));
  const answer = await ask(bridge().files.scan({ id }));
  changeSheet((sheet) =>
    withFile(sheet, id, {
      scan: answer.ok ? { kind: 'done', found: answer.scan } : { kind: 'failed', problem: answer.problem },
    }),
  );
}
