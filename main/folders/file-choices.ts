import type { Profile } from '../../preload/contract/profile.ts';
import type { Choices } from '../../preload/contract/sending.ts';
import { withoutPlaces } from '../../preload/contract/without-places.ts';
import { oncePer } from '../../shared/once-per.ts';
import { readMarkForms } from '../../shared/text-marks.ts';
import { foldedName } from '../files/name-pattern.ts';
import { type FoundSignees, refusalOf } from '../hand-over/signee-scan.ts';
import { markRefusal } from '../text-marks/mark-refusal.ts';
import type { FoundMarks } from '../text-marks/text-mark-reader.ts';
import { type ChoicesFact, type FolderFacts, fingerprintOf } from './file-plan.ts';
import type { FileRecord } from './file-table.ts';
import type { FolderRule } from './folder-rule.ts';
import type { Sidecar } from './sidecar.ts';

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

/**
 * Returns the fingerprints of the people whom a profile asks, with their mode and order. Other choices may change
 * without a question.
 */
const printsOf = oncePer(({ name, choices }: Profile): Prints => {
  const { signees, mode, jurisdiction, scanPredefined } = choices;
  const people = signees.map(({ email, order }) => [email.trim().toLowerCase(), order]);
  const own = fingerprintOf([people, mode, jurisdiction, scanPredefined]);
  // A sub-folder or a sidecar finds its profile by the name: another name sends other files to these people.
  return { own, named: `${own} ${name}` };
});

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

/** Returns the ids of profiles by the names that led to them when a person confirmed the rule. */
const namesIn = oncePer((confirmed: FolderRule['confirmed']): ReadonlyMap<string, string> => {
  const named = Object.entries(confirmed).filter(([_id, print]) => print.includes(' '));
  return new Map(named.map(([id, print]) => [foldedName(print.slice(print.indexOf(' ') + 1)), id]));
});

/** Returns the folders between the watched one and a file. */
const foldersOf = (path: string): readonly string[] => path.split('/').slice(0, -1);

/**
 * Tells whether the file's sidecar or sub-folders led to this profile as well when a person confirmed the rule. When
 * the profile of a name is deleted or renamed, its documents would go to other people.
 */
export function isSameProfile({ id }: Profile, { confirmed }: FolderRule, ledBy: readonly string[]): boolean {
  const names = namesIn(confirmed);
  for (const name of ledBy.toReversed()) {
    const before = names.get(foldedName(name));
    if (before !== undefined) return before === id;
  }
  return true;
}

/** Returns the marks of the file. Undefined: nobody has looked for those forms yet. Null: there is nothing to know. */
export function marksOf({ marks }: FileRecord, { markForms }: FolderFacts): FoundMarks | null | undefined {
  if (readMarkForms(markForms).length === 0) return null;
  return marks?.forms.join('\n') === markForms.join('\n') ? marks.found : undefined;
}

/** The fields of a PDF say who signs, if the profile wants it. */
const asksFor = ({ scanPredefined }: Choices, { file }: FileRecord): boolean =>
  scanPredefined && file.name.toLowerCase().endsWith('.pdf');

/** Tells whether the service is still to be asked for the people in the fields. */
export const lacksScan = (record: FileRecord, chosen: ChoicesFact): boolean =>
  chosen !== null && record.scan === null && asksFor(chosen.profile.choices, record);

/** Returns the choices for a file by what is known of it now. */
export function chosenFor(record: FileRecord, facing: FolderFacts): ChoicesFact {
  const { file, scan, sidecar } = record;
  const { rule, profiles, sender } = facing;
  const read = sidecar?.kind === 'read' ? sidecar.sidecar : null;
  const folders = foldersOf(file.path);
  const profile = profileOf({ profiles, profileId: rule.profileId, folders, sidecar: read });
  if (profile === null) return null;
  const found = scan?.kind === 'found' ? scan.signees : [];
  const chosen = choicesOf({ profile, remembered: rule.signees, sidecar: read, found });
  const choices = { ...chosen, alias: chosen.alias.trim() === '' ? sender : chosen.alias };
  const marks = marksOf(record, facing);
  const refusal = refusalOf(scan, choices, facing.modes) ?? markRefusal(marks ?? null, choices, facing.modes);
  const isScanned = scan !== null || !asksFor(profile.choices, record);
  const ledBy = read?.profile === undefined ? folders : [read.profile];
  const isAsConfirmed = isConfirmed(profile, rule) && isSameProfile(profile, rule, ledBy);
  // A preview has no confirmed people yet: saving the rule asks for them.
  const isUnconfirmed = !facing.isPreview && !isAsConfirmed;
  return { profile, ledBy, choices, isComplete: isScanned && marks !== undefined, refusal, isUnconfirmed };
}
