import { basename } from 'node:path';
import type { WatchedFolder } from '../../preload/contract/folder.ts';
import type { Profile } from '../../preload/contract/profile.ts';
import type { FolderRule } from './folder-rule.ts';
import { countsOf } from './folder-view.ts';
import type { FolderWatching } from './folder-watching.ts';
import type { FolderWorker } from './folder-worker.ts';

/** A folder that is watched, or that a person is about to add. */
export interface Watched {
  readonly id: string;
  readonly connectionId: string;
  readonly root: string;
  rule: FolderRule;
  worker: FolderWorker;
  /** Null: only a preview. */
  watching: FolderWatching | null;
  remarks: WatchedFolder['remarks'];
  others: readonly string[];
  revision: number;
}

interface Beside {
  readonly profiles: readonly Profile[];
  readonly sentThisHour: number;
}

/** A folder for the window. */
export function toWatchedFolder(watched: Watched, { profiles, sentThisHour }: Beside): WatchedFolder {
  const { id, connectionId, root, rule, worker, watching, remarks, others, revision } = watched;
  const { version: _version, account: _account, signees: _signees, pause, marker: _marker, ...input } = rule;
  const profile = profiles.find((one) => one.id === rule.profileId);
  const { status, lastLook, how, unread, isCut, loneSidecars } = worker.view();
  return {
    id,
    connectionId,
    isPreview: watching === null,
    path: root,
    name: basename(root),
    rule: input,
    profileName: profile?.name ?? null,
    status,
    isTroubled: watching !== null && worker.troubledAt() !== null,
    lastLook,
    how,
    unread,
    isCut,
    loneSidecars,
    pausedUntil: pause?.until ?? null,
    ...countsOf(worker),
    sentThisHour,
    remarks,
    others: [...others],
    revision,
  };
}
