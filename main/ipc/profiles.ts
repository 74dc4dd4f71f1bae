import { writeFile } from 'node:fs/promises';
import type { Handlers } from '../../preload/contract/index.ts';
import { lengths } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Desktop } from '../desktop.ts';
import { detailsOf } from '../journal/journal-fault.ts';
import type { ProfileBook } from '../profiles/profile-book.ts';
import { profileFileName, writeProfileFile } from '../profiles/profile-file.ts';
import type { ForeignReader } from '../reader-thread/foreign-reader.ts';
import type { Texts } from '../texts.ts';

interface ProfilesDeps {
  readonly profiles: ProfileBook;
  readonly reader: Pick<ForeignReader, 'readProfile'>;
  readonly desktop: Pick<Desktop, 'pickSmallFile' | 'pickSavePath'>;
  readonly texts: Texts;
}

const failed = (key: Problem['key']) => ({ ok: false as const, problem: { key, params: {} } });

export function profilesHandlers({ profiles, reader, desktop, texts }: ProfilesDeps) {
  return {
    'profiles.save': (wish) => profiles.save(wish),
    'profiles.duplicate': ({ id }) => profiles.duplicate(id),
    'profiles.remove': ({ id }) => profiles.remove(id),
    'profiles.export': async ({ id }) => {
      const found = profiles.find(id);
      if (!found) return failed('profile-gone');
      const path = await desktop.pickSavePath(texts()('profiles.export'), profileFileName(found.name));
      if (path === null) return { ok: 'cancelled' };
      try {
        await writeFile(path, writeProfileFile(found));
        return { ok: true, id };
      } catch (error) {
        return { ok: false, problem: { key: 'file-not-written', params: {}, details: detailsOf(error) } };
      }
    },
    'profiles.import': async () => {
      const filter = { name: 'Countersign', extensions: ['json'] };
      const picked = await desktop.pickSmallFile(texts()('profiles.import'), filter, lengths.profileFile);
      if (picked.kind === 'cancelled') return { ok: 'cancelled' };
      const file =
        picked.kind === 'read' ? await reader.readProfile(picked.content) : ({ kind: 'unreadable' } as const);
      if (file.kind !== 'read') return failed(`profile-file-${file.kind}`);
      const added = profiles.add(file);
      const profile = added.ok ? profiles.find(added.id) : undefined;
      if (profile) return { ok: true, profile };
      return added.ok ? failed('profile-gone') : added;
    },
  } satisfies Partial<Handlers>;
}
