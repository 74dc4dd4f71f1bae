import type { FolderVerdictKind } from '../../preload/contract/folder.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { problemOfRefusal } from '../intake/problem-of-refusal.ts';
import type { Refusal } from '../intake/refusal.ts';

export interface Verdict {
  readonly kind: FolderVerdictKind;
  readonly problem: Problem | null;
  readonly who: string;
  readonly at: number | null;
  readonly submissionId: string | null;
}

/** Creates a verdict: whether a file is taken, with the reason. */
export const verdict = (kind: FolderVerdictKind, more: Partial<Omit<Verdict, 'kind'>> = {}): Verdict => ({
  kind,
  problem: null,
  who: '',
  at: null,
  submissionId: null,
  ...more,
});

const kindOfRefusal: Partial<Record<Refusal['kind'], FolderVerdictKind>> = {
  empty: 'writing',
  changed: 'writing',
  missing: 'writing',
  vanished: 'writing',
  incomplete: 'damaged',
  'too-large': 'too-large',
  'no-permission': 'unreadable',
  locked: 'unreadable',
  unreadable: 'unreadable',
  'spool-full': 'waiting',
  'disk-full': 'waiting',
  'disk-read-only': 'waiting',
  'disk-error': 'waiting',
  'not-recorded': 'waiting',
  stopped: 'waiting',
};

export const verdictOfRefusal = (refusal: Refusal, name: string): Verdict =>
  verdict(kindOfRefusal[refusal.kind] ?? 'not-a-document', { problem: problemOfRefusal(refusal, name) });

type Trait =
  /** The file becomes a submission. */
  | 'takes'
  | 'is-taken'
  /** Nobody can help such a file inside the app: it is set aside with a note for whoever put it there. */
  | 'sets-aside'
  /** A person has to see to it. */
  | 'needs-person'
  /** The content was sent or signed before, or a person set it aside: it waits for a person, but does not call. */
  | 'known'
  /** Nobody has read its content: it may be any original under a new name. */
  | 'unread'
  /** Nothing tells when it ends: a full disk, a lock that a crash left behind. */
  | 'may-have-ended'
  /** A person may send it although the folder would not. */
  | 'forced'
  /** A person may set it aside. */
  | 'movable'
  | 'claimed'
  /** Nothing that could be said of its content matters now. */
  | 'hides-remarks'
  /** Another profile, or the account that is signed in now, is chosen for the folder. */
  | 'changes-folder';

/** The automatic consequence of each verdict, and what a person may do. */
const traits: Readonly<Record<FolderVerdictKind, readonly Trait[]>> = {
  'would-send': ['takes'],
  'would-hold': ['takes'],
  'hour-limit': ['takes'],
  writing: ['unread'],
  open: ['unread', 'may-have-ended'],
  cloud: ['unread'],
  'bad-name': ['needs-person'],
  'no-signee': ['needs-person', 'movable'],
  'no-sidecar': [],
  'no-profile': ['needs-person'],
  'no-sender': ['needs-person', 'changes-folder'],
  'mode-not-open': ['needs-person', 'changes-folder'],
  'asks-more': ['needs-person', 'forced', 'movable', 'changes-folder'],
  'other-account': ['needs-person', 'changes-folder'],
  waiting: ['may-have-ended'],
  claimed: ['claimed'],
  'claimed-long': ['needs-person', 'claimed'],
  'maybe-sent': ['needs-person', 'forced', 'movable'],
  'not-a-document': ['needs-person', 'sets-aside', 'movable'],
  'too-large': ['needs-person', 'sets-aside', 'movable'],
  damaged: ['needs-person', 'sets-aside', 'movable'],
  unreadable: ['needs-person', 'unread', 'may-have-ended'],
  'sidecar-wrong': ['needs-person', 'sets-aside', 'movable'],
  'sidecar-old': ['needs-person', 'sets-aside', 'movable'],
  duplicate: ['known', 'forced', 'movable', 'hides-remarks'],
  'signed-copy': ['known', 'forced', 'hides-remarks'],
  ignored: ['hides-remarks'],
  'under-way': ['is-taken'],
  sent: ['is-taken', 'hides-remarks'],
  stopped: ['is-taken', 'hides-remarks', 'forced', 'movable'],
  'set-aside': ['needs-person', 'known', 'forced'],
  'changed-after': ['needs-person'],
};

/** Without a stronger signature that it asks for, a document would be signed as something else. */
const neverForced: ReadonlySet<Problem['key']> = new Set(['asks-stronger', 'asks-unknown-mode']);

export const isNeverForced = (problem: Problem | null): problem is Problem =>
  problem !== null && neverForced.has(problem.key);

/** Tells whether a person may send this file although the folder would not. */
export const mayForce = (one: Verdict): boolean => has(one.kind, 'forced') && !isNeverForced(one.problem);

/** Tells whether a person may name the people of this file. */
export const mayComplete = (one: Verdict): boolean => one.kind === 'no-signee' && !isNeverForced(one.problem);

export const has = (kind: FolderVerdictKind, trait: Trait): boolean => traits[kind].includes(trait);
