import type { Change } from '../../../main/outbox/store.ts';
import type { Submission } from '../../../main/outbox/submission.ts';
import type { HttpPort, Verdict } from '../../../main/signing/http-port.ts';
import type { Quirks } from './quirks.ts';

const neverSent: Verdict = { kind: 'notSent', problem: { kind: 'unreachable', details: 'So it is believed.' } };

function answering(change: (verdict: Verdict) => Verdict) {
  return (port: HttpPort): HttpPort => ({ send: async (request) => change(await port.send(request)) });
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

/** Keeps "is being called" in memory alone until the outcome is known. */
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

const anyRevision: Quirks['store'] = (store, disk) => ({
  ...store,
  commit: (changes) =>
    store.commit(
      changes.map(({ submission, event }) => ({
        event,
        submission: { ...submission, revision: (disk.rows.get(submission.id)?.revision ?? 0) + 1 },
      })),
    ),
});

function isUnclearUpload({ stage }: Submission): boolean {
  return stage.kind === 'unclear' && stage.step === 'upload';
}

export interface Planted {
  readonly bug: string;
  readonly quirks: Quirks;
  /** What the judge says of it. */
  readonly found: RegExp;
  /** The mistake this one holds the place of until there are watched folders to make it with. */
  readonly standsFor?: string;
}

/** Twelve mistakes an outbox can make. A judge who misses one of them proves nothing. */
export const planted: readonly Planted[] = [
  { bug: 'the intent is written after the call', quirks: { store: intentAfterwards }, found: /uploaded|started/ },
  {
    bug: 'a connection reset after the whole body counts as never sent',
    quirks: { http: answering((verdict) => (verdict.kind === 'fullySent' ? neverSent : verdict)) },
    found: /uploaded|started/,
  },
  {
    bug: 'a 502 counts as refused',
    quirks: {
      http: answering((verdict) =>
        verdict.kind === 'response' && verdict.response.status === 502 ? neverSent : verdict,
      ),
    },
    found: /uploaded|started/,
  },
  {
    bug: 'Retry-After is forgotten on a restart',
    quirks: {
      decide: (decide) => (submission, fact, moment) => {
        const { stage } = submission;
        if (fact.kind !== 'restarted' || stage.kind !== 'ready') return decide(submission, fact, moment);
        const changed = { changedAt: moment.now, revision: submission.revision + 1 };
        const hasty = { ...submission, ...changed, stage: { ...stage, nextTryAt: moment.now } };
        return { submission: hasty, effects: [], created: [] };
      },
    },
    found: /too early/,
  },
  {
    bug: 'two workers at one journal',
    quirks: { workers: 2, store: anyRevision },
    found: /uploaded|started/,
  },
  {
    bug: 'a draft is adopted by its name alone',
    quirks: {
      decide: (decide) => (submission, fact, moment) => {
        if (fact.kind !== 'seen' || !fact.answer.ok || !isUnclearUpload(submission))
          return decide(submission, fact, moment);
        const { sha256 } = submission.wish.file;
        const likeness = { createdAt: moment.now, sha256, signees: [], status: 'draft' };
        return decide(
          submission,
          { ...fact, answer: { ok: true, value: { ...fact.answer.value, ...likeness } } },
          moment,
        );
      },
    },
    found: /foreign draft .* adopted|content of another/,
  },
  {
    bug: 'drafts nobody owns are deleted',
    quirks: {
      async afterCheck(client, drafts, store) {
        for (const { documentId } of drafts)
          if (store.ownerOf('practice', documentId) === null) await client.delete(documentId);
      },
    },
    found: /foreign draft .* deleted/,
  },
  {
    bug: 'a start without an answer is sent again',
    quirks: { http: startAgain },
    found: /started-twice/,
  },
  {
    bug: 'a refused token is tried again without end',
    quirks: { http: sameTokenAgain },
    found: /\d+ requests/,
  },
  { bug: 'every caller gets a token of its own', quirks: { client: (create) => create }, found: /token-early/ },
  {
    bug: 'nothing is read back before the start',
    standsFor: 'a file is taken at start-up without a second look',
    quirks: {
      decide: (decide) => (submission, fact, moment) => {
        if ((fact.kind !== 'seen' && fact.kind !== 'uploaded') || !fact.answer.ok)
          return decide(submission, fact, moment);
        const { mode } = submission.wish;
        return decide(submission, { ...fact, answer: { ok: true, value: { ...fact.answer.value, mode } } }, moment);
      },
    },
    found: /in mode timestamp/,
  },
  {
    bug: 'accepted before it is durable',
    standsFor: 'a file is moved before its outcome is durable',
    quirks: { acknowledgedFirst: true },
    found: /is lost/,
  },
];
