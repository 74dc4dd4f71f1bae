import { emptyState } from '../../../preload/contract/empty-state.ts';
import { sampleConnection } from '../../account/testing/sample-connection.ts';
import { openJournal } from '../../journal/journal.ts';
import type { Overview } from '../../signing/answers/overview.ts';
import type { Failure } from '../../signing/failure.ts';
import { type Outcome, success } from '../../signing/outcome.ts';
import type { OverviewQuery } from '../../signing/requests.ts';
import { createPublishedState } from '../../state/published-state.ts';
import { createDrivenClock } from '../../testing/clocks.ts';
import { createChecks } from '../checks.ts';
import type { ChecksDeps } from '../checks-deps.ts';
import type { CheckSeen } from '../reading.ts';

export const minute = 60_000;

export const overview = (...ids: string[]): Overview => ({
  documents: ids.map((documentId) => ({
    documentId,
    documentStatus: 'in-progress',
    documentName: `${documentId}.pdf`,
    documentMimeType: 'application/pdf',
    signStatus: 'pending',
    policy: { canWithdraw: true, canDelete: null },
  })),
  unreadable: 0,
  size: ids.length,
});

export const failure = (
  kind: Failure['kind'],
  certainty: Failure['certainty'],
  more: Partial<Failure> = {},
): Failure => ({
  kind,
  certainty,
  details: '',
  ...more,
});

type Token = Outcome<{ validForMs: number }>;

interface Answers {
  signIn?: () => Promise<Token>;
  overview?: (query: OverviewQuery) => Promise<Outcome<Overview>>;
  onChecked?: () => Promise<void> | void;
  /** Runs while a check takes in its answer. */
  whileTakenIn?: () => void;
}

/** Checks whose time moves when told to, of the connections c and d: what is answered to them, and what they told. */
export function drivenChecks(accounts: Readonly<Record<string, string>> = { c: 'service-1', d: 'service-2' }) {
  const { journal } = openJournal(':memory:');
  for (const id of ['c', 'd']) journal.connections.save({ ...sampleConnection, id, username: accounts[id] ?? null }, 0);
  const time = createDrivenClock(1_000_000_000);
  const answers: Outcome<Overview>[] = [];
  const tokens: Token[] = [];
  const wanted = new Set<string>();
  const tracked = new Set(['c']);
  const queries: (OverviewQuery | undefined)[] = [];
  const seen: { id: string; check: CheckSeen; changed: string[] }[] = [];
  const signInsNeeded: string[] = [];
  const signedIn: string[] = [];
  const begun: { close(): void }[] = [];
  /** The lead of the service's clock over this computer's. */
  let skewMs = 0;

  /** Starts the checks as the app does. A second call is a restart. */
  function start({ signIn, overview: ask, onChecked, whileTakenIn }: Answers = {}, connection = sampleConnection) {
    const connections = [connection, { ...connection, id: 'd', username: accounts['d'] ?? null }];
    const state = createPublishedState({ ...emptyState, connections, active: 'c' });
    const faults: unknown[] = [];
    const published: string[] = [];
    const client: ReturnType<ChecksDeps['clientOf']> = {
      signIn: signIn ?? (async () => tokens.shift() ?? success({ validForMs: 900_000 })),
      async overview(query) {
        queries.push(query);
        return ask ? ask(query ?? {}) : (answers.shift() ?? success(overview()));
      },
      forgive() {},
      clockSkewMs: () => skewMs,
    };
    const checks = createChecks({
      ownChangeOf() {
        whileTakenIn?.();
        return null;
      },
      clock: time,
      journal,
      state,
      clientOf: () => client,
      isTracked: (id) => tracked.has(id),
      publishDocuments: (id) => void published.push(id),
      onSignInNeeded: (id) => void signInsNeeded.push(id),
      onSignedIn: (id) => void signedIn.push(id),
      wantsCheck: (id) => wanted.has(id),
      onChecked(id, check, { changed }) {
        const done = onChecked?.();
        seen.push({ id, check, changed: changed.map((one) => one.id) });
        return done;
      },
      onFault: (error) => void faults.push(error),
    });
    begun.push(checks);
    const show = (connectionId: string) => {
      state.publish({ active: connectionId });
      checks.follow(connectionId);
    };
    /** Returns the documents that the list shows for the connection. */
    const listed = () => journal.documentsSeen.list(state.get().active ?? '').map(({ id }) => id);
    return { state, checks, faults, published, listed, show };
  }

  return {
    journal,
    time,
    answers,
    tokens,
    wanted,
    tracked,
    queries,
    asked: () => queries.length,
    seen,
    signInsNeeded,
    signedIn,
    start,
    setSkew(ms: number): void {
      skewMs = ms;
    },
    [Symbol.dispose]() {
      for (const checks of begun) checks.close();
      journal.close();
    },
  };
}
