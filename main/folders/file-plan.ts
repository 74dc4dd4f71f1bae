import { createHash } from 'node:crypto';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Profile } from '../../preload/contract/profile.ts';
import type { AvailableModes, Choices } from '../../preload/contract/sending.ts';
import { oncePer } from '../../shared/once-per.ts';
import { matchesPattern } from '../files/name-pattern.ts';
import type { KnownContent } from '../hand-over/known-content.ts';
import { problemOfRefusal } from '../intake/problem-of-refusal.ts';
import type { Refusal } from '../intake/refusal.ts';
import type { ClaimFact } from './claims.ts';
import { type Editor, isAside, isTemporaryName } from './file-names.ts';
import type { FolderRule } from './folder-rule.ts';
import type { SeenFile } from './folder-scan.ts';
import type { ContentFact } from './read-document.ts';
import type { SidecarFact } from './sidecar.ts';
import { type Verdict, verdict, verdictOfRefusal } from './verdict.ts';

/** A file as the disk tells of it. */
export interface FileFacts {
  file: SeenFile;
  /** Size, time and inode were equal in two looks a quiet time apart. */
  isStable: boolean;
  /** False: a part of its path is a link now. */
  isInside: boolean;
  /** Null: not read yet. */
  content: ContentFact | null;
  /** Null: to be looked up in the folder. */
  claim: ClaimFact | null;
  sidecar: SidecarFact;
  /** The bytes of the sidecars, as one text. */
  sidecarPrint: string;
}

/** Facts about a file besides its own: programs, submissions and copies. */
export interface KnownNow {
  /** The program that has it open. */
  readonly openIn: Editor | null;
  /** The submission of this very file. */
  readonly own: KnownContent | null;
  /** The newest other submission of the same content. */
  readonly earlier: KnownContent | null;
  /** The time at which we saved this content as a signed copy. Null: it is no copy. */
  readonly copyAt: number | null;
}

/** Facts that apply to all files of the folder now. */
export interface FolderFacts {
  readonly rule: FolderRule;
  readonly profiles: readonly Profile[];
  /** The sender name for profiles that have none. */
  readonly sender: string;
  /** False: the journal may be older than what was sent. */
  readonly isJournalTrusted: boolean;
  readonly modes: AvailableModes | null;
  /** The account that is signed in. */
  readonly account: string | null;
  /** The reason that nothing can be taken now, whatever the file. Null: nothing stands in the way. */
  readonly wait: Problem | 'paused' | null;
  readonly sentThisHour: number;
  /** A person looks before adding the folder: no file goes to the service, not even to read its fields. */
  readonly isPreview: boolean;
  /** The forms of the text marks that the service looks for. None: nobody looks for them here. */
  readonly markForms: readonly string[];
}

/** Null: there is no such profile. */
export type ChoicesFact = {
  readonly profile: Profile;
  /** The names that lead to the profile: that in the sidecar, or those of the sub-folders. */
  readonly ledBy: readonly string[];
  readonly choices: Choices;
  /** False: the fields of the PDF have not been asked for yet, or the marks in the text not been looked for. */
  readonly isComplete: boolean;
  /** The reason for which the service does not read the fields of this file, or fields or marks ask for something else. */
  readonly refusal: Problem | null;
  /** The profile asks other people than a person confirmed with the rule. */
  readonly isUnconfirmed: boolean;
} | null;

/** Everything that a plan for a file rests on, as texts to compare in the moment of acting. */
export interface Basis {
  /** The file itself: its look and its bytes. */
  readonly file: string;
  /** That no part of its path is a link. */
  readonly place: string;
  /** The program that has it open. */
  readonly owner: string;
  /** The bytes of its sidecar. */
  readonly sidecar: string;
  /** The people, the kind of signature and the texts. */
  readonly choices: string;
  readonly rule: string;
  readonly account: string;
  /** The knowledge of the journal about its content, and the claim on it. */
  readonly history: string;
}

/** The plan for a file with everything that it rests on. */
export interface Planned {
  readonly verdict: Verdict;
  readonly chosen: ChoicesFact;
  /** What becomes of the document where nothing holds it back. */
  readonly goal: FolderRule['goal'];
  /** The submission of this very file. */
  readonly own: KnownContent | null;
  /** The fields of the PDF may say who signs it, or the marks in its text. */
  readonly wantsScan: boolean;
  readonly basis: Basis;
}

/** Decides the verdict of a file now, without I/O, for the preview, the live view and the worker alike. */
export function planFile(file: FileFacts, known: KnownNow, folder: FolderFacts, chosen: ChoicesFact): Verdict {
  return (
    judgeName(file, folder.rule) ??
    judgeBytes(file, known) ??
    judgeHistory(file, known, folder) ??
    judgeChoices(file, folder, chosen) ??
    verdict(isAside(file.file.path) ? 'set-aside' : takeOf(file, known, folder, chosen))
  );
}

function judgeName({ file, isInside }: FileFacts, { patterns }: FolderRule): Verdict | null {
  const { name } = file;
  if (isTemporaryName(name) || !patterns.some((pattern) => matchesPattern(name, pattern))) return verdict('ignored');
  const special: Refusal | null = isInside ? file.special : { kind: 'not-a-file', what: 'link' };
  if (special !== null) return verdict('ignored', { problem: problemOfRefusal(special, name) });
  if (file.isNameBroken) return verdict('bad-name');
  return file.isInCloud ? verdict('cloud') : null;
}

function judgeBytes({ file, isStable, content, sidecar }: FileFacts, { openIn }: KnownNow): Verdict | null {
  const { name, size } = file;
  if (openIn !== null) return verdict('open', { who: openIn });
  // Browsers keep an empty file under the final name for the whole length of a download.
  if (!isStable || size === 0 || content === null) return verdict('writing');
  if (!content.ok) return verdictOfRefusal(content.refusal, name);
  if (sidecar?.kind === 'unread') return verdict('unreadable', { who: `${name}.json` });
  return sidecar?.kind === 'writing' ? verdict('writing') : null;
}

/** Returns when the content was saved as a signed copy, by the journal or by the claim. */
const savedAtOf = (claim: FileFacts['claim'], copyAt: number | null): number | null =>
  copyAt ?? (claim?.kind === 'copy' ? claim.at : null);

const verdictOfClaim = ({ by, at, isOld }: Extract<FileFacts['claim'], { kind: 'other' }>): Verdict =>
  verdict(isOld ? 'claimed-long' : 'claimed', { who: by, at });

function judgeHistory(
  { claim }: FileFacts,
  { own, earlier, copyAt }: KnownNow,
  { isJournalTrusted, rule }: FolderFacts,
): Verdict | null {
  if (own !== null) {
    const kind = { open: 'under-way', sent: 'sent', stopped: 'stopped' } as const;
    return verdict(kind[own.state], { submissionId: own.submissionId, at: own.at });
  }
  if (earlier?.live === true) {
    const { name: who, at, submissionId } = earlier;
    return verdict('duplicate', { who, at, submissionId });
  }
  const savedAt = savedAtOf(claim, copyAt);
  if (savedAt !== null) return verdict('signed-copy', { at: savedAt });
  if (claim?.kind === 'other') return verdictOfClaim(claim);
  // We noted that it was taken, and the journal knows nothing of it: the journal was lost, or is or was an older one.
  const isForgotten =
    claim?.kind === 'own' && earlier === null && (claim.taken || !isJournalTrusted || claim.at < rule.claimsSince);
  if (isForgotten) return verdict('maybe-sent', { at: claim.at });
  // Another file of a copy that a person sent anyway.
  if (claim?.kind === 'own' && claim.isCopy) return verdict('signed-copy', { at: claim.at });
  return claim?.kind === 'own' && claim.also ? verdictOfClaim(claim.also) : null;
}

function judgeChoices({ file, sidecar }: FileFacts, folder: FolderFacts, chosen: ChoicesFact): Verdict | null {
  const { rule, account, modes, wait } = folder;
  if (sidecar?.kind === 'wrong') return verdict('sidecar-wrong', { who: sidecar.where });
  if (sidecar?.kind === 'old') return verdict('sidecar-old');
  if (sidecar === null && rule.needsSidecar) return verdict('no-sidecar');
  if (chosen === null) {
    const who = sidecar?.kind === 'read' ? (sidecar.sidecar.profile ?? '') : '';
    return verdict('no-profile', { who });
  }
  if (wait === null && account !== rule.account) return verdict('other-account', { who: rule.account ?? '' });
  const { choices, isComplete, refusal } = chosen;
  if (choices.alias.trim() === '') return verdict('no-sender');
  if (!isModeOpen(modes, choices)) return verdict('mode-not-open', { who: choices.mode });
  if (wait !== null) return verdict('waiting', { problem: wait === 'paused' ? null : wait });
  const hasPeople = choices.signees.length > 0;
  // Nobody asks the service about a file that only a person takes.
  if (!isComplete && !isAside(file.path)) return folder.isPreview ? null : verdict('writing');
  if (!hasPeople) return verdict('no-signee', { problem: refusal });
  return refusal === null ? null : verdict('asks-more', { problem: refusal });
}

/** Tells whether nothing may be taken now, whatever the file: then nothing is moved either. */
export const standsStill = ({ wait, account, rule }: FolderFacts): boolean => wait !== null || account !== rule.account;

export function isModeOpen(known: AvailableModes | null, { mode, jurisdiction }: Choices): boolean {
  // Unknown: let the service decide.
  if (known === null) return true;
  return mode === 'timestamp' ? known.timestamp : known[mode][jurisdiction].length > 0;
}

/** Decides how a file is taken for which nothing else decides. */
export function takeOf(
  { content }: FileFacts,
  { earlier }: KnownNow,
  { rule, sentThisHour }: FolderFacts,
  chosen: ChoicesFact,
): 'would-send' | 'would-hold' | 'hour-limit' {
  // A copy that stayed in the folder would go out by itself as soon as a person withdraws the document of the other one,
  // and so would an original that was only away for a while.
  const mayHaveStayed = earlier !== null && (rule.originals === 'keep' || earlier.state === 'stopped');
  // A new head before an old tail passes every other rule, and signed or locked PDFs are for a person to look at.
  if (rule.goal === 'hold' || mayHaveStayed || content?.ok !== true || !content.isSafe) return 'would-hold';
  if (chosen?.isUnconfirmed === true) return 'would-hold';
  return sentThisHour < rule.perHour ? 'would-send' : 'hour-limit';
}

export type BasisPart = keyof Basis;

export const basisParts: readonly BasisPart[] = [
  ...(['file', 'place', 'owner', 'sidecar', 'choices', 'rule', 'account', 'history'] as const),
];

export const fingerprintOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

const ruleFingerprint = oncePer((rule: FolderRule) => fingerprintOf(rule));

const ofSubmission = (known: KnownContent | null) => known && [known.submissionId, known.state, known.live];

export function basisOf(record: FileFacts, known: KnownNow, folder: FolderFacts, chosen: ChoicesFact): Basis {
  const { file, content, isInside, isStable, sidecar, sidecarPrint, claim } = record;
  const { own, earlier, copyAt, openIn } = known;
  return {
    file: `${file.look} ${isStable} ${content?.ok === true ? `${content.sha256} ${content.isSafe}` : ''}`,
    place: String(isInside),
    owner: openIn ?? '',
    sidecar: `${sidecar?.kind ?? 'none'} ${sidecarPrint}`,
    choices: fingerprintOf(
      chosen && { ...chosen, profile: chosen.profile.id, isOpen: isModeOpen(folder.modes, chosen.choices) },
    ),
    rule: ruleFingerprint(folder.rule),
    account: `${folder.account} ${JSON.stringify(folder.wait)}`,
    history: JSON.stringify([ofSubmission(own), ofSubmission(earlier), copyAt, claim]),
  };
}

/** Returns the first part that differs. Null: the plan still holds. */
export const differing = (one: Basis, other: Basis, parts = basisParts): BasisPart | null =>
  parts.find((part) => one[part] !== other[part]) ?? null;

/** Returns a fingerprint of the basis: the window gives it back with the answer of a person. */
export const printOf = (basis: Basis): string => fingerprintOf(basis).slice(0, 22);
