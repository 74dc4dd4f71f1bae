import { join } from 'node:path';
import type { Profile } from '../../preload/contract/profile.ts';
import type { DocumentReader } from '../intake/document-reader.ts';
import type { TakenFile } from '../journal/folder-files.ts';
import type { Journal } from '../journal/journal.ts';
import { choicesOf, profileOf } from './choices-of-file.ts';
import type { Claims } from './claims.ts';
import { foldersOf, isConfirmed, isSameProfile } from './confirmed-people.ts';
import type { Entries, Entry } from './folder-entries.ts';
import { toKnown } from './known-content.ts';
import { openIn } from './owner-file.ts';
import { readContent } from './read-content.ts';
import type { Renamed } from './renamed-originals.ts';
import type { Sidecar, SidecarFact } from './sidecar.ts';
import { createSidecars } from './sidecars.ts';
import {
  type ChoicesFact,
  type ContentFact,
  type FileFacts,
  type FolderFacts,
  judgeFile,
  type Verdict,
} from './verdict.ts';

export interface JudgeDeps {
  readonly connectionId: string;
  readonly root: string;
  readonly entries: Entries;
  readonly claims: Claims;
  readonly documentReader: Pick<DocumentReader, 'isReadable'>;
  readonly journal: Pick<Journal, 'submissions' | 'documents' | 'documentFacts' | 'savedCopies'>;
  readonly monotonic: () => number;
  readonly now: () => number;
  /** The original of a submission at this path. */
  readonly takenAt: (path: string) => TakenFile | undefined;
  /** The original of a submission with this content, if its file is no longer at its path: it may have been renamed. */
  readonly renamed: (submissionId: string, sha256: string) => Promise<Renamed | null>;
  /** A document at this path was taken before, as another submission than this one. */
  readonly wasTaken: (path: string, submissionId: string) => boolean;
  readonly onRenamed: (taken: TakenFile, path: string) => void;
  readonly onContent: (entry: Entry, content: ContentFact) => void;
}

export interface Judged {
  readonly verdict: Verdict;
  readonly chosen: ChoicesFact;
  readonly profile: Profile | null;
  /** The fields of the PDF may say who signs it. */
  readonly wantsScan: boolean;
  /** False: the people of the document are in a sidecar that cannot be used. */
  readonly isSidecarRead: boolean;
}

/** What the connection brings to the choices of each file. */
export interface Given {
  readonly profiles: readonly Profile[];
  /** The sender name for profiles that have none. */
  readonly sender: string;
}

/** Gathers what is known about a file, reads what is not, and asks the one function for the verdict. */
export function createJudge(deps: JudgeDeps) {
  const { root, entries, claims, journal } = deps;
  const sidecars = createSidecars(deps);

  function ownerOf({ file }: Entry) {
    const cut = file.path.lastIndexOf('/');
    const owners = entries.ownersIn(file.path.slice(0, Math.max(cut, 0)));
    const aged = owners.map(({ name, mtimeMs, since }) => ({
      name,
      ageMs: Math.max(deps.monotonic() - since, deps.now() - mtimeMs),
    }));
    return openIn(file.name, aged);
  }

  /** The submission of this very file, and the newest other one of its content. */
  async function knownOf(entry: Entry, sha256: string): Promise<NonNullable<Entry['known']>> {
    const { path } = entry.file;
    // What was sent to a test service may be sent to the real one.
    const all = journal.submissions.ofContent(sha256).filter((one) => one.connectionId === deps.connectionId);
    const taken = deps.takenAt(path);
    let isGuess = false;
    let own = taken && all.find(({ id }) => id === taken.submissionId);
    for (const { id } of own ? [] : all) {
      // oxlint-disable-next-line no-await-in-loop -- one look at a path each
      const renamed = await deps.renamed(id, sha256);
      if (renamed === null) continue;
      ({ isGuess } = renamed);
      if (!isGuess) deps.onRenamed(renamed.original, path);
      own = all.find((one) => one.id === id);
      break;
    }
    const others = all.filter(({ id }) => id !== own?.id).map((one) => toKnown(one, journal));
    const earlier = others.findLast(({ live }) => live) ?? others.at(-1) ?? null;
    const copyAt = journal.savedCopies.savedAt(sha256);
    return { own: own ? toKnown(own, journal) : null, earlier, copyAt, isGuess };
  }

  async function readOnce(entry: Entry): Promise<void> {
    const { file } = entry;
    const isReadable = entry.isStable && file.special === null && !file.isInCloud && file.size > 0;
    if (entry.content !== null || !isReadable) return;
    const content = await readContent(join(root, file.path), file.look, deps.documentReader);
    entry.content = content;
    deps.onContent(entry, content);
  }

  return {
    forgetGone: sidecars.forgetGone,
    /** Reads the content of a file that needs it. A file that its name or an editor rules out is not read. */
    async prepare(entry: Entry, folder: FolderFacts): Promise<void> {
      const isRuledOut = judgeFile(factsOf(entry, { sidecar: null, open: ownerOf(entry) }), folder, null).kind;
      if (isRuledOut === 'ignored' || isRuledOut === 'cloud' || isRuledOut === 'open') return;
      await readOnce(entry);
      if (entry.content?.ok !== true) return;
      entry.known ??= await knownOf(entry, entry.content.sha256);
      if (entry.claim === null && entry.known.own === null && entry.known.earlier?.live !== true)
        entry.claim = await claims.look(entry.content.sha256);
    },

    async judge(entry: Entry, folder: FolderFacts, given: Given): Promise<Judged> {
      const sidecar = await sidecars.of(entry, folder.rule.quietSeconds * 1_000);
      const { chosen, profile } = chosenFor(entry, folder, given, sidecar);
      const facts = factsOf(entry, { sidecar, open: ownerOf(entry) });
      const failed = entry.scan?.kind === 'failed' ? entry.scan.problem : null;
      const verdict = judgeFile(facts, { ...folder, wait: folder.wait ?? failed }, chosen);
      // Only a file that waits for nothing but its people goes to the service.
      const asked = chosen === null || chosen.isComplete ? null : { ...chosen, isComplete: true };
      const wantsScan = asked !== null && judgeFile(facts, folder, asked).kind === 'no-signee';
      const isSidecarRead = sidecar === null || sidecar.kind === 'read';
      return { verdict, chosen, profile, wantsScan, isSidecarRead };
    },
  };
}

function factsOf(
  entry: Entry,
  { sidecar, open: editor }: { sidecar: SidecarFact; open: FileFacts['openIn'] },
): FileFacts {
  const { file, isStable, content, known, claim } = entry;
  return {
    name: file.name,
    special: file.special,
    isStable,
    isInCloud: file.isInCloud,
    size: file.size,
    openIn: editor,
    content,
    sidecar,
    own: known?.own ?? null,
    earlier: known?.earlier ?? null,
    copyAt: known?.copyAt ?? null,
    claim: claim ?? { kind: 'none' },
  };
}

function chosenFor(entry: Entry, { rule, isPreview }: FolderFacts, { profiles, sender }: Given, sidecar: SidecarFact) {
  const read: Sidecar | null = sidecar?.kind === 'read' ? sidecar.sidecar : null;
  const folders = foldersOf(entry.file.path);
  const profile = profileOf({ profiles, profileId: rule.profileId, folders, sidecar: read });
  if (profile === null) return { profile, chosen: null };
  const { scan } = entry;
  const found = scan?.kind === 'found' ? scan.signees : [];
  const chosen = choicesOf({ profile, remembered: rule.signees, sidecar: read, found });
  const choices = { ...chosen, alias: chosen.alias.trim() === '' ? sender : chosen.alias };
  const asks =
    profile.choices.scanPredefined && choices.signees.length === 0 && entry.file.name.toLowerCase().endsWith('.pdf');
  const refusal = scan?.kind === 'refused' ? scan.problem : null;
  // What is asked about before it is saved is confirmed with the answer.
  const isNamed = read?.profile !== undefined;
  const isAsConfirmed = isConfirmed(profile, rule) && (isNamed || isSameProfile(profile, rule, folders));
  const isUnconfirmed = !isPreview && !isAsConfirmed;
  return { profile, chosen: { choices, isComplete: !asks || scan !== null, refusal, isUnconfirmed } };
}
