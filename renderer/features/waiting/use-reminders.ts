import { useState } from 'react';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { WaitingPerson } from '../../../preload/contract/waiting.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { rowsToInvite } from './signature-rows.ts';

/** People who are reminded one after the other. */
export interface Round {
  readonly people: readonly WaitingPerson[];
  /** The index of the person who was reminded last. */
  readonly at: number;
  /** Whether their mail is open, or the service sends its invitation instead. */
  readonly by: 'mail' | 'service';
  /** The number of documents for which the service invites. */
  readonly count: number;
  /** The reason that it did not open. */
  readonly problem: Problem | null;
}

/** Opens reminders in the mail program, in the language of the last one to this person, or lets the service invite. */
export function useReminders(onReminded: () => void) {
  const run = useOneAtATime();
  const [round, setRound] = useState<Round | null>(null);

  async function open(people: readonly WaitingPerson[], at: number): Promise<void> {
    const person = people[at];
    if (person === undefined) return;
    const answer = await ask(bridge().waiting.remind({ key: person.key, language: null, selection: null }));
    setRound({ people, at, by: 'mail', count: 0, problem: answer.ok ? null : answer.problem });
    if (answer.ok) onReminded();
  }

  /** Asks the service to send its own invitations for the shown documents again, in place of a mail. */
  async function invite(person: WaitingPerson): Promise<void> {
    const selection = { keys: [...rowsToInvite(person)] };
    const answer = await ask(bridge().waiting.resend({ key: person.key, language: null, selection }));
    const now = { people: [person], at: 0, by: 'service' } as const;
    setRound(
      answer.ok ? { ...now, count: answer.count, problem: null } : { ...now, count: 0, problem: answer.problem },
    );
    if (answer.ok) onReminded();
  }

  return {
    round,
    invite: (person: WaitingPerson) => void run(() => invite(person)),
    remind: (people: readonly WaitingPerson[]) => void run(() => open(people, 0)),
    next: () => void (round && run(() => open(round.people, round.at + 1))),
    /** What the bar says was about an earlier try: the mail is open now, or the service invites instead. */
    settle: (by: Round['by'], count: number, key: string) =>
      setRound((now) => (now?.people[now.at]?.key === key ? { ...now, by, count, problem: null } : now)),
    end: () => setRound(null),
  };
}
