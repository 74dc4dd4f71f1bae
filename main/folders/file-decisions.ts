import type { FolderAct } from '../../preload/contract/folder.ts';
import { refuse } from '../problems/refuse.ts';
import { planRecord } from './file-facts.ts';
import { basisParts, differing, printOf } from './file-plan.ts';
import type { FileRecord } from './file-table.ts';
import { type Folder, folderNow, ownFoldersOf } from './folder.ts';
import type { Done, FolderRegister } from './folder-register.ts';
import { askAbout } from './folder-worker.ts';
import { takeGroup } from './take-files.ts';
import { setAside } from './tidy-up.ts';
import { isNeverForced, mayComplete, mayForce } from './verdict.ts';

/** Whatever an answer rests on. That nobody is signed in, or that sending is paused, has a sentence of its own. */
const shownParts = basisParts.filter((part) => part !== 'account');

const askedParts = shownParts.filter((part) => part !== 'choices');

/** Carries out what a person decided about one file. Runs between two turns. */
export async function actOnFile(register: FolderRegister, folder: Folder, act: FolderAct): Promise<Done> {
  const record = folder.table.files.get(act.key);
  if (!record || record.planned === null) return refuse('file-vanished', { name: act.key });
  const shown = record.planned.basis;
  // What the journal knows of its content may have changed since the file was planned.
  record.planned = planRecord(folder, record);
  const { verdict, basis } = record.planned;
  // The person answered about what the window showed: the file, its people and its rule may be others by now.
  if (act.print !== printOf(shown) || differing(shown, basis, shownParts) !== null) {
    folder.changed();
    return refuse('shown-changed');
  }
  if (act.action === 'aside') {
    const { duplicates, attention } = ownFoldersOf(folder);
    const into = verdict.kind === 'duplicate' ? duplicates : attention;
    return (await setAside(folder, record, verdict, into)) ? { ok: true } : refuse('not-now');
  }
  if (record.content?.ok !== true) return refuse('not-now');
  if (act.action === 'release') return release(folder, record, record.content.sha256);
  const isMatching = act.action === 'complete' ? mayComplete(verdict) : mayForce(verdict);
  return isMatching ? take(register, folder, record, record.content.sha256, act) : refuse('not-now');
}

async function release(folder: Folder, record: FileRecord, sha256: string): Promise<Done> {
  const { id, table, deps } = folder;
  // oxlint-disable-next-line no-await-in-loop -- as a rule there is one
  for (const { claims } of [folder, ...folder.sharedSiblings])
    if ((await claims.look(sha256)).kind === 'other') await claims.release(sha256);
  deps.journal.folderFiles.note(id, 'folder-released', { name: record.file.name }, deps.clock.now());
  record.claim = null;
  table.touchContent(sha256);
  return { ok: true };
}

/**
 * Asks for people and marks, as nobody did for a file that was set aside or sent before. Tells whether the file is still
 * the one that a person answered about.
 */
async function isAsked(folder: Folder, record: FileRecord): Promise<boolean> {
  if (record.planned?.chosen?.isComplete !== false) return true;
  const { basis } = record.planned;
  await askAbout(folder, record);
  return differing(basis, record.planned.basis, askedParts) === null;
}

async function take(
  { changeRule }: FolderRegister,
  folder: Folder,
  record: FileRecord,
  sha256: string,
  act: FolderAct,
): Promise<Done> {
  const { id, deps } = folder;
  const { wait, account, rule } = folderNow(folder);
  if (!(await isAsked(folder, record))) return refuse('shown-changed');
  const { chosen = null, own = null } = record.planned ?? {};
  if (chosen === null) return refuse('profile-gone');
  if (record.scan?.kind === 'failed') return { ok: false, problem: record.scan.problem };
  if (isNeverForced(chosen.refusal)) return { ok: false, problem: chosen.refusal };
  // Its people are in a sidecar that cannot be used.
  if (record.sidecar !== null && record.sidecar.kind !== 'read') return refuse('not-now');
  // While sending is paused, it waits in the list of documents.
  if (wait !== null && wait !== 'paused') return { ok: false, problem: wait };
  if (account !== rule.account) return refuse('other-account', { account: rule.account ?? '–', now: account ?? '–' });
  const choices = act.action === 'complete' ? { ...chosen.choices, signees: act.signees } : chosen.choices;
  const { basis } = planRecord(folder, record);
  const taken = await takeGroup(
    folder,
    [{ record, sha256, goal: rule.goal, choices, basis, isByPerson: true }],
    account,
  );
  const problem = record.planned?.verdict.problem;
  if (taken.length === 0) return problem ? { ok: false, problem } : refuse('shown-changed');
  // An original is noted for one submission: the person began another one with the same file.
  if (own !== null) deps.journal.folderFiles.settle(id, own.submissionId, { at: deps.clock.now(), movedTo: null });
  // An answer that came too late says nothing about other documents either.
  return act.action === 'complete' && act.remember ? changeRule(folder, { signees: act.signees }) : { ok: true };
}
