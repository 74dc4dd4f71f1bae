import type { Account } from '../account/account.ts';
import { lacksPlaces, needsDecision } from '../outbox/tally.ts';
import { NOTEWORTHY_MS } from '../time/clock.ts';
import type { AppEvents } from './app-events.ts';
import type { Base } from './base.ts';
import type { BesideWindow } from './beside-window.ts';
import type { DocumentServices } from './document-services.ts';
import type { Showing } from './showing.ts';
import type { WaysIn } from './ways-in.ts';

interface HearersDeps
  extends DocumentServices,
    BesideWindow,
    Pick<Account, 'book' | 'clients' | 'operations'>,
    Pick<WaysIn, 'folders'> {
  readonly base: Pick<Base, 'clock' | 'notices' | 'state'>;
  readonly showing: Pick<Showing, 'isShown' | 'show'>;
}

/** Connects the events of the services with the services that react to them. */
export function hearersOf(deps: HearersDeps): AppEvents {
  const { book, checks, clients, desk, documents, folders, list, notifications, operations } = deps;
  const { jobs, orders, outbox } = deps;
  const { clock, notices, state } = deps.base;
  const { isShown, show } = deps.showing;
  /** Ends what runs with the old addresses or secrets of a connection. */
  function letGo(connectionId: string): void {
    checks.stop(connectionId);
    clients.drop(connectionId);
  }
  function networkChanged(): void {
    for (const { id } of state.get().connections) for (const one of jobs) one.connectionReady(id);
    checks.wake();
  }

  return {
    connectionChanged(id) {
      letGo(id);
      folders.connectionChanged(id);
      if (isShown(id)) checks.follow(id);
      // Nobody looks at it, and its documents are signed all the same.
      else checks.wanted(id);
    },
    credentialsChanged: letGo,
    signedIn(id) {
      book.change(id, { signedIn: 'yes' });
      if (isShown(id)) list.refresh();
      for (const one of jobs) one.connectionReady(id);
      checks.wanted(id);
    },
    signInNeeded: (id) => book.change(id, { signedIn: clients.refusedSignIn(id) }),
    otherAccount(id) {
      if (isShown(id)) show(id);
    },
    networkChanged,
    networkBack: networkChanged,
    checkWanted: checks.wanted,
    async checked(id, seen, listed) {
      await outbox.checked(id, seen, listed);
      documents.checked(id, seen, listed);
      orders.checked(id, seen);
    },
    clockMoved(byMs) {
      checks.clockMoved(byMs);
      for (const one of jobs) one.clockMoved(byMs);
      if (byMs < -NOTEWORTHY_MS) notices.add('queue', { key: 'clock-set-back', params: {} });
    },
    awake(sleptMs) {
      checks.wake();
      for (const one of jobs) one.awake(sleptMs);
      notifications.wake();
      folders.wake();
    },
    submissionChanged(submission) {
      const { connectionId, stage } = submission;
      list.submissionChanged(submission);
      if (needsDecision(submission)) notifications.personNeeded();
      if (lacksPlaces(submission)) operations.giveUp(connectionId, 'place-signature');
      // People can sign it from now on.
      if (stage.kind === 'done' && stage.as === 'started') checks.wanted(connectionId);
      folders.submissionChanged(submission);
    },
    uploadProgressed: list.uploadProgressed,
    submissionsRestored: list.restored,
    documentsChanged(connectionId, id) {
      if (id !== null) outbox.documentChanged(connectionId, id);
      list.documentsChanged(connectionId, id);
    },
    stillDraft: outbox.stillDraft,
    ordersFailed: notifications.ordersFailed,
    copySaved: folders.copySaved,
    copiesExamined: notifications.copiesExamined,
    documentsRead(problems) {
      notices.set('copies', problems);
      state.publish({ detailsReadAt: clock.now() });
      notifications.documentsRead();
    },
    workChanged: desk.changed,
  };
}
