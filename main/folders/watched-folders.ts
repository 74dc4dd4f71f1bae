import { basename, join, sep } from 'node:path';
import type {
  FolderAct,
  FolderActivity,
  FolderActivityFilter,
  FolderFile,
  FolderFilter,
  FolderPause,
} from '../../preload/contract/folder.ts';
import { limits } from '../../preload/contract/limits.ts';
import { storeOrExplain } from '../journal/store-or-explain.ts';
import type { NeedyFolder } from '../notifications/news.ts';
import { refuse } from '../refuse.ts';
import type { Submission } from '../submission/submission.ts';
import { actOnFile, type Done } from './file-decisions.ts';
import { ownFolders } from './file-names.ts';
import { readActivity } from './folder-activity.ts';
import { overlapping } from './folder-place.ts';
import { createFolderRegister, type WatchedFoldersDeps } from './folder-register.ts';
import { leaveRoot, lookAtRoot, otherWatchers } from './folder-root.ts';
import { folderRule, heldRule, pauseOf } from './folder-rule.ts';
import { createFolderSetup } from './folder-setup.ts';
import { byPath, countsOf, fitMessage, matchesFilter, needsOf, toFolderFile } from './folder-view.ts';

/** All watched folders: what a person arranged, their workers, and what the window shows of them. */
export function createWatchedFolders(deps: WatchedFoldersDeps) {
  const { clock, journal, state } = deps;
  const register = createFolderRegister(deps);
  const { all, pauses, begin, end, endPreview, publish, publishSoon, changeRule, connectionOf, waitOf } = register;
  const { preview, save, wouldSend, accept } = createFolderSetup(deps, register);
  let circumstances = '';
  let profilesSeen = state.get().profiles;

  function load(): void {
    for (const { id: connectionId } of state.get().connections)
      for (const { id, label, content } of journal.folders.of(connectionId)) {
        const rule = folderRule.safeParse(content);
        if (!rule.success || all.has(id)) continue;
        const own = deps.isJournalTrusted ? rule.data : heldRule(rule.data, clock.now());
        const watched = begin({ id, connectionId, root: label, rule: own }, own.marker);
        otherWatchers(label, deps.computer.id)
          .then((others) => {
            watched.others = others;
            return publishSoon();
          })
          .catch(deps.onFault);
      }
    publish();
  }

  function pauseOne(id: string, until: FolderPause): Done {
    const watched = all.get(id);
    if (!watched) return refuse('folder-removed');
    const kind = until === 'resume' ? 'folder-resumed' : 'folder-paused';
    return changeRule(watched, { pause: pauseOf(until, clock.now()) }, kind);
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

  /** The watched folder that a document came from. */
  function originOf(connectionId: string, documentId: string) {
    const submission = journal.submissions.ownerOf(connectionId, documentId);
    const watched = submission?.folder ? all.get(submission.folder.id) : undefined;
    if (!submission || !watched || watched.watching === null) return null;
    return { watched, name: submission.wish.file.name, submissionId: submission.id };
  }

  /** No computer that watches one of our folders may send the copy to be signed again. */
  function claimCopy(connectionId: string, documentId: string): void {
    const copy = journal.savedCopies.of(connectionId, documentId).at(-1);
    if (!copy) return;
    for (const { worker, watching } of all.values())
      if (watching !== null) worker.noteCopy(copy.sha256, basename(copy.path)).catch(() => undefined);
  }

  const peopleOf = (submissionId: string) =>
    journal.submissions.find(submissionId)?.wish.signees.map(({ email }) => email) ?? null;

  return {
    load,
    publish,
    preview,
    save,
    wouldSend,
    accept,
    /** The journal knows for whom the folders send: nobody, if the connection has left its service. */
    connectionChanged(connectionId: string): void {
      for (const { id, content } of journal.folders.of(connectionId)) {
        const watched = all.get(id);
        const rule = folderRule.safeParse(content);
        if (watched && rule.success) watched.rule = { ...watched.rule, account: rule.data.account };
      }
    },
    /** Stops watching. The files and our folders in it stay as they are. */
    async remove(id: string): Promise<Done> {
      const watched = all.get(id);
      if (!watched) return refuse('folder-removed');
      if (watched.watching === null) {
        await endPreview(watched);
        publish();
        return { ok: true };
      }
      const done = storeOrExplain((): Done => {
        journal.folders.remove(id, clock.now());
        journal.folderFiles.forgetContents(id);
        return { ok: true };
      });
      if (!done.ok) return done;
      await end(watched);
      publish();
      const { root, rule } = watched;
      if ((await lookAtRoot(root, rule.marker)).kind === 'here') await leaveRoot(root, deps.computer.id);
      return done;
    },
    pause: pauseOne,
    /** Pauses or resumes all folders of all connections. */
    pauseAll(until: FolderPause): void {
      const wanted = until === 'resume';
      for (const { id, rule, watching } of all.values())
        if (watching !== null && pauses.isPaused(rule) === wanted) pauseOne(id, until);
    },
    /** How many folders are watched, on all connections. */
    summary() {
      const watched = [...all.values()].filter(({ watching }) => watching !== null);
      return {
        watched: watched.length,
        paused: watched.filter(({ rule }) => pauses.isPaused(rule)).length,
        needsYou: watched.reduce((sum, { worker }) => sum + countsOf(worker).needsYou, 0),
        troubled: watched.filter(({ worker }) => worker.troubledAt() !== null).length,
      };
    },
    /** Everything on all connections that a person away from the window has to know of. */
    needs: (): readonly NeedyFolder[] =>
      [...all.values()].filter(({ watching }) => watching !== null).flatMap((watched) => needsOf(watched)),
    look(id: string): Done {
      const watched = all.get(id);
      if (!watched) return refuse('folder-removed');
      watched.worker.lookNow();
      return { ok: true };
    },
    files(id: string, filter: FolderFilter): { files: FolderFile[]; all: number } {
      const watched = all.get(id);
      if (!watched) return { files: [], all: 0 };
      const { worker, watching } = watched;
      const found = [...worker.files.values()].filter((record) => matchesFilter(record, filter));
      const isPreview = watching === null;
      const shown = found
        .toSorted(byPath)
        .slice(0, limits.folderFiles)
        .map((record) => toFolderFile(record, peopleOf, isPreview));
      return { files: fitMessage(shown), all: found.length };
    },
    activity: (id: string, filter: FolderActivityFilter): FolderActivity => readActivity(journal, id, filter),
    async act(act: FolderAct): Promise<Done> {
      const watched = all.get(act.id);
      if (!watched || watched.watching === null) return refuse('folder-removed');
      const { id: folderId, worker } = watched;
      const what = { folderId, worker, journal, now: clock.now };
      return actOnFile({ ...what, changeRule: (change) => changeRule(watched, change) }, act);
    },
    /** The watched folder that would send what is saved in this one. */
    sending: (folder: string): Promise<string | null> =>
      overlapping(
        folder,
        [...all.values()].filter(({ watching }) => watching !== null).map(({ root }) => root),
      ),
    rootOf: (id: string): string | null => all.get(id)?.root ?? null,
    /** Where the signed copy of a document goes that came from a watched folder, and the name of its original. */
    async copyPlaceOf(connectionId: string, documentId: string) {
      const origin = originOf(connectionId, documentId);
      if (origin === null) return null;
      const { root, rule } = origin.watched;
      // A drive that is not there now leaves an empty folder in its place: a copy in it would be hidden later.
      if ((await lookAtRoot(root, rule.marker)).kind !== 'here') return null;
      const base = connectionOf(connectionId)?.fields.base ?? '';
      return { folder: join(root, ownFolders.signed), createBelow: root, base, name: origin.name };
    },
    /** A signed copy that could not go into its watched folder is where no colleague looks for it: the folder tells. */
    copySaved(connectionId: string, documentId: string, path: string): void {
      claimCopy(connectionId, documentId);
      const origin = originOf(connectionId, documentId);
      if (origin === null || path.startsWith(origin.watched.root + sep)) return;
      const { watched, name, submissionId } = origin;
      journal.folderFiles.note(watched.id, 'folder-copy', { name, movedTo: path, submissionId }, clock.now());
      publishSoon();
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
