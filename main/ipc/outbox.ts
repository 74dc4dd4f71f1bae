import { setImmediate } from 'node:timers/promises';
import type { Choices, Handlers, SubmitInput, Submitted } from '../../preload/contract/index.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { SubmissionCommand } from '../../preload/contract/submission.ts';
import type { Clock } from '../clock.ts';
import type { Offer } from '../intake/intake.ts';
import { problemOfRefusal } from '../intake/problem-of-refusal.ts';
import type { Refusal } from '../intake/refusal.ts';
import type { Tray } from '../intake/tray.ts';
import type { Journal } from '../journal/journal.ts';
import { createGesture } from '../outbox/gesture.ts';
import { historyLines } from '../outbox/history-line.ts';
import type { PublishedRows } from '../outbox/published-rows.ts';
import type { Queue } from '../outbox/queue.ts';
import type { CommandAnswer } from '../outbox/worker.ts';
import { problemOfFailure } from '../problem-of.ts';
import type { PublishedState } from '../published-state.ts';
import type { SigningClient } from '../signing/client.ts';
import { LONGEST_UNDO_MS, newSubmission } from '../submission/new-submission.ts';
import type { Submission, Wish } from '../submission/submission.ts';

interface OutboxDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'latestHistory' | 'pages' | 'people' | 'settings'>;
  readonly queue: Queue;
  readonly tray: Tray;
  readonly shown: PublishedRows;
  readonly state: PublishedState;
  readonly newId: () => string;
  readonly onFault: (error: unknown) => void;
  readonly clientOf: (connectionId: string) => Pick<SigningClient, 'availableModes'> | null;
}

const DAY = 24 * 60 * 60_000;
const pageRows = 200;
const atATime = 10;
const historyRows = 500;
const problem = (key: Problem['key']): Problem => ({ key, params: {} });
const failed = (key: Problem['key']) => ({ ok: false as const, problem: problem(key) });
const done = { ok: true } as const;
const refused = (fileId: string, refusal: Refusal) => ({
  ok: false as const,
  fileId,
  problem: problemOfRefusal(refusal, ''),
});

function toWish({ signees, ...choices }: Choices): Omit<Wish, 'file'> {
  return {
    ...choices,
    signees: signees.map(({ email, comment, order }) => ({
      email,
      ...(comment === '' ? {} : { comment }),
      ...(order === null ? {} : { order }),
    })),
  };
}

/** With the names of those who are known: the service asks for none, and a submission keeps none. */
function toChoices({ file: _file, extra, signees, ...rest }: Wish, nameOf: (email: string) => string): Choices {
  return {
    ...rest,
    extra: JSON.parse(JSON.stringify(extra)),
    signees: signees.map(({ email, comment = '', order = null }) => ({
      email,
      name: nameOf(email),
      comment,
      order,
    })),
  };
}

function answered(answer: CommandAnswer) {
  return answer.ok ? done : failed(answer.reason === 'unwritable' ? 'not-recorded' : 'not-now');
}

export function outboxHandlers(deps: OutboxDeps) {
  const { clock, journal, queue, tray, shown, state } = deps;
  const undoMs = () => journal.settings.undoSeconds() * 1_000;

  function toCommand(command: SubmissionCommand, { connectionId }: Submission): Parameters<Queue['command']>[1] {
    if (command.kind === 'send') return { kind: 'send', startAfter: clock.now() + undoMs() };
    if (command.kind === 'update' || command.kind === 'adopt') return command;
    if (command.kind !== 'take-over') return { kind: command.kind };
    const account = state.get().connections.find(({ id }) => id === connectionId)?.username ?? '';
    return { kind: 'take-over', account };
  }

  /** Files that are being handed over: the same ones a second time would be sent twice. */
  const inHand = new Set<string>();

  const gesture = createGesture(clock);

  async function submit(
    connectionId: string,
    { goal, items, more = false }: Pick<SubmitInput, 'goal' | 'items' | 'more'>,
  ): Promise<Submitted['results']> {
    const results = items.map(({ fileId }): Submitted['results'][number] => refused(fileId, { kind: 'vanished' }));
    const placed = await Promise.all(items.map(({ fileId }) => tray.place(fileId)));
    const places = new Map<Offer, number>();
    const acceptedAt = gesture.momentOf(connectionId, more);
    const account = state.get().connections.find(({ id }) => id === connectionId)?.username ?? null;
    for (const [at, { fileId, choices }] of items.entries()) {
      const place = placed[at];
      if (!place || 'kind' in place) {
        if (place) results[at] = refused(fileId, place);
        continue;
      }
      const wish = toWish(choices);
      const id = deps.newId();
      const acceptance = { id, connectionId, account, origin: 'interactive', goal } as const;
      const submission: Offer['submission'] = (file) => ({
        ...newSubmission(
          { ...acceptance, wish: { ...wish, file }, undoMs: more ? LONGEST_UNDO_MS : undoMs() },
          clock.now(),
        ),
        acceptedAt,
      });
      places.set({ path: place.path, seen: place.seen, submission }, at);
    }
    await queue.take([...places.keys()], (progress) => {
      const at = places.get(progress.offer) ?? -1;
      const fileId = items[at]?.fileId;
      if (fileId === undefined || progress.kind === 'copying') return;
      results[at] =
        progress.kind === 'accepted'
          ? { ok: true, fileId, submissionId: progress.submission.id }
          : refused(fileId, progress.refusal);
    });
    await after(items.filter((_item, at) => results[at]?.ok === true));
    return results;
  }

  /** They are ours by now: whatever goes wrong here, the answer stays what it is, or they would be sent again. */
  async function after(taken: SubmitInput['items']): Promise<void> {
    try {
      await tray.drop(taken.map(({ fileId }) => fileId));
      const people = new Map(taken.flatMap(({ choices }) => choices.signees).map((one) => [one.email, one]));
      journal.people.remember([...people.values()], clock.now());
    } catch (error) {
      deps.onFault(error);
    }
  }

  return {
    'outbox.submit': async ({ connectionId: wanted, goal, items, more }) => {
      const connectionId = state.get().connections.find(({ id }) => id === wanted)?.id;
      const busy = items.some(({ fileId }) => inHand.has(fileId));
      if (connectionId === undefined || busy) {
        const why = problem(connectionId === undefined ? 'signed-out' : 'not-now');
        return { results: items.map(({ fileId }) => ({ ok: false, fileId, problem: why })) };
      }
      for (const { fileId } of items) inHand.add(fileId);
      try {
        return { results: await submit(connectionId, { goal, items, ...(more === undefined ? {} : { more }) }) };
      } finally {
        for (const { fileId } of items) inHand.delete(fileId);
      }
    },
    'outbox.handedOver': async ({ ids }) => {
      const startAfter = clock.now() + undoMs();
      gesture.end();
      for (let at = 0; at < ids.length; at += atATime) {
        queue.undoFrom(ids.slice(at, at + atATime), startAfter);
        // oxlint-disable-next-line no-await-in-loop -- each is written down; nothing else is to wait for all of them
        await setImmediate();
      }
      return done;
    },
    'outbox.command': async ({ id, command }) => {
      const found = queue.find(id);
      // Whatever the window believes: what the row does not offer is not done.
      if (!found || !shown.row(found).commands.includes(command.kind)) return failed('not-now');
      return answered(await queue.command(id, toCommand(command, found)));
    },
    'outbox.revise': async ({ id, choices }) =>
      answered(await queue.command(id, { kind: 'revise', choices: toWish(choices) })),
    'outbox.choices': async ({ id }) => {
      const found = queue.find(id);
      if (!found) return failed('submission-gone');
      const { sha256, name } = found.wish.file;
      const copy = queue.path(sha256);
      const nameOf = (email: string) => journal.people.find(email)?.name ?? '';
      return {
        ok: true,
        choices: toChoices(found.wish, nameOf),
        file: copy === null ? null : await tray.lend(copy, name),
      };
    },
    'outbox.deleteOrphan': async ({ id, documentId }) =>
      (await queue.deleteOrphan(id, documentId)) ? done : failed('not-now'),
    'outbox.history': ({ id }) => {
      const found = queue.find(id);
      const host = found ? shown.hostOf(found.connectionId) : '';
      return { lines: historyLines(journal.latestHistory(`submission:${id}`, historyRows), host) };
    },
    'outbox.page': ({ text, before }) => {
      const { active } = state.get();
      if (active === null) return { rows: [], next: null };
      const wish = { connectionId: active, before, limit: pageRows, ...(text.trim() === '' ? {} : { text }) };
      const { rows, next } = journal.pages.page(wish);
      return { rows: rows.map(shown.row), next };
    },
    'outbox.pause': ({ paused }) => {
      const written = queue.pause(paused);
      shown.refresh();
      return written.ok ? done : failed('not-recorded');
    },
    'outbox.modes': async () => {
      const { active, connections } = state.get();
      const client = active === null ? null : deps.clientOf(active);
      if (!client || active === null) return failed('signed-out');
      const known = journal.settings.modes();
      const kept = known[active];
      const age = clock.now() - (kept?.asOf ?? 0);
      if (kept && age >= 0 && age < DAY) return { ok: true, modes: kept };
      const answer = await client.availableModes();
      if (!answer.ok) {
        const base = connections.find(({ id }) => id === active)?.fields.base ?? '';
        // What held yesterday most likely holds today; the service has the last word.
        return kept ? { ok: true, modes: kept } : { ok: false, problem: problemOfFailure(answer.failure, base) };
      }
      const { timestamp, advanced, qualified } = answer.value;
      const lists = ({ zertes, eidas }: typeof advanced) => ({ zertes: [...zertes], eidas: [...eidas] });
      const modes = { timestamp, advanced: lists(advanced), qualified: lists(qualified), asOf: clock.now() };
      journal.settings.set('modes', { ...journal.settings.modes(), [active]: modes });
      return { ok: true, modes };
    },
    'settings.undo': ({ seconds }) => {
      journal.settings.set('undoSeconds', Math.min(seconds, limits.undoSeconds));
      shown.publish({ undoSeconds: journal.settings.undoSeconds() });
      return done;
    },
  } satisfies Partial<Handlers>;
}
