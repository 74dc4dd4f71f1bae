import { randomUUID as newId } from 'node:crypto';
import type { Account } from '../account/account.ts';
import type { Documents } from '../documents/documents.ts';
import { reasonText } from '../folders/reason-file.ts';
import { createWatchedFolders } from '../folders/watched-folders.ts';
import { createCompleteDraft } from '../hand-over/complete-draft.ts';
import { createHandOver } from '../hand-over/hand-over.ts';
import { findSignees } from '../hand-over/signee-scan.ts';
import { createGatheredFiles } from '../intake/gathered-files.ts';
import { createOpenedFiles } from '../intake/opened-files.ts';
import { createTray } from '../intake/tray.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { chokidarEvents } from '../platform/folder-events.ts';
import { thisComputer } from '../platform/this-computer.ts';
import type { ProfileBook } from '../profiles/profile-book.ts';
import type { Base } from './base.ts';

interface WaysInDeps extends Pick<Account, 'clients'> {
  readonly base: Base;
  readonly outbox: Outbox;
  readonly documents: Documents;
  readonly profiles: ProfileBook;
}

/**
 * Creates the sources of files for the outbox: chosen in the window, opened from the desktop, or put into a watched
 * folder.
 */
export function createWaysIn({ base, clients, outbox, documents, profiles }: WaysInDeps) {
  const { ports, clock, documentReader, journal, state, texts, durable, isJournalTrusted, policy, onFault } = base;
  const { uptimeMs } = ports;
  const tray = createTray({ folder: base.inDataFolder('tray'), newId, documentReader });
  const openedFiles = createOpenedFiles({ state });
  const gatheredFiles = createGatheredFiles({ clock, open: openedFiles.add });
  const handOver = createHandOver({ clock, journal, outbox, tray, state, newId, onFault: onFault('submit') });
  const completeDraft = createCompleteDraft({ clock, journal, outbox, documents, state, newId });
  const computer = thisComputer(ports.stateFolder, newId);
  const readSignees = findSignees({ state, clientOf: clients.of });
  const folders = createWatchedFolders({
    clock,
    journal,
    state,
    outbox,
    events: ports.folderEvents ?? chokidarEvents,
    readMounts: ports.readMounts ?? (async () => null),
    computer,
    documentReader,
    durable,
    isJournalTrusted,
    profilesOf: profiles.of,
    findSignees: readSignees,
    reasonOf: (verdict, name) => reasonText(texts(), verdict, name),
    neighbours: () => ({
      own: [ports.dataFolder, ports.stateFolder],
      copies: state.get().connections.map(({ savedCopies }) => savedCopies),
      allowed: policy.allowedFolders,
    }),
    forceHold: policy.forceHold,
    newId,
    ...(uptimeMs && { bootedAt: () => Math.round(clock.now() - uptimeMs()) }),
    onFault: onFault('folders'),
  });
  return { tray, openedFiles, gatheredFiles, handOver, completeDraft, folders, readSignees, computer: computer.id };
}

export type WaysIn = ReturnType<typeof createWaysIn>;
