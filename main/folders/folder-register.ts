import type { Problem } from '../../preload/contract/problem.ts';
import { storeOrExplain } from '../journal/store-or-explain.ts';
import { refuse } from '../problems/refuse.ts';
import { type Folder, isPreview, type WatchedFoldersDeps } from './folder.ts';
import { isAllowed } from './folder-place.ts';
import { createPauses, type FolderRule, folderRule } from './folder-rule.ts';
import { toWatchedFolder } from './folder-view.ts';
import { type FolderToOpen, openFolder } from './folder-worker.ts';
import { beginTurn, endTurns, lookNow } from './turns.ts';

export type Done = { readonly ok: true } | { readonly ok: false; readonly problem: Problem };
type RuleEvent = 'folder-added' | 'folder-changed' | 'folder-paused' | 'folder-resumed';

const PUBLISH_MS = 300;

/** Keeps the folders that are watched or previewed, and publishes them. */
export function createFolderRegister(deps: WatchedFoldersDeps) {
  const { clock, journal, state } = deps;
  const all = new Map<string, Folder>();
  const pauses = createPauses(deps);
  let cancelPublish: (() => void) | null = null;
  let isClosed = false;

  /** Returns those that a person has added. */
  const watched = (): readonly Folder[] => [...all.values()].filter((folder) => !isPreview(folder));

  /** Reads the rule from the journal. Null: the folder was never added. */
  const storedRule = ({ id, connectionId }: Folder): FolderRule | null =>
    folderRule.safeParse(journal.folders.of(connectionId).find((one) => one.id === id)?.content).data ?? null;

  function begin(what: FolderToOpen): Folder {
    const { allowed } = deps.neighbours();
    const folder = openFolder(deps, what, { pauses, watched, onChanged: publishSoon });
    folder.isBarred = allowed !== null;
    all.set(folder.id, folder);
    pauses.leftOf(folder.rule);
    beginTurn(folder);
    if (allowed !== null)
      isAllowed(folder.root, allowed)
        .then((isIn) => {
          folder.isBarred = !isIn;
          return lookNow(folder);
        })
        .catch(deps.onFault);
    return folder;
  }

  async function end(folder: Folder): Promise<void> {
    all.delete(folder.id);
    await Promise.all([folder.watching?.stop(), endTurns(folder)]);
  }

  function publishSoon(): void {
    if (!isClosed) cancelPublish ??= clock.after(PUBLISH_MS, publish);
  }

  function publish(): void {
    cancelPublish?.();
    cancelPublish = null;
    const shown = [...all.values()].filter(({ connectionId }) => connectionId === state.get().active);
    state.publish({ folders: shown.map(toWatchedFolder) });
  }

  /** Keeps a rule, and what its folder tells of it under this kind. */
  function write({ id, connectionId, root }: Folder, rule: FolderRule, kind: RuleEvent): Done {
    return storeOrExplain((): Done => {
      journal.folders.save({ id, connectionId, label: root, content: rule }, clock.now(), kind);
      return { ok: true };
    });
  }

  return {
    deps,
    all: all as ReadonlyMap<string, Folder>,
    watched,
    pauses,
    storedRule,
    begin,
    end,
    /** Ends a preview without adding the folder. One that was replaced by another is watched by its old rule again. */
    async endPreview(preview: Folder): Promise<void> {
      await end(preview);
      const rule = storedRule(preview);
      if (rule !== null) begin({ ...preview, rule, marker: rule.marker });
    },
    publish,
    publishSoon,
    write,
    changeRule(folder: Folder, change: Partial<FolderRule>, kind: RuleEvent = 'folder-changed'): Done {
      // A rule that is stored again would be watched again.
      if (all.get(folder.id) !== folder) return refuse('folder-removed');
      const rule = { ...folder.rule, ...change };
      const written = isPreview(folder) ? ({ ok: true } as const) : write(folder, rule, kind);
      if (!written.ok) return written;
      folder.rule = rule;
      // The clock on the wall may be set before anybody else asks.
      pauses.leftOf(rule);
      lookNow(folder);
      publish();
      return written;
    },
    async close(): Promise<void> {
      isClosed = true;
      cancelPublish?.();
      await Promise.all([...all.values()].map(end));
    },
  };
}

export type FolderRegister = ReturnType<typeof createFolderRegister>;
