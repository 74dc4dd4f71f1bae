import type { Profile } from '../../preload/contract/profile.ts';
import type { Clock } from '../clock.ts';
import type { DocumentReader } from '../intake/document-reader.ts';
import type { KeptContent } from '../journal/folder-files.ts';
import type { Journal } from '../journal/journal.ts';
import { createShared } from '../slices.ts';
import { basisOf } from './basis.ts';
import { createBesideFiles } from './beside-files.ts';
import type { Claims } from './claims.ts';
import { choicesOf, foldersOf, isConfirmed, isSameProfile, profileOf } from './file-choices.ts';
import { isAside, splitPath } from './file-names.ts';
import { type FileFacts, type FolderFacts, type Planned, planFile } from './file-plan.ts';
import type { FileRecord, FileTable } from './file-table.ts';
import { lookAtPath } from './folder-scan.ts';
import { isReallyInside, readContent } from './inside-folder.ts';
import { toKnown } from './known-content.ts';

export interface FactsDeps {
  readonly root: string;
  readonly folderId: string;
  readonly connectionId: string;
  /** Only a preview: nothing is recorded. */
  readonly isPreview: boolean;
  readonly table: FileTable;
  readonly claims: Claims;
  readonly clock: Clock;
  readonly documentReader: DocumentReader;
  readonly journal: Pick<Journal, 'submissions' | 'documents' | 'documentFacts' | 'savedCopies' | 'folderFiles'>;
}

/** What the connection brings to the choices of each file. */
export interface Given {
  readonly profiles: readonly Profile[];
  /** The sender name for profiles that have none. */
  readonly sender: string;
}

const MANY = 200;

/** Gathers what is known about the files of a folder, and plans what would happen to each. */
export function createFileFacts(deps: FactsDeps) {
  const { root, folderId, connectionId, isPreview, table, claims, clock, journal } = deps;
  const files = journal.folderFiles;
  let unsaved: KeptContent[] = [];
  const askInside = createShared((folder) => isReallyInside(root, folder));
  /** In the moment of acting nobody shares an answer of an earlier one. */
  const askInsideNow = createShared((folder) => isReallyInside(root, folder));
  const besides = createBesideFiles({
    root,
    table,
    clock,
    wasTaken: ({ file, content }) => files.wasTaken(folderId, file.path, content?.ok === true ? content.sha256 : ''),
  });

  /** Every submission of the content. What was sent to a test service may be sent to the real one. */
  const ofContent = (sha256: string) =>
    journal.submissions.ofContent(sha256).filter((one) => one.connectionId === connectionId);

  function knownOf({ file: { path }, content, renamedFrom }: FileRecord) {
    if (content?.ok !== true) return { own: null, earlier: null, copyAt: null };
    const all = ofContent(content.sha256);
    const here = files.takenAt(folderId, path);
    const ownId = here.find(({ submissionId }) => all.some(({ id }) => id === submissionId))?.submissionId;
    const isOwn = ({ id }: { readonly id: string }) => id === (ownId ?? renamedFrom?.submissionId);
    const own = all.find(isOwn);
    const others = all.filter((one) => !isOwn(one)).map((one) => toKnown(one, journal));
    return {
      own: own ? toKnown(own, journal) : null,
      earlier: others.findLast(({ live }) => live) ?? others.at(-1) ?? null,
      copyAt: journal.savedCopies.savedAt(content.sha256),
    };
  }

  /** Has the original of a submission left its path? Then this file of the same content may be it under another name. */
  async function findOldName(record: FileRecord, sha256: string): Promise<FileRecord['renamedFrom']> {
    const { path } = record.file;
    const all = ofContent(sha256);
    const here = files.takenAt(folderId, path);
    if (all.length === 0 || here.some(({ submissionId }) => all.some(({ id }) => id === submissionId))) return null;
    for (const { id: submissionId } of all) {
      const original = files.of(submissionId);
      if (original?.folderId !== folderId || original.settledAt !== null) continue;
      // The system may have told the new name alone.
      // oxlint-disable-next-line no-await-in-loop -- one, as a rule
      const look = table.isHidden(original.path) ? null : await lookAtPath(root, original.path);
      const there = table.files.get(original.path);
      const isSame = look?.kind === 'file' && there?.file.look === look.file.look;
      if (look?.kind === 'gone') {
        table.remove(original.path);
        if (!isPreview) files.renamed(submissionId, path);
        return { submissionId, isGuess: isPreview };
      }
      // It may lie at its old path still: nobody can see or read what is there. The next whole look asks again.
      if (!isSame || there?.content?.ok !== true) return { submissionId, isGuess: true };
      if (there.content.sha256 === sha256) continue;
      if (!isPreview) files.renamed(submissionId, path);
      return { submissionId, isGuess: isPreview };
    }
    return null;
  }

  async function readOnce(record: FileRecord): Promise<void> {
    const { file, isStable, isInside } = record;
    const isReadable = isStable && isInside && file.special === null && !file.isInCloud && file.size > 0;
    if (record.content !== null || !isReadable) return;
    const kept = files.contentAt(folderId, file.path);
    if (kept?.look === file.look) {
      table.noteContent(record, { ok: true, sha256: kept.sha256, isSafe: kept.isSafe });
      return;
    }
    const content = await readContent(root, file.path, file.look, deps.documentReader);
    table.noteContent(record, content);
    keep(file.path, file.look, content);
  }

  /** Remembers what was read at this path, so that it is not read again. */
  function keep(path: string, look: string, content: NonNullable<FileRecord['content']>): void {
    if (content.ok) unsaved.push({ path, look, sha256: content.sha256, isSafe: content.isSafe });
  }

  async function gather(record: FileRecord, folder: FolderFacts): Promise<void> {
    const { file } = record;
    record.isInside = await askInside(splitPath(file.path)[0]);
    // A file that its name or an editor rules out is not read.
    const ruledOut = planFile(factsOf(record, besides.openIn(record), nothing), folder, null).kind;
    if (ruledOut === 'ignored' || ruledOut === 'cloud' || ruledOut === 'open' || ruledOut === 'bad-name') return;
    await readOnce(record);
    const quietMs = folder.rule.quietSeconds * 1_000;
    if (record.content?.ok === true) {
      const { sha256 } = record.content;
      record.renamedFrom = await findOldName(record, sha256);
      record.claim ??= await claims.look(sha256);
    }
    await besides.gather(record, quietMs);
  }

  function plan(record: FileRecord, folder: FolderFacts, given: Given): Planned {
    const { chosen, profile } = chosenFor(record, folder, given);
    const openIn = besides.openIn(record);
    const known = knownOf(record);
    const facts = factsOf(record, openIn, known);
    const failed = record.scan?.kind === 'failed' ? record.scan.problem : null;
    const verdict = planFile(facts, { ...folder, wait: folder.wait ?? failed }, chosen);
    // Only a file that waits for nothing but its people goes to the service.
    const asked = chosen === null || chosen.isComplete ? null : { ...chosen, isComplete: true };
    return {
      verdict,
      chosen,
      profile,
      own: known.own,
      wantsScan: asked !== null && planFile(facts, folder, asked).kind === 'no-signee',
      isSidecarRead: record.sidecar === null || record.sidecar.kind === 'read',
      basis: basisOf({ record, openIn, known, chosen, profile, folder }),
    };
  }

  function save(): void {
    const fresh = unsaved;
    unsaved = [];
    if (!isPreview) files.keepContents(folderId, fresh, []);
  }

  return {
    gather,
    plan,
    keep,
    /** What was read of the file does not count any more. */
    forget(record: FileRecord): void {
      record.content = null;
      unsaved = unsaved.filter(({ path }) => path !== record.file.path);
      if (!isPreview) files.keepContents(folderId, [], [record.file.path]);
    },
    /** Looks again, in the moment of acting, at everything of this file that lies on the disk. */
    async refresh(record: FileRecord, quietMs: number): Promise<void> {
      const { path } = record.file;
      const [folder] = splitPath(path);
      // Asked at once, so that a group of files shares the answers.
      const [isThere, names] = await Promise.all([askInsideNow(folder), besides.listNow(folder)]);
      record.isInside = isThere;
      const look = await lookAtPath(root, path);
      if (look.kind === 'file') table.see(look.file, quietMs);
      else table.remove(path);
      await besides.refresh(record, names, quietMs);
    },
    /** Reads what lies at this path now. */
    async readAgain(path: string): Promise<FileRecord['content']> {
      const look = await lookAtPath(root, path);
      return look.kind === 'file' ? readContent(root, path, look.file.look, deps.documentReader) : null;
    },
    /** Stores what was read if it is a lot: one write for 10,000 files would hold up the app. */
    saveMany(): void {
      if (unsaved.length >= MANY) save();
    },
    save,
    forgetGone: besides.forgetGone,
  };
}

const nothing = { own: null, earlier: null, copyAt: null };

function factsOf(
  { file, isStable, isInside, content, claim, sidecar }: FileRecord,
  openIn: FileFacts['openIn'],
  known: Pick<FileFacts, 'own' | 'earlier' | 'copyAt'>,
): FileFacts {
  return {
    name: file.name,
    isNameBroken: file.isNameBroken,
    isAside: isAside(file.path),
    special: isInside ? file.special : { kind: 'not-a-file', what: 'link' },
    isStable,
    isInCloud: file.isInCloud,
    size: file.size,
    openIn,
    content,
    sidecar,
    ...known,
    claim: claim ?? { kind: 'none' },
  };
}

function chosenFor({ file, scan, sidecar }: FileRecord, { rule, isPreview }: FolderFacts, { profiles, sender }: Given) {
  const read = sidecar?.kind === 'read' ? sidecar.sidecar : null;
  const folders = foldersOf(file.path);
  const profile = profileOf({ profiles, profileId: rule.profileId, folders, sidecar: read });
  if (profile === null) return { profile, chosen: null };
  const found = scan?.kind === 'found' ? scan.signees : [];
  const chosen = choicesOf({ profile, remembered: rule.signees, sidecar: read, found });
  const choices = { ...chosen, alias: chosen.alias.trim() === '' ? sender : chosen.alias };
  const asks =
    profile.choices.scanPredefined && choices.signees.length === 0 && file.name.toLowerCase().endsWith('.pdf');
  const refusal = scan?.kind === 'refused' ? scan.problem : null;
  // A preview has no confirmed people yet: saving the rule asks for them.
  const isNamed = read?.profile !== undefined;
  const isAsConfirmed = isConfirmed(profile, rule) && (isNamed || isSameProfile(profile, rule, folders));
  const isUnconfirmed = !isPreview && !isAsConfirmed;
  return { profile, chosen: { choices, isComplete: !asks || scan !== null, refusal, isUnconfirmed } };
}

export type FileFactsOf = ReturnType<typeof createFileFacts>;
