import type { FolderAct } from '../../preload/contract/folder.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Journal } from '../journal/journal.ts';
import { refuse } from '../refuse.ts';
import { printOf } from './basis.ts';
import { ownFolders } from './file-names.ts';
import type { FileRecord } from './file-table.ts';
import type { FolderRule } from './folder-rule.ts';
import { isForced } from './folder-view.ts';
import type { FolderWorker } from './folder-worker.ts';

export type Done = { readonly ok: true } | { readonly ok: false; readonly problem: Problem };

export interface DecisionDeps {
  readonly folderId: string;
  readonly worker: FolderWorker;
  readonly journal: Pick<Journal, 'folderFiles'>;
  readonly now: () => number;
  readonly changeRule: (change: Partial<FolderRule>) => Done;
}

type Tools = Parameters<Parameters<FolderWorker['between']>[0]>[0];

/** Carries out what a person decided about one file, between two turns of the worker. */
export async function actOnFile(deps: DecisionDeps, act: FolderAct): Promise<Done> {
  return deps.worker.between(async (tools): Promise<Done> => {
    const record = deps.worker.files.get(act.key);
    if (!record || record.planned === null) return refuse('file-vanished', { name: act.key });
    const { verdict, basis } = record.planned;
    // The person answered about what the window showed: the file, its people and its rule may be others by now.
    if (act.print !== printOf(basis)) return refuse('shown-changed');
    if (act.action === 'aside') {
      const into = verdict.kind === 'duplicate' ? ownFolders.duplicates : ownFolders.attention;
      return (await tools.setAside(record, verdict, into)) ? { ok: true } : refuse('not-now');
    }
    if (record.content?.ok !== true) return refuse('not-now');
    if (act.action === 'release') return release(deps, record, record.content.sha256, tools);
    const isMatching = act.action === 'complete' ? verdict.kind === 'no-signee' : isForced(verdict.kind);
    return isMatching ? take(deps, record, record.content.sha256, act, tools) : refuse('not-now');
  });
}

async function release({ folderId, journal, now }: DecisionDeps, record: FileRecord, sha256: string, tools: Tools) {
  await tools.claims.release(sha256);
  journal.folderFiles.note(folderId, 'folder-released', { name: record.file.name }, now());
  record.claim = null;
  tools.touchContent(sha256);
  return { ok: true } as const;
}

async function take(
  { folderId, journal, now, changeRule }: DecisionDeps,
  record: FileRecord,
  sha256: string,
  act: FolderAct,
  { takeGroup, folderNow, planNow }: Tools,
): Promise<Done> {
  const folder = folderNow();
  const { chosen, isSidecarRead, own } = planNow(record);
  if (chosen === null) return refuse('profile-gone');
  if (!isSidecarRead) return refuse('not-now');
  if (folder.wait !== null) return folder.wait === 'paused' ? refuse('not-now') : { ok: false, problem: folder.wait };
  if (folder.account !== folder.rule.account) return refuse('not-now');
  const choices = act.action === 'complete' ? { ...chosen.choices, signees: act.signees } : chosen.choices;
  if (act.action === 'complete' && act.remember) {
    const kept = changeRule({ signees: act.signees });
    if (!kept.ok) return kept;
  }
  const goal = folderNow().rule.goal === 'send' ? 'send' : 'hold';
  // The remembered people are a part of the rule: what the file rests on is asked for after they are stored.
  const { basis } = planNow(record);
  const taken = await takeGroup([{ record, sha256, goal, choices, basis, isByPerson: true }], folder.account);
  const problem = record.planned?.verdict.problem;
  if (taken.length === 0) return problem ? { ok: false, problem } : refuse('shown-changed');
  // An original is noted for one submission: the person began another one with the same file.
  if (own !== null) journal.folderFiles.settle(folderId, own.submissionId, { at: now(), movedTo: null });
  return { ok: true };
}
