import { readFile, stat } from 'node:fs/promises';
import { arch, freemem, release, totalmem } from 'node:os';
import type { State } from '../../preload/contract/state.ts';
import type { Journal } from '../journal/journal.ts';
import { logFiles } from '../state/log.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Clock } from '../time/clock.ts';
import { type ReportedLine, redactLog } from './redacted-log.ts';

export interface SupportReportDeps {
  readonly clock: Clock;
  readonly state: PublishedState;
  readonly journal: Pick<Journal, 'settings' | 'statistics'>;
  readonly logFile: string;
}

const longestLog = 4_000_000;
const startedAt = performance.now();

/** Returns only what is needed to help: how the connections are set up, not which they are. */
const connectionsOf = ({ connections, active }: State) =>
  connections.map(({ id, fields, signedIn, hasSecret }) => ({
    active: id === active,
    environment: fields.environment,
    clientForm: fields.clientForm,
    signedIn,
    hasSecret,
    hasIdentity: fields.identity !== '',
  }));

const foldersOf = ({ folders }: State) =>
  folders.map(({ status, how, counts, needsYou, sentThisHour, others }) => ({
    status,
    how,
    counts,
    needsYou,
    sentThisHour,
    otherComputers: others.length,
  }));

function settingsOf(state: State, { settings }: SupportReportDeps['journal']) {
  const { authority, proxyUser, proxy } = state.network;
  return {
    language: state.languageChoice,
    locale: state.locale,
    theme: state.theme,
    undoSeconds: state.outbox.undoSeconds,
    parallelCalls: state.parallelCalls,
    copyName: settings.get('copyName') === null ? 'usual' : 'own',
    receipts: settings.get('receipts'),
    rescue: settings.get('rescue'),
    notifications: state.notifications,
    proxy: proxy.mode,
    hasProxyUser: proxyUser !== null,
    hasAuthority: authority !== null,
  };
}

function outboxOf({ outbox }: State) {
  const { working, paused, unwritable, spool, budget, probeAt, waitForCheck, queue } = outbox;
  return { working, paused, unwritable: unwritable?.key ?? null, spool, budget, probeAt, waitForCheck, queue };
}

/** Reads the newest lines of the log, oldest first. A log that cannot be read is left out. */
async function readLog(path: string): Promise<readonly ReportedLine[]> {
  const parts = await Promise.all(
    logFiles(path).map(async (file) => {
      try {
        return (await stat(file)).size > longestLog ? '' : await readFile(file, 'utf8');
      } catch {
        return '';
      }
    }),
  );
  return redactLog(parts.toReversed().join(''));
}

/**
 * Writes a report for support, as text that a person can read before sending it. It has no document, no secret, and no
 * name of a person, a file, a folder or a service: it is put together from codes and numbers, and nothing else is
 * copied.
 */
export function createSupportReport({ clock, state, journal, logFile }: SupportReportDeps) {
  return async (): Promise<string> => {
    const now = state.get();
    const report = {
      format: 'countersign-support',
      version: 1,
      at: new Date(clock.now()).toISOString(),
      app: {
        version: now.version,
        electron: process.versions['electron'] ?? null,
        chrome: process.versions['chrome'] ?? null,
        node: process.versions.node,
        platform: process.platform,
        release: release(),
        arch: arch(),
        upSeconds: Math.round((performance.now() - startedAt) / 1_000),
        memory: { ...process.memoryUsage(), free: freemem(), total: totalmem() },
      },
      settings: settingsOf(now, journal),
      locked: now.locked,
      connections: connectionsOf(now),
      profiles: now.profiles.length,
      folders: foldersOf(now),
      outbox: outboxOf(now),
      list: now.list,
      check: { ...now.check, problem: now.check.problem?.key ?? null },
      notices: now.notices.map(({ key }) => key),
      journal: journal.statistics(),
      log: await readLog(logFile),
    };
    return `${JSON.stringify(report, null, 2)}\n`;
  };
}
