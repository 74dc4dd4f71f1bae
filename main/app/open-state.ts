import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyPatternOf } from '../../preload/contract/copy-name.ts';
import { emptyState } from '../../preload/contract/empty-state.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { State } from '../../preload/contract/state.ts';
import { errorCode } from '../files/error-code.ts';
import { keepToOwner, withOwnFiles } from '../files/own-folder.ts';
import { unreadableRules } from '../folders/folder-rule.ts';
import { type JournalFailure, type OpenedJournal, openJournal } from '../journal/journal.ts';
import type { LeaseWatch } from '../journal/writers.ts';
import { networkStateOf } from '../network/network.ts';
import { locksOf, noPolicy } from '../policy/policy.ts';
import { createNotices } from '../state/notices.ts';
import { createPublishedState } from '../state/published-state.ts';
import { chooseLanguage, localeOf } from '../words/language.ts';
import { ownStateFolder } from './own-state-folder.ts';
import type { Ports } from './ports.ts';

export function problemOfJournal({ fault, details }: JournalFailure, file: string): Problem {
  const params = fault === 'elsewhere' ? { computer: details } : { file };
  return { key: `journal-${fault}`, params, details };
}

/** Returns the problems of the journal that a person must know before anything else. */
function problemsOf({ journal, failure, recovered }: OpenedJournal, file: string): Problem[] {
  const problems: Problem[] = [];
  if (failure && recovered)
    problems.push({ key: 'journal-recovered', params: { file: recovered.setAside }, details: failure.details });
  else if (failure) problems.push(problemOfJournal(failure, file));
  const connections = journal.connections.unreadable();
  if (connections > 0) problems.push({ key: 'connections-unreadable', params: { count: connections, file } });
  const profiles = journal.profiles.unreadable();
  if (profiles > 0) problems.push({ key: 'profiles-unreadable', params: { count: profiles, file } });
  const folders = unreadableRules(journal);
  if (folders > 0) problems.push({ key: 'folders-unreadable', params: { count: folders, file } });
  return problems;
}

/** Returns the state that the window shows first: everything that the journal knows at once. */
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
    copyName: copyPatternOf(journal.settings.get('copyName'), language),
    receipts: journal.settings.get('receipts'),
    rescue: journal.settings.get('rescue'),
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

const journalFile = ({ dataFolder }: Pick<Ports, 'dataFolder'>): string => join(dataFolder, 'journal.sqlite');

export type JournalPorts = Pick<Ports, 'clock' | 'dataFolder' | 'machine' | 'stateFolder' | 'policy'>;

/** Opens the journal of this app, or an empty one in memory if it cannot be used. */
export function openOwnJournal(ports: JournalPorts, watch?: LeaseWatch): OpenedJournal {
  const { clock, policy } = ports;
  const stateFolder = ownStateFolder(ports);
  const witness = join(stateFolder, 'journal.witness');
  keepToOwner(stateFolder);
  // SQLite gives the files beside the journal the rights of the journal.
  return withOwnFiles(() => openJournal(journalFile(ports), clock.now(), witness, policy?.policy ?? noPolicy, watch));
}

/** Tells whether a person was told of the policy before, and notes in a file that it is told now. */
function wasTold(stateFolder: string): boolean {
  try {
    writeFileSync(join(stateFolder, 'policy-told'), '', { flag: 'wx', mode: 0o600 });
    return false;
  } catch (error) {
    return errorCode(error) === 'EEXIST';
  }
}

/** Corrects the system's setting, which a person may have changed there. What the system blocks stays blocked. */
function keepStartAtLogin({ loginStart, log }: Pick<Ports, 'loginStart' | 'log'>, wanted: boolean | null): void {
  if (wanted === null || loginStart.read() !== (wanted ? 'off' : 'on')) return;
  try {
    loginStart.set(wanted);
  } catch (error) {
    log.error('login start', error);
  }
}

/** Creates the state and the notices that the window shows first of an opened journal. */
export function openState(ports: Ports, opened: OpenedJournal) {
  const file = journalFile(ports);
  const { policy = noPolicy, problem = null, isLasting = false } = ports.policy ?? {};
  const { failure, recovered } = opened;
  keepStartAtLogin(ports, policy.startAtLogin);
  if (failure) ports.log.error('journal', { failure, recovered });
  const state = createPublishedState(stateAtStart(opened, file, ports));
  const notices = createNotices(state);
  notices.set('start', state.get().notices);
  if (problem && !(isLasting && wasTold(ports.stateFolder))) notices.set('policy', [problem]);
  state.publish({ locked: locksOf(policy), senderName: policy.senderName });
  return { ...opened, state, notices, policy };
}
