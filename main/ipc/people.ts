import type { Handlers } from '../../preload/contract/index.ts';
import { lengths } from '../../preload/contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { Desktop } from '../desktop.ts';
import type { Journal } from '../journal/journal.ts';
import { written } from '../journal/written.ts';
import { readPeopleFile } from '../people/people-file.ts';
import { plainName, takePeople, takePerson } from '../people/take-people.ts';
import type { PublishedState } from '../published-state.ts';
import type { Words } from '../words.ts';

interface PeopleDeps {
  readonly clock: Clock;
  readonly people: Journal['people'];
  readonly desktop: Pick<Desktop, 'pickSmallFile'>;
  readonly state: PublishedState;
  readonly words: Words;
}

const suggestions = 8;
const pageRows = 200;
/** So many of those that were not taken are told; of the rest, the number. */
const refusedShown = 100;
const megabyte = 1_000_000;
const done = { ok: true } as const;

export function peopleHandlers({ clock, people, desktop, state, words }: PeopleDeps) {
  return {
    'people.suggest': ({ text }) => people.suggest(text, suggestions).map(({ email, name }) => ({ email, name })),
    'people.list': ({ text, after }) => {
      const rows = people.list(text, after, pageRows + 1);
      return {
        rows: rows.slice(0, pageRows).map((row) => ({ ...row, lastUsed: row.used === 0 ? null : row.lastUsed })),
        more: rows.length > pageRows,
        total: people.count(text),
      };
    },
    'people.save': ({ email, name, isNew }) => {
      const taken = takePerson({ email, name });
      if (isNew && !taken.ok) return taken;
      const kept = isNew && taken.ok ? taken.person : { email, name: plainName(name) };
      if (isNew && people.find(kept.email)) return { ok: false, why: 'known' };
      return written(() => {
        people.save(kept, clock.now());
        return done;
      });
    },
    'people.merge': ({ keep, others }) =>
      written(() => {
        people.merge(keep, others, clock.now());
        return done;
      }),
    'people.forget': ({ email }) =>
      written(() => {
        people.forget(email, clock.now());
        return done;
      }),
    'people.import': async () => {
      const title = words.in(state.get().language)('people.import');
      const filter = { name: 'CSV, vCard', extensions: ['csv', 'vcf', 'vcard', 'txt'] };
      const picked = await desktop.pickSmallFile(title, filter, lengths.peopleFile);
      if (picked.kind === 'cancelled') return { ok: 'cancelled' };
      const found = picked.kind === 'read' ? readPeopleFile(picked.content) : null;
      if (!found)
        return {
          ok: false,
          problem: { key: 'people-file-unreadable', params: { megabytes: lengths.peopleFile / megabyte } },
        };
      const taken = takePeople(found);
      return written(() => {
        const { added, named } = people.add(taken.people, clock.now());
        return {
          ok: true,
          added,
          named,
          same: taken.people.length - added - named + taken.twice,
          refused: taken.refused.slice(0, refusedShown),
          refusedCount: taken.refused.length,
        };
      });
    },
  } satisfies Partial<Handlers>;
}
