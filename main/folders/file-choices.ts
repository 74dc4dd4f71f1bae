import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Profile } from '../../preload/contract/profile.ts';
import type { AvailableModes, Choices } from '../../preload/contract/sending.ts';
import { withoutPlaces } from '../../preload/contract/without-places.ts';
import type { FileWishes } from '../../shared/file-demands.ts';
import { type ChosenForFile, foundInFile, problemsOfDemands } from '../intake/found-in-file.ts';
import { problemOfFailure } from '../problems/problem-of.ts';
import type { SigningClient } from '../signing/client.ts';
import type { Failure } from '../signing/failure.ts';
import type { LocalFile } from '../signing/requests.ts';
import type { PublishedState } from '../state/published-state.ts';
import { foldedName } from './file-names.ts';
import type { FolderRule } from './folder-rule.ts';
import type { Sidecar } from './sidecar.ts';

/** The people that the service found in the fields of a PDF. */
export type FoundSignees = readonly { readonly email: string; readonly order: number | null }[];

/** A file to be read by the service: the bytes that were judged, from where they were judged. */
export type ScannedFile = Required<Omit<LocalFile, 'type'>>;

/** The service's answer about the people in the fields of a PDF. */
export type SigneeScan =
  /** `asks`: what the document asks for. */
  | { readonly kind: 'found'; readonly signees: FoundSignees; readonly asks: FileWishes }
  /** The service does not read this file, and will not later either. */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** No answer. `forAll`: other files would get none either. */
  | { readonly kind: 'failed'; readonly problem: Problem; readonly forAll: boolean; readonly waitMs: number };

/** Returns the reason that forbids sending the document by these choices, or null. */
export function refusalOf(
  scan: SigneeScan | null,
  choices: ChosenForFile,
  modes: AvailableModes | null,
): Problem | null {
  if (scan?.kind === 'refused') return scan.problem;
  const [problem = null] = scan?.kind === 'found' ? problemsOfDemands(scan.asks, choices, modes) : [];
  return problem;
}

/**
 * Tells whether the fields of the file were read and ask for nothing that these choices do not give, beside what a person
 * was told. A row tells one demand.
 */
export const asksNoMore = (
  scan: SigneeScan | null,
  choices: ChosenForFile,
  modes: AvailableModes | null,
  told: Problem | null,
): boolean =>
  scan?.kind === 'found' && problemsOfDemands(scan.asks, choices, modes).every((one) => isDeepStrictEqual(one, told));

interface ProfileSources {
  readonly profiles: readonly Profile[];
  readonly profileId: string;
  /** The folders between the watched one and the file. */
  readonly folders: readonly string[];
  readonly sidecar: Sidecar | null;
}

/** Chooses the sidecar's profile, else that of the nearest folder named like a profile, else the watched folder's. */
export function profileOf({ profiles, profileId, folders, sidecar }: ProfileSources): Profile | null {
  const named = (name: string) => profiles.find((one) => foldedName(one.name) === foldedName(name));
  if (sidecar?.profile !== undefined) return named(sidecar.profile) ?? null;
  for (const folder of folders.toReversed()) {
    const found = named(folder);
    if (found) return found;
  }
  return profiles.find(({ id }) => id === profileId) ?? null;
}

interface ChoiceSources {
  readonly profile: Profile;
  readonly remembered: Choices['signees'];
  readonly sidecar: Sidecar | null;
  readonly found: FoundSignees;
}

/** Makes the choices for a file. A sidecar goes before the profile; remembered or found people fill an empty list. */
export function choicesOf({ profile, remembered, sidecar, found }: ChoiceSources): Choices {
  const { choices } = profile;
  return withoutPlaces({
    ...choices,
    signees: signeesOf({ profile, remembered, sidecar, found }),
    mode: sidecar?.mode ?? choices.mode,
    comment: sidecar?.comment ?? choices.comment,
  });
}

function signeesOf({ profile, remembered, sidecar, found }: ChoiceSources): Choices['signees'] {
  const own = sidecar?.signees;
  if (own !== undefined) {
    const ordered = sidecar?.order === 'in-order';
    return own.map(({ order, ...one }, at) => ({ ...one, order: order ?? (ordered ? at : null) }));
  }
  const { signees } = profile.choices;
  const chosen = signees.length > 0 ? signees : remembered;
  if (chosen.length > 0) {
    if (sidecar?.order === undefined) return chosen;
    return chosen.map((one, at) => ({ ...one, order: sidecar.order === 'any' ? null : (one.order ?? at) }));
  }
  return found.map(({ email, order }) => ({ email, name: '', comment: '', order }));
}

interface Prints {
  readonly own: string;
  readonly named: string;
}

/** Profiles do not change: a changed one is another object. */
const kept = new WeakMap<Profile, Prints>();

/**
 * Returns the fingerprints of the people whom a profile asks, with their mode and order. Other choices may change
 * without a question.
 */
function printsOf(profile: Profile): Prints {
  const known = kept.get(profile);
  if (known) return known;
  const { signees, mode, jurisdiction, scanPredefined } = profile.choices;
  const people = signees.map(({ email, order }) => [email.trim().toLowerCase(), order]);
  const own = createHash('sha256')
    .update(JSON.stringify([people, mode, jurisdiction, scanPredefined]))
    .digest('base64url');
  // A sub-folder or a sidecar finds its profile by the name: another name sends other files to these people.
  const prints = { own, named: `${own} ${profile.name}` };
  kept.set(profile, prints);
  return prints;
}

/** Returns the people whom a person confirms with the rule of a folder that sends automatically. */
export const confirmNow = (profiles: readonly Profile[]): FolderRule['confirmed'] =>
  Object.fromEntries(profiles.map((profile) => [profile.id, printsOf(profile).named]));

/** Tells whether the profile asks the same people as when a person confirmed the rule. */
export function isConfirmed(profile: Profile, { confirmed, profileId }: FolderRule): boolean {
  const { own, named } = printsOf(profile);
  const before = confirmed[profile.id];
  // The folder's own profile may have another name by now, or been confirmed without one.
  return before === named || (profile.id === profileId && before?.split(' ', 1)[0] === own);
}

const namesKept = new WeakMap<FolderRule['confirmed'], ReadonlyMap<string, string>>();

/** Returns the ids of profiles by the names that led to them when a person confirmed the rule. */
function namesIn(confirmed: FolderRule['confirmed']): ReadonlyMap<string, string> {
  const known = namesKept.get(confirmed);
  if (known) return known;
  const names = new Map<string, string>();
  for (const [id, print] of Object.entries(confirmed)) {
    const at = print.indexOf(' ');
    if (at >= 0) names.set(foldedName(print.slice(at + 1)), id);
  }
  namesKept.set(confirmed, names);
  return names;
}

/** Returns the folders between the watched one and a file. */
export const foldersOf = (path: string): readonly string[] => path.split('/').slice(0, -1);

/**
 * Tells whether the file's sub-folders led to this profile as well when a person confirmed the rule. When the profile
 * of a sub-folder is deleted or renamed, its documents would go to the people of the watched folder.
 */
export function isSameProfile({ id }: Profile, { confirmed }: FolderRule, folders: readonly string[]): boolean {
  const names = namesIn(confirmed);
  for (const folder of folders.toReversed()) {
    const before = names.get(foldedName(folder));
    if (before !== undefined) return before === id;
  }
  return true;
}

interface FindSigneesDeps {
  readonly state: PublishedState;
  readonly clientOf: (connectionId: string) => Pick<SigningClient, 'scanPredefined'> | null;
}

const aboutFile: ReadonlySet<Failure['kind']> = new Set(['too-large', 'wrong-type', 'invalid-request', 'conflict']);
/** The next file may get an answer all the same. */
const aboutCall: ReadonlySet<Failure['kind']> = new Set([
  ...(['file-unreadable', 'file-changed', 'server-error', 'unexpected-answer'] as const),
  ...(['cut-short', 'answer-lost', 'timed-out'] as const),
]);

/** Asks the service for the people in the fields of a PDF. The service does not keep the file. */
export function findSignees({ state, clientOf }: FindSigneesDeps) {
  return async (connectionId: string, file: ScannedFile): Promise<SigneeScan> => {
    const client = clientOf(connectionId);
    if (client === null) return { kind: 'failed', problem: { key: 'signed-out', params: {} }, forAll: true, waitMs: 0 };
    const scan = await client.scanPredefined({ ...file, type: 'application/pdf' });
    if (!scan.ok) {
      const { kind, retryAfterMs: waitMs = 0 } = scan.failure;
      const base = state.get().connections.find(({ id }) => id === connectionId)?.fields.base ?? '';
      const problem = problemOfFailure(scan.failure, base);
      if (aboutFile.has(kind)) return { kind: 'refused', problem };
      return { kind: 'failed', problem, forAll: !aboutCall.has(kind), waitMs };
    }
    const asks = foundInFile(scan.value);
    // The service would ask the people of some fields only: a person has to name all of them.
    const isWhole = asks.fields.every(({ email }) => email !== null && email !== '');
    const found = new Map<string, { email: string; order: number | null }>();
    for (const { email, order } of asks.fields)
      if (email !== null && !found.has(email.toLowerCase())) found.set(email.toLowerCase(), { email, order });
    return { kind: 'found', signees: isWhole ? [...found.values()] : [], asks };
  };
}

type Failed = Extract<SigneeScan, { kind: 'failed' }>;

/** A service that gave no answer is asked again after this time, or later if it says so. */
const RETRY_MS = 60_000;

/** Asks the service, but not again too soon when it gave no answer. */
export function createAskSignees(monotonic: () => number, find: (file: ScannedFile) => Promise<SigneeScan>) {
  /** The time from which a file without an answer may be asked for again. */
  const restUntil = new WeakMap<Failed, number>();
  let failedForAll: Failed | null = null;
  const rests = (scan: SigneeScan | null): boolean =>
    scan?.kind === 'failed' && monotonic() < (restUntil.get(scan) ?? 0);

  return {
    rests,
    async ask(file: ScannedFile): Promise<SigneeScan> {
      // The others would wait for an answer as long as the first one did.
      if (failedForAll !== null && rests(failedForAll)) return failedForAll;
      const scan = await find({ ...file, name: file.name.normalize('NFC') });
      if (scan.kind !== 'failed') return scan;
      restUntil.set(scan, monotonic() + Math.max(RETRY_MS, scan.waitMs));
      if (scan.forAll) failedForAll = scan;
      return scan;
    },
  };
}
export type AskSignees = ReturnType<typeof createAskSignees>;
