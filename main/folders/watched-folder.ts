import { basename } from 'node:path';
import type { WatchedFolder } from '../../preload/contract/folder.ts';
import type { Profile } from '../../preload/contract/profile.ts';
import { foldersOf, isConfirmed, isSameProfile } from './confirmed-people.ts';
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

/** People whose names fit into the remark. */
const namesShown = 5;

/** The profiles by which a folder would send to other people than a person confirmed. */
function unconfirmedOf(
  { rule, worker, watching }: Watched,
  profiles: readonly Profile[],
): WatchedFolder['unconfirmed'] {
  if (watching === null || rule.goal !== 'send') return null;
  const changed = new Set(profiles.filter((one) => one.id === rule.profileId && !isConfirmed(one, rule)));
  for (const path of worker.entries.keys()) {
    const { profile, chosen } = worker.judgedOf(path) ?? {};
    if (!profile) continue;
    // A person may have confirmed the rule since the file was judged.
    const isMoved = chosen?.isUnconfirmed === true && !isSameProfile(profile, rule, foldersOf(path));
    if (isMoved || !isConfirmed(profile, rule)) changed.add(profile);
  }
  if (changed.size === 0) return null;
  const people = new Set(
    [...changed].flatMap(({ choices }) => choices.signees.map(({ email, name }) => name || email)),
  );
  return {
    profiles: [...new Set([...changed].map(({ name }) => name))],
    people: [...people].slice(0, namesShown),
    peopleCount: people.size,
  };
}

/** A folder for the window. */
export function toWatchedFolder(watched: Watched, { profiles, sentThisHour }: Beside): WatchedFolder {
  const { id, connectionId, root, rule, worker, watching, remarks, others, revision } = watched;
  const {
    version: _version,
    account: _account,
    signees: _signees,
    confirmed: _confirmed,
    pause,
    marker: _marker,
    ...input
  } = rule;
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
    subFolderProfiles: profiles
      .filter((one) => one.id !== rule.profileId && worker.hasSubFolder(one.name))
      .map((one) => one.id),
    status,
    isTroubled: watching !== null && worker.troubledAt() !== null,
    lastLook,
    how,
    unread,
    isCut,
    loneSidecars,
    unconfirmed: unconfirmedOf(watched, profiles),
    pausedUntil: pause?.until ?? null,
    ...countsOf(worker),
    sentThisHour,
    remarks,
    others: [...others],
    revision,
  };
}
