import { ask, bridge } from '../../bridge/bridge.ts';
import { openedOf } from './open-result.ts';
import { type Sheet, withFile } from './sheet.ts';
import { changeSheet } from './sheet-actions.ts';

/** What goes to the service unasked must be quick. */
const mostBytes = 10 * 1024 * 1024;

/** The one file whose signature fields are looked for without being asked; of several, none. */
export function scansByItself({ files }: Sheet): string | null {
  const [file] = files;
  if (!file || files.length > 1 || file.size > mostBytes || file.scan.kind !== 'unasked') return null;
  const { verdict } = file;
  // A file that does not even open here is not sent anywhere unasked.
  const opens = verdict?.problem === null && openedOf(file)?.kind === 'opens';
  const readable = opens && !verdict.remarks.includes('encrypted');
  return readable ? file.id : null;
}

/** The service looks for signature fields in the file and keeps nothing of it. */
export async function scanFields(id: string): Promise<void> {
  changeSheet((sheet) => withFile(sheet, id, { scan: { kind: 'running' } }));
  const answer = await ask(bridge().files.scan({ id }));
  changeSheet((sheet) =>
    withFile(sheet, id, {
      scan: answer.ok ? { kind: 'done', found: answer.scan } : { kind: 'failed', problem: answer.problem },
    }),
  );
}
