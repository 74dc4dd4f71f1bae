import type { HttpPort, Verdict } from '../../../main/signing/http-port.ts';
import { change, readyFor } from '../../../main/submission/decide/change.ts';
import type { Decide } from '../../../main/submission/decide/decide.ts';
import type { Decision, Fact } from '../../../main/submission/fact.ts';
import type { Change } from '../../../main/submission/store.ts';
import type { Submission } from '../../../main/submission/submission.ts';
import type { Quirks } from './quirks.ts';

const neverSent: Verdict = { kind: 'notSent', problem: { kind: 'unreachable', details: 'So it is believed.' } };

function answering(alter: (verdict: Verdict) => Verdict) {
  return (port: HttpPort): HttpPort => ({ send: async (request) => alter(await port.send(request)) });
}

function isAnswer({ kind }: Verdict): boolean {
  return kind === 'response';
}

const startAgain: Quirks['http'] = (port) => ({
  async send(request) {
    const verdict = await port.send(request);
    return request.url.endsWith('/start') && !isAnswer(verdict) ? port.send(request) : verdict;
  },
});

const sameTokenAgain: Quirks['http'] = (port) => ({
  async send(request) {
    let verdict = await port.send(request);
    const refused = verdict.kind === 'response' && verdict.response.status === 401 && request.body === undefined;
    for (let left = refused ? 5_000 : 0; left > 0; left -= 1) verdict = await port.send(request);
    return verdict;
  },
});

/** Stores the `calling` stage only after the outcome is known. */
const intentAfterwards: Quirks['store'] = (store) => {
  const held = new Map<string, Change>();
  return {
    ...store,
    find: (id) => held.get(id)?.submission ?? store.find(id),
    commit(changes) {
      const calling = changes.find(({ submission }) => submission.stage.kind === 'calling');
      if (calling !== undefined) {
        held.set(calling.submission.id, calling);
        return { ok: true };
      }
      for (const { submission } of changes) {
        const before = held.get(submission.id);
        if (before !== undefined) store.commit([before]);
        held.delete(submission.id);
      }
      return store.commit(changes);
    },
  };
};

const anyRevision: Quirks['store'] = (store) => ({
  ...store,
  commit: (changes) =>
    store.commit(
      changes.map(({ submission, event }) => ({
        event,
        submission: { ...submission, revision: (store.find(submission.id)?.revision ?? 0) + 1 },
      })),
    ),
});

interface Decided {
  readonly before: Submission;
  readonly fact: Fact;
  readonly decided: Decision;
  readonly moment: Parameters<Decide>[2];
}

/** Replaces matching decisions by another. */
export function whenever(
  when: (one: Decided) => boolean,
  instead: (one: Decided) => Decision,
): NonNullable<Quirks['decide']> {
  return (decide) => (before, fact, moment) => {
    const decided = decide(before, fact, moment);
    if (decided === null) return null;
    const one = { before, fact, decided, moment };
    return when(one) ? instead(one) : decided;
  };
}

/** Forgets that a row may have been sent: the look in the moment of Send would find what another bug has overlooked. */
export const sentUnseen: NonNullable<Quirks['decide']> = whenever(
  ({ decided }) => decided.submission.reason?.kind === 'perhaps-sent',
  ({ decided }) => ({ ...decided, submission: { ...decided.submission, reason: null, perhapsSent: false } }),
);

const isRecoveredHold = ({ before, decided }: Decided) =>
  before.recovered && before.goal === 'hold' && decided.submission.stage.kind === 'held';

function goesOn({ before, moment }: Decided): Decision {
  return change(
    before,
    { recovered: false, goal: 'send', reason: null, stage: readyFor('upload', moment.now) },
    moment,
  );
}

const anyAccount: Quirks['decide'] = (decide) => (submission, fact, moment) =>
  decide({ ...submission, account: null }, fact, moment);

const isLookAfterRefusal = (before: Submission, { submission: { stage } }: Decision) =>
  stage.kind === 'unclear' && stage.refusal !== null && before.stage.kind === 'calling';

function toldAtOnce({ decided, moment, before }: Decided): Decision {
  const { stage } = decided.submission;
  if (stage.kind !== 'unclear' || stage.refusal === null) return decided;
  const reason = { kind: 'failed', failure: stage.refusal } as const;
  return change(before, { stage: { kind: 'needs-you', step: stage.step }, reason, attempts: 0 }, moment);
}

/** Does this rename replace a spool file by one with other content? */
async function replaces(disk: Parameters<NonNullable<Quirks['disk']>>[0], to: string): Promise<boolean> {
  return to.endsWith('.json') && (await disk.size(to)) !== null;
}

export interface Planted {
  readonly bug: string;
  readonly quirks: Quirks;
  /** The judge's message that finds the bug. */
  readonly found: RegExp;
  /** A seed that finds it. */
  readonly seed: number;
}

/** Bugs that an outbox can have. Most of them once existed here. A judge that misses one proves nothing. */
export const planted: readonly Planted[] = [
  {
    bug: 'unlocking the screen counts as the end of a sleep',
    quirks: { unlockWakes: true },
    found: /before the time for Undo|breach polling/,
    seed: 65,
  },
  {
    bug: 'the time for Undo goes on while the computer sleeps',
    quirks: { sleepCounts: true },
    found: /before the time for Undo/,
    seed: 2,
  },
  {
    bug: 'the intent is written after the call',
    quirks: { store: intentAfterwards },
    found: /uploaded|started|left before the journal/,
    seed: 46,
  },
  {
    bug: 'a connection reset after the whole body counts as never sent',
    quirks: { http: answering((verdict) => (verdict.kind === 'fullySent' ? neverSent : verdict)) },
    found: /uploaded|started/,
    seed: 16,
  },
  {
    bug: 'a 502 counts as refused',
    quirks: {
      noSaving: true,
      http: answering((verdict) =>
        verdict.kind === 'response' && verdict.response.status === 502 ? neverSent : verdict,
      ),
    },
    found: /uploaded|started/,
    seed: 2_667,
  },
  {
    bug: 'Retry-After is forgotten on a restart',
    quirks: {
      decide: (decide) => (submission, fact, moment) => {
        const { stage } = submission;
        if (fact.kind !== 'restarted' || stage.kind !== 'ready') return decide(submission, fact, moment);
        const next = { changedAt: moment.now, revision: submission.revision + 1 };
        const hasty = { ...submission, ...next, stage: { ...stage, nextTryAt: moment.now } };
        return { submission: hasty, effects: [], created: [] };
      },
    },
    found: /too early/,
    seed: 21,
  },
  {
    bug: 'two workers at one journal',
    quirks: { workers: 2, store: anyRevision },
    found: /uploaded|started/,
    seed: 1,
  },
  {
    bug: 'a draft is adopted by its name alone',
    quirks: {
      calls: (client) => ({
        ...client,
        async details(id, options) {
          const answer = await client.details(id, options);
          if (!answer.ok || answer.value.documentStatus !== 'draft') return answer;
          const unknown = { initiatorDisplayName: null, comment: null, documentUrl: null };
          return {
            ...answer,
            value: { ...answer.value, ...unknown, signees: [] },
          };
        },
      }),
      decide: (decide) => (submission, fact, moment) => {
        if (fact.kind !== 'checked') return decide(submission, fact, moment);
        const candidates = fact.candidates.map((one) => ({ ...one, likeness: 'proven' }) as const);
        return decide(submission, { ...fact, candidates }, moment);
      },
    },
    found: /foreign draft .* adopted|content of another/,
    seed: 139,
  },
  {
    bug: 'drafts nobody owns are deleted',
    quirks: {
      async afterCheck(client, { documents }, store) {
        for (const { documentId, status } of documents)
          if (status === 'draft' && store.ownerOf('practice', documentId) === null) await client.delete(documentId);
      },
    },
    found: /foreign draft .* deleted/,
    seed: 1,
  },
  {
    bug: 'a start without an answer is sent again',
    quirks: { http: startAgain },
    found: /started-twice/,
    seed: 101,
  },
  {
    bug: 'a refused token is tried again without end',
    quirks: { http: sameTokenAgain },
    found: /\d+ requests/,
    seed: 21,
  },
  {
    bug: 'every caller gets a token of its own',
    quirks: { client: (create) => create },
    found: /token-early/,
    seed: 1,
  },
  {
    bug: 'the first page of the overview counts as the whole',
    quirks: { seen: (seen) => ({ ...seen, whole: true, documents: seen.documents.slice(0, 3) }) },
    found: /uploaded|started \d+ times/,
    seed: 47,
  },
  {
    bug: 'a list of drafts alone proves that nothing was started',
    quirks: {
      seen: (seen) => ({ ...seen, whole: true, documents: seen.documents.filter(({ status }) => status === 'draft') }),
    },
    found: /started \d+ times/,
    seed: 27,
  },
  {
    bug: 'what was on hold goes on after a recovery',
    quirks: { decide: whenever(isRecoveredHold, goesOn) },
    found: /nobody sent it/,
    seed: 19,
  },
  {
    bug: 'corrections are in the journal alone',
    quirks: {
      disk: (disk) => ({
        ...disk,
        rename: async (from, to) => ((await replaces(disk, to)) ? disk.remove(from) : disk.rename(from, to)),
      }),
    },
    found: /not the last choice/,
    seed: 134,
  },
  {
    bug: 'people are added to a document that was chosen, whatever its state',
    quirks: {
      decide: (decide) => (submission, fact, moment) =>
        fact.kind === 'command' && fact.command.kind === 'adopt' && decide(submission, fact, moment) !== null
          ? change(
              submission,
              {
                documentId: fact.command.documentId,
                recovered: false,
                reason: null,
                stage: readyFor('add-signee', moment.now),
              },
              moment,
            )
          : decide(submission, fact, moment),
    },
    found: /people were added/,
    seed: 38,
  },
  {
    bug: 'what was recovered is cancelled without a look',
    quirks: {
      decide: (decide) => (submission, fact, moment) =>
        fact.kind === 'command' && fact.command.kind === 'cancel' && submission.recovered
          ? change(submission, { stage: { kind: 'done', as: 'cancelled' }, reason: null }, moment)
          : decide(submission, fact, moment),
    },
    found: /cancelled.*but was started/,
    seed: 101,
  },
  {
    bug: 'nobody asks whether the journal is an older one',
    quirks: { noWitness: true },
    found: /started|notAsked|lost/,
    seed: 2,
  },
  {
    bug: 'a row goes on under whatever account is signed in',
    quirks: { decide: anyAccount },
    found: /from another account|"gone".*but started/,
    seed: 24,
  },
  {
    bug: 'a call that waits for its token goes on in the name of whoever is signed in',
    quirks: { calls: (client) => ({ ...client, end() {} }), noSaving: true },
    found: /in the name of another account/,
    seed: 20_146,
  },
  {
    bug: 'a connection is busy only while the queue in memory says so',
    quirks: { busyInMemory: true },
    found: /from another account/,
    seed: 15,
  },
  {
    bug: 'the copy is sent whatever its bytes are',
    quirks: { anyBytes: true },
    found: /content of another|nobody sent it/,
    seed: 62,
  },
  {
    bug: 'waits are counted by a clock that can be set',
    quirks: { wallClock: true },
    found: /before the time for Undo|breach polling|too early/,
    seed: 65,
  },
  {
    bug: 'a refusal is told without a look',
    quirks: { decide: whenever(({ before, decided }) => isLookAfterRefusal(before, decided), toldAtOnce) },
    found: /told to have failed and was started/,
    seed: 15,
  },
  {
    bug: 'a doubt that nothing settles waits for ever',
    quirks: {
      decide: whenever(
        ({ decided }) => decided.submission.reason?.kind === 'unsettled',
        ({ before, moment }) => change(before, {}, moment),
      ),
    },
    found: /which is no rest/,
    seed: 4,
  },
  {
    bug: 'an address that has ended counts as no content',
    quirks: {
      calls(client) {
        const ended = new Map<string, Awaited<ReturnType<typeof client.download>>>();
        return {
          ...client,
          async download(download, options) {
            const known = ended.get('last');
            ended.clear();
            const outcome = known ?? (await client.download(download, options));
            if (!outcome.ok && known === undefined) ended.set('last', outcome);
            return outcome;
          },
        };
      },
    },
    found: /although the content proves it/,
    seed: 218,
  },
  {
    bug: 'nothing is read back before the start',
    quirks: {
      decide: (decide) => (submission, fact, moment) => {
        if ((fact.kind !== 'seen' && fact.kind !== 'uploaded') || !fact.answer.ok)
          return decide(submission, fact, moment);
        const { mode } = submission.wish;
        return decide(submission, { ...fact, answer: { ok: true, value: { ...fact.answer.value, mode } } }, moment);
      },
    },
    found: /in mode timestamp/,
    seed: 76,
  },
  {
    bug: 'accepted before it is durable',
    quirks: { acknowledgedFirst: true },
    found: /is lost/,
    seed: 1,
  },
];
