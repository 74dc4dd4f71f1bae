import { join } from 'node:path';
import type { FolderAct, FolderFile, FolderFilter, FolderLine } from '../../preload/contract/folder.ts';
import { limits } from '../../preload/contract/limits.ts';
import { storeOrExplain } from '../journal/store-or-explain.ts';
import { refuse } from '../refuse.ts';
import type { Submission } from '../submission/submission.ts';
import { actOnFile, type Done } from './folder-actions.ts';
import { type PauseUntil, pauseOf } from './folder-pause.ts';
import { createFolderRegister, type WatchedFoldersDeps } from './folder-register.ts';
import { otherWatchers } from './folder-root.ts';
import { folderRule, isPaused } from './folder-rule.ts';
import { createFolderSetup } from './folder-setup.ts';
import { countsOf, matchesFilter, toFolderFile, toLines } from './folder-view.ts';
import { ownFolders } from './ignored-names.ts';

const LINES = 200;

/** All watched folders: what a person arranged, their workers, and what the window shows of them. */
export function createWatchedFolders(deps: WatchedFoldersDeps) {
  const { clock, journal, state } = deps;
  const register = createFolderRegister(deps);
  const { all, begin, end, publish, publishSoon, changeRule, connectionOf, waitOf } = register;
  const { preview, save, accept } = createFolderSetup(deps, register);
  let circumstances = '';
  let profilesSeen = state.get().profiles;

  function load(): void {
    for (const { id: connectionId } of state.get().connections)
      for (const { id, label, content } of journal.folders.of(connectionId)) {
        const rule = folderRule.safeParse(content);
        if (!rule.success || all.has(id)) continue;
        const watched = begin({ id, connectionId, root: label, rule: rule.data }, rule.data.marker);
        otherWatchers(label, deps.computer.id)
          .then((others) => {
            watched.others = others;
            return publishSoon();
          })
          .catch(deps.onFault);
      }
    publish();
  }

  function pauseOne(id: string, until: PauseUntil): Done {
    const watched = all.get(id);
    if (!watched) return refused('folder-removed');
    const now = clock.now();
    const kind = until === 'resume' ? 'folder-resumed' : 'folder-paused';
    const done = changeRule(watched, { pause: pauseOf(until, now) });
    if (done.ok) journal.folderFiles.note(id, kind, {}, now);
    return done;
  }

  /** Signed in, paused, another profile: every file is judged again. */
  const forget = state.subscribe(({ patch }) => {
    if (!patch.connections && !patch.profiles && !patch.outbox && patch.active === undefined) return;
    if (patch.active !== undefined) publishSoon();
    const { connections, profiles } = state.get();
    const now = JSON.stringify(connections.map(({ id, signedIn, username }) => [id, signedIn, username, waitOf(id)]));
    if (now === circumstances && profiles === profilesSeen) return;
    circumstances = now;
    profilesSeen = profiles;
    for (const { worker } of all.values()) worker.lookNow();
  });

  return {
    load,
    publish,
    preview,
    save,
    accept,
    /** Stops watching. The files and our folders in it stay as they are. */
    async remove(id: string): Promise<Done> {
      const watched = all.get(id);
      if (!watched) return refuse('folder-removed');
      const done = storeOrExplain((): Done => {
        if (watched.watching !== null) journal.folders.remove(id, clock.now());
        if (watched.watching !== null) journal.folderFiles.forgetContents(id);
        return { ok: true };
      });
      if (!done.ok) return done;
      await end(watched);
      publish();
      return done;
    },
    pause: pauseOne,
    /** Pauses or resumes all folders of all connections. */
    pauseAll(until: PauseUntil): void {
      const wanted = until === 'resume';
      const now = clock.now();
      for (const { id, rule, watching } of all.values())
        if (watching !== null && isPaused(rule, now) === wanted) pauseOne(id, until);
    },
    /** How many folders are watched, on all connections. */
    summary() {
      const watched = [...all.values()].filter(({ watching }) => watching !== null);
      const now = clock.now();
      return {
        watched: watched.length,
        paused: watched.filter(({ rule }) => isPaused(rule, now)).length,
        needsYou: watched.reduce((sum, { worker }) => sum + countsOf(worker).needsYou, 0),
      };
    },
    look(id: string): Done {
      const watched = all.get(id);
      if (!watched) return refuse('folder-removed');
      watched.worker.lookNow();
      return { ok: true };
    },
    files(id: string, filter: FolderFilter): { files: FolderFile[]; all: number } {
      const watched = all.get(id);
      if (!watched) return { files: [], all: 0 };
      const found = [...watched.worker.entries.values()].filter((entry) => matchesFilter(entry, filter));
      const shown = found.slice(0, limits.folderFiles).map((entry) => toFolderFile(entry, watched.worker));
      return { files: shown, all: found.length };
    },
    activity(id: string): FolderLine[] {
      return toLines(journal.history(`folder:${id}`, LINES), journal.folderFiles.recent(id, LINES), LINES);
    },
    async act(wish: FolderAct): Promise<Done> {
      const watched = all.get(wish.id);
      if (!watched || watched.watching === null) return refuse('folder-removed');
      const { worker } = watched;
      return actOnFile(
        { folderId: wish.id, worker, journal, now: clock.now, changeRule: (change) => changeRule(watched, change) },
        wish,
      );
    },
    rootOf: (id: string): string | null => all.get(id)?.root ?? null,
    /** Where the signed copy of a document goes that came from a watched folder, and the name of its original. */
    copyPlaceOf(connectionId: string, documentId: string) {
      const submission = journal.submissions.ownerOf(connectionId, documentId);
      const watched = submission?.folder ? all.get(submission.folder.id) : undefined;
      if (!submission?.folder || !watched || watched.watching === null) return null;
      // A folder that is not there now must not be made anew.
      if (!['watching', 'paused'].includes(watched.worker.view().status)) return null;
      const base = connectionOf(connectionId)?.fields.base ?? '';
      const { name } = submission.wish.file;
      return { folder: join(watched.root, ownFolders.signed), createBelow: watched.root, base, name };
    },
    submissionChanged(submission: Submission): void {
      if (submission.folder !== null) all.get(submission.folder.id)?.worker.submissionChanged(submission);
    },
    /** Resolves when no folder is being looked at. */
    async idle(): Promise<void> {
      await Promise.all([...all.values()].map(({ worker }) => worker.idle()));
    },
    /** After sleep: events were lost, and drives may have gone. */
    wake(): void {
      for (const { worker } of all.values()) worker.lookNow();
    },
    async close(): Promise<void> {
      forget();
      await register.close();
    },
  };
}

export type WatchedFolders = ReturnType<typeof createWatchedFolders>;
