import type { State } from '../../preload/contract/state.ts';
import type { StatusAnswer } from './status-answer.ts';

type Shown = Pick<State, 'version' | 'connections' | 'check' | 'update' | 'locked' | 'notices'>;
type Desk = Pick<StatusAnswer, 'stop' | 'sending' | 'needsYou' | 'folders'> & {
  readonly shape: StatusAnswer['status'];
};

/** Returns the state of the app for a program that watches over computers. */
export function statusOf({ version, connections, check, update, locked, notices }: Shown, desk: Desk): StatusAnswer {
  const { shape, stop, sending, needsYou, folders } = desk;
  return {
    version: 1,
    app: version,
    status: shape,
    stop,
    sending,
    needsYou,
    // Programs that ask know three words since the first version.
    connections: connections.map(({ signedIn }) => ({ signedIn: signedIn === 'client-refused' ? 'again' : signedIn })),
    folders,
    checkedAt: check.asOf === null ? null : new Date(check.asOf).toISOString(),
    update: update.kind,
    locked,
    problems: notices.map(({ key }) => key),
  };
}
