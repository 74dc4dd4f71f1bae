import { basename, join, sep } from 'node:path';
import type {
  FolderAct,
  FolderActivity,
  FolderActivityFilter,
  FolderFile,
  FolderFilter,
  FolderPause,
  FolderRuleInput,
  SendingPreview,
} from '../../preload/contract/folder.ts';
import { errorCode } from '../files/error-code.ts';
import type { NeedyFolder } from '../notifications/news.ts';
import { refuse, refuseWith } from '../problems/refuse.ts';
import type { Submission } from '../submission/submission.ts';
import { actOnFile } from './file-decisions.ts';
import { connectionOf, type Folder, isPreview, ownFoldersOf, type WatchedFoldersDeps, waitOf } from './folder.ts';
import { readActivity } from './folder-activity.ts';
import { overlapping } from './folder-place.ts';
import { createFolderRegister, type Done, type FolderRegister } from './folder-register.ts';
import { lookAtRoot } from './folder-root.ts';
import { folderRule, heldRule, momentOf, pauseOf } from './folder-rule.ts';
import { acceptReplaced, previewFolder, removeFolder, saveRule, wouldSendBy } from './folder-setup.ts';
import { countsOf, filesOf, needsOf, problemOf } from './folder-view.ts';
import { isExpectedFault, statusOfRefusal } from './inside-folder.ts';
import { betweenTurns, lookNow, troubledAt, turnForStale, whenIdle } from './turns.ts';

/** Begins to watch the folders of the journal. */
function loadFolders({ all, deps, begin, publish }: FolderRegister): void {
  const { clock, isJournalTrusted, journal, state } = deps;
  for (const { id: connectionId } of state.get().connections)
    for (const { id, label: root, content } of journal.folders.of(connectionId)) {
      const stored = folderRule.safeParse(content);
      if (!stored.success || all.has(id)) continue;
      const rule = isJournalTrusted ? stored.data : heldRule(stored.data, clock.now());
      begin({ id, connectionId, root, rule, marker: rule.marker });
    }
  publish();
}

/** Judges every file again when somebody signed in, a pause ended or a profile changed. */
function followState({ all, deps, publishSoon }: FolderRegister): () => void {
  const { state } = deps;
  let circumstances = '';
  let profilesSeen = state.get().profiles;
  return state.subscribe(({ patch }) => {
    if (!patch.connections && !patch.profiles && !patch.outbox && patch.active === undefined) return;
    if (patch.active !== undefined) publishSoon();
    const { connections, profiles } = state.get();
    const now = JSON.stringify(
      connections.map(({ id, signedIn, username }) => [id, signedIn, username, waitOf(deps, id)]),
    );
    if (now === circumstances && profiles === profilesSeen) return;
    circumstances = now;
    profilesSeen = profiles;
    for (const folder of all.values()) lookNow(folder);
  });
}

/** Finds the watched folder that a document came from. */
function originOf({ all, deps }: FolderRegister, connectionId: string, documentId: string) {
  const submission = deps.journal.submissions.ownerOf(connectionId, documentId);
  const folder = submission?.folder ? all.get(submission.folder.id) : undefined;
  // A folder that was removed from one connection may be added to another one.
  if (!submission || !folder || folder.connectionId !== connectionId || isPreview(folder)) return null;
  return { folder, name: submission.wish.file.name, submissionId: submission.id };
}

/**
 * Returns the folder for the signed copy of a document that came from a watched folder, and the name of its original.
 */
async function copyPlaceOf(register: FolderRegister, connectionId: string, documentId: string) {
  const origin = originOf(register, connectionId, documentId);
  if (origin === null) return null;
  const { root, rule, deps } = origin.folder;
  // A drive that is not there now leaves an empty folder in its place: a copy in it would be hidden later.
  if ((await lookAtRoot(root, rule.marker)).kind !== 'here') return null;
  const base = connectionOf(deps, connectionId)?.fields.base ?? '';
  return { folder: join(root, ownFoldersOf(origin.folder).signed), createBelow: root, base, name: origin.name };
}

/** Plans the files of a content again, in whichever folder of the connection they lie. */
function contentChanged({ all }: FolderRegister, connectionId: string | null, sha256: string): void {
  for (const folder of all.values()) {
    if (connectionId !== null && folder.connectionId !== connectionId) continue;
    folder.table.touchContent(sha256);
    turnForStale(folder);
  }
}

function copySaved(register: FolderRegister, connectionId: string, documentId: string, path: string): void {
  const { deps, watched, publishSoon } = register;
  const { journal, clock } = deps;
  // No computer that watches one of our folders may send the copy to be signed again.
  const copy = journal.savedCopies.of(connectionId, documentId).at(-1);
  if (copy) {
    for (const { claims } of watched()) claims.noteCopy(copy.sha256, basename(copy.path)).catch(() => undefined);
    contentChanged(register, null, copy.sha256);
  }
  const origin = originOf(register, connectionId, documentId);
  // A signed copy that could not go into its watched folder is where no colleague looks for it: the folder tells.
  if (origin === null || path.startsWith(origin.folder.root + sep)) return;
  const { folder, name, submissionId } = origin;
  journal.folderFiles.note(folder.id, 'folder-copy', { name, movedTo: path, submissionId }, clock.now());
  publishSoon();
}

/** Finds a file as it was judged, for a look into it. */
function judgedFile(folder: Folder | undefined, path: string) {
  const file = folder?.table.files.get(path)?.file;
  return folder && file ? { root: folder.root, path, look: file.look } : null;
}

/** Does what a person said about a file. A long turn may end after somebody has removed the folder. */
async function actInTurn(register: FolderRegister, folder: Folder, act: FolderAct): Promise<Done> {
  if (register.all.get(folder.id) !== folder) return refuse('folder-removed');
  return actOnFile(register, folder, act).catch((error: unknown) => {
    if (!isExpectedFault(error)) throw error;
    return refuseWith(problemOf(statusOfRefusal(errorCode(error)), folder.root));
  });
}

/** Creates the watched folders: what a person arranged, and what the window shows of them. */
export function createWatchedFolders(deps: WatchedFoldersDeps) {
  const { journal } = deps;
  const register = createFolderRegister(deps);
  const { all, watched, pauses, publish } = register;
  const forget = followState(register);
  const withFolder = (id: string, act: (folder: Folder) => Done): Done => {
    const folder = all.get(id);
    return folder ? act(folder) : refuse('folder-removed');
  };
  const pause = (id: string, until: FolderPause): Done => {
    const kind = until === 'resume' ? 'folder-resumed' : 'folder-paused';
    return withFolder(id, (folder) => register.changeRule(folder, { pause: pauseOf(until, momentOf(deps)) }, kind));
  };

  return {
    load: (): void => loadFolders(register),
    publish,
    preview: (chosen: string) => previewFolder(register, chosen),
    save: (id: string, input: FolderRuleInput, confirmed: boolean, print: string | null = null) =>
      saveRule(register, id, input, confirmed, print),
    wouldSend: (id: string, input: FolderRuleInput): Promise<SendingPreview> => wouldSendBy(register, id, input),
    accept: (id: string): Promise<Done> => acceptReplaced(register, id),
    remove: (id: string): Promise<Done> => removeFolder(register, id),
    /** Removes the folders whose connection is gone. */
    async removeAllOf(connectionId: string): Promise<void> {
      const ids = [...all.values()].filter((one) => one.connectionId === connectionId).map(({ id }) => id);
      await Promise.all(ids.map((id) => removeFolder(register, id, true)));
    },
    /** Notes in the journal for whom the folders send: nobody, if the connection has left its service. */
    connectionChanged(connectionId: string): void {
      for (const folder of all.values()) {
        const account = folder.connectionId === connectionId ? register.storedRule(folder)?.account : undefined;
        if (account !== undefined) folder.rule = { ...folder.rule, account };
      }
    },
    pause,
    /** Pauses or resumes all folders of all connections. */
    pauseAll(until: FolderPause): void {
      for (const { id, rule } of watched()) if (pauses.isPaused(rule) === (until === 'resume')) pause(id, until);
    },
    /** Counts the watched folders of all connections. */
    summary: () => ({
      watched: watched().length,
      paused: watched().filter(({ rule }) => pauses.isPaused(rule)).length,
      needsYou: watched().reduce((sum, folder) => sum + countsOf(folder).needsYou, 0),
      troubled: watched().filter((folder) => troubledAt(folder) !== null).length,
    }),
    /** Returns everything on all connections that a person away from the window has to know of. */
    needs: (): readonly NeedyFolder[] => watched().flatMap(needsOf),
    look: (id: string): Done =>
      withFolder(id, (folder) => {
        lookNow(folder);
        return { ok: true };
      }),
    files(id: string, filter: FolderFilter): { files: FolderFile[]; all: number } {
      const folder = all.get(id);
      return folder ? filesOf(folder, filter) : { files: [], all: 0 };
    },
    fileOf: (id: string, key: string) => judgedFile(all.get(id), key),
    activity: (id: string, filter: FolderActivityFilter): FolderActivity => readActivity(journal, id, filter),
    async act(act: FolderAct): Promise<Done> {
      const folder = all.get(act.id);
      if (!folder || isPreview(folder)) return refuse('folder-removed');
      return betweenTurns(folder, () => actInTurn(register, folder, act));
    },
    /** Finds the watched folder that would send what is saved in this one. */
    sending: (folder: string): Promise<string | null> =>
      overlapping(
        folder,
        watched().map(({ root }) => root),
      ),
    rootOf: (id: string): string | null => all.get(id)?.root ?? null,
    copyPlaceOf: (connectionId: string, documentId: string) => copyPlaceOf(register, connectionId, documentId),
    /** Tells whether the rule of the document's folder wants a receipt beside its signed copy. */
    isReceiptWanted: (connectionId: string, documentId: string): boolean =>
      originOf(register, connectionId, documentId)?.folder.rule.receipts === true,
    copySaved: (connectionId: string, documentId: string, path: string): void =>
      copySaved(register, connectionId, documentId, path),
    submissionChanged: ({ connectionId, wish }: Submission): void =>
      contentChanged(register, connectionId, wish.file.sha256 ?? ''),
    /** Resolves when no folder is being looked at. */
    async idle(): Promise<void> {
      await Promise.all([...all.values()].map(whenIdle));
    },
    /** Scans again after sleep: events were lost, and drives may have gone. */
    wake(): void {
      for (const folder of all.values()) lookNow(folder);
    },
    async close(): Promise<void> {
      forget();
      await register.close();
    },
  };
}

export type WatchedFolders = ReturnType<typeof createWatchedFolders>;
