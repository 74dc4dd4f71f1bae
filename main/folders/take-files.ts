import { join } from 'node:path';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Choices } from '../../preload/contract/sending.ts';
import { lastingLook } from '../files/file-look.ts';
import { acceptFiles, type FileToAccept, undoMsOf } from '../hand-over/accept-files.ts';
import { asksNoMore } from '../hand-over/signee-scan.ts';
import type { Refusal } from '../intake/refusal.ts';
import type { Submission } from '../submission/submission.ts';
import { inLanes, inOneMoment, unhurried } from '../time/slices.ts';
import type { Claims } from './claims.ts';
import { findWatchers, forget, planRecord, refresh } from './file-facts.ts';
import { type Basis, differing, type FolderFacts } from './file-plan.ts';
import { type FileRecord, kindOf } from './file-table.ts';
import { type Folder, faultOf, folderNow, isStopped } from './folder.ts';
import { dueOf } from './turns.ts';
import { has, verdictOfRefusal } from './verdict.ts';

/** A file to take, with everything that this rests on. */
interface Takeable {
  readonly record: FileRecord;
  readonly sha256: string;
  readonly goal: 'send' | 'hold';
  readonly choices: Choices;
  readonly basis: Basis;
  /** A person said so about this very file, also while the folder is paused. */
  readonly isByPerson: boolean;
  /** What the person decided about was known as a signed copy. */
  readonly isKnownCopy: boolean;
  /** The reason that the person was shown why the folder does not take it. */
  readonly told: Problem | null;
}

/** The file was changed, or it or its sub-folder was away in the moment of acting. */
const goneKinds: ReadonlySet<string> = new Set(['changed', 'vanished', 'missing']);
/** One group is one write of the journal, which must not hold up the app. */
const groupFiles = 32;
const claimsAtOnce = 8;

/** Takes what the plans take, a group at a time, each file planned once more with what the groups before it changed. */
export async function takeFiles(folder: Folder, planned: readonly FileRecord[]): Promise<void> {
  const rest = planned.filter((one) => has(kindOf(one), 'takes'));
  while (rest.length > 0 && !isStopped(folder)) {
    const facing = folderNow(folder);
    let { sentThisHour } = facing;
    const group = new Map<string, Takeable>();
    for (const record of rest.splice(0, groupFiles)) {
      record.planned = planRecord(folder, record, { ...facing, sentThisHour });
      const takeable = toTakeable(record);
      if (takeable === null) continue;
      // The same content twice: the second one is planned again when the first is taken.
      if (group.has(takeable.sha256)) again(folder, record);
      else {
        if (takeable.goal === 'send') sentThisHour += 1;
        group.set(takeable.sha256, takeable);
      }
    }
    // oxlint-disable-next-line no-await-in-loop -- one group after the other
    await takeGroup(folder, [...group.values()], facing.account);
    folder.changed();
  }
}

function toTakeable(record: FileRecord): Takeable | null {
  const { content, planned } = record;
  if (!planned?.chosen || content?.ok !== true || !has(planned.verdict.kind, 'takes')) return null;
  const { chosen, goal, basis } = planned;
  const { choices } = chosen;
  return { record, sha256: content.sha256, goal, choices, basis, isByPerson: false, isKnownCopy: false, told: null };
}

/** Compares the basis of the plan with what is there in the moment of acting. Anything that differs stops the file. */
function toAccept(
  folder: Folder,
  { record, sha256, goal, choices, basis, isByPerson, told }: Takeable,
  held: HeldClaims,
  facing: () => FolderFacts,
): FileToAccept {
  const { path } = record.file;
  let isClaimed = true;
  const [sidecar] = folder.table.sidecarsOf(path);
  return {
    path: join(folder.root, path),
    sha256,
    goal,
    choices,
    fieldsRead: asksNoMore(record.scan, choices, facing().modes, told),
    folder: {
      id: folder.id,
      path,
      sidecar: sidecar === undefined ? '' : lastingLook(sidecar.look),
      bootedAt: folder.deps.bootedAt?.(),
    },
    async refresh() {
      await refresh(folder, record);
      isClaimed = (await Promise.all(held.map((claims) => claims.isOurs(sha256)))).every(Boolean);
    },
    isUnchanged: () =>
      isClaimed &&
      (isByPerson || !isStopped(folder)) &&
      folder.table.files.get(path) === record &&
      differing(basis, planRecord(folder, record, facing()).basis, folder.deps.compared) === null,
  };
}

/**
 * Claims the files, copies them to the spool and records their submissions: in this order, so that a crash at any point
 * leaves either a claim of ours without a submission, which the next start continues, or both. `account`: for which they
 * were planned.
 */
export async function takeGroup(
  folder: Folder,
  group: readonly Takeable[],
  account: string | null,
): Promise<readonly Submission[]> {
  const { connectionId, deps } = folder;
  const { outbox, newId, clock, journal } = deps;
  const facingNow = inOneMoment(() => folderNow(folder));
  const claimed: { readonly takeable: Takeable; readonly held: HeldClaims }[] = [];
  await findWatchers(folder);
  await inLanes(group, claimsAtOnce, async (takeable) => {
    const held = await claimAll(folder, takeable);
    if (held === null) again(folder, takeable.record);
    else claimed.push({ takeable, held });
  });
  const accepted = await acceptFiles(
    { outbox, newId, now: clock.now, undoMs: () => undoMsOf(journal) },
    { connectionId, account, origin: 'folder' },
    claimed.map(({ takeable, held }) => toAccept(folder, takeable, held, facingNow)),
  );
  const submissions: Submission[] = [];
  // Asked once: nothing that holds for all files has changed since the commit.
  const facing = facingNow();
  await inLanes(claimed.entries(), claimsAtOnce, async ([at, { takeable, held }]) => {
    const one = accepted[at];
    if (one?.kind === 'accepted') {
      submissions.push(one.submission);
      await noteTaken(folder, takeable, held, facing);
    } else {
      // The other computers may have it, if a later look takes it at all.
      await giveBack(held, takeable).catch(faultOf(folder));
      noteRefused(folder, takeable.record, one?.kind === 'refused' ? one.refusal : null);
    }
  });
  return submissions;
}

/** The claims on a content that are ours, in its folder and its siblings. */
type HeldClaims = readonly Claims[];

/** Claims the content in one folder. A copy is for a person who knows that it is one, and for the one who was first. */
async function claimOne(claims: Claims, { sha256, record, isKnownCopy }: Takeable) {
  const claim = await claims.claim(sha256, record.file.path);
  if (claim !== 'copy') return claim;
  return isKnownCopy && (await claims.takeCopy(sha256)) ? 'own' : 'other';
}

/**
 * Claims the content in its folder and in each sibling that another computer watches, or nowhere (null). In the order of
 * the markers, which is the same on each computer: of two that take a document from two folders, one has all claims.
 */
async function claimAll(folder: Folder, takeable: Takeable): Promise<HeldClaims | null> {
  const held: Claims[] = [];
  const places = [folder, ...folder.sharedSiblings].toSorted((a, b) => (a.rule.marker < b.rule.marker ? -1 : 1));
  try {
    for await (const { claims } of unhurried(places)) {
      const asked = claimOne(claims, takeable);
      // A sibling that is away must not hold up this folder.
      // One after the other, or two computers hold one claim each.
      const claim = await (claims === folder.claims ? asked : asked.catch(() => 'away' as const));
      if (claim === 'away') continue;
      if (claim === 'other') {
        await giveBack(held, takeable);
        return null;
      }
      held.push(claims);
    }
    return held;
  } catch (error) {
    await giveBack(held, takeable).catch(() => undefined);
    throw error;
  }
}

/** Leaves the claims as they were, so that the other computers may take the content. */
async function giveBack(held: HeldClaims, { sha256 }: Takeable): Promise<void> {
  await Promise.all(held.map((claims) => claims.giveBack(sha256)));
}

async function noteTaken(
  folder: Folder,
  { record, goal, sha256 }: Takeable,
  held: HeldClaims,
  facing: FolderFacts,
): Promise<void> {
  if (goal === 'send') folder.hours.note();
  folder.table.touchContent(sha256, record);
  // The window shows it now, and not only when the last one of 20,000 was taken.
  record.planned = planRecord(folder, record, facing);
  record.dueAt = dueOf(folder, record);
  for await (const claims of unhurried(held))
    await claims.noteTaken(sha256, record.file.path).catch((error: unknown) => {
      // The journal has it. The next look says so in the claim.
      record.claim = null;
      folder.table.touch(record);
      faultOf(folder)(error);
    });
}

function noteRefused(folder: Folder, record: FileRecord, refusal: Refusal | null): void {
  // Its size and time may be as before: what was read of it does not count any more.
  if (refusal !== null && goneKinds.has(refusal.kind)) forget(folder, record);
  else if (refusal !== null && record.planned) {
    record.planned = { ...record.planned, verdict: verdictOfRefusal(refusal, record.file.name) };
    return;
  }
  again(folder, record);
}

function again({ table, hinted }: Folder, record: FileRecord): void {
  record.claim = null;
  table.touch(record);
  hinted.add(record.file.path);
}
