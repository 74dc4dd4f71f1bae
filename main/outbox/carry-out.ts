import { decide } from '../submission/decide/decide.ts';
import { copyOf } from '../submission/decide/replacement.ts';
import type { Command, Corrected } from '../submission/fact.ts';
import { type BulkCommand, type CommandAnswer, type IsOffered, notNow } from './commands.ts';
import { isCorrection } from './corrections.ts';
import type { OutboxParts } from './outbox-parts.ts';

/** The outbox itself makes the id of the new submission. */
export type OutboxCommand =
  | Exclude<Command, { readonly kind: 'redo' }>
  | { readonly kind: 'redo'; readonly corrected?: Corrected };

async function redo({ deps, copies, worker }: OutboxParts, id: string, corrected?: Corrected): Promise<CommandAnswer> {
  const old = deps.journal.submissions.find(id);
  if (old === null) return notNow;
  const skewMs = deps.clientOf(old.connectionId)?.knownSkewMs() ?? null;
  const command = { kind: 'redo', id: deps.newId(), skewMs, ...(corrected !== undefined && { corrected }) } as const;
  // If the journal is lost, only the spool tells that the copy waits for the earlier document, and a person presses Send.
  const fresh = copyOf(old, command, deps.clock.now());
  // The copy of a refused command must not lie in the spool for a moment either: with a lost journal it would be a row.
  const moment = { now: deps.clock.now(), roll: deps.random ?? Math.random };
  if (decide(old, { kind: 'command', command }, moment) === null) return notNow;
  // The copy must stay for the new submission when the old one lets go of it.
  if (!(await copies.share(fresh))) return notNow;
  const answer = worker.command(id, command);
  if (!answer.ok) await copies.letGo(fresh);
  return answer.ok ? { ok: true, created: fresh.id } : answer;
}

/** Carries out a person's command for a row: in the spool, where it has a part there, then by `commands.ts` in the journal. */
export async function carryOut(outbox: OutboxParts, id: string, command: OutboxCommand): Promise<CommandAnswer> {
  const { copies, worker } = outbox;
  const redoes = command.kind === 'redo';
  // Corrections and redo change the spool, which may still be swept.
  const { stopped } = await (redoes || isCorrection(command) ? outbox.ready : outbox.begun);
  if (stopped) return notNow;
  if (command.kind === 'redo') return redo(outbox, id, command.corrected);
  const act = () => worker.command(id, command);
  return isCorrection(command) ? copies.correct(id, command, act) : act();
}

/** Carries a command out for many rows. Those that do not offer it any more are left alone. */
export async function carryOutAll(
  { begun, worker }: OutboxParts,
  ids: readonly string[],
  command: BulkCommand,
  isOffered: IsOffered,
): Promise<readonly CommandAnswer[]> {
  const { stopped } = await begun;
  return stopped ? ids.map(() => notNow) : worker.commandAll(ids, command, isOffered);
}
