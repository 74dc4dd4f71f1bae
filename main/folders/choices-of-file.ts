import type { Profile } from '../../preload/contract/profile.ts';
import type { Choices } from '../../preload/contract/sending.ts';
import type { Sidecar } from './sidecar.ts';

/** The people that the service found in the fields of a PDF. */
export type FoundSignees = readonly { readonly email: string; readonly order: number | null }[];

/** Names of folders and profiles are compared in this form. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase();

interface ProfileSources {
  readonly profiles: readonly Profile[];
  readonly profileId: string;
  /** The folders between the watched one and the file. */
  readonly folders: readonly string[];
  readonly sidecar: Sidecar | null;
}

/** The sidecar's profile, else that of the nearest folder with the name of a profile, else the watched folder's. */
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

/** The choices for one file. Its sidecar goes before the profile; remembered and found people fill an empty list. */
export function choicesOf({ profile, remembered, sidecar, found }: ChoiceSources): Choices {
  const { choices } = profile;
  return {
    ...choices,
    signees: signeesOf({ profile, remembered, sidecar, found }),
    mode: sidecar?.mode ?? choices.mode,
    comment: sidecar?.comment ?? choices.comment,
  };
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
