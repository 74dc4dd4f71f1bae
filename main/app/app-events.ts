import type { Problem } from '../../preload/contract/problem.ts';
import type { AccountEvents } from '../account/account.ts';
import type { Submission } from '../submission/submission.ts';
import type { ListedDocuments } from '../tracking/checks-deps.ts';
import type { CheckSeen } from '../tracking/reading.ts';

/** The events between services. `hearers.ts` connects them in one block. */
export interface AppEvents extends AccountEvents {
  /** Reports that the service no longer accepts the credentials. */
  signInNeeded(connectionId: string): void;
  /** Reports another proxy or certificate: what waited for the network can continue. */
  networkChanged(): void;
  networkBack(): void;
  /** Reports that a submission in doubt waits for a check. */
  checkWanted(connectionId: string): void;
  checked(connectionId: string, seen: CheckSeen, listed: ListedDocuments): Promise<void>;
  /** Reports that the computer's clock was set while the app ran. */
  clockMoved(byMs: number): void;
  /** Reports that the computer woke up, or that a person is back: timers may be late. */
  awake(sleptMs: number): void;
  submissionChanged(submission: Submission): void;
  /** Reports that more of the file of a submission is uploaded. */
  uploadProgressed(id: string): void;
  /** Reports that submissions may have come back from the spool. */
  submissionsRestored(): void;
  /** Reports that our knowledge of one document changed. Null: of any of them. */
  documentsChanged(connectionId: string, id: string | null): void;
  /** Reports that a look shows a draft, although it came after the start of this document at this time. */
  stillDraft(connectionId: string, id: string, startedAt: number): void;
  /** Reports that an order for a document failed, or that a failed order is gone. */
  ordersFailed(): void;
  copySaved(connectionId: string, id: string, path: string): void;
  /** Reports that older copies were examined in the background: alarms can be told together. */
  copiesExamined(): void;
  /** Reports that the documents of a check were read, with the remaining problems of signed copies. */
  documentsRead(problems: readonly Problem[]): void;
  /** Reports that work began or ended during which the app must not quit. */
  workChanged(): void;
}

/** Creates the events. A service gets `tell` when it is created, before the services that receive it exist. */
export function createAppEvents() {
  let hearers: AppEvents | null = null;
  function heard(): AppEvents {
    if (hearers === null) throw new Error('An event came before the app was put together.');
    return hearers;
  }
  const tell: AppEvents = {
    connectionChanged: (id) => heard().connectionChanged(id),
    credentialsChanged: (id) => heard().credentialsChanged(id),
    signedIn: (id) => heard().signedIn(id),
    signInNeeded: (id) => heard().signInNeeded(id),
    otherAccount: (id) => heard().otherAccount(id),
    networkChanged: () => heard().networkChanged(),
    networkBack: () => heard().networkBack(),
    checkWanted: (id) => heard().checkWanted(id),
    checked: (id, seen, listed) => heard().checked(id, seen, listed),
    clockMoved: (byMs) => heard().clockMoved(byMs),
    awake: (sleptMs) => heard().awake(sleptMs),
    submissionChanged: (submission) => heard().submissionChanged(submission),
    uploadProgressed: (id) => heard().uploadProgressed(id),
    submissionsRestored: () => heard().submissionsRestored(),
    documentsChanged: (connectionId, id) => heard().documentsChanged(connectionId, id),
    stillDraft: (connectionId, id, startedAt) => heard().stillDraft(connectionId, id, startedAt),
    ordersFailed: () => heard().ordersFailed(),
    copySaved: (connectionId, id, path) => heard().copySaved(connectionId, id, path),
    copiesExamined: () => heard().copiesExamined(),
    documentsRead: (problems) => heard().documentsRead(problems),
    workChanged: () => heard().workChanged(),
  };
  return {
    tell,
    hear(all: AppEvents): void {
      hearers = all;
    },
  };
}
