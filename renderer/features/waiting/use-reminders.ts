import { useState } from 'react';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { WaitingPerson } from '../../../preload/contract/waiting.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';

/** People who are reminded one after the other. */
export interface Round {
  readonly people: readonly WaitingPerson[];
  /** The index of the person whose mail was opened last. */
  readonly at: number;
  /** The reason that it did not open. */
  readonly problem: Problem | null;
}

/** Opens reminders in the mail program, in the language of the last one to this person. */
export function useReminders(onOpened: () => void) {
  const run = useOneAtATime();
  const [round, setRound] = useState<Round | null>(null);

  async function open(people: readonly WaitingPerson[], at: number): Promise<void> {
    const person = people[at];
    if (person === undefined) return;
    const answer = await ask(bridge().waiting.remind({ key: person.key, language: null, selection: null }));
    setRound({ people, at, problem: answer.ok ? null : answer.problem });
    if (answer.ok) onOpened();
  }

  return {
    round,
    remind: (people: readonly WaitingPerson[]) => void run(() => open(people, 0)),
    next: () => void (round && run(() => open(round.people, round.at + 1))),
    /** What the bar says was about an earlier try: the mail is open now, or the service invites instead. */
    settle: (by: 'mail' | 'service') =>
      setRound((now) => (now === null || by === 'service' ? null : { ...now, problem: null })),
    end: () => setRound(null),
  };
}
