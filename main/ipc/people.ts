import type { Handlers } from '../../preload/contract/index.ts';
import { lengths, limits } from '../../preload/contract/limits.ts';
import type { PeopleImport } from '../../preload/contract/person.ts';
import type { Journal } from '../journal/journal.ts';
import { storeOrExplain } from '../journal/store-or-explain.ts';
import type { List } from '../list/list.ts';
import { cleanPerson, plainName } from '../people/clean-people.ts';
import type { Desktop } from '../platform/desktop.ts';
import { done, refuse } from '../problems/refuse.ts';
import type { ForeignReader, ReadPeople } from '../reader-thread/foreign-reader.ts';
import type { Clock } from '../time/clock.ts';
import { chunksOf, unhurried } from '../time/slices.ts';
import type { Texts } from '../words/texts.ts';

interface PeopleDeps {
  readonly clock: Clock;
  readonly people: Journal['people'];
  /** Rows show people by their names. */
  readonly list: Pick<List, 'refresh'>;
  readonly reader: Pick<ForeignReader, 'readPeople'>;
  readonly desktop: Pick<Desktop, 'pickSmallFile'>;
  readonly texts: Texts;
}

const suggestions = 8;
const pageRows = 200;
/** People of a file stored per turn. All at once would block the main process. */
const writtenAtOnce = 100;
const megabyte = 1_000_000;

type FoundPeople = Extract<ReadPeople, { readonly kind: 'read' }>;

export function peopleHandlers({ clock, people, list, reader, desktop, texts }: PeopleDeps) {
  async function add({ people: found, twice, refused: refusedOnes, refusedCount }: FoundPeople): Promise<PeopleImport> {
    let added = 0;
    let named = 0;
    let stored = 0;
    for await (const part of unhurried(chunksOf(found, writtenAtOnce))) {
      const answer = storeOrExplain(() => ({ ok: true as const, ...people.add(part, clock.now()) }));
      if (!answer.ok) return stored === 0 ? answer : refuse('people-partly', { count: stored, all: found.length });
      stored += part.length;
      list.refresh();
      added += answer.added;
      named += answer.named;
    }
    const same = found.length - added - named + twice;
    return { ok: true, added, named, same, refused: refusedOnes, refusedCount };
  }

  const stored = (act: () => unknown) =>
    storeOrExplain(() => {
      act();
      list.refresh();
      return done;
    });

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
      const taken = cleanPerson({ email, name });
      if (isNew && !taken.ok) return taken;
      const kept = isNew && taken.ok ? taken.person : { email, name: plainName(name) };
      if (isNew && people.find(kept.email)) return { ok: false, why: 'known' };
      return stored(() => people.save(kept, clock.now()));
    },
    'people.merge': ({ keep, others }) => stored(() => people.merge(keep, others, clock.now())),
    'people.forget': ({ email }) => stored(() => people.forget(email, clock.now())),
    'people.import': async () => {
      const title = texts()('people.import');
      const filter = { name: 'CSV, vCard', extensions: ['csv', 'vcf', 'vcard', 'txt'] };
      const picked = await desktop.pickSmallFile(title, filter, lengths.peopleFile);
      if (picked.kind === 'cancelled') return { ok: 'cancelled' };
      const found: ReadPeople =
        picked.kind === 'read' ? await reader.readPeople(picked.content) : { kind: 'unreadable' };
      if (found.kind === 'unreadable')
        return refuse('people-file-unreadable', { megabytes: lengths.peopleFile / megabyte });
      if (found.kind === 'too-many') return refuse('people-too-many', { limit: limits.peopleAtOnce });
      return add(found);
    },
  } satisfies Partial<Handlers>;
}
