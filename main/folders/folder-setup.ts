import type { FolderRuleInput, SendingPreview } from '../../preload/contract/folder.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { errorCode } from '../files/error-code.ts';
import { storeOrExplain } from '../journal/store-or-explain.ts';
import { isRefusedByMacOs } from '../platform/refused-by-macos.ts';
import { refuse } from '../problems/refuse.ts';
import { unhurried } from '../time/slices.ts';
import { confirmNow } from './file-choices.ts';
import { findOthers, gather, planRecord } from './file-facts.ts';
import { isAside } from './file-names.ts';
import { fingerprintOf } from './file-plan.ts';
import {
  connectionOf,
  type Folder,
  faultOf,
  folderNow,
  isClaimedLate,
  isPreview,
  ruleOf,
  type WatchedFoldersDeps,
} from './folder.ts';
import { checkPlace } from './folder-place.ts';
import type { Done, FolderRegister } from './folder-register.ts';
import { leaveRoot, lookAtRoot, namesIn, prepareRoot, sameFolder, watchedAround } from './folder-root.ts';
import { type FolderRule, newRule, usualRule } from './folder-rule.ts';
import { type FolderToOpen, planStale, scan } from './folder-worker.ts';
import { betweenTurns } from './turns.ts';

type Answer = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly problem: Problem };

const accountOf = (deps: WatchedFoldersDeps, connectionId: string): string | null =>
  connectionOf(deps, connectionId)?.username ?? null;

/** Shows what would happen in a folder that a person chose. Nothing in it is touched. */
export async function previewFolder(register: FolderRegister, chosen: string): Promise<Answer> {
  const { all, deps, endPreview } = register;
  const { active, profiles } = deps.state.get();
  if (active === null) return refuse('signed-out');
  const own = [...all.values()];
  if (own.filter(({ connectionId }) => connectionId === active).length >= limits.folders)
    return refuse('folders-too-many', { limit: limits.folders });
  for await (const one of unhurried(own)) if (isPreview(one)) await endPreview(one);
  const usual = profiles.find(({ isDefault }) => isDefault) ?? profiles[0];
  const rule = newRule(usual?.id ?? 'none', accountOf(deps, active));
  return beginPreview(register, { id: deps.newId(), connectionId: active, root: chosen, rule });
}

/** Shows what would happen in a folder, which no other one may overlap. */
async function beginPreview(
  { all, deps, begin, end, publish }: FolderRegister,
  { id, connectionId, root, rule }: Omit<FolderToOpen, 'marker'>,
): Promise<Answer> {
  const before = all.get(id);
  const others = [...all.values()].filter((one) => one !== before).map((one) => one.root);
  const place = await checkPlace(root, { ...deps.neighbours(), watched: others }, deps.readMounts);
  if (!place.ok) return place;
  const around = await watchedAround(place.path, deps.computer.id);
  if (around !== null) return refuse('folder-overlaps', { folder: place.path, other: around });
  if (before) await end(before);
  const names = await namesIn(place.path, deps.state.get().language);
  const fresh = begin({ id, connectionId, root: place.path, rule: { ...rule, names }, marker: null });
  fresh.remarks = [...place.remarks];
  await findOthers(fresh);
  publish();
  return { ok: true, id };
}

/** Marks the folder and begins to watch it. Only here the preview becomes a watched folder. */
async function confirm(register: FolderRegister, preview: Folder, rule: FolderRule): Promise<Answer> {
  const { all, deps, begin, end, publish, storedRule, write } = register;
  const { root } = preview;
  let marked: Awaited<ReturnType<typeof prepareRoot>>;
  try {
    marked = await prepareRoot(root, deps.computer, { newId: deps.newId, names: rule.names });
  } catch (error) {
    const code = errorCode(error);
    return refuse(isRefusedByMacOs(code) ? 'refused-by-macos' : 'folder-read-only', { folder: root, code });
  }
  const same = await sameFolder(
    root,
    marked,
    [...all.values()].filter(({ id }) => id !== preview.id),
  );
  if (same !== undefined) return refuse('folder-overlaps', { folder: root, other: same.root });
  const now = { ...rule, marker: marked.id, names: marked.names };
  const written = write(preview, now, storedRule(preview) === null ? 'folder-added' : 'folder-changed');
  if (!written.ok) return written;
  await end(preview);
  const watched = begin({ ...preview, rule: now, marker: marked.id });
  watched.remarks = preview.remarks;
  await findOthers(watched);
  publish();
  return { ok: true, id: watched.id };
}

/** Saves the rule. Without `confirmed` only a preview changes: a person confirms automatic sending once more. */
export async function saveRule(
  register: FolderRegister,
  id: string,
  input: FolderRuleInput,
  confirmed: boolean,
  print: string | null = null,
): Promise<Answer> {
  const { deps } = register;
  const folder = register.all.get(id);
  if (!folder) return refuse('folder-removed');
  // Nobody was told which files it sends when it is back.
  if (confirmed && input.goal === 'send' && !isPreview(folder) && !(await isRead(folder)))
    return refuse('folder-unreachable', { folder: folder.root });
  if (confirmed && print !== null) {
    const now = await wouldSendBy(register, id, input, 'looked-again');
    if (!now.isRead) return refuse('folder-unreachable', { folder: folder.root });
    if (now.print !== print) return refuse('shown-changed');
  }
  if (register.all.get(id) !== folder) return refuse('folder-removed');
  const profiles = deps.profilesOf(folder.connectionId);
  if (!profiles.some((one) => one.id === input.profileId)) return refuse('profile-gone');
  if (deps.forceHold && input.goal === 'send') return refuse('set-by-policy');
  if (isClaimedLate(folder) && input.goal === 'send')
    return folder.others === null
      ? refuse('folder-unreachable', { folder: folder.root })
      : refuse('folder-cloud-shared', { who: folder.others.join(', ') });
  // Whoever confirms the rule stands for it: the account that is signed in now.
  const account = accountOf(deps, folder.connectionId);
  const change = confirmed ? { ...input, account, confirmed: confirmNow(profiles) } : input;
  if (isPreview(folder) && confirmed) return confirm(register, folder, { ...folder.rule, ...change });
  if (!isPreview(folder) && input.goal === 'send' && !confirmed) return refuse('not-now');
  const done = register.changeRule(folder, change);
  return done.ok ? { ok: true, id } : done;
}

/** People whose names fit into the question. All of them are counted. */
const namesShown = 5;

/** Whether the disk is looked at again for what has come since the last look. */
type Seen = 'as-seen' | 'looked-again';

/**
 * Plans every file as if the rule were saved and nothing stood in the way, and counts what would be sent, and to whom.
 * Changes nothing. The print is of everything that a person confirms with it.
 */
async function countSending(folder: Folder, wanted: FolderRule, seen: Seen): Promise<Omit<SendingPreview, 'isRead'>> {
  const known = [...usualRule.patterns, ...folder.rule.patterns];
  const isWider = wanted.patterns.some((pattern) => !known.includes(pattern));
  folder.placesInTurn.clear();
  folder.alsoWanted = isWider ? wanted.patterns : [];
  if (isWider || seen === 'looked-again') {
    await scan(folder).catch(faultOf(folder));
    // The next turn would look at some of it only.
    folder.wantsScan ||= !folder.isSeen;
  }
  // The next turn plans them again, and carries that out.
  for (const record of await planStale(folder)) folder.table.touch(record);
  const facing = { ...folderNow(folder), rule: wanted, wait: null, isPreview: true };
  const contents = new Set<string>();
  const people = new Map<string, string>();
  const sidecars: string[] = [];
  const counts = { documents: 0, held: 0 };
  let isByFields = false;
  for await (const record of unhurried(folder.table.files.values())) {
    if (isAside(record.file.path)) continue;
    await gather(folder, record, facing);
    const sentThisHour = facing.sentThisHour + counts.documents;
    const { verdict, chosen, basis } = planRecord(folder, record, { ...facing, sentThisHour });
    const sha256 = record.content?.ok === true ? record.content.sha256 : null;
    // The second file of the same content is a duplicate.
    if (sha256 !== null && contents.has(sha256)) continue;
    const isHeld = verdict.kind === 'would-hold' || verdict.kind === 'hour-limit';
    // What is still being written is sent as soon as it rests.
    if (!isHeld && verdict.kind !== 'would-send' && (verdict.kind !== 'writing' || record.file.size === 0)) continue;
    if (sha256 !== null) contents.add(sha256);
    counts[isHeld ? 'held' : 'documents'] += 1;
    if (isHeld) continue;
    // One that has just come is not read yet, and may name others.
    sidecars.push(basis.sidecar);
    const signees = chosen?.choices.signees ?? [];
    for (const { email, name } of signees) people.set(email.toLowerCase(), name || email);
    isByFields ||= signees.length === 0;
  }
  const { profileId, account, signees } = wanted;
  const rule = [confirmNow(facing.profiles), profileId, account, signees];
  const print = fingerprintOf([rule, counts, [...people.keys()].toSorted(), sidecars.toSorted(), isByFields]);
  return { ...counts, people: [...people.values()].slice(0, namesShown), peopleCount: people.size, isByFields, print };
}

/** Tells whether the files of a folder are known: the last full scan read it, and it is here. */
const isRead = async ({ root, marker, isSeen }: Folder): Promise<boolean> =>
  isSeen && (await lookAtRoot(root, marker)).kind === 'here';

/** Returns what a rule would send now, and to whom, for the account that is signed in. */
export async function wouldSendBy(
  { all, deps }: FolderRegister,
  id: string,
  input: FolderRuleInput,
  seen: Seen = 'as-seen',
): Promise<SendingPreview> {
  const folder = all.get(id);
  if (!folder)
    return { documents: 0, held: 0, people: [], peopleCount: 0, isByFields: false, isRead: false, print: '' };
  return betweenTurns(folder, async () => {
    const wanted = { ...folder.rule, ...input, account: accountOf(deps, folder.connectionId) };
    const found = await countSending(folder, ruleOf({ ...folder, rule: wanted }), seen);
    return { ...found, isRead: await isRead(folder) };
  });
}

/** Accepts another folder at the path, which a person wants to use: asks the same as for a new one. */
export async function acceptReplaced(register: FolderRegister, id: string): Promise<Done> {
  const folder = register.all.get(id);
  if (folder?.status !== 'replaced') return refuse('not-now');
  const answer = await beginPreview(register, folder);
  return answer.ok ? { ok: true } : answer;
}

/**
 * Stops watching, or ends a preview. The files and our folders in it stay as they are. `isGone`: its connection is gone,
 * so the folder that a preview would replace goes as well.
 */
export async function removeFolder(register: FolderRegister, id: string, isGone = false): Promise<Done> {
  const { all, end, endPreview, publish, storedRule, deps } = register;
  const { journal, clock, computer } = deps;
  const folder = all.get(id);
  if (!folder) return refuse('folder-removed');
  if (isPreview(folder) && !(isGone && storedRule(folder) !== null)) {
    await endPreview(folder);
    publish();
    return { ok: true };
  }
  const done = storeOrExplain((): Done => {
    journal.folders.remove(id, clock.now());
    journal.folderFiles.forgetContents(id);
    return { ok: true };
  });
  if (!done.ok) return done;
  await end(folder);
  publish();
  const { root, rule } = folder;
  if ((await lookAtRoot(root, rule.marker)).kind === 'here') await leaveRoot(root, computer.id);
  return done;
}
