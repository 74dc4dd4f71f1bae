import { join } from 'node:path';
import { emptyState } from '../../preload/contract/empty-state.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { State } from '../../preload/contract/state.ts';
import { unreadableRules } from '../folders/stored-rules.ts';
import { type OpenedJournal, openJournal } from '../journal/journal.ts';
import { chooseLanguage, localeOf } from '../language.ts';
import { networkStateOf } from '../network/network.ts';
import { createNotices } from '../notices.ts';
import { locksOf, noPolicy } from '../policy/policy.ts';
import { createPublishedState } from '../published-state.ts';
import type { Ports } from './ports.ts';

/** What a person must know about the journal before anything else. */
function problemsOf({ journal, failure, recovered }: OpenedJournal, file: string): Problem[] {
  const problems: Problem[] = [];
  if (failure) {
    const key = recovered ? 'journal-recovered' : (`journal-${failure.fault}` as const);
    const params =
      failure.fault === 'elsewhere' ? { computer: failure.details } : { file: recovered?.setAside ?? file };
    problems.push({ key, params, details: failure.details });
  }
  const connections = journal.connections.unreadable();
  if (connections > 0) problems.push({ key: 'connections-unreadable', params: { count: connections, file } });
  const profiles = journal.profiles.unreadable();
  if (profiles > 0) problems.push({ key: 'profiles-unreadable', params: { count: profiles, file } });
  const folders = unreadableRules(journal);
  if (folders > 0) problems.push({ key: 'folders-unreadable', params: { count: folders, file } });
  return problems;
}

/** What the window shows first: everything that the journal knows at once. */
function stateAtStart(
  opened: OpenedJournal,
  file: string,
  { version, preferredLanguages, dataFolder, loginStart }: Ports,
): State {
  const { journal } = opened;
  const choice = journal.settings.get('language');
  const language = chooseLanguage(choice, preferredLanguages);
  return {
    ...emptyState,
    version,
    language,
    locale: localeOf(language, preferredLanguages),
    languageChoice: choice,
    copyName: journal.settings.get('copyName'),
    savingAll: journal.settings.get('savingAll'),
    connections: [...journal.connections.list()],
    listChoice: journal.settings.get('listChoice'),
    notifications: journal.settings.get('notifications'),
    network: networkStateOf(journal.settings),
    theme: journal.settings.get('theme'),
    parallelCalls: journal.settings.get('parallelCalls'),
    dataFolder,
    startAtLogin: loginStart.read(),
    notices: problemsOf(opened, file),
  };
}

/** Opens the journal, and with it the state and the notices that the window shows first. */
export function openState(ports: Ports, now: number) {
  const file = join(ports.dataFolder, 'journal.sqlite');
  const { policy = noPolicy, problem = null } = ports.policy ?? {};
  const opened = openJournal(file, now, join(ports.stateFolder, 'journal.witness'), policy);
  const { failure, recovered } = opened;
  if (failure) ports.log.error('journal', { failure, recovered });
  const state = createPublishedState(stateAtStart(opened, file, ports));
  const notices = createNotices(state);
  notices.set('start', state.get().notices);
  if (problem) notices.set('policy', [problem]);
  state.publish({ locked: locksOf(policy) });
  return { ...opened, state, notices, policy };
}
