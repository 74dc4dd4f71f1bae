import { isDeepStrictEqual } from 'node:util';
import type { FolderAct } from '../../preload/contract/folder.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { refuse, refuseWith } from '../problems/refuse.ts';
import { unhurried } from '../time/slices.ts';
import { lacksScan } from './file-choices.ts';
import { findClaim, planRecord } from './file-facts.ts';
import { basisParts, differing, type Planned, printOf } from './file-plan.ts';
import type { FileRecord } from './file-table.ts';
import { type Folder, folderNow, ownFoldersOf } from './folder.ts';
import type { Done, FolderRegister } from './folder-register.ts';
import { actionsOf, claimedBy } from './folder-view.ts';
import { askAbout } from './folder-worker.ts';
import { takeGroup } from './take-files.ts';
import { setAside } from './tidy-up.ts';
import { isNeverForced } from './verdict.ts';

/** Whatever an answer rests on. That nobody is signed in, or that sending is paused, has a sentence of its own. */
const shownParts = basisParts.filter((part) => part !== 'account');

/** People and marks may be read only now. */
const askedParts = shownParts.filter((part) => part !== 'choices');

/** The window and the answer have the same actions. */
const isOffered = (folder: Folder, record: FileRecord, { action }: FolderAct): boolean =>
  actionsOf(folder, record).includes(action);

/** Carries out what a person decided about one file. Runs between two turns. */
export async function actOnFile(register: FolderRegister, folder: Folder, act: FolderAct): Promise<Done> {
  const record = folder.table.files.get(act.key);
  if (!record || record.planned === null) return refuse('file-vanished', { name: act.key });
  const { content } = record;
  const shown = record.planned.basis;
  // Another computer may have claimed it since: nobody releases a claim that the window did not show.
  if (act.action === 'release' && content?.ok === true) record.claim = await findClaim(folder, content.sha256);
  // What the journal knows of its content may have changed since the file was planned.
  record.planned = planRecord(folder, record);
  const { verdict, basis } = record.planned;
  // The person answered about what the window showed: the file, its people and its rule may be others by now.
  if (act.print !== printOf(shown) || differing(shown, basis, shownParts) !== null) {
    folder.changed();
    return refuse('shown-changed');
  }
  const stopped = act.action === 'aside' || act.action === 'release' ? null : standstill(folder);
  if (stopped !== null) return refuseWith(stopped);
  if (!isOffered(folder, record, act)) return refuse('not-now');
  if (act.action === 'aside') {
    const { duplicates, attention } = ownFoldersOf(folder);
    const into = verdict.kind === 'duplicate' ? duplicates : attention;
    return (await setAside(folder, record, into)) ? { ok: true } : refuse('not-now');
  }
  if (content?.ok !== true) return refuse('not-now');
  return act.action === 'release'
    ? release(folder, record, content.sha256)
    : take(register, folder, record, content.sha256, act);
}

/** Releases the claims of the computer that the window showed, also in the siblings. */
async function release(folder: Folder, record: FileRecord, sha256: string): Promise<Done> {
  const { id, table, deps } = folder;
  const shown = claimedBy(record);
  for await (const { claims } of unhurried([folder, ...folder.sharedSiblings])) {
    const found = await claims.look(sha256);
    if (found.kind === 'other' && found.by === shown) await claims.release(sha256);
  }
  deps.journal.folderFiles.note(id, 'folder-released', { name: record.file.name }, deps.clock.now());
  record.claim = null;
  table.touchContent(sha256);
  return { ok: true };
}

/** Returns the reason why nothing of the folder may be taken now. While sending is paused, documents wait in their list. */
function standstill(folder: Folder): Problem | null {
  const { wait, account, rule } = folderNow(folder);
  if (wait !== null && wait !== 'paused') return wait;
  const accounts = { account: rule.account ?? '–', now: account ?? '–' };
  return account === rule.account ? null : { key: 'other-account', params: accounts };
}

const failureOf = ({ scan }: FileRecord): Problem | null => (scan?.kind === 'failed' ? scan.problem : null);

/**
 * Asks for people and marks, as nobody did for a file that was set aside or sent before. Returns the reason why the file
 * may not be taken. Null: it is still the one that a person answered about, and planned by what is true now.
 */
async function refusalAfterAsking(folder: Folder, record: FileRecord, shown: Planned): Promise<Problem | null> {
  // The person may be online again.
  if (failureOf(record) !== null) record.scan = null;
  record.planned = planRecord(folder, record);
  if (record.planned.chosen?.isComplete === false) {
    // Nothing goes to the service while sending is paused.
    if (folderNow(folder).wait !== null && lacksScan(record, record.planned.chosen))
      return { key: 'not-now', params: {} };
    await askAbout(folder, record);
    const failure = failureOf(record);
    // The row stays as it is, so that the person can press again.
    if (failure !== null) record.scan = null;
    record.planned = planRecord(folder, record);
    if (failure !== null) return failure;
  }
  const { basis, chosen } = record.planned;
  const isSame =
    differing(shown.basis, basis, askedParts) === null && isDeepStrictEqual(chosen?.profile, shown.chosen?.profile);
  if (!isSame) return { key: 'shown-changed', params: {} };
  const refusal = chosen?.refusal ?? null;
  return isNeverForced(refusal) ? refusal : standstill(folder);
}

async function take(
  { changeRule }: FolderRegister,
  folder: Folder,
  record: FileRecord,
  sha256: string,
  act: FolderAct,
): Promise<Done> {
  const { id, deps } = folder;
  const why = record.planned && (await refusalAfterAsking(folder, record, record.planned));
  if (why !== null) return refuseWith(why);
  const { account, rule } = folderNow(folder);
  const { chosen, own, goal, verdict, basis } = planRecord(folder, record);
  // The people in its fields are known only now.
  if (chosen === null || !isOffered(folder, record, act)) {
    folder.changed();
    return refuse('shown-changed');
  }
  // Who names the people does not say that the document may go unseen.
  const how =
    act.action === 'complete'
      ? { goal, choices: { ...chosen.choices, signees: act.signees } }
      : { goal: rule.goal, choices: chosen.choices };
  const isKnownCopy = verdict.kind === 'signed-copy' || record.claim?.kind === 'copy';
  const takeable = { record, sha256, ...how, basis, isByPerson: true, isKnownCopy, told: verdict.problem };
  const taken = await takeGroup(folder, [takeable], account);
  const problem = record.planned?.verdict.problem;
  if (taken.length === 0) return problem ? { ok: false, problem } : refuse('shown-changed');
  // An original is noted for one submission: the person began another one with the same file.
  if (own !== null) deps.journal.folderFiles.settle(id, own.submissionId, { at: deps.clock.now(), movedTo: null });
  // An answer that came too late says nothing about other documents either.
  return act.action === 'complete' && act.remember ? changeRule(folder, { signees: act.signees }) : { ok: true };
}
