import { randomUUID as newId } from 'node:crypto';
import type { Account } from '../account/account.ts';
import { createCommands } from '../commands/commands.ts';
import { createRequestBox } from '../commands/request-box.ts';
import { statusOf } from '../commands/status-of.ts';
import { statusOfDocuments } from '../commands/status-of-documents.ts';
import type { Desk } from '../desk/desk.ts';
import type { PersonOrderWorker } from '../documents/person-order-worker.ts';
import { createEvidence } from '../evidence/evidence.ts';
import { createHistory } from '../evidence/history.ts';
import { createSaveList, type SaveListDeps } from '../evidence/save-list.ts';
import { createInsight } from '../insight/insight.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { ProfileBook } from '../profiles/profile-book.ts';
import { createAppSettings } from '../settings/app-settings.ts';
import { createSettingsTransfer } from '../settings/settings-transfer.ts';
import { createSupportReport } from '../support/support-report.ts';
import { releaseSource } from '../updates/release-source.ts';
import { createTriedUpdate } from '../updates/tried-update.ts';
import { createUpdates } from '../updates/updates.ts';
import { createWaitingList } from '../waiting/waiting-list.ts';
import type { Base } from './base.ts';
import type { WaysIn } from './ways-in.ts';

interface SideDeps extends Pick<WaysIn, 'readSignees' | 'computer'> {
  readonly base: Base;
  readonly profiles: ProfileBook;
  readonly outbox: Outbox;
  readonly rowsOf: SaveListDeps['rowsOf'];
  /** Tells why the app must not end for an update; null where nothing holds it. */
  readonly whyBusy: () => 'sending' | 'unsent' | null;
  readonly personOrders: Pick<PersonOrderWorker, 'invitations'>;
  readonly operations: Account['operations'];
  readonly onNotificationSettings: () => void;
  readonly deskStatus: Desk['status'];
}

/** Creates the services that no other service needs: reports, settings, updates, the command line. */
export function createSideServices(deps: SideDeps) {
  const { base, profiles, outbox, rowsOf, readSignees, computer, whyBusy, onNotificationSettings } = deps;
  const { ports, clock, journal, state, texts, textsIn, network, notices, reader, policy, tell, work, onFault } = base;
  const { desktop, preferredLanguages } = ports;
  const waiting = createWaitingList({
    clock,
    journal,
    state,
    textsIn,
    desktop,
    preferredLanguages,
    invitations: {
      ...deps.personOrders.invitations,
      isOn: (connectionId) => deps.operations.isOn(connectionId, 'resend-invitation'),
    },
  });
  const insight = createInsight({ journal, state, profilesOf: profiles.of });
  const historyOf = createHistory({ journal, hostOf: outbox.rows.hostOf });
  const saveList = createSaveList({ journal, rowsOf });
  const evidence = createEvidence({ clock, journal, state, historyOf });
  const supportReport = createSupportReport({ clock, state, journal, logFile: ports.logFile });
  const appSettings = createAppSettings({
    settings: journal.settings,
    state,
    network,
    preferredLanguages,
    onUndo: () => outbox.rows.publish({ undoSeconds: journal.settings.get('undoSeconds') }),
    onNotificationSettings,
    onNetworkChanged: tell.networkChanged,
  });
  const settingsTransfer = createSettingsTransfer({
    appSettings,
    profiles,
    state,
    network,
    desktop,
    texts,
    read: reader.readSettings,
    newId,
  });
  const updates = createUpdates({
    clock,
    state,
    http: network.http,
    source: {
      ...releaseSource,
      channel: policy.updates === 'beta' ? 'beta' : 'latest',
      system: process.platform,
      cpu: process.arch,
    },
    version: ports.version,
    computer,
    updater: ports.updater?.(network) ?? 'it',
    tried: createTriedUpdate(ports.dataFolder),
    notify: (problem) => notices.add('update', problem),
    isAllowed: () => policy.updates !== 'off',
    whyBusy,
    onFault: onFault('update'),
  });
  const commands = createCommands({
    clock,
    durable: base.durable,
    documentReader: base.documentReader,
    state,
    journal,
    outbox,
    profilesOf: profiles.of,
    findSignees: readSignees,
    texts,
    newId,
    status: () => statusOf(state.get(), deps.deskStatus()),
    statusOfDocuments: (ids) => statusOfDocuments(journal, state.get().connections, ids),
    box: createRequestBox(ports.dataFolder),
    during: work.during,
    onFault: onFault('command'),
  });
  return {
    waiting,
    insight,
    historyOf,
    saveList,
    evidence,
    supportReport,
    appSettings,
    settingsTransfer,
    updates,
    commands,
  };
}
