import { join } from 'node:path';
import type { Choices } from '../../preload/contract/sending.ts';
import type { Clock } from '../clock.ts';
import { type AcceptDeps, acceptFiles, type FileToAccept } from '../hand-over/accept-files.ts';
import { inLanes } from '../slices.ts';
import type { Submission } from '../submission/submission.ts';
import { type BasisPart, differing } from './basis.ts';
import type { Claims } from './claims.ts';
import type { FileFactsOf } from './file-facts.ts';
import { type Basis, type FolderFacts, type Planned, takes, verdictOfRefusal } from './file-plan.ts';
import type { FileRecord, FileTable } from './file-table.ts';
import { isExpectedFault } from './folder-faults.ts';

export interface TakeDeps {
  readonly root: string;
  readonly folderId: string;
  readonly connectionId: string;
  readonly table: FileTable;
  readonly claims: Claims;
  readonly clock: Clock;
  readonly outbox: AcceptDeps['outbox'];
  readonly newId: () => string;
  readonly undoMs: () => number;
  readonly facts: FileFactsOf;
  readonly folderNow: () => FolderFacts;
  /** The plan for a file by everything that is known now. */
  readonly planNow: (record: FileRecord, folder?: FolderFacts) => Planned;
  /** The person paused the folder, or the app ends. */
  readonly isStopped: () => boolean;
  readonly onTaken: (submission: Submission) => void;
  /** Look at this path soon. */
  readonly onChanged: (path: string) => void;
  readonly onGroup: () => void;
  readonly onFault: (error: unknown) => void;
  /** The parts of a basis that are compared. Only planted bugs leave one out. */
  readonly compared?: readonly BasisPart[] | undefined;
}

/** A file to take, with everything that this rests on. */
export interface Takeable {
  readonly record: FileRecord;
  readonly sha256: string;
  readonly goal: 'send' | 'hold';
  readonly choices: Choices;
  readonly basis: Basis;
  /** A person said so about this very file, also while the folder is paused. */
  readonly isByPerson: boolean;
}

/** The file was changed, or it or its sub-folder was away in the moment of acting. */
const goneKinds: ReadonlySet<string> = new Set(['changed', 'vanished', 'missing']);
/** One group is one write of the journal, which must not hold up the app. */
const groupFiles = 32;
const claimsAtOnce = 8;

/** Takes files: claims them in the folder, and hands them over with what they rest on. */
export function createTakeFiles(deps: TakeDeps) {
  const { root, folderId, connectionId, table, claims, clock, facts } = deps;

  function toTakeable(record: FileRecord, { verdict, chosen, basis }: Planned): Takeable | null {
    if (chosen === null || record.content?.ok !== true || !takes.has(verdict.kind)) return null;
    const goal = verdict.kind === 'would-send' ? 'send' : 'hold';
    return { record, sha256: record.content.sha256, goal, choices: chosen.choices, basis, isByPerson: false };
  }

  /** The moment of acting: nothing that the plan rests on may differ from what is there now. */
  function toAccept({ record, sha256, goal, choices, basis, isByPerson }: Takeable): FileToAccept {
    const { path } = record.file;
    return {
      path: join(root, path),
      sha256,
      goal,
      choices,
      folder: { id: folderId, path },
      refresh: () => facts.refresh(record, deps.folderNow().rule.quietSeconds * 1_000),
      isUnchanged: () =>
        (isByPerson || !deps.isStopped()) &&
        table.files.get(path) === record &&
        differing(basis, deps.planNow(record).basis, deps.compared) === null,
    };
  }

  /**
   * Claims the files, copies them to the spool and records their submissions: in this order, so that a crash at any point
   * leaves either a claim of ours without a submission, which the next start continues, or both. `account`: for which they
   * were planned.
   */
  async function takeGroup(group: readonly Takeable[], account: string | null): Promise<readonly Submission[]> {
    const claimed: { readonly takeable: Takeable; readonly isNew: boolean }[] = [];
    await inLanes(group, claimsAtOnce, async (takeable) => {
      const claim = await claims.claim(takeable.sha256, takeable.record.file.path);
      if (claim === 'other') again(takeable.record);
      else claimed.push({ takeable, isNew: claim === 'new' });
    });
    const sender = { connectionId, account, origin: 'folder' } as const;
    const accepted = await acceptFiles(
      { ...deps, now: clock.now },
      sender,
      claimed.map(({ takeable }) => toAccept(takeable)),
    );
    const submissions: Submission[] = [];
    await inLanes(claimed.entries(), claimsAtOnce, async ([at, { takeable, isNew }]) => {
      const { record, sha256 } = takeable;
      const { path, name } = record.file;
      const one = accepted[at];
      if (one?.kind === 'accepted') {
        submissions.push(one.submission);
        deps.onTaken(one.submission);
        // The journal has it. A claim that cannot say so only makes a later doubt harder to settle.
        await claims.noteTaken(sha256, path).catch(noteFault);
        return;
      }
      // The other computers may have it, if a later look takes it at all.
      if (isNew) await claims.release(sha256).catch(noteFault);
      const refusal = one?.kind === 'refused' ? one.refusal : null;
      // Its size and time may be as before: what was read of it does not count any more.
      if (goneKinds.has(refusal?.kind ?? '')) facts.forget(record);
      else if (refusal !== null && record.planned) {
        record.planned = { ...record.planned, verdict: verdictOfRefusal(refusal, name) };
        return;
      }
      again(record);
    });
    return submissions;
  }

  /** A folder that goes away in the middle is no bug of ours. */
  function noteFault(error: unknown): void {
    if (!isExpectedFault(error)) deps.onFault(error);
  }

  function again(record: FileRecord): void {
    record.claim = null;
    table.touch(record);
    deps.onChanged(record.file.path);
  }

  return {
    takeGroup,
    /** Takes what the plans take, a group at a time, each file planned once more with what the groups before it changed. */
    async all(planned: readonly FileRecord[]): Promise<void> {
      const rest = planned.filter((one) => takes.has(one.planned?.verdict.kind ?? 'ignored'));
      while (rest.length > 0 && !deps.isStopped()) {
        const folder = deps.folderNow();
        let { sentThisHour } = folder;
        const group = new Map<string, Takeable>();
        for (const record of rest.splice(0, groupFiles)) {
          record.planned = deps.planNow(record, { ...folder, sentThisHour });
          const takeable = toTakeable(record, record.planned);
          // The same content twice: the second one is planned again when the first is taken.
          if (takeable !== null && group.has(takeable.sha256)) again(record);
          if (takeable === null || group.has(takeable.sha256)) continue;
          if (takeable.goal === 'send') sentThisHour += 1;
          group.set(takeable.sha256, takeable);
        }
        // oxlint-disable-next-line no-await-in-loop -- one group after the other
        await takeGroup([...group.values()], folder.account);
        deps.onGroup();
      }
    },
  };
}
