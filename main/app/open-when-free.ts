import type { Problem } from '../../preload/contract/problem.ts';
import type { OpenedJournal } from '../journal/journal.ts';
import type { JournalFault } from '../journal/journal-fault.ts';
import { createLeaseWatch } from '../journal/writers.ts';
import { type JournalPorts, openOwnJournal, problemOfJournal } from './open-state.ts';

/** These end without anybody's help: a backup or a virus scanner is done, a network drive is there, a lease is over. */
const passing: readonly JournalFault[] = ['in-use', 'elsewhere', 'not-reachable'];

const RETRY_MS = 1_000;

/**
 * Opens the journal as soon as this is possible. An app without it would look as if there were no documents. Calls
 * `tell` once for each reason to wait.
 */
export async function openWhenFree(
  ports: JournalPorts,
  tell: (problem: Problem) => void,
  beforeTry: () => void = () => {},
): Promise<OpenedJournal> {
  let told: JournalFault | null = null;
  const watch = createLeaseWatch(ports.clock.monotonic);
  for (;;) {
    beforeTry();
    const opened = openOwnJournal(ports, watch);
    const { failure } = opened;
    if (opened.durable || failure === null || !passing.includes(failure.fault)) return opened;
    opened.journal.close();
    if (failure.fault !== told) tell(problemOfJournal(failure, ports.dataFolder));
    told = failure.fault;
    // oxlint-disable-next-line no-await-in-loop -- the next try comes after a pause
    await new Promise<void>((done) => void ports.clock.after(RETRY_MS, done));
  }
}
