import type { Choices, Handlers, Submitted } from '../../preload/contract/index.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Clock } from '../clock.ts';
import type { Offer } from '../intake/intake.ts';
import { problemOfRefusal } from '../intake/told.ts';
import type { Tray } from '../intake/tray.ts';
import type { Journal } from '../journal/journal.ts';
import { accepted } from '../outbox/accepted.ts';
import { historyLines } from '../outbox/history-line.ts';
import type { Queue } from '../outbox/queue.ts';
import type { Shown } from '../outbox/shown.ts';
import type { Wish } from '../outbox/submission.ts';
import type { CommandAnswer } from '../outbox/worker.ts';
import { problemOfFailure } from '../problem-of.ts';
import type { PublishedState } from '../published-state.ts';
import type { SigningClient } from '../signing/client.ts';

interface OutboxDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'latestHistory' | 'pages' | 'people' | 'settings'>;
  readonly queue: Queue;
  readonly tray: Tray;
  readonly shown: Shown;
  readonly state: PublishedState;
  readonly newId: () => string;
  readonly clientOf: (connectionId: string) => Pick<SigningClient, 'availableModes'> | null;
}

const DAY = 24 * 60 * 60_000;
const pageRows = 200;
const historyRows = 500;
const problem = (key: Problem['key']): Problem => ({ key, params: {} });
const failed = (key: Problem['key']) => ({ ok: false as const, problem: problem(key) });
const done = { ok: true } as const;

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

function toChoices({ file: _file, extra, signees, ...rest }: Wish): Choices {
  return {
    ...rest,
    extra: JSON.parse(JSON.stringify(extra)),
    signees: signees.map(({ email, comment = '', order = null }) => ({ email, name: '', comment, order })),
  };
}

function answered(answer: CommandAnswer) {
  return answer.ok ? done : failed(answer.reason === 'unwritable' ? 'not-recorded' : 'not-now');
}

export function outboxHandlers(deps: OutboxDeps) {
  const { clock, journal, queue, tray, shown, state } = deps;
  const undoMs = () => journal.settings.undoSeconds() * 1_000;

  async function submit(
    connectionId: string,
    goal: 'send' | 'draft' | 'hold',
    items: readonly { fileId: string; choices: Choices }[],
  ): Promise<Submitted['results']> {
    const results: Submitted['results'] = [];
    const placed = await Promise.all(items.map(({ fileId }) => tray.place(fileId)));
    const offers: Offer[] = [];
    const ids = new Map<string, number>();
    for (const [at, { fileId, choices }] of items.entries()) {
      const place = placed[at];
      if (!place || 'kind' in place) {
        const refusal = place ?? ({ kind: 'vanished' } as const);
        results[at] = { ok: false, fileId, problem: problemOfRefusal(refusal, '') };
        continue;
      }
      const wish = toWish(choices);
      const id = deps.newId();
      ids.set(id, at);
      offers.push({
        path: place.path,
        submission: (file) =>
          accepted(
            { id, connectionId, origin: 'interactive', wish: { ...wish, file }, goal, undoMs: undoMs() },
            clock.now(),
          ),
      });
    }
    // The same file may be sent twice in one go, to different people.
    const unanswered = (path: string) =>
      placed.findIndex((one, at) => !results[at] && one && 'path' in one && one.path === path);
    await queue.take(offers, (progress) => {
      if (progress.kind === 'copying') return;
      const at = progress.kind === 'accepted' ? ids.get(progress.submission.id) : unanswered(progress.path);
      const item = at === undefined ? undefined : items[at];
      if (at === undefined || !item) return;
      results[at] =
        progress.kind === 'accepted'
          ? { ok: true, fileId: item.fileId, submissionId: progress.submission.id }
          : { ok: false, fileId: item.fileId, problem: problemOfRefusal(progress.refusal, '') };
    });
    const sent = items.filter((_item, at) => results[at]?.ok === true);
    const people = new Map(sent.flatMap(({ choices }) => choices.signees).map((one) => [one.email, one]));
    journal.people.remember([...people.values()], clock.now());
    await tray.drop(sent.map(({ fileId }) => fileId));
    return results;
  }

  return {
    'outbox.submit': async ({ goal, items }) => {
      const { active } = state.get();
      if (active === null)
        return { results: items.map(({ fileId }) => ({ ok: false, fileId, problem: problem('signed-out') })) };
      return { results: await submit(active, goal, items) };
    },
    'outbox.command': async ({ id, command }) => {
      const startAfter = clock.now() + undoMs();
      return answered(await queue.command(id, command.kind === 'send' ? { kind: 'send', startAfter } : { ...command }));
    },
    'outbox.revise': async ({ id, choices }) =>
      answered(await queue.command(id, { kind: 'revise', choices: toWish(choices) })),
    'outbox.choices': ({ id }) => {
      const found = queue.find(id);
      return found ? { ok: true, choices: toChoices(found.wish) } : failed('submission-gone');
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
