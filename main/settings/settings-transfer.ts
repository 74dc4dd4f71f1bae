import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Done } from '../../preload/contract/answer.ts';
import { lengths } from '../../preload/contract/limits.ts';
import type { Profile } from '../../preload/contract/profile.ts';
import {
  portableSettings,
  type SettingsOffer,
  type SomeSettings,
  someSettings,
} from '../../preload/contract/transfer.ts';
import type { Network } from '../network/network.ts';
import type { Desktop } from '../platform/desktop.ts';
import { done, refuse } from '../problems/refuse.ts';
import type { ProfileBook } from '../profiles/profile-book.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Texts } from '../words/texts.ts';
import type { AppSettings } from './app-settings.ts';
import type { FileProfile, SettingsFile } from './settings-file.ts';

export interface SettingsTransferDeps {
  readonly appSettings: AppSettings;
  readonly profiles: Pick<ProfileBook, 'addAll' | 'hasRoom'>;
  readonly state: PublishedState;
  readonly network: Pick<Network, 'setProxy'>;
  readonly desktop: Pick<Desktop, 'pickSmallFile'>;
  readonly texts: Texts;
  /** Reads the file in a thread. */
  readonly read: (content: Uint8Array) => Promise<SettingsFile>;
  readonly newId: () => string;
}

const onlyOf = ({ settings, changed }: Pick<SettingsOffer, 'settings' | 'changed'>): SomeSettings =>
  someSettings.parse(Object.fromEntries(changed.map((name) => [name, settings[name]])));

interface Pending {
  readonly id: string;
  readonly connectionId: string | null;
  readonly settings: SomeSettings;
  readonly profiles: readonly FileProfile[];
}

/** Takes over settings and profiles from a file, in two steps: what would change, and then the change. */
export function createSettingsTransfer(deps: SettingsTransferDeps) {
  const { appSettings, profiles, state, network, desktop, texts, read, newId } = deps;
  let pending: Pending | null = null;

  const isKnown = (profile: FileProfile, known: readonly Profile[]) =>
    known.some(({ name, choices }) => name === profile.name && isDeepStrictEqual(choices, profile.choices));

  /** Returns the settings as they would be, and which of them differ from now. */
  function compare(offered: SomeSettings): Pick<SettingsOffer, 'settings' | 'changed' | 'locked'> {
    const now = appSettings.now();
    const settings = portableSettings.parse({ ...now, ...offered });
    const differ = portableSettings.keyof().options.filter((name) => !isDeepStrictEqual(now[name], settings[name]));
    const changed = differ.filter((name) => !appSettings.isLocked(name));
    const locked = differ.filter((name) => appSettings.isLocked(name));
    return { settings, changed, locked };
  }

  /** Changes settings, and forgets the password of the former proxy: it must not go to one that a file names. */
  async function changeSettings(offered: SomeSettings): Promise<Done> {
    if (offered.proxy !== undefined) {
      const forgotten = await network.setProxy('', null);
      if (!forgotten.ok) return forgotten;
    }
    return appSettings.change(offered);
  }

  return {
    async offer(): Promise<SettingsOffer | Exclude<Done, { ok: true }> | { readonly ok: 'cancelled' }> {
      const filter = { name: 'Countersign', extensions: ['json'] };
      const picked = await desktop.pickSmallFile(texts()('transfer.import'), filter, lengths.settingsFile);
      if (picked.kind === 'cancelled') return { ok: 'cancelled' };
      const file = picked.kind === 'read' ? await read(picked.content) : ({ kind: 'unreadable' } as const);
      if (file.kind !== 'read') return refuse(`settings-file-${file.kind}`);
      const { active, profiles: known } = state.get();
      const added = active === null ? [] : file.profiles.filter((profile) => !isKnown(profile, known));
      const compared = compare(file.settings);
      const settings = onlyOf(compared);
      pending = { id: newId(), connectionId: active, settings, profiles: added };
      const same = active === null ? 0 : file.profiles.length - added.length;
      return { ok: true, id: pending.id, ...compared, profiles: added.map(({ name }) => name), same };
    },
    /** Applies an offer. Each counts once, and only for the connection that was shown. */
    async take(wanted: { readonly id: string; readonly settings: boolean; readonly profiles: boolean }): Promise<Done> {
      const found = pending;
      if (found?.id !== wanted.id || found.connectionId !== state.get().active) return refuse('import-over');
      const { connectionId } = found;
      const isAdded = wanted.profiles && connectionId !== null;
      // Before anything changes: what is refused is refused as a whole.
      const room = isAdded ? profiles.hasRoom(connectionId, found.profiles.length) : done;
      if (!room.ok) return room;
      pending = null;
      const changed = wanted.settings ? await changeSettings(found.settings) : done;
      const added = changed.ok && isAdded ? await profiles.addAll(connectionId, found.profiles, setImmediate) : changed;
      // What was refused as a whole can be tried again, perhaps with less. Of profiles, some may be there already.
      const isWhole = !changed.ok || added.ok || added.problem.key !== 'not-recorded';
      if (!added.ok && isWhole) pending ??= found;
      return added;
    },
  };
}

export type SettingsTransfer = ReturnType<typeof createSettingsTransfer>;
