import type { Joined } from '../../../../preload/contract/sending.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';
import { changeSheet } from '../sheet-actions.ts';
import { useSheet } from '../sheet-store.ts';
import { judgeNew } from '../take-files.ts';
import { withJoined, withSeparated } from './joined-files.ts';

interface Join {
  readonly ids: readonly string[];
  readonly name: string;
  /** The person did not cancel meanwhile. */
  readonly isWanted: () => boolean;
}

/** Joins files of the sheet into one. Returns why not, or null when the sheet has it, or the person has cancelled. */
export async function joinFiles({ ids, name, isWanted }: Join): Promise<Exclude<Joined, { ok: true }> | null> {
  const answer = await ask(bridge().files.join({ ids: [...ids], name }));
  if (answer.ok !== true) return answer;
  const { file } = answer;
  const { sheet } = useSheet.getState();
  const isHere = sheet?.handing === false && ids.every((id) => sheet.files.some((one) => one.id === id));
  if (!isHere || !isWanted()) {
    await ask(bridge().files.release({ ids: [file.id] }));
    return null;
  }
  changeSheet((now) => withJoined(now, ids, file));
  // The dialog closes now: the sheet shows how the new file is judged.
  void judgeNew();
  return null;
}

/** Brings the single files back. */
export async function separate(id: string): Promise<void> {
  changeSheet((sheet) => withSeparated(sheet, id));
  await ask(bridge().files.release({ ids: [id] }));
}
