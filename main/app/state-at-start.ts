import { emptyState } from '../../preload/contract/empty-state.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { State } from '../../preload/contract/state.ts';
import type { OpenedJournal } from '../journal/journal.ts';
import { chooseLanguage, localeOf } from '../language.ts';

interface Start {
  readonly opened: OpenedJournal;
  readonly file: string;
  readonly version: string;
  readonly preferredLanguages: readonly string[];
}

/** What a person must know about the journal before anything else. */
function problemsOf({ journal, failure, recovered }: OpenedJournal, file: string): Problem[] {
  const problems: Problem[] = [];
  if (failure) {
    const key = recovered ? 'journal-recovered' : (`journal-${failure.fault}` as const);
    problems.push({ key, params: { file: recovered?.setAside ?? file }, details: failure.details });
  }
  const connections = journal.connections.unreadable();
  if (connections > 0) problems.push({ key: 'connections-unreadable', params: { count: connections, file } });
  const profiles = journal.profiles.unreadable();
  if (profiles > 0) problems.push({ key: 'profiles-unreadable', params: { count: profiles, file } });
  return problems;
}

/** What the window shows first: everything that the journal knows at once. */
export function stateAtStart({ opened, file, version, preferredLanguages }: Start): State {
  const { journal } = opened;
  const choice = journal.settings.language();
  const language = chooseLanguage(choice, preferredLanguages);
  return {
    ...emptyState,
    version,
    language,
    locale: localeOf(language, preferredLanguages),
    languageChoice: choice,
    connections: [...journal.connections.list()],
    network: { authority: journal.settings.authorityFile(), proxyUser: journal.settings.proxyUser() },
    notices: problemsOf(opened, file),
  };
}
