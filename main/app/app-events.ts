import type { Problem } from '../../preload/contract/problem.ts';
import type { AccountEvents } from '../account/account.ts';
import type { Submission } from '../submission/submission.ts';
import type { ListedDocuments } from '../tracking/checks.ts';
import type { CheckSeen } from '../tracking/reading.ts';

/** The events between services. `hearers.ts` connects them in one block. */
export interface AppEvents extends AccountEvents {
  /** The service no longer accepts the credentials. */
  signInNeeded(connectionId: string): void;
  /** Another proxy or certificate: what waited for the network may go on. */
  networkChanged(): void;
  /** The computer is on a network again. */
  networkBack(): void;
  /** A submission in doubt waits for a check. */
  checkWanted(connectionId: string): void;
  checked(connectionId: string, seen: CheckSeen, listed: ListedDocuments): Promise<void>;
  /** The computer's clock was set while the app ran. */
  clockMoved(byMs: number): void;
  /** The computer woke up, or a person is back at it: timers may be late. */
  awake(sleptMs: number): void;
  /** A submission changed, or how much of its file is uploaded. */
  submissionChanged(submission: Submission): void;
  /** A submission now stands elsewhere in the list. */
  submissionMoved(id: string): void;
  /** Submissions may have come back from the spool. */
  submissionsRestored(): void;
  /** Reports that our knowledge of one document changed. Null: of any of them. */
  documentsChanged(connectionId: string, id: string | null): void;
  /** An order for a document failed, or is no longer one that failed. */
  ordersFailed(): void;
  copySaved(connectionId: string, id: string, path: string): void;
  /** Older copies were examined in the background: what is alarming can be told together. */
  copiesExamined(): void;
  /** The documents of a check were read, and these problems of signed copies are left. */
  documentsRead(problems: readonly Problem[]): void;
  /** Something began or ended that the app must not quit in the middle of. */
  workChanged(): void;
}

/** A service gets `tell` when it is made, before the services that hear it exist. */
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
    submissionMoved: (id) => heard().submissionMoved(id),
    submissionsRestored: () => heard().submissionsRestored(),
    documentsChanged: (connectionId, id) => heard().documentsChanged(connectionId, id),
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
