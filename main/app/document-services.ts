import { randomUUID as newId } from 'node:crypto';
import { copyPatternOf } from '../../preload/contract/copy-name.ts';
import type { Account } from '../account/account.ts';
import { nodeCopyDisk } from '../documents/copy-disk.ts';
import { createDocuments } from '../documents/documents.ts';
import type { UnsignedEnd } from '../documents/missing-copies.ts';
import type { OrderWorker } from '../documents/order-worker.ts';
import type { SaverDeps } from '../documents/saver-parts.ts';
import { createSentCopies, type SentCopies } from '../documents/sent-copies.ts';
import { holdFolders } from '../folders/folder-rule.ts';
import { createList } from '../list/list.ts';
import { createOutbox } from '../outbox/outbox.ts';
import type { ProfileBook } from '../profiles/profile-book.ts';
import { createChecks } from '../tracking/checks.ts';
import type { Base } from './base.ts';
import { createOrderServices } from './order-services.ts';
import { underSenderName } from './under-sender-name.ts';

interface DocumentServicesDeps extends Pick<Account, 'book' | 'clients' | 'operations'> {
  readonly base: Base;
  readonly profiles: ProfileBook;
  readonly placeOfDocument: NonNullable<SaverDeps['placeOfDocument']>;
  readonly isReceiptWanted: NonNullable<SaverDeps['isReceiptWanted']>;
}

/** The jobs of one kind, as the app pauses, moves and ends them. */
type Jobs = Pick<OrderWorker, 'clockMoved' | 'close' | 'connectionReady' | 'isBusy' | 'isCalling' | 'suspend'> & {
  readonly awake: (sleptMs: number) => void;
};

const profileNames =
  ({ submissions }: Base['journal'], profiles: ProfileBook) =>
  (connectionId: string, id: string) => {
    const wanted = submissions.ownerOf(connectionId, id)?.profileId ?? null;
    return profiles.of(connectionId).find((profile) => profile.id === wanted)?.name ?? null;
  };

/** Returns the words for the file of an unsigned document, in the language of the window. */
const unsignedWords = (t: ReturnType<Base['texts']>, end: UnsignedEnd) => ({
  ended: t(`documentStatus.${end}`),
  folder: t('copy.notSignedFolder'),
});

/** Returns our copy of the PDF that was sent, or null if we have none. */
async function sentPdfOf({ submissions }: Base['journal'], sentCopies: SentCopies, connectionId: string, id: string) {
  const sent = submissions.ownerOf(connectionId, id);
  if (sent === null || sentCopies.kindOf(sent.id) !== 'pdf') return null;
  const copy = await sentCopies.verified(connectionId, sent.id);
  return 'key' in copy ? null : copy;
}

/**
 * Creates the services of a document: sent by the outbox, found again by the checks, saved, withdrawn or deleted, and
 * listed.
 */
export function createDocumentServices(deps: DocumentServicesDeps) {
  const { base, book, clients, operations, profiles, placeOfDocument, isReceiptWanted } = deps;
  const { clock, journal, state, tell, durable, notices, recovered, testimony, work, onFault } = base;
  const accountOf = (connectionId: string) => book.find(connectionId)?.username ?? null;
  const signedInClientOf = (connectionId: string) =>
    book.find(connectionId)?.signedIn === 'yes' && base.lease.isOurs() ? clients.of(connectionId) : null;

  const checks = createChecks({
    clock,
    journal,
    state,
    clientOf: clients.of,
    onSignInNeeded: tell.signInNeeded,
    onSignedIn: tell.signedIn,
    wantsCheck: (connectionId) => outbox.wantsCheck(connectionId),
    onChecked: tell.checked,
    isTracked: (connectionId) => outbox.isBusy(connectionId) || documents.isWaiting(connectionId),
    ownChangeOf: (connectionId) => orders.ownChangeOf(connectionId),
    publishDocuments: (connectionId) => tell.documentsChanged(connectionId, null),
    onFault: onFault('check'),
  });
  const documents = createDocuments({
    clock,
    journal,
    state,
    clientOf: clients.of,
    accountOf,
    placeOf: book.copiesOf,
    placeOfDocument,
    isReceiptWanted,
    profileOf: profileNames(journal, profiles),
    copyPattern: () => copyPatternOf(journal.settings.get('copyName'), state.get().language),
    wordsFor: (end) => unsignedWords(base.texts(), end),
    signatureReader: base.documentReader,
    sentOf: (connectionId, id) => sentPdfOf(journal, sentCopies, connectionId, id),
    isReaderBusy: base.documentReader.isBusy,
    onExamined: tell.copiesExamined,
    onSaved: tell.copySaved,
    onRead: () => state.publish({ detailsReadAt: clock.now() }),
    onChanged: tell.documentsChanged,
    onStillDraft: tell.stillDraft,
    during: work.during,
    tell: tell.documentsRead,
    onFault: onFault('copies'),
  });
  const { orders, personOrders } = createOrderServices({
    base,
    book,
    operations,
    clientOf: signedInClientOf,
    accountOf,
  });
  const ownOutbox = createOutbox({
    clock,
    journal,
    state,
    durable,
    rebuild: recovered !== null,
    older: testimony !== 'known',
    holdRest() {
      orders.hold();
      personOrders.hold();
      const count = holdFolders(journal, clock.now());
      if (count > 0) notices.add('folders', { key: 'folders-held', params: { count } });
    },
    accountOf,
    folder: base.inDataFolder('spool'),
    clientOf: signedInClientOf,
    onSignInNeeded: tell.signInNeeded,
    onWaiting: tell.checkWanted,
    onRow: tell.submissionChanged,
    onUploadProgress: tell.uploadProgressed,
    onDocumentGone: tell.documentsChanged,
    onRestored: tell.submissionsRestored,
    during: work.during,
    notify: (problem) => notices.add('queue', problem),
    onFault: onFault('outbox'),
    newId,
  });
  const outbox = underSenderName(ownOutbox, base.policy.senderName);
  const list = createList({
    clock,
    state,
    journal,
    submissionOf: outbox.find,
    rowOf: outbox.rows.row,
    entryOf: documents.entryOf,
    onFault: onFault('list'),
  });
  const sentCopies = createSentCopies({ outbox, disk: nodeCopyDisk });
  /** All that calls the service to change something there, one for each kind of job. */
  const jobs: readonly Jobs[] = [outbox, orders, personOrders];
  return { checks, documents, jobs, orders, personOrders, outbox, list, sentCopies };
}

export type DocumentServices = ReturnType<typeof createDocumentServices>;
