import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Done } from '../../preload/contract/answer.ts';
import { limits } from '../../preload/contract/limits.ts';
import { type Profile, profile } from '../../preload/contract/profile.ts';
import { choices } from '../../preload/contract/sending.ts';
import { isGiven } from '../../preload/contract/setting-values.ts';
import { detailsOf } from '../files/error-code.ts';
import { foldedName } from '../files/name-pattern.ts';
import type { Arrangement } from '../journal/arrangements.ts';
import type { Journal } from '../journal/journal.ts';
import { storeOrExplain } from '../journal/store-or-explain.ts';
import { done, refuse } from '../problems/refuse.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Clock } from '../time/clock.ts';

export interface ProfileBookDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'profiles' | 'settings'>;
  readonly state: PublishedState;
  readonly newId: () => string;
  readonly given?: (connectionId: string) => readonly Omit<Profile, 'isDefault'>[];
  /** The name that all invitations come from, if the IT department has set it. */
  readonly senderName?: string | null;
}

type Saved = { readonly ok: true; readonly id: string } | ReturnType<typeof refuse>;
type NewProfile = Pick<Profile, 'name' | 'choices'>;

/** Content of a newer version does not match. We leave it in the journal and do not show it. */
const content = z.object({ version: z.literal(1), choices });

/** Creates the comparison by name when it is first needed, since that takes 6 ms. */
const nameOrder = () => new Intl.Collator('en', { numeric: true }).compare;
/** Compares as watched folders do, in which a sub-folder has the name of its profile. */
const sameName = (a: string, b: string) => foldedName(a) === foldedName(b);

/** Returns `Contracts`, or `Contracts (2)` if that is taken. Shortens the name to stay within the limit. */
function freeName(wanted: string, taken: readonly Profile[]): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const name = `${wanted.slice(0, (profile.shape.name.maxLength ?? wanted.length) - suffix.length).trim()}${suffix}`;
    if (!taken.some((one) => sameName(one.name, name))) return name;
  }
}

function readProfiles(
  { journal, given = () => [], senderName = null }: ProfileBookDeps,
  connectionId: string,
): readonly Profile[] {
  const usual = journal.settings.get('defaultProfiles')[connectionId];
  const one = ({ id, label, content: kept }: Arrangement): readonly Profile[] => {
    const found = content.safeParse(kept);
    return found.success ? [{ id, name: label, choices: found.data.choices, isDefault: id === usual }] : [];
  };
  const compare = nameOrder();
  const ofPolicy = given(connectionId);
  const all: Profile[] = ofPolicy.map((profileOfPolicy) => ({
    ...profileOfPolicy,
    isDefault: profileOfPolicy.id === usual,
  }));
  const isNamesake = ({ name }: Profile) => ofPolicy.some((other) => sameName(other.name, name));
  const own = journal.profiles.of(connectionId).flatMap(one);
  all.push(...own.filter((other) => !isNamesake(other)));
  // A script names a profile, so a person's own one must not share the name of a given one, nor take that of another.
  for (const namesake of own.filter(isNamesake)) all.push({ ...namesake, name: freeName(namesake.name, all) });
  return all
    .map((each) => (senderName === null ? each : { ...each, choices: { ...each.choices, alias: senderName } }))
    .toSorted((a, b) => compare(a.name, b.name));
}

function setDefault({ journal }: ProfileBookDeps, connectionId: string, id: string, wanted: boolean): void {
  const all = journal.settings.get('defaultProfiles');
  if ((all[connectionId] === id) === wanted) return;
  const { [connectionId]: _before, ...others } = all;
  journal.settings.set('defaultProfiles', wanted ? { ...others, [connectionId]: id } : others);
}

function write(
  { journal, clock }: ProfileBookDeps,
  connectionId: string,
  { name, choices: chosen }: NewProfile,
  id: string,
): void {
  journal.profiles.save({ id, connectionId, label: name, content: { version: 1, choices: chosen } }, clock.now());
}

const roomFor = (count: number): Done =>
  count > limits.profiles ? refuse('profiles-too-many', { limit: limits.profiles }) : done;

/** Stores the profiles of the active connection in the journal and publishes them to the window. */
export function createProfileBook(deps: ProfileBookDeps) {
  const { state, newId } = deps;
  const read = (connectionId: string) => readProfiles(deps, connectionId);
  const publish = (connectionId: string) => state.publish({ profiles: [...read(connectionId)] });

  function add(connectionId: string, wanted: NewProfile): Saved {
    const all = state.get().profiles;
    const room = roomFor(all.length + 1);
    if (!room.ok) return room;
    const id = newId();
    return storeOrExplain(() => {
      write(deps, connectionId, { ...wanted, name: freeName(wanted.name, all) }, id);
      publish(connectionId);
      return { ok: true, id };
    });
  }

  /** Sets the default. Nothing else of a profile of the IT department may change. */
  function makeDefault(connectionId: string, before: Profile, wanted: NewProfile, isDefault: boolean): Saved {
    const isSame = before.name === wanted.name && isDeepStrictEqual(before.choices, wanted.choices);
    if (!isSame) return refuse('set-by-policy');
    return storeOrExplain(() => {
      setDefault(deps, connectionId, before.id, isDefault);
      publish(connectionId);
      return { ok: true, id: before.id };
    });
  }

  const active = () => state.get().active;
  const find = (id: string): Profile | undefined => state.get().profiles.find((one) => one.id === id);

  return {
    find,
    follow: publish,
    of: read,
    /** Adds the profile under its name, or under the next free name. */
    add(wanted: NewProfile): Saved {
      const connectionId = active();
      return connectionId === null ? refuse('signed-out') : add(connectionId, wanted);
    },
    hasRoom: (connectionId: string, count: number): Done => roomFor(read(connectionId).length + count),
    /** Adds many profiles to a connection, with a pause after each: every profile is a write to the disk. */
    async addAll(connectionId: string, added: readonly NewProfile[], pause: () => Promise<unknown>): Promise<Done> {
      const all = [...read(connectionId)];
      try {
        for (const wanted of added) {
          const one = { ...wanted, id: newId(), name: freeName(wanted.name, all), isDefault: false };
          write(deps, connectionId, one, one.id);
          all.push(one);
          // oxlint-disable-next-line no-await-in-loop -- other work runs between two
          await pause();
        }
        return done;
      } catch (error) {
        return refuse('not-recorded', {}, detailsOf(error));
      } finally {
        // Another connection may be shown by now.
        if (active() === connectionId) publish(connectionId);
      }
    },
    save({ id, name, choices: chosen, isDefault }: Omit<Profile, 'id'> & { readonly id?: string | undefined }): Saved {
      const connectionId = active();
      if (connectionId === null) return refuse('signed-out');
      const all = state.get().profiles;
      const before = all.find((one) => one.id === id);
      if (id !== undefined && before === undefined) return refuse('profile-gone');
      if (before !== undefined && isGiven(before))
        return makeDefault(connectionId, before, { name, choices: chosen }, isDefault);
      if (all.some((one) => one.id !== id && sameName(one.name, name))) return refuse('profile-name-taken', { name });
      const room = roomFor(id === undefined ? all.length + 1 : 0);
      if (!room.ok) return room;
      const kept = id ?? newId();
      return storeOrExplain(() => {
        write(deps, connectionId, { name, choices: chosen }, kept);
        setDefault(deps, connectionId, kept, isDefault);
        publish(connectionId);
        return { ok: true, id: kept };
      });
    },
    duplicate(id: string): Saved {
      const found = find(id);
      const connectionId = active();
      if (!found || connectionId === null) return refuse('profile-gone');
      return add(connectionId, found);
    },
    remove(id: string) {
      const connectionId = active();
      const found = find(id);
      if (!found || connectionId === null) return refuse('profile-gone');
      if (isGiven(found)) return refuse('set-by-policy');
      return storeOrExplain(() => {
        deps.journal.profiles.remove(id, deps.clock.now());
        setDefault(deps, connectionId, id, false);
        publish(connectionId);
        return { ok: true as const };
      });
    },
  };
}

export type ProfileBook = ReturnType<typeof createProfileBook>;
