import type { FolderAct } from '../../preload/contract/folder.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Journal } from '../journal/journal.ts';
import { refuse } from '../refuse.ts';
import type { Entry } from './folder-entries.ts';
import type { FolderRule } from './folder-rule.ts';
import type { FolderWorker } from './folder-worker.ts';
import { ownFolders } from './ignored-names.ts';
import { liveIds } from './known-content.ts';

export type Done = { readonly ok: true } | { readonly ok: false; readonly problem: Problem };

export interface ActionDeps {
  readonly folderId: string;
  readonly connectionId: string;
  readonly worker: FolderWorker;
  readonly journal: Pick<Journal, 'folderFiles' | 'submissions' | 'documents' | 'documentFacts'>;
  readonly now: () => number;
  readonly changeRule: (change: Partial<FolderRule>) => Done;
}

/** Carries out what a person decided about one file, between two turns of the worker. */
export async function actOnFile(deps: ActionDeps, act: FolderAct): Promise<Done> {
  const { worker, folderId, journal } = deps;
  const entry = worker.entries.get(act.key);
  if (!entry || entry.verdict === null) return refuse('file-vanished', { name: act.key });
  const { verdict } = entry;
  return worker.between(async (tools): Promise<Done> => {
    const { content } = entry;
    // The turn before may have taken or changed it.
    if (entry.verdict !== verdict) return refuse('not-now');
    if (act.action === 'aside') {
      const into = verdict.kind === 'duplicate' ? ownFolders.duplicates : ownFolders.attention;
      return (await tools.setAside(entry, verdict, into)) ? { ok: true } : refuse('not-now');
    }
    if (content?.ok !== true) return refuse('not-now');
    if (act.action === 'release') {
      await tools.claims.release(content.sha256);
      journal.folderFiles.note(folderId, 'folder-released', { name: entry.file.name }, deps.now());
      tools.forgetKnown(content.sha256);
      entry.claim = null;
      return { ok: true };
    }
    const isMatching = act.action === 'complete' ? verdict.kind === 'no-signee' : isForced.has(verdict.kind);
    if (!isMatching) return refuse('not-now');
    if (act.action === 'complete' && act.remember) {
      const kept = deps.changeRule({ signees: act.signees });
      if (!kept.ok) return kept;
    }
    return take(deps, entry, content.sha256, act, tools);
  });
}

/** A person may send these although the folder would not. */
const isForced: ReadonlySet<string> = new Set([
  'duplicate',
  'signed-copy',
  'maybe-sent',
  'stopped',
  'would-send',
  'would-hold',
  'hour-limit',
]);

type Tools = Parameters<Parameters<FolderWorker['between']>[0]>[0];

async function take(
  { worker, folderId, connectionId, journal, now }: ActionDeps,
  entry: Entry,
  sha256: string,
  act: FolderAct,
  { takeGroup, factsNow }: Tools,
): Promise<Done> {
  const facts = factsNow();
  const judged = worker.judgedOf(entry.file.path);
  if (!judged?.chosen) return refuse('profile-gone');
  if (!judged.isSidecarRead) return refuse('not-now');
  if (facts.wait !== null) return facts.wait === 'paused' ? refuse('not-now') : { ok: false, problem: facts.wait };
  if (facts.account !== facts.rule.account) return refuse('not-now');
  const choices =
    act.action === 'complete' ? { ...judged.chosen.choices, signees: act.signees } : judged.chosen.choices;
  const own = entry.known?.own ?? null;
  const goal = facts.rule.goal === 'send' ? 'send' : 'hold';
  const live = () => liveIds({ connectionId, journal }, sha256);
  const known = live();
  const isStillWanted = () => live().every((id) => known.includes(id));
  const taken = await takeGroup([{ entry, sha256, goal, choices, account: facts.account, isStillWanted }]);
  // An original is noted for one submission: the person began another one with the same file.
  if (taken.length > 0 && own !== null)
    journal.folderFiles.settle(folderId, own.submissionId, { at: now(), movedTo: null });
  if (taken.length > 0) return { ok: true };
  return entry.verdict?.problem ? { ok: false, problem: entry.verdict.problem } : refuse('not-now');
}
