import type { Connection } from '../../preload/contract/connection.ts';
import { practiceConnectionId } from '../../preload/contract/limits.ts';
import type { Submission } from '../submission/submission.ts';
import { carryOut } from './carry-out.ts';
import type { OutboxParts } from './outbox-parts.ts';

/** Assigns submissions that were sent while nobody was signed in to the account that is signed in now. */
export async function claim(outbox: OutboxParts, connectionId: string): Promise<void> {
  const { deps, worker } = outbox;
  const account = deps.accountOf(connectionId);
  if (account === null) return;
  const isUnclaimed = (one: Submission | null) => one?.account === null;
  for (const { id } of worker.openOf(connectionId).filter(isUnclaimed)) {
    // Another account may have signed in, or have been given the row.
    if (outbox.isClosed || deps.accountOf(connectionId) !== account || !isUnclaimed(worker.openOne(id))) continue;
    // oxlint-disable-next-line no-await-in-loop -- each one writes to the spool, and other work goes in between
    await carryOut(outbox, id, { kind: 'claim', account });
  }
}

/** Returns the recovered submissions of missing connections, for the connection of this account. */
function strandedFor(
  connectionId: string,
  account: string | null,
  connections: readonly Connection[],
  open: readonly Submission[],
): readonly Submission[] {
  const accounts = new Map(connections.map(({ id, username }) => [id, username]));
  const bases = new Map(connections.map(({ id, fields }) => [id, fields.base]));
  // A practice submission is for nobody else, and a real one would vanish with the practice.
  if (account === null || connectionId === practiceConnectionId) return [];
  return open.filter((one) => {
    if (one.connectionId === practiceConnectionId) return false;
    if (!one.recovered || one.connectionId === connectionId || accounts.get(one.connectionId) === one.account)
      return false;
    const isLost = !accounts.has(one.connectionId);
    // A user of the same name at another service is somebody else.
    if (!isLost && bases.get(one.connectionId) !== bases.get(connectionId)) return false;
    // A connection that nobody has signed in at is not the one of a row that was accepted while nobody was.
    const hasOwn = one.account !== null && [...accounts.values()].includes(one.account);
    return one.account === account || (isLost && !hasOwn);
  });
}

/**
 * Gives recovered submissions to a connection. After a lost journal, people set the connection up again, perhaps with
 * another address or client: it is another connection then, and what the spool had is in no list. The connection of its
 * account takes it, or else the first one that is signed in: there it waits for its account, and a person may take it
 * over. Nothing of it continues automatically.
 */
export async function bringHome({ deps, worker }: OutboxParts, connectionId: string): Promise<void> {
  const findMine = (open: readonly Submission[]): readonly Submission[] => {
    const { connections } = deps.state.get();
    return strandedFor(connectionId, deps.accountOf(connectionId), connections, open);
  };
  if (await worker.reconnect(findMine, connectionId)) deps.onRestored();
}

export function askForCheck({ deps, worker, isClosed }: OutboxParts, connectionId: string): boolean {
  const isWanted = !isClosed && worker.wantsCheck(connectionId);
  if (isWanted) deps.onWaiting(connectionId);
  return isWanted;
}

/** Continues the submissions of a connection after a sign-in, or when the connection works again. */
export async function connectionReady(outbox: OutboxParts, connectionId: string): Promise<void> {
  const home = bringHome(outbox, connectionId);
  // The check that got the token runs still. After it, each wish for a check would begin another one at once.
  const isAsked = askForCheck(outbox, connectionId);
  await home;
  claim(outbox, connectionId).catch(outbox.deps.onFault);
  await outbox.worker.connectionReady(connectionId);
  if (outbox.isClosed) return;
  if (!isAsked) askForCheck(outbox, connectionId);
  outbox.rows.refresh();
}
