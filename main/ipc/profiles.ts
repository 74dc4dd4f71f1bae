import type { Handlers } from '../../preload/contract/index.ts';
import { lengths } from '../../preload/contract/limits.ts';
import type { Desktop } from '../platform/desktop.ts';
import { refuse } from '../problems/refuse.ts';
import type { ProfileBook } from '../profiles/profile-book.ts';
import { profileFileName, writeProfileFile } from '../profiles/profile-file.ts';
import type { ForeignReader } from '../reader-thread/foreign-reader.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Texts } from '../words/texts.ts';
import { saveAs } from './save-as.ts';

interface ProfilesDeps {
  readonly profiles: ProfileBook;
  readonly reader: Pick<ForeignReader, 'readProfile'>;
  readonly desktop: Pick<Desktop, 'pickSmallFile' | 'pickSavePath'>;
  readonly texts: Texts;
  readonly state: PublishedState;
}

export function profilesHandlers({ profiles, reader, desktop, texts, state }: ProfilesDeps) {
  return {
    'profiles.save': (input) => profiles.save(input),
    'profiles.duplicate': ({ id }) => profiles.duplicate(id),
    'profiles.remove': ({ id }) => profiles.remove(id),
    'profiles.export': async ({ id }) => {
      const found = profiles.find(id);
      if (!found) return refuse('profile-gone');
      const title = texts()('profiles.export');
      const content = writeProfileFile(found);
      const saved = await saveAs(desktop, { title, name: profileFileName(found.name), content });
      return saved.ok === true ? { ok: true, id } : saved;
    },
    'profiles.import': async () => {
      const { active } = state.get();
      const filter = { name: 'Countersign', extensions: ['json'] };
      const picked = await desktop.pickSmallFile(texts()('profiles.import'), filter, lengths.profileFile);
      if (picked.kind === 'cancelled') return { ok: 'cancelled' };
      const file =
        picked.kind === 'read' ? await reader.readProfile(picked.content) : ({ kind: 'unreadable' } as const);
      if (file.kind !== 'read') return refuse(`profile-file-${file.kind}`);
      // A notification may have shown another connection meanwhile.
      if (state.get().active !== active) return refuse('import-over');
      const added = profiles.add(file);
      const profile = added.ok ? profiles.find(added.id) : undefined;
      if (profile) return { ok: true, profile };
      return added.ok ? refuse('profile-gone') : added;
    },
  } satisfies Partial<Handlers>;
}
