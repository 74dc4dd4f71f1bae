import { createHash } from 'node:crypto';
import type { Profile } from '../../preload/contract/profile.ts';
import { foldedName } from './choices-of-file.ts';
import type { FolderRule } from './folder-rule.ts';

interface Prints {
  readonly own: string;
  readonly named: string;
}

/** Profiles do not change: a changed one is another object. */
const kept = new WeakMap<Profile, Prints>();

/** Who is asked to sign by a profile, how and in which order. Other choices may change without a question. */
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

const printFor = (profile: Profile, profileId: string): string =>
  printsOf(profile)[profile.id === profileId ? 'own' : 'named'];

/** What a person confirms with the rule of a folder that sends by itself. */
export const confirmNow = (profiles: readonly Profile[], profileId: string): FolderRule['confirmed'] =>
  Object.fromEntries(profiles.map((profile) => [profile.id, printFor(profile, profileId)]));

/** The profile asks the same people as when a person confirmed the rule. */
export const isConfirmed = (profile: Profile, { confirmed, profileId }: FolderRule): boolean =>
  confirmed[profile.id] === printFor(profile, profileId);

const namesKept = new WeakMap<FolderRule['confirmed'], ReadonlyMap<string, string>>();

/** The ids of the profiles by whose names a sub-folder or a sidecar could find them when a person confirmed the rule. */
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

/** The folders between the watched one and a file. */
export const foldersOf = (path: string): readonly string[] => path.split('/').slice(0, -1);

/**
 * The file's sub-folders led to this profile as well when a person confirmed the rule. When the profile of a sub-folder is
 * deleted or renamed, its documents would go to the people of the watched folder.
 */
export function isSameProfile({ id }: Profile, { confirmed }: FolderRule, folders: readonly string[]): boolean {
  const names = namesIn(confirmed);
  for (const folder of folders.toReversed()) {
    const before = names.get(foldedName(folder));
    if (before !== undefined) return before === id;
  }
  return true;
}
