import type { Handlers } from '../../preload/contract/index.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { SubmissionCommand } from '../../preload/contract/submission.ts';
import type { ModesOfAccounts } from '../account/available-modes.ts';
import type { Clock } from '../clock.ts';
import { toChoices, toWish } from '../hand-over/choices.ts';
import type { HandOver } from '../hand-over/hand-over.ts';
import type { Tray } from '../intake/tray.ts';
import type { Journal } from '../journal/journal.ts';
import { toHistoryLines } from '../outbox/history-line.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { CommandAnswer } from '../outbox/worker.ts';
import type { PublishedState } from '../published-state.ts';
import type { Submission } from '../submission/submission.ts';

interface OutboxHandlersDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'latestHistory' | 'pages' | 'people' | 'settings'>;
  readonly outbox: Outbox;
  readonly handOver: HandOver;
  readonly modes: ModesOfAccounts;
  readonly tray: Tray;
  readonly state: PublishedState;
}

const PAGE_ROWS = 200;
const HISTORY_ROWS = 500;
const failed = (key: Problem['key']) => ({ ok: false as const, problem: { key, params: {} } });
const done = { ok: true } as const;

function toResult(answer: CommandAnswer) {
  return answer.ok ? done : failed(answer.reason === 'unwritable' ? 'not-recorded' : 'not-now');
}

export function outboxHandlers({ clock, journal, outbox, handOver, modes, tray, state }: OutboxHandlersDeps) {
  const { rows } = outbox;

  function toCommand(command: SubmissionCommand, { connectionId }: Submission): Parameters<Outbox['command']>[1] {
    if (command.kind === 'send')
      return { kind: 'send', startAfter: clock.now() + journal.settings.undoSeconds() * 1_000 };
    if (command.kind === 'update' || command.kind === 'adopt') return command;
    if (command.kind !== 'take-over') return { kind: command.kind };
    const account = state.get().connections.find(({ id }) => id === connectionId)?.username ?? '';
    return { kind: 'take-over', account };
  }

  return {
    'outbox.submit': async (input) => ({ results: [...(await handOver.submit(input))] }),
    'outbox.command': async ({ id, command }) => {
      const found = outbox.find(id);
      // The window may show an older state: accept only commands that the row offers now.
      if (!found || !rows.row(found).commands.includes(command.kind)) return failed('not-now');
      return toResult(await outbox.command(id, toCommand(command, found)));
    },
    'outbox.revise': async ({ id, choices }) =>
      toResult(await outbox.command(id, { kind: 'revise', choices: toWish(choices) })),
    'outbox.choices': async ({ id }) => {
      const found = outbox.find(id);
      if (!found) return failed('submission-gone');
      const { sha256, name } = found.wish.file;
      const copy = outbox.copyPath(sha256);
      const nameOf = (email: string) => journal.people.find(email)?.name ?? '';
      return {
        ok: true,
        choices: toChoices(found.wish, nameOf),
        file: copy === null ? null : await tray.lend(copy, name),
      };
    },
    'outbox.deleteOrphan': async ({ id, documentId }) =>
      (await outbox.deleteOrphan(id, documentId)) ? done : failed('not-now'),
    'outbox.history': ({ id }) => {
      const found = outbox.find(id);
      const host = found ? rows.hostOf(found.connectionId) : '';
      return { lines: toHistoryLines(journal.latestHistory(`submission:${id}`, HISTORY_ROWS), host) };
    },
    'outbox.page': ({ text, before }) => {
      const { active } = state.get();
      if (active === null) return { rows: [], next: null };
      const wish = { connectionId: active, before, limit: PAGE_ROWS, ...(text.trim() === '' ? {} : { text }) };
      const page = journal.pages.page(wish);
      return { rows: page.rows.map(rows.row), next: page.next };
    },
    'outbox.pause': ({ paused }) => (outbox.pause(paused).ok ? done : failed('not-recorded')),
    'outbox.modes': modes.ofActive,
    'settings.undo': ({ seconds }) => {
      journal.settings.set('undoSeconds', Math.min(seconds, limits.undoSeconds));
      rows.publish({ undoSeconds: journal.settings.undoSeconds() });
      return done;
    },
  } satisfies Partial<Handlers>;
}
